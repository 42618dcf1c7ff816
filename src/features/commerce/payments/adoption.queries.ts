import { eq, inArray, isNotNull } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { members } from '#db/tables/members.ts'
import { coupons, providerCustomers, purchases } from '#db/tables/sales.ts'
import { hasAddress } from '#features/foundation/products/products.public.ts'
import type { Purchase } from './payments.queries.ts'

type Product = { id: string; title: string; currency: string }

export async function findProduct(
  db: Executor,
  { slug, id }: { slug: string | undefined; id: string | undefined },
): Promise<Product | undefined> {
  if (slug === undefined && id === undefined) return undefined
  const [row] = await db
    .select({ id: products.id, title: products.title, currency: products.currency })
    .from(products)
    .where(slug === undefined ? eq(products.id, id ?? '') : hasAddress(slug))
  return row
}

export async function findProductIds(db: Executor, ids: string[]): Promise<Set<string>> {
  const rows = await db.select({ id: products.id }).from(products).where(inArray(products.id, ids))
  return new Set(rows.map(({ id }) => id))
}

/** Finds the ID of a coupon. Returns null if the coupon no longer exists here. The order keeps its discount anyway. */
export async function findCouponId(db: Executor, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null
  const [row] = await db.select({ id: coupons.id }).from(coupons).where(eq(coupons.id, id))
  return row?.id ?? null
}

/**
 * Inserts a purchase. Returns undefined if its ID, order number, or payment already exists, or if the member has
 * another live purchase of the product.
 */
export async function insertAdoptedPurchase(
  tx: Transaction,
  purchase: typeof purchases.$inferInsert,
): Promise<Purchase | undefined> {
  const [row] = await tx.insert(purchases).values(purchase).onConflictDoNothing().returning()
  return row
}

/**
 * Inserts a customer. If the member already has one in this mode, the new one is stored as replaced, so that it is
 * erased with the member. For an erased member, the database rejects the row.
 */
export async function insertMissingCustomer(
  tx: Transaction,
  customer: typeof providerCustomers.$inferInsert,
): Promise<void> {
  await tx.insert(providerCustomers).values(customer).onConflictDoNothing()
  await tx
    .insert(providerCustomers)
    .values({ ...customer, replacedAt: customer.createdAt })
    .onConflictDoNothing()
}

export async function findLogin(
  db: Executor,
  memberId: string,
): Promise<{ username: string; email: string; isErased: boolean } | undefined> {
  const { username, email, erasedAt } = members
  const [row] = await db
    .select({ username, email, isErased: isNotNull(erasedAt).mapWith(Boolean) })
    .from(members)
    .where(eq(members.id, memberId))
  return row
}
