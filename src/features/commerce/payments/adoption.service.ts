import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Intent } from '#platform/payments.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import { formatPaymentAmount } from '#shared/format-amount.ts'
import { formatCentsAsDollars } from '#shared/money.ts'
import type { Staff } from '#shared/policy.ts'
import {
  findCouponId,
  findLogin,
  findProduct,
  insertAdoptedPurchase,
  insertMissingCustomer,
} from './adoption.queries.ts'
import { parseSaleMetadata } from './adoption.rules.ts'
import { isOurPayment, foreignPaymentError } from './payment-ownership.service.ts'
import { findLivePurchase, findPurchase, findPurchaseByIntent, type Purchase } from './payments.queries.ts'
import { getLogSubject } from './reversal-log.service.ts'
import { areNumbersUnread, NumbersNotReadError } from './restored-numbers.service.ts'
import { refreshPurchase, retirePurchase, type SettlementDeps } from './settlement.service.ts'

type Adoption = {
  intentId: string
  memberId: string
  slug: string | undefined
  /** Whether the operator confirmed that this member may get what another buyer, or an unknown one, paid for. */
  isForOtherBuyer?: boolean
  by: Staff
}

/** Who paid and who gets the order, if nothing shows that they are the same person. */
type BuyerMismatch = { paidBy: string; member: string }

/**
 * Creates an order for a payment whose order is missing in the database, for example because an older backup was
 * restored. The order gets its number, its invoice, and access again. For payments from before the restore, no email is
 * sent again. Can be repeated safely. Throws `not_found`, `invalid`, or `busy`.
 */
export async function adoptPayment(
  deps: SettlementDeps,
  adoption: Adoption,
): Promise<{ order: Purchase; isNew: boolean; mismatch?: BuyerMismatch | undefined }> {
  const { db, payments } = deps
  const { intentId, memberId } = adoption
  if (await areNumbersUnread(db, payments.isLive)) throw new NumbersNotReadError()
  const intent = await payments.readIntent(intentId)
  if (!intent || !(await isOurPayment(deps, intent)))
    throw foreignPaymentError(intent ?? { id: intentId, academy: undefined })
  const known = await findPurchaseByIntent(db, intentId)
  if (known && known.memberId !== memberId)
    throw new AppError('invalid', `This payment belongs to another member's order, ${known.orderNumber}.`)
  assertPaid(intent, payments.isLive)
  const mismatch = known ? undefined : await findBuyerMismatch(deps, intent, memberId)
  if (mismatch && !adoption.isForOtherBuyer)
    throw new AppError(
      'invalid',
      `${mismatch.member} might not be the buyer: Stripe shows ${mismatch.paidBy}. The order can't be moved to another member later. If the order is for this member anyway, add --for-another-buyer.`,
    )
  const adopted = known ?? (await insertOrder(deps, { ...adoption, mismatch }, intent))
  if (!adopted) return adoptPayment(deps, adoption)
  await refreshPurchase({ ...deps, quiet: { sale: false, reversal: true } }, () => findPurchase(db, adopted.id))
  const order = (await findPurchase(db, adopted.id)) ?? adopted
  if (order.state === 'expired' || order.state === 'failed')
    throw new AppError(
      'invalid',
      `Order ${order.orderNumber} ended before this payment arrived (${order.state}), so it can't be delivered. Refund it: npm run academy -- refund ${order.orderNumber}`,
    )
  return { order, isNew: !known, mismatch }
}

/**
 * Returns undefined if the member is the buyer. They are recognized by their account or, if they registered again after
 * the backup, by their email address. If an erased member's customer no longer exists at the provider, they count as
 * the buyer. Throws if the account that paid exists here.
 */
async function findBuyerMismatch(
  { db, payments }: Pick<SettlementDeps, 'db' | 'payments'>,
  { id, customerId }: Intent,
  memberId: string,
): Promise<BuyerMismatch | undefined> {
  const buyer = customerId === undefined ? undefined : await payments.customers.find(customerId)
  if (buyer?.memberId === memberId) return undefined
  const account =
    buyer?.memberId !== undefined && isUuid(buyer.memberId) ? await findLogin(db, buyer.memberId) : undefined
  if (account)
    throw new AppError(
      'invalid',
      `${account.username} made this payment. Create the order for them: npm run academy -- adopt-payment ${id} --member ${account.username}`,
    )
  const member = await findLogin(db, memberId)
  if (!member) throw new AppError('not_found', 'There is no such member.')
  const isBuyer = member.isErased ? !buyer : buyer?.email?.toLowerCase() === member.email.toLowerCase()
  if (isBuyer) return undefined
  const paidBy = buyer?.email ?? 'no buyer with an email address'
  return { paidBy, member: member.isErased ? member.username : member.email }
}

