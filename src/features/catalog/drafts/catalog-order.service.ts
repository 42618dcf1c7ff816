import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { saveInTransaction, setOnSale } from '#features/foundation/products/products.public.ts'
import { AppError } from '#shared/app-error.ts'
import type { Kind } from '#shared/kinds.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { listPositions, findProductById, setPosition } from './drafts.queries.ts'
import { type DraftDeps, productNotFoundError } from './drafts.service.ts'

type ProductOrder = {
  kind: Kind
  ids: readonly string[]
  by: Staff
}

export async function saveProductOrder(deps: DraftDeps, { kind, ids, by }: ProductOrder): Promise<void> {
  if (!hasPermission(by, 'edit content')) throw permissionDeniedError(by, 'edit content')
  await saveInTransaction(deps, new Map(), async ({ tx, now }) => {
    const before = await listPositions(tx, kind)
    const isWhole = before.length === ids.length && before.every(({ id }) => ids.includes(id))
    if (!isWhole)
      throw new AppError('invalid', 'Someone else changed the catalog. Reload the page and move the product again.')
    const after = ids.flatMap((id) => before.find((product) => product.id === id) ?? [])
    for (const [index, { id, position }] of after.entries())
      if (position !== index + 1) await setPosition(tx, id, index + 1)
    const order = (list: typeof before) => list.map(({ slug }) => slug).join(', ')
    await recordEvent(tx, {
      at: now,
      kind: 'catalogue.ordered',
      by,
      subject: { id: kind, name: kind },
      before: { order: order(before) },
      after: { order: order(after) },
    })
  })
}

/** Like `setOnSale`, but takes the studio's product ID. */
export async function putProductOnSale(
  deps: DraftDeps,
  { id, isOnSale, by }: { id: string; isOnSale: boolean; by: Staff },
): Promise<void> {
  const product = await findProductById(deps.db, id)
  if (!product) throw productNotFoundError()
  await setOnSale(deps, { slug: product.slug, isOnSale, by })
}
