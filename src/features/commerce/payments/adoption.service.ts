import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Intent } from '#platform/payments.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import { formatPaymentAmount } from '#shared/format-amount.ts'
import { formatCentsAsDollars } from '#shared/money.ts'
import type { Staff } from '#shared/policy.ts'
import { findCouponId, findProduct, findUsername, insertAdoptedPurchase } from './adoption.queries.ts'
import { parseSaleMetadata } from './adoption.rules.ts'
import { isOurPayment, foreignPaymentError } from './payment-ownership.service.ts'
import { findLivePurchase, findPurchase, findPurchaseByIntent, type Purchase } from './payments.queries.ts'
import { getLogSubject } from './reversal-log.service.ts'
import { areNumbersUnread, NumbersNotReadError } from './restored-numbers.service.ts'
import { refreshPurchase, retirePurchase, type SettlementDeps } from './settlement.service.ts'

type Adoption = { intentId: string; memberId: string; slug: string | undefined; by: Staff }

/**
 * Recreates an order from a paid payment that is missing in the database, as after restoring an older backup, with its
 * order number, invoice, and access. Payments from before the restore are not emailed again. Idempotent. Throws
 * (`not_found`, `invalid`, `busy`).
 */
export async function adoptPayment(
  deps: SettlementDeps,
  adoption: Adoption,
): Promise<{ order: Purchase; isNew: boolean }> {
  const { db, payments } = deps
  const { intentId, memberId } = adoption
  if (await areNumbersUnread(db, payments.isLive)) throw new NumbersNotReadError()
  const intent = await payments.readIntent(intentId)
  if (!intent || !(await isOurPayment(deps, intent)))
    throw foreignPaymentError(intent ?? { id: intentId, academy: undefined })
  const known = await findPurchaseByIntent(db, intentId)
  if (known && known.memberId !== memberId)
    throw new AppError('invalid', `This payment belongs to order ${known.orderNumber} of another member.`)
  assertPaid(intent, payments.isLive)
  if (!known) await assertBuyer(deps, intent, memberId)
  const adopted = known ?? (await insertOrder(deps, adoption, intent))
  await refreshPurchase({ ...deps, quiet: { sale: false, reversal: true } }, () => findPurchase(db, adopted.id))
  return { order: (await findPurchase(db, adopted.id)) ?? adopted, isNew: !known }
}

/** A buyer who registered again after the restore has another account: only one that exists here is compared. */
async function assertBuyer(
  { db, payments }: Pick<SettlementDeps, 'db' | 'payments'>,
  { id, customerId }: Intent,
  memberId: string,
): Promise<void> {
  const buyerId = customerId === undefined ? undefined : await payments.customers.findMemberId(customerId)
  if (buyerId === undefined || buyerId === memberId || !isUuid(buyerId)) return
  const username = await findUsername(db, buyerId)
  if (username === undefined) return
  throw new AppError('invalid', `${username} made this payment: adopt-payment ${id} --member ${username}`)
}

function assertPaid(intent: Intent, ourMode: boolean): void {
  const { status, amount, amountReceived, isLive } = intent
  if (status !== 'succeeded' || amountReceived === 0)
    throw new AppError('invalid', `Nothing was paid with this payment (it is ${status}).`)
  if (amount !== amountReceived)
    throw new AppError(
      'invalid',
      `Only ${formatPaymentAmount(intent, amountReceived)} of ${formatPaymentAmount(intent, amount)} was paid. Refund it.`,
    )
  if (isLive !== ourMode)
    throw new AppError(
      'invalid',
      `This is a ${isLive ? 'live' : 'test'} payment, and the keys are not ${isLive ? 'live' : 'test'} keys.`,
    )
}

async function insertOrder(deps: SettlementDeps, { memberId, slug, by }: Adoption, intent: Intent): Promise<Purchase> {
  const { db, now } = deps
  const { purchaseId, isLive, currency, chargedAt } = intent
  if (purchaseId === undefined || !isUuid(purchaseId)) throw foreignPaymentError(intent)
  const { productId, orderNumber, couponId, ...amounts } = parseSaleMetadata(intent.metadata, intent.amountReceived)
  const product = await findProduct(db, { slug, id: productId })
  if (!product)
    throw new AppError(
      'not_found',
      slug === undefined
        ? 'The payment does not say which product it was for, or that product does not exist here. Add --product NAME. The Stripe Dashboard shows the name.'
        : `There is no product '${slug}'. Use the last part of its address.`,
    )
  if (product.currency !== currency)
    throw new AppError(
      'invalid',
      `This payment is in ${currency.toUpperCase()}, and the academy sells in ${product.currency.toUpperCase()}. Refund it: refund ${intent.id}`,
    )
  const live = await findLivePurchase(db, memberId, product.id)
  // Started again after the restore, because the first was gone; avoids two payments for one product.
  if (live?.state === 'pending') await retirePurchase(deps, live)
  const order = await db.transaction(async (tx) => {
    const at = now()
    const inserted = await insertAdoptedPurchase(tx, {
      id: purchaseId,
      memberId,
      productId: product.id,
      itemName: product.title,
      ...(orderNumber !== undefined && { orderNumber }),
      ...amounts,
      couponId: await findCouponId(tx, couponId),
      currency,
      isLive,
      state: 'pending',
      paymentIntentId: intent.id,
      createdAt: chargedAt !== undefined && chargedAt < at ? chargedAt : at,
    })
    if (!inserted) return undefined
    const event = { at, kind: 'payment.adopted', by, memberId, subject: getLogSubject(inserted) } as const
    await recordEvent(tx, {
      ...event,
      after: { payment: intent.id, amount: formatCentsAsDollars(intent.amountReceived) },
    })
    return inserted
  })
  if (order) return order
  const taken = (await findPurchaseByIntent(db, intent.id)) ?? (await findLivePurchase(db, memberId, product.id))
  throw new AppError(
    'invalid',
    taken
      ? `The member already has order ${taken.orderNumber} of ${product.title} (${taken.state}). Refund this payment: refund ${intent.id}`
      : `The order number or id of this payment is taken by another order. Refund it: refund ${intent.id}`,
  )
}
