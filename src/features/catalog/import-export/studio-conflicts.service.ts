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

type PublishedPlans = ReadonlyMap<string, { product: StoredProduct; plan: PlanFields }>

/** Finds newer changes of the site settings in the studio that the import would overwrite. */
export async function findOverwrittenSiteChanges(tx: Executor, before: object): Promise<OverwrittenChange[]> {
  const base = await findSiteBeforeStudio(tx)
  return base ? findOverwrittenChanges('site', { base, before, after: await readCurrentSite(tx) }) : []
}

/**
 * Keeps what staff chose about selling a product until the folder says the same. Returns the products whose folder
 * differs.
 */
export async function preserveSaleStatus(
  tx: Executor,
  before: PublishedPlans,
  isOverStudio: boolean,
): Promise<ReadonlyMap<string, 'for sale' | 'not for sale'>> {
  const stays = new Map<string, 'for sale' | 'not for sale'>()
  for (const { id, publishedAt, saleChosen } of await listAllProducts(tx)) {
    const earlier = before.get(id)?.product
    if (!earlier || saleChosen === null) continue
    if (isOverStudio || saleChosen === (publishedAt !== null)) await setSale(tx, id, { saleChosen: null })
    else {
      await setSale(tx, id, { publishedAt: earlier.publishedAt })
      stays.set(id, saleChosen ? 'for sale' : 'not for sale')
    }
  }
  return stays
}

/** Stores each changed product as a version. Returns the studio changes that the import overwrites. */
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
