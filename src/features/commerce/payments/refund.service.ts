import { recordEvent, assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Refund as ProviderRefund } from '#platform/payment-refunds.ts'
import type { Intent } from '#platform/payments.ts'
import { AppError } from '#shared/app-error.ts'
import { formatPaymentAmount } from '#shared/format-amount.ts'
import { type Cents, cents } from '#shared/money.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { findPurchase, type Purchase } from './payments.queries.ts'
import { followUpPayment } from './payment-issue-follow-up.service.ts'
import { findFailedRefund } from './payment-issues.queries.ts'
import { getOwedCents, getRefundableCents } from './payment-issues.rules.ts'
import { readUnprocessedBalance } from './payment-issues.service.ts'
import { getPaidState } from './payments.rules.ts'
import { foreignPaymentError, getPaymentOwnership } from './payment-ownership.service.ts'
import { callProviderAtStage } from './provider-errors.service.ts'
import { findPayment, notPaidError, type PaidPurchase, type RefundTarget } from './refund-target.service.ts'
import { callForRefund, closeRefund, takeRefundTurn } from './refund-turns.service.ts'
import { formatTimes, type RefundResult } from './refund-outcome.service.ts'
import { getLogSubject } from './reversal-log.service.ts'
import { refreshPurchase, type SettlementDeps } from './settlement.service.ts'

type RefundRequest = RefundTarget & {
  by: Staff
  /**
   * The amount. If it is undefined, everything that is left is refunded. `owed` is what the academy owes the buyer now
   * because a refund failed.
   */
  amount?: Cents | 'owed' | undefined
  /** The reason. It is stored only in the log, with the buyer's name, and only if the payment has a purchase. */
  why?: string | undefined
  /**
   * How often this amount is refunded in total, including earlier refunds. The default is 1. So if a response is lost,
   * the request can be repeated without refunding twice.
   */
  times?: number | undefined
  /** Whether the caller expects the buyer to keep access. If so, a partial refund that would end access is rejected. */
  staysOpen?: boolean | undefined
  /**
   * Whether the amount may come from an earlier email. If so, more than what is owed now is rejected after a failed
   * refund, or when the operator has settled the payment.
   */
  isUpToOwed?: boolean | undefined
}

/**
 * Refunds a buyer. First asks the provider what was already refunded, so that an interrupted request can be repeated
 * safely. The request is logged before the provider is called, so that each one leaves a record. Access ends only when
 * everything was actually refunded. Throws `invalid` or `payment_mismatch` if no refund is possible.
 */
export async function refundOrder(deps: SettlementDeps, wish: RefundRequest): Promise<RefundResult> {
  const found = await findPayment(deps.db, wish)
  if (!hasPermission(wish.by, 'refund', found.purchase)) throw permissionDeniedError(wish.by, 'refund')
  await assertActive(deps.db, wish.by)
  return takeRefundTurn(deps, found.intentId, () => refundPayment(deps, wish, found))
}

