import { and, asc, count, eq, inArray, max } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { hasAddress, isPublished } from '#features/foundation/products/products.public.ts'
import { type Kind, KIND_NAMES, KINDS } from '#shared/kinds.ts'

const hasPublicPage = and(
  isPublished,
  inArray(
    products.kind,
    KIND_NAMES.filter((kind) => KINDS[kind].isPagePublic),
  ),
)

export function listPublicProducts(db: Executor, { from, maxCount }: { from: number; maxCount: number }) {
  return db
    .select({ kind: products.kind, slug: products.slug, updatedAt: products.updatedAt })
    .from(products)
    .where(hasPublicPage)
    .orderBy(asc(products.slug))
    .limit(maxCount)
    .offset(from)
}

export async function countPublicProducts(db: Executor): Promise<number> {
  const [row] = await db.select({ number: count() }).from(products).where(hasPublicPage)
  return row?.number ?? 0
}

/** When a product of each kind last changed, which is when the list of that kind changed. */
export async function lastChanges(db: Executor): Promise<Map<Kind, Date>> {
  const rows = await db
    .select({ kind: products.kind, at: max(products.updatedAt) })
    .from(products)
    .where(isPublished)
    .groupBy(products.kind)
  return new Map(rows.flatMap(({ kind, at }) => (at ? [[kind, at] as const] : [])))
}

export async function findPublishedTitle(db: Executor, kind: Kind, slug: string): Promise<string | undefined> {
  const [row] = await db
    .select({ title: products.title })
    .from(products)
    .where(and(isPublished, eq(products.kind, kind), hasAddress(slug)))
  return row?.title
}