function assertPaid(intent: Intent, ourMode: boolean): void {
  const { status, amount, amountReceived, isLive } = intent
  if (status !== 'succeeded' || amountReceived === 0)
    throw new AppError(
      'invalid',
      `No money was received from this payment (status: ${status}), so no order was created.`,
    )
  if (amount !== amountReceived)
    throw new AppError(
      'invalid',
      `Only ${formatPaymentAmount(intent, amountReceived)} of ${formatPaymentAmount(intent, amount)} was paid. Refund this payment: npm run academy -- refund ${intent.id}`,
    )
  if (isLive !== ourMode)
    throw new AppError(
      'invalid',
      `This is a ${isLive ? 'live' : 'test'} payment, but the academy uses ${ourMode ? 'live' : 'test'} keys. Run this command in the academy that uses ${isLive ? 'live' : 'test'} keys.`,
    )
}

/** Inserts the order. Returns undefined if another request has created the payment's order in the meantime. */
async function insertOrder(
  deps: SettlementDeps,
  { memberId, slug, mismatch, by }: Adoption & { mismatch: BuyerMismatch | undefined },
  intent: Intent,
): Promise<Purchase | undefined> {
  const { db, now } = deps
  const { purchaseId, customerId, isLive, currency, chargedAt, itemName } = intent
  if (purchaseId === undefined || !isUuid(purchaseId)) throw foreignPaymentError(intent)
  const { productId, orderNumber, couponId, couponCode, ...amounts } = parseSaleMetadata(
    intent.metadata,
    intent.amountReceived,
  )
  const shown = await findProduct(db, { slug: undefined, id: productId })
  const product = slug === undefined ? shown : await findProduct(db, { slug, id: undefined })
  if (!product)
    throw new AppError(
      'not_found',
      slug === undefined
        ? "This payment does not identify a product of this academy. Look up what was bought in the Stripe Dashboard, then add --product PRODUCT (the last part of the product's web address)."
        : `There is no product '${slug}'. Use the last part of its web address.`,
    )
  if (shown && shown.id !== product.id)
    throw new AppError(
      'invalid',
      `This payment is not for ${product.title}: Stripe shows ${shown.title}. To create the order for that product, leave out --product.`,
    )
  if (product.currency !== currency)
    throw new AppError(
      'invalid',
      `This payment is in ${currency.toUpperCase()}, and the academy sells in ${product.currency.toUpperCase()}. Refund it: npm run academy -- refund ${intent.id}`,
    )
  const isErased = (await findLogin(db, memberId))?.isErased === true
  const live = await findLivePurchase(db, memberId, product.id)
  // The first purchase was missing after the restore, so the buyer started to pay again. This ends the second purchase,
  // so that they don't pay twice.
  if (live?.state === 'pending' && live.paymentIntentId !== intent.id) await retirePurchase(deps, live)
  const order = await db.transaction(async (tx) => {
    const at = now()
    const inserted = await insertAdoptedPurchase(tx, {
      id: purchaseId,
      memberId,
      productId: product.id,
      // The invoice shows the title that was sold, which may have changed since then.
      itemName: itemName ?? product.title,
      ...(orderNumber !== undefined && { orderNumber }),
      ...amounts,
      couponId: await findCouponId(tx, couponId),
      couponCode,
      currency,
      isLive,
      state: 'pending',
      paymentIntentId: intent.id,
      createdAt: chargedAt !== undefined && chargedAt < at ? chargedAt : at,
    })
    if (!inserted) return undefined
    // Without this, the buyer's name and email address would stay at the provider when the buyer is erased.
    if (!mismatch && !isErased && customerId !== undefined)
      await insertMissingCustomer(tx, { memberId, isLive, customerId, createdAt: at })
    const event = { at, kind: 'payment.adopted', by, memberId, subject: getLogSubject(inserted) } as const
    await recordEvent(tx, {
      ...event,
      after: {
        payment: intent.id,
        amount: formatCentsAsDollars(intent.amountReceived),
        ...(mismatch && { 'for another buyer': 'yes' }),
      },
      ...(mismatch && { personal: { 'paid by': mismatch.paidBy, 'order of': mismatch.member } }),
    })
    return inserted
  })
  if (order || (await findPurchaseByIntent(db, intent.id))) return order
  const taken = await findLivePurchase(db, memberId, product.id)
  throw new AppError(
    'invalid',
    taken
      ? `The member already has order ${taken.orderNumber} for ${product.title} (status: ${taken.state}). Refund this payment: npm run academy -- refund ${intent.id}`
      : `Another order already has the number or ID of this payment. Refund this payment: npm run academy -- refund ${intent.id}`,
  )
}