async function refundPayment(
  deps: SettlementDeps,
  wish: RefundRequest,
  { purchase, intentId }: PaidPurchase,
): Promise<RefundResult> {
  const { payments } = deps
  const { intent, refunds } = await callProviderAtStage(deps, 'before_refund', async () => {
    const read = await payments.readIntent(intentId)
    if (!read) {
      if (!purchase) throw foreignPaymentError({ id: intentId, academy: undefined })
      throw new AppError(
        'payment_mismatch',
        'Stripe has no record of this payment. If it was made with another Stripe account, refund it in that account’s Stripe Dashboard.',
      )
    }
    if ((await getPaymentOwnership(deps, read)) === 'foreign') throw foreignPaymentError(read)
    return { intent: read, refunds: await payments.listRefunds(read.id) }
  })
  assertPaid(purchase, intent)

  const left = getRefundableCents(intent)
  const isOwed = wish.amount === 'owed'
  const amount = wish.amount === 'owed' ? await requireOwedCents(deps, intent, refunds) : wish.amount
  const same = isOwed ? [] : refunds.filter((refund) => isSame(refund, amount))
  const isGiven = isOwed ? amount === 0 : same.length >= (wish.times ?? 1)
  assertNotTakenByBank(intent, left)
  if (wish.isUpToOwed && !isOwed && !isGiven) await assertUpToOwed(deps, { purchase, intent, refunds, amount })
  assertNextRefund(wish, intent, same.length)
  const before = { refunded: intent.refunded, refunding: intent.refunding, same }
  if (amount !== undefined && !isGiven && amount > left)
    throw refundAmountError(
      `Only ${formatPaymentAmount(intent, left)} of this payment can still be refunded${describePendingRefund(intent)}.`,
    )
  if (wish.staysOpen && amount !== undefined && !isGiven && purchase?.state !== 'refunded')
    assertStaysOpen(intent, amount, left)

  // If a bank has taken money, the amount is always given, because the provider may count that money as part of the
  // remainder.
  const sum = amount ?? (intent.lost > 0 ? left : 'rest')
  if (isGiven) await closeRefund(deps, { intentId: intent.id, amount: sum })
  const given =
    left > 0 && !isGiven
      ? await callProviderAtStage(deps, 'refunding', () =>
          callForRefund(deps, { intentId: intent.id, amount: sum }, async () => {
            await logRefundRequest(deps, { purchase, intent, amount: amount ?? left, wish })
            // The idempotency key includes the number of refunds so far. So another refund is a new request, but a
            // double-click is not.
            return payments.refundIntent(intent.id, { amount: sum, refundsBefore: refunds.length })
          }),
        )
      : undefined
  return { ...(await readOrderAfterRefund(deps, purchase)), given, isOwed, currency: intent.currency, before }
}

/**
 * Returns what is owed after these refunds, so that a refund that was made in the meantime is not repeated. Returns
 * null if it is unknown.
 */
function readOwedCents(deps: SettlementDeps, intent: Intent, refunds: ProviderRefund[]): Promise<Cents | null> {
  return callProviderAtStage(deps, 'before_refund', async () => {
    await followUpPayment(deps, intent.id)
    const known = getOwedCents(await findFailedRefund(deps.db, intent.id), intent, refunds)
    const current = getOwedCents(await readUnprocessedBalance(deps, intent, refunds), intent, refunds)
    return known === null || current === null ? null : cents(Math.max(known, current))
  })
}

async function requireOwedCents(deps: SettlementDeps, intent: Intent, refunds: ProviderRefund[]): Promise<Cents> {
  const owed = await readOwedCents(deps, intent, refunds)
  if (owed !== null) return owed
  const what = 'Stripe did not report the amount of the refund that failed. Find it in the Stripe Dashboard'
  throw new AppError('invalid', `Nothing was refunded. ${what}, and refund it with --amount.`)
}

type OwedRefund = {
  purchase: Purchase | undefined
  intent: Intent
  refunds: ProviderRefund[]
  amount: Cents | undefined
}

/** Throws if more than what is owed would be refunded, unless it is a full refund of an unsettled payment. */
async function assertUpToOwed(deps: SettlementDeps, { purchase, intent, refunds, amount }: OwedRefund): Promise<void> {
  const { isSettledByHand } = intent
  if (!isSettledByHand && (amount === undefined || refunds.every(({ status }) => status !== 'failed'))) return
  const owed = await readOwedCents(deps, intent, refunds)
  if (owed === null || (amount ?? getRefundableCents(intent)) <= owed) return
  const why = isSettledByHand ? 'You marked this payment as settled' : 'A refund of this payment failed earlier'
  const now =
    owed === 0 ? 'you owe the buyer nothing now' : `you owe the buyer ${formatPaymentAmount(intent, owed)} now`
  const exact =
    owed === 0 ? '' : ` To refund that, run: npm run academy -- refund ${purchase?.orderNumber ?? intent.id} --owed`
  throw new AppError(
    'invalid',
    `Nothing was refunded. ${why}, and ${now}. To refund more than you owe, add --beyond-owed.${exact}`,
  )
}

/**
 * Returns the order's current state. The money is already refunded, so an error in the academy's own records must not
 * hide that.
 */
