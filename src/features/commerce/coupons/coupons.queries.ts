import { and, asc, count, desc, eq, inArray, isNull, not, notInArray, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { productAddresses, products } from '#db/tables/catalog.ts'
import { podcasts } from '#db/tables/handouts.ts'
import { couponProducts, coupons, purchases } from '#db/tables/sales.ts'
import { isForSale } from '#features/foundation/products/products.public.ts'
import type { Coupon } from './coupons.rules.ts'

const COUPON_COLUMNS = {
  code: coupons.code,
  name: coupons.name,
  percentOff: coupons.percentOff,
  centsOff: coupons.centsOff,
  validFrom: coupons.validFrom,
  validUntil: coupons.validUntil,
  maxUses: coupons.maxUses,
  maxUsesPerMember: coupons.maxUsesPerMember,
  endedAt: coupons.endedAt,
}

const hasCode = (code: string) => sql`upper(${coupons.code}) = ${code}`

/** Pending purchases count, too, because buyers who have started to pay keep their price. */
const isUse = notInArray(purchases.state, ['failed', 'expired'])

/**
 * Finds a coupon, and whether it applies to the product. With `lock`, the coupon stays locked until the transaction
 * ends, so that its uses can be counted.
 */
export async function findCoupon(
  db: Executor,
  { code, productId, lock }: { code: string; productId: string; lock: boolean },
): Promise<(Coupon & { isForProduct: boolean }) | undefined> {
  // The lock comes first, so that the next statement sees a change that was committed while this one was waiting.
  if (lock) await db.select({ id: coupons.id }).from(coupons).where(hasCode(code)).for('update')
  const [coupon] = await db
    .select({
      id: coupons.id,
      ...COUPON_COLUMNS,
      isForProduct: sql<boolean>`${coupons.isForAllProducts} or ${couponProducts.productId} is not null`,
    })
    .from(coupons)
    .leftJoin(couponProducts, and(eq(couponProducts.couponId, coupons.id), eq(couponProducts.productId, productId)))
    .where(hasCode(code))
  return coupon
}

export async function hasCoupon(db: Executor, code: string): Promise<boolean> {
  return (await db.$count(coupons, hasCode(code))) > 0
}

/** Counts how often all members together used a coupon. */
export function countAllUses(db: Executor, couponId: string): Promise<number> {
  return db.$count(purchases, and(eq(purchases.couponId, couponId), isUse))
}

/**
 * Counts how often a coupon was used. The member's own live purchase of this product doesn't count. There is at most
 * one, and requesting it again is not another use.
 */
export async function countUses(
  db: Executor,
  { couponId, memberId, productId }: { couponId: string; memberId: string; productId: string },
): Promise<{ uses: number; usesByMember: number }> {
  const isTheSame = and(
    eq(purchases.memberId, memberId),
    eq(purchases.productId, productId),
    inArray(purchases.state, ['pending', 'paid', 'disputed']),
  )
  const [counted] = await db
    .select({
      uses: count(),
      usesByMember: sql<number>`(count(*) filter (where ${purchases.memberId} = ${memberId}))::int`,
    })
    .from(purchases)
    .where(and(eq(purchases.couponId, couponId), isUse, isTheSame && not(isTheSame)))
  return counted ?? { uses: 0, usesByMember: 0 }
}

/** Finds the price at which the member has started to pay for this product with this coupon. */
export async function findStartedPrice(
  db: Executor,
  { couponId, memberId, productId }: { couponId: string; memberId: string; productId: string },
): Promise<{ listPriceCents: number; discountCents: number; priceCents: number } | undefined> {
  const { listPriceCents, discountCents, priceCents } = purchases
  const [row] = await db
    .select({ listPriceCents, discountCents, priceCents })
    .from(purchases)
    .where(
      and(
        eq(purchases.memberId, memberId),
        eq(purchases.productId, productId),
        eq(purchases.couponId, couponId),
        sql`${purchases.state} = 'pending'`,
      ),
    )
  return row
}

export async function insertCoupon(
  db: Executor,
  coupon: Omit<typeof coupons.$inferInsert, 'isForAllProducts'>,
  productIds: string[],
): Promise<boolean> {
  const [made] = await db
    .insert(coupons)
    .values({ ...coupon, isForAllProducts: productIds.length === 0 })
    .onConflictDoNothing()
    .returning({ id: coupons.id })
  if (!made) return false
  if (productIds.length > 0) {
    await db.insert(couponProducts).values(productIds.map((productId) => ({ couponId: made.id, productId })))
  }
  return true
}

export function findProductsBySlug(db: Executor, slugs: string[]) {
  return db
    .select({ id: productAddresses.productId, slug: productAddresses.slug })
    .from(productAddresses)
    .where(inArray(productAddresses.slug, slugs))
}

/** The sorted slugs of the products to which the coupon applies. Empty if it applies to all. */
const slugsOfCoupon = sql<string[]>`array(
  select product.slug from ${couponProducts} named join ${products} product on product.id = named.product_id
  where named.coupon_id = ${coupons}.id order by product.slug
)`

/** Locks the coupon until the transaction ends, so that it can't be used or changed in the meantime. */
export async function lockCoupon(tx: Executor, code: string) {
  const locked = await tx.select({ id: coupons.id }).from(coupons).where(hasCode(code)).for('update')
  if (locked.length === 0) return undefined
  const [coupon] = await tx
    .select({ id: coupons.id, ...COUPON_COLUMNS, slugs: slugsOfCoupon })
    .from(coupons)
    .where(hasCode(code))
  return coupon
}

export async function updateCoupon(
  tx: Executor,
  { id, ...terms }: Omit<typeof coupons.$inferInsert, 'id' | 'code' | 'isForAllProducts'> & { id: string },
  productIds: string[],
): Promise<void> {
  await tx
    .update(coupons)
    .set({ ...terms, isForAllProducts: productIds.length === 0 })
    .where(eq(coupons.id, id))
  await tx.delete(couponProducts).where(eq(couponProducts.couponId, id))
  if (productIds.length > 0)
    await tx.insert(couponProducts).values(productIds.map((productId) => ({ couponId: id, productId })))
}

/** No one reads a longer list than this. */
const MAX_PAGES = 500

/** Lists the products for sale to which a coupon applies, by name. */
export function listCouponProducts(db: Executor, code: string) {
  return db
    .select({ kind: products.kind, slug: products.slug, title: products.title })
    .from(products)
    .leftJoin(podcasts, eq(podcasts.productId, products.id))
    .innerJoin(coupons, hasCode(code))
    .where(
      and(
        isForSale,
        sql`(${coupons.isForAllProducts} or exists (
          select 1 from ${couponProducts} named where named.coupon_id = ${coupons}.id and named.product_id = ${products.id}
        ))`,
      ),
    )
    .orderBy(sql`lower(${products.title})`, products.slug)
    .limit(MAX_PAGES)
}

/** Ends a coupon. Returns false if there is no such coupon, or if it has already ended. */
export async function markCouponEnded(db: Executor, code: string, endedAt: Date): Promise<boolean> {
  const ended = await db
    .update(coupons)
    .set({ endedAt })
    .where(and(hasCode(code), isNull(coupons.endedAt)))
    .returning({ id: coupons.id })
  return ended.length > 0
}

/** Lists every coupon with its uses and its products. A coupon without products applies to all. */
export function listCoupons(db: Executor) {
  return db
    .select({
      ...COUPON_COLUMNS,
      slugs: slugsOfCoupon,
      uses: sql<number>`(
        select count(*)::int from ${purchases} made where made.coupon_id = ${coupons}.id and made.state not in ('failed', 'expired')
      )`,
    })
    .from(coupons)
    .orderBy(asc(coupons.createdAt), asc(coupons.code))
}

/**
 * Lists coupons, newest first. `tookOff` and `orders` count only real money. `uses` counts toward the coupon's limit.
 */
export function listCouponPage(db: Executor, { after, limit }: { after: string | undefined; limit: number }) {
  const made = sql`from ${purchases} made where made.coupon_id = ${coupons}.id`
  const isSold = sql`made.state in ('paid', 'refunded', 'disputed') and made.is_live is not false`
  return db
    .select({
      ...COUPON_COLUMNS,
      slugs: slugsOfCoupon,
      items: sql<string[]>`array(
        select product.title from ${couponProducts} named join ${products} product on product.id = named.product_id
        where named.coupon_id = ${coupons}.id order by product.title
      )`,
      uses: sql<number>`(select count(*)::int ${made} and made.state not in ('failed', 'expired'))`,
      orders: sql<number>`(select count(*)::int ${made} and ${isSold})`,
      tookOff: sql<number>`(select coalesce(sum(made.discount_cents), 0)::float8 ${made} and ${isSold})`,
    })
    .from(coupons)
    .where(
      after === undefined
        ? undefined
        : sql`(${coupons.createdAt}, ${coupons.code}) < (
            (select last.created_at from ${coupons} last where upper(last.code) = ${after}),
            (select last.code from ${coupons} last where upper(last.code) = ${after}))`,
    )
    .orderBy(desc(coupons.createdAt), desc(coupons.code))
    .limit(limit)
}
