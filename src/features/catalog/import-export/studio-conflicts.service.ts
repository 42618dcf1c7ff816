import { isDeepStrictEqual } from 'node:util'
import type { Executor } from '#db/open.ts'
import { recordVersion, type Undone, undoneByImport, undoneIn } from '#features/catalog/drafts/drafts.public.ts'
import type { PlanFields } from '#features/foundation/course-folders/draft-plan.contract.ts'
import { allProducts, type StoredProduct } from '#features/foundation/course-folders/course-folders.public.ts'
import { type Saving, setSale } from '#features/foundation/products/products.public.ts'
import { findBeforeStudio, standingSite } from '#features/foundation/site/site.public.ts'

// What an import must not take back without a word.

/** Products as they stand in the catalogue, by their ids. */
type Standing = ReadonlyMap<string, { product: StoredProduct; plan: PlanFields }>

/** What the import of the site takes back of the studio's newer work. */
export async function undoneOfSite(tx: Executor, before: object): Promise<Undone[]> {
  const base = await findBeforeStudio(tx)
  return base ? undoneIn('site', { base, before, after: await standingSite(tx) }) : []
}

/** What staff has put on sale or taken off stays so, whatever the folder says, until that says the same. Tells where the two differ. */
export async function keepChosenSale(
  tx: Executor,
  before: Standing,
  isOverStudio: boolean,
): Promise<ReadonlyMap<string, 'on sale' | 'off sale'>> {
  const stays = new Map<string, 'on sale' | 'off sale'>()
  for (const { id, publishedAt, saleChosen } of await allProducts(tx)) {
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
export async function keepVersions(
  { tx, now }: Saving,
  { before, after, isOverStudio }: { before: Standing; after: Standing; isOverStudio: boolean },
): Promise<Undone[]> {
  const undone: Undone[] = []
  for (const [productId, { product, plan }] of after) {
    const standing = before.get(productId)?.plan
    if (standing && !isOverStudio)
      undone.push(...(await undoneByImport(tx, { product, before: standing, after: plan })))
    if (!standing || !isDeepStrictEqual(standing, plan)) await recordVersion(tx, { product, origin: 'folder', now })
  }
  return undone
}
