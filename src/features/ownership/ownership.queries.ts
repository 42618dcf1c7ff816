import { and, eq, exists, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { products } from '#db/tables/catalogue.ts'
import { grants, purchases } from '#db/tables/ownership.ts'
import { isUuid } from '#shared/ids.ts'

type Kind = (typeof products.$inferSelect)['kind']

/**
 * The one definition of owning: a paid purchase, or access that staff gave and did not take back. A condition on the
 * row of `products` at hand, for lists.
 */
export function ownedBy(memberId: string): SQL {
  // Spelled out, not as a parameter: the indexes of live rows serve only what they can see to be live.
  return sql`(
    exists (
      select from ${purchases}
      where ${purchases.memberId} = ${memberId} and ${purchases.productId} = ${products.id} and ${purchases.state} = 'paid'
    ) or exists (
      select from ${grants}
      where ${grants.memberId} = ${memberId} and ${grants.productId} = ${products.id} and ${grants.revokedAt} is null
    )
  )`
}

export async function ownsProduct(db: Executor, memberId: string, productId: string): Promise<boolean> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), ownedBy(memberId)))
  return rows.length > 0
}

export async function ownedProductIds(db: Executor, memberId: string): Promise<Set<string>> {
  const bought = db
    .select({ id: purchases.productId })
    .from(purchases)
    .where(and(eq(purchases.memberId, memberId), sql`${purchases.state} = 'paid'`))
  const given = db
    .select({ id: grants.productId })
    .from(grants)
    .where(and(eq(grants.memberId, memberId), isNull(grants.revokedAt)))
  const rows = await bought.union(given)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The product of that kind that the member owns and that the id names: by its own public id, or by the member's paid
 * purchase of it. Anything else, somebody else's purchase included, is undefined.
 */
export async function findOwned(
  db: Executor,
  memberId: string,
  kind: Kind,
  idOrPurchaseId: string,
): Promise<{ id: string; slug: string } | undefined> {
  const isSlug = eq(products.slug, idOrPurchaseId)
  const isOwnPurchase = isUuid(idOrPurchaseId)
    ? exists(
        db
          .select({ id: purchases.id })
          .from(purchases)
          .where(
            and(
              eq(purchases.id, idOrPurchaseId),
              eq(purchases.memberId, memberId),
              eq(purchases.productId, products.id),
              eq(purchases.state, 'paid'),
            ),
          ),
      )
    : undefined
  const [owned] = await db
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(and(eq(products.kind, kind), or(isSlug, isOwnPurchase), ownedBy(memberId)))
    .limit(1)
  return owned
}
