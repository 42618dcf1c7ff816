import { isDeepStrictEqual } from 'node:util'
import type { Executor } from '#db/open-database.ts'
import {
  recordVersion,
  type OverwrittenChange,
  findChangesOverwrittenByImport,
  findOverwrittenChanges,
} from '#features/catalog/drafts/drafts.public.ts'
import type { PlanFields } from '#features/foundation/product-folders/draft-plans.contract.ts'
import { listAllProducts, type StoredProduct } from '#features/foundation/product-folders/product-folders.public.ts'
import { type SaveContext, setSale } from '#features/foundation/products/products.public.ts'
import { findSiteBeforeStudio, readCurrentSite } from '#features/foundation/site/site.public.ts'

// What an import must not take back without a word.

/** Products as they stand in the catalogue, by their ids. */
type PublishedPlans = ReadonlyMap<string, { product: StoredProduct; plan: PlanFields }>

/** What the import of the site takes back of the studio's newer work. */
export async function findOverwrittenSiteChanges(tx: Executor, before: object): Promise<OverwrittenChange[]> {
  const base = await findSiteBeforeStudio(tx)
  return base ? findOverwrittenChanges('site', { base, before, after: await readCurrentSite(tx) }) : []
}

/** What staff has put on sale or taken off stays so, whatever the folder says, until that says the same. Tells where the two differ. */
export async function preserveSaleStatus(
  tx: Executor,
  before: PublishedPlans,
  isOverStudio: boolean,
): Promise<ReadonlyMap<string, 'on sale' | 'off sale'>> {
  const stays = new Map<string, 'on sale' | 'off sale'>()
  for (const { id, publishedAt, saleChosen } of await listAllProducts(tx)) {
    const earlier = before.get(id)?.product
    if (!earlier || saleChosen === null) continue
    if (isOverStudio || saleChosen === (publishedAt !== null)) await setSale(tx, id, { saleChosen: null })
    else {
      await setSale(tx, id, { publishedAt: earlier.publishedAt })
      stays.set(id, saleChosen ? 'on sale' : 'off sale')
    }
  }
  return stays
}

/** Keeps each product that became another as a version. Returns what that takes back of what the studio has made. */
export async function recordImportedVersions(
  { tx, now }: SaveContext,
  { before, after, isOverStudio }: { before: PublishedPlans; after: PublishedPlans; isOverStudio: boolean },
): Promise<OverwrittenChange[]> {
  const undone: OverwrittenChange[] = []
  for (const [productId, { product, plan }] of after) {
    const standing = before.get(productId)?.plan
    if (standing && !isOverStudio)
      undone.push(...(await findChangesOverwrittenByImport(tx, { product, before: standing, after: plan })))
    if (!standing || !isDeepStrictEqual(standing, plan)) await recordVersion(tx, { product, origin: 'folder', now })
  }
  return undone
}
