import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { purchases } from '#db/tables/sales.ts'
import { selectOwners } from '#features/foundation/ownership/ownership.public.ts'
import { hasAddress } from '#features/foundation/products/products.public.ts'
import type { Kind } from '#shared/kinds.ts'

export type Purchase = typeof purchases.$inferSelect

type NewPurchase = Pick<
  Purchase,
  | 'memberId'
  | 'productId'
  | 'itemName'
  | 'listPriceCents'
  | 'discountCents'
  | 'priceCents'
  | 'couponId'
  | 'couponCode'
  | 'currency'
  | 'isLive'
  | 'createdAt'
> &
  Partial<TaxOnPurchase>

export type TaxOnPurchase = Pick<
  Purchase,
  'taxCents' | 'taxPercent' | 'taxState' | 'taxCountry' | 'taxPostalCode' | 'taxCalculationId'
>

/**
 * Returns the member's live purchase of the product, and creates it if it is missing. Of many concurrent requests, only
 * one creates it. Returns undefined if the live purchase has just ended. Then the caller should try again.
 */
export async function openPurchase(
  db: Executor,
  values: NewPurchase & { paidAt?: Date },
): Promise<(Purchase & { isNew: boolean }) | undefined> {
  const state = values.paidAt ? 'paid' : 'pending'
  const [made] = await db
    .insert(purchases)
    .values({ ...values, state })
    .onConflictDoNothing()
    .returning()
  if (made) return { ...made, isNew: true }
  const [live] = await db
    .select()
    .from(purchases)
    .where(
      and(
        eq(purchases.memberId, values.memberId),
        eq(purchases.productId, values.productId),
        // This must be the same expression as in the index of live purchases.
        sql`${purchases.state} in ('pending', 'paid', 'disputed')`,
      ),
    )
  return live && { ...live, isNew: false }
}

/** Returns the member's pending, paid, or disputed purchase of the product. There is at most one. */
export async function findLivePurchase(
  db: Executor,
  memberId: string,
  productId: string,
): Promise<Purchase | undefined> {
  const [row] = await db
    .select()
    .from(purchases)
    .where(
      and(
        eq(purchases.memberId, memberId),
        eq(purchases.productId, productId),
        sql`${purchases.state} in ('pending', 'paid', 'disputed')`,
      ),
    )
  return row
}

/** Whether a payment was opened for the member's live purchase. It may be paid even if it is still pending here. */
export async function hasOpenedPayment(db: Executor, memberId: string, productId: string): Promise<boolean> {
  const opened = await db.$count(
    purchases,
    and(
      eq(purchases.memberId, memberId),
      eq(purchases.productId, productId),
      sql`${purchases.state} in ('pending', 'paid', 'disputed')`,
      isNotNull(purchases.paymentIntentId),
    ),
  )
  return opened > 0
}

export async function findPurchase(db: Executor, id: string): Promise<(Purchase & { kind: Kind }) | undefined> {
  const [row] = await db
    .select({ purchase: purchases, kind: products.kind })
    .from(purchases)
    .innerJoin(products, eq(products.id, purchases.productId))
    .where(eq(purchases.id, id))
  return row && { ...row.purchase, kind: row.kind }
}

/** Stores the PaymentIntent of a purchase. Returns false if the purchase is no longer pending or has another one. */
export async function attachIntent(db: Executor, purchaseId: string, intentId: string): Promise<boolean> {
  const attached = await db
    .update(purchases)
    .set({ paymentIntentId: intentId })
    .where(
      and(
        eq(purchases.id, purchaseId),
        eq(purchases.state, 'pending'),
        or(isNull(purchases.paymentIntentId), eq(purchases.paymentIntentId, intentId)),
      ),
    )
    .returning({ id: purchases.id })
  return attached.length === 1
}

type PurchaseMove = {
  state: Purchase['state']
  refundedCents: number
  refundingCents: number
  lostCents: number
  card: { brand: string; last4: string } | undefined
  method: string | undefined
  /**
   * Whether the payment is real money. This is also stored with the purchase if an earlier version opened it without
   * storing the mode.
   */
  isLive: boolean
  paidAt: Date
  now: Date
}

export async function lockPurchase(tx: Transaction, id: string): Promise<Purchase | undefined> {
  const [row] = await tx.select().from(purchases).where(eq(purchases.id, id)).for('no key update')
  return row
}

/** Stores what the provider says about a locked purchase. */
export async function movePurchase(
  tx: Transaction,
  purchase: Pick<Purchase, 'id' | 'state'>,
  { state, refundedCents, refundingCents, lostCents, card, method, isLive, paidAt, now }: PurchaseMove,
): Promise<void> {
  await tx
    .update(purchases)
    .set({
      state,
      refundedCents,
      refundingCents,
      lostCents,
      isLive,
      providerReads: sql`${purchases.providerReads} + 1`,
      paidAt,
      ...(state === 'refunded' && purchase.state !== state && { endedAt: now }),
      processingSince: null,
      ...(card && { cardBrand: card.brand, cardLast4: card.last4 }),
      ...(method !== undefined && { paymentMethod: method }),
    })
    .where(eq(purchases.id, purchase.id))
}

