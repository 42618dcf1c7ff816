import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { products } from '#db/tables/catalogue.ts'
import { grants } from '#db/tables/ownership.ts'

/** Gives a product without a payment. Given before, it stays as it is, with its first reason. */
export async function grantProduct(
  db: Executor,
  { memberId, slug, reason }: { memberId: string; slug: string; reason: string },
): Promise<'granted' | 'granted_before' | 'no_product'> {
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.slug, slug))
  if (!product) return 'no_product'
  const made = await db
    .insert(grants)
    .values({ memberId, productId: product.id, reason })
    .onConflictDoNothing()
    .returning({ id: grants.id })
  return made.length === 1 ? 'granted' : 'granted_before'
}

/** False when there is no grant to take back. */
export async function revokeGrant(
  db: Executor,
  { memberId, slug, now }: { memberId: string; slug: string; now: Date },
): Promise<boolean> {
  const named = db.select({ id: products.id }).from(products).where(eq(products.slug, slug))
  const revoked = await db
    .update(grants)
    .set({ revokedAt: now })
    .where(and(eq(grants.memberId, memberId), inArray(grants.productId, named), isNull(grants.revokedAt)))
    .returning({ id: grants.id })
  return revoked.length > 0
}