async function readOrderAfterRefund(
  deps: SettlementDeps,
  purchase: Purchase | undefined,
): Promise<Pick<RefundResult, 'order' | 'isWritten'>> {
  if (!purchase) return { order: undefined, isWritten: true }
  try {
    const settlement = await refreshPurchase(deps, () => findPurchase(deps.db, purchase.id))
    if (settlement?.kind === 'elsewhere') return { order: purchase, isWritten: 'unconfirmed' }
    return { order: (await findPurchase(deps.db, purchase.id)) ?? purchase, isWritten: true }
  } catch (error) {
    deps.log.warn({ err: error, orderNumber: purchase.orderNumber }, 'a refund could not be stored yet')
    return { order: purchase, isWritten: false }
  }
}

type RefundAttempt = { purchase: Purchase | undefined; intent: Intent; amount: Cents; wish: RefundRequest }

async function logRefundRequest(
  { db, now }: SettlementDeps,
  { purchase, intent, amount, wish }: RefundAttempt,
): Promise<void> {
  const { by, why } = wish
  const event = { at: now(), kind: 'refund.asked', by, after: { amount: formatPaymentAmount(intent, amount) } } as const
  await db.transaction((tx) =>
    recordEvent(
      tx,
      purchase
        ? { ...event, memberId: purchase.memberId, subject: getLogSubject(purchase), personal: why ? { why } : {} }
        : { ...event, subject: { id: intent.id } },
    ),
  )
}

function describePendingRefund(intent: Intent): string {
  return intent.refunding > 0 ? `: a refund of ${formatPaymentAmount(intent, intent.refunding)} is already pending` : ''
}

/** Throws if the refund would end access. What a bank took counts, too. */
function assertStaysOpen(intent: Intent, amount: Cents, left: Cents): void {
  const refunded = intent.refunded + intent.refunding + amount
  if (getPaidState({ ...intent, refunded }) !== 'refunded') return
  const what = amount === left ? 'the full' : 'nearly the full'
  throw refundAmountError(
    `${formatPaymentAmount(intent, amount)} is ${what} remaining amount, so refunding it would end access. To refund everything and end access, select “Full refund.”`,
  )
}

function refundAmountError(sentence: string): AppError {
  return new AppError('invalid', sentence, { fields: { amount: [sentence] } })
}

function isSame(refund: ProviderRefund, amount: Cents | undefined): boolean {
  return refund.status !== 'failed' && refund.amount === amount
}

/** Thrown if the caller skipped a number. `next` is the correct one. */
export class RepeatedRefundError extends AppError {
  readonly next: number

  constructor(message: string, next: number) {
    super('invalid', message)
    this.next = next
  }
}

/**
 * Throws unless `times` asks for exactly one more refund. A higher number is a mistake, or means that the caller
 * doesn't know what was already refunded.
 */
function assertNextRefund({ amount, times = 1 }: RefundRequest, payment: Intent, before: number): void {
  if (times === 1 || amount === 'owed') return
  if (amount === undefined) throw refundAmountError('Enter the amount. Everything can be refunded only once.')
  if (times <= before + 1) return
  const given = `${formatPaymentAmount(payment, amount)} has been refunded ${formatTimes(before)} so far`
  throw new RepeatedRefundError(
    `Nothing was refunded this time. ${given}. Check the payment’s refunds before you refund again.`,
    before + 1,
  )
}

function assertPaid(purchase: Purchase | undefined, { amountReceived }: Intent): void {
  if (amountReceived > 0) return
  throw purchase
    ? notPaidError(purchase)
    : new AppError('invalid', 'No money was received from this payment, so there is nothing to refund.')
}

/**
 * Throws if a bank has the money, because that can't be refunded. While a bank is holding any part of a payment, the
 * provider refunds none of it.
 */
function assertNotTakenByBank(intent: Intent, left: number): void {
  const { held, lost } = intent
  if (held > 0) {
    const what = `This payment is disputed, and the bank has withdrawn ${formatPaymentAmount(intent, held)} until the dispute is decided. Respond in the Stripe Dashboard.`
    throw new AppError('invalid', `Nothing was refunded. ${what}`)
  }
  if (lost === 0 || left > 0) return
  const what = `The bank already returned ${formatPaymentAmount(intent, lost)} to the buyer in a lost dispute, and nothing is left to refund.`
  throw new AppError('invalid', `Nothing was refunded. ${what}`)
}