export async function findPurchaseByIntent(db: Executor, intentId: string): Promise<Purchase | undefined> {
  const [row] = await db.select().from(purchases).where(eq(purchases.paymentIntentId, intentId))
  return row
}

/** Finds the orders of these payments. `hasEnded` says that a payment for the order no longer grants access. */
export function findOrdersByIntents(db: Executor, intentIds: string[]) {
  const { paymentIntentId, orderNumber, state } = purchases
  return db
    .select({
      intentId: paymentIntentId,
      orderNumber,
      hasEnded: sql<boolean>`${state} in ('expired', 'failed')`,
    })
    .from(purchases)
    .where(inArray(paymentIntentId, intentIds))
}

export async function findPurchaseByOrderNumber(db: Executor, orderNumber: string): Promise<Purchase | undefined> {
  const [row] = await db.select().from(purchases).where(eq(purchases.orderNumber, orderNumber))
  return row
}

/** Lists a member's paid purchases, oldest first. With `slug`, lists only those of that product. */
export function listPaidPurchases(db: Executor, memberId: string, slug: string | undefined): Promise<Purchase[]> {
  return db
    .select(getTableColumns(purchases))
    .from(purchases)
    .innerJoin(products, eq(products.id, purchases.productId))
    .where(
      and(
        eq(purchases.memberId, memberId),
        inArray(purchases.state, ['paid', 'disputed', 'refunded']),
        isNotNull(purchases.paymentIntentId),
        slug === undefined ? undefined : hasAddress(slug),
      ),
    )
    .orderBy(asc(purchases.createdAt))
}

/** Stores how much was refunded of a payment that settled nothing. The purchase must be locked. */
export async function setRefunded(tx: Transaction, purchaseId: string, refundedCents: number): Promise<void> {
  await tx
    .update(purchases)
    .set({ refundedCents, providerReads: sql`${purchases.providerReads} + 1` })
    .where(eq(purchases.id, purchaseId))
}

export async function setProcessing(tx: Transaction, purchaseId: string, processingSince: Date | null): Promise<void> {
  await tx.update(purchases).set({ processingSince }).where(eq(purchases.id, purchaseId))
}

export async function setTaxTransaction(db: Executor, purchaseId: string, transactionId: string): Promise<void> {
  await db.update(purchases).set({ taxTransactionId: transactionId }).where(eq(purchases.id, purchaseId))
}

/** Lists sales with tax that may be missing in the provider's tax reports, or whose refunds may be missing there. */
export async function listTaxedPurchases(db: Executor, isLive: boolean): Promise<string[]> {
  const { id, state, taxCalculationId, taxTransactionId, maxRefundedCents } = purchases
  const rows = await db
    .select({ id })
    .from(purchases)
    .where(
      and(
        eq(purchases.isLive, isLive),
        inArray(state, ['paid', 'refunded', 'disputed']),
        isNotNull(taxCalculationId),
        or(isNull(taxTransactionId), gt(maxRefundedCents, 0)),
      ),
    )
  return rows.map((row) => row.id)
}

/** Ends a pending purchase, unless it got another PaymentIntent after it was read. */
export async function expirePurchase(
  db: Executor,
  { id, paymentIntentId }: Pick<Purchase, 'id' | 'paymentIntentId'>,
  endedAt: Date,
): Promise<void> {
  const intent = purchases.paymentIntentId
  await db
    .update(purchases)
    .set({ state: 'expired', endedAt })
    .where(
      and(
        eq(purchases.id, id),
        eq(purchases.state, 'pending'),
        paymentIntentId === null ? isNull(intent) : eq(intent, paymentIntentId),
      ),
    )
}

/** Lists pending purchases of a product by members who have access to it in another way. */
export function listPendingOfOwners(db: Executor, productId: string): Promise<Purchase[]> {
  return db
    .select()
    .from(purchases)
    .where(
      and(
        sql`${purchases.state} = 'pending'`,
        eq(purchases.productId, productId),
        sql`${purchases.memberId} in (${selectOwners(productId)})`,
      ),
    )
}

/** Counts pending purchases that a buyer may be paying with a real card right now. */
export function countOpenLivePayments(db: Executor): Promise<number> {
  const { state, isLive, paymentIntentId } = purchases
  return db.$count(purchases, and(sql`${state} = 'pending'`, sql`${isLive} is not false`, isNotNull(paymentIntentId)))
}

type PendingPage = { before: Date; after: Pick<Purchase, 'id' | 'createdAt'> | undefined; limit: number }

/** Lists one page of pending purchases that were created before a time, oldest first. */
export function listPending(db: Executor, { before, after, limit }: PendingPage) {
  const { id, createdAt, state } = purchases
  return db
    .select()
    .from(purchases)
    .where(
      and(
        sql`${state} = 'pending'`,
        lt(createdAt, before),
        after && sql`(${createdAt}, ${id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
}

/** Counts the members who have started to pay for a product. */
export function countCheckouts(db: Executor, productId: string): Promise<number> {
  return db.$count(purchases, and(eq(purchases.productId, productId), sql`${purchases.state} = 'pending'`))
}
