import { revokeWithPurchase } from '#features/certificates/certificates.public.ts'
import { readSite } from '#features/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Pause } from '#db/jobs.ts'
import type { Transaction } from '#db/open.ts'
import { type ProviderEvent, REFUND_FAILED } from '#platform/payment-events.ts'
import type { Intent } from '#platform/payments.ts'
import { paymentsSettled } from '#platform/metrics.ts'
import { AppError, busy } from '#shared/app-error.ts'
import { cents, totalCents } from '#shared/money.ts'
import { takeEvent } from './events.queries.ts'
import { tellBuyer } from './buyer.service.ts'
import { expirePurchase, findPurchase, movePurchase, type Purchase, setRefunded } from './purchases.queries.ts'
import {
  incompleteMessage,
  paidStateOf,
  type PurchaseState,
  type Verdict,
  verdictOn,
  wayTo,
} from './purchases.rules.ts'
import { issueCreditNote, issueInvoice } from './invoices.service.ts'
import { tellDispute, tellFailedRefund, tellOperator, tellSale } from './operator.queues.ts'
import { sendDispute, sendReceipt, sendRefund } from './receipt.queues.ts'
import { type FailedRefund, tellLog, tellLogOfDispute, tellLogOfFailedRefund } from './reversals.service.ts'
import { isOurPayment } from './payment-ownership.service.ts'
import { numbersIn } from './recorded-numbers.rules.ts'
import { type Quiet, quieted } from './restored-letters.service.ts'
import { disputedStrayInWords } from './strays.rules.ts'
import { keepLost } from './troubles.queries.ts'
import { isStray } from './troubles.rules.ts'
import { keepTroubles } from './troubles.service.ts'
import { recordTax, reverseTax } from './tax.queues.ts'

export type SettlementDeps = Pick<Deps, 'config' | 'db' | 'payments' | 'jobs' | 'now' | 'log'> & {
  /** What happened before a restore: nobody is notified of it again. */
  quiet?: Quiet
}

export type Settlement =
  | Verdict
  | { kind: 'ended'; state: Exclude<PurchaseState, 'pending' | 'paid'> }
  /** The payment belongs to the academy at another address: nothing of it is written here. */
  | { kind: 'elsewhere' }

// Each round ends because another call wrote first; eight of those in a row are a fault.
const ROUNDS = 8

/**
 * The one way in which a purchase becomes paid, refunded or disputed: everything must agree, and only the first of many
 * settles it. The purchase must have been read before the intent was.
 */
export async function settle(deps: SettlementDeps, purchase: Purchase, intent: Intent): Promise<Settlement> {
  const settlement = await write(deps, purchase, intent)
  if (settlement) return settlement
  const current = await findPurchase(deps.db, purchase.id)
  // Another call was faster: what it found holds for this one too.
  if (current && current.state !== 'pending') return settlementOf(current.state)
  const now = await bringUpToDate(deps, () => findPurchase(deps.db, purchase.id))
  return now ?? { kind: 'mismatch', what: 'purchase' }
}

/**
 * Asks the provider about a purchase and writes what it says, together with the event that told of it. Undefined when
 * there is no such purchase, or the provider knows nothing of its payment, or the event was taken before.
 */
export async function bringUpToDate(
  deps: SettlementDeps,
  find: () => Promise<Purchase | undefined>,
  event?: ProviderEvent,
): Promise<Settlement | undefined> {
  for (let round = 0; round < ROUNDS; round++) {
    const purchase = await find()
    const intent = purchase?.paymentIntentId ? await deps.payments.readIntent(purchase.paymentIntentId) : undefined
    if (!purchase || !intent) {
      if (event && !purchase) await tellLostPurchase(deps, event)
      if (event) await takeEvent(deps.db, event, deps.now())
      return undefined
    }
    const settlement = await write(deps, purchase, intent, event)
    if (settlement) return settlement
  }
  throw busy('This purchase is being updated. Please try again in a moment.')
}

/**
 * Tells the operator when somebody paid a purchase of ours that is missing here because an older backup was restored. Others may
 * use the same account at the provider, and their payments are not ours.
 */
async function tellLostPurchase(deps: SettlementDeps, event: ProviderEvent): Promise<void> {
  const { db, jobs, payments, now } = deps
  if (event.type !== 'payment_intent.succeeded' || event.intentId === undefined) return
  const intent = await payments.readIntent(event.intentId)
  if (intent?.status !== 'succeeded' || intent.purchaseId === undefined) return
  if (!(await isOurPayment(deps, intent))) return
  const { id: intentId, amount, currency, purchaseId } = intent
  const facts = { intentId, amount, currency, purchaseId }
  const sentence = `A payment came for a purchase that is not in the database. Make an order of it: adopt-payment ${intentId} --member MEMBER. Or give it back: refund ${intentId}`
  await keepLost(db, [{ intentId, orderNumber: undefined }], now())
  const { quiet } = await quieted(deps, { intent, event })
  if (quiet?.sale) return
  await jobs.enqueue(db, tellOperator, { sentence, facts }, oncePerDay(intentId))
}

export function oncePerDay(key: string): Pause {
  return { key, atMostEvery: 24 * 60 * 60 }
}

/** Undefined when another call wrote since the purchase was read, so that the provider has to be asked again. */
async function write(
  given: SettlementDeps,
  purchase: Purchase,
  intent: Intent,
  event?: ProviderEvent,
): Promise<Settlement | undefined> {
  const { db, now } = given
  // Its event is not taken: once the owner has confirmed the address it is followed again.
  if (!(await isOurPayment(given, intent))) return { kind: 'elsewhere' }
  const deps = await quieted(given, { intent, event })
  const verdict = verdictOn(purchase, intent, deps.payments.isLive)
  let isSettled = false
  try {
    const settlement = await db.transaction(async (tx) => {
      // Taken before: whoever took it has written what the provider said since.
      if (event && !(await takeEvent(tx, event, now()))) return verdict
      if (event?.type === REFUND_FAILED)
        await writeFailedRefund(deps, tx, { purchase, intent, amount: event.refundAmount })
      const failed = event?.type === REFUND_FAILED ? { amount: event.refundAmount } : undefined
      await keepTroubles(tx, { purchase, intent, failed, isStray: isStray(purchase, verdict, intent), now: now() })
      if (verdict.kind === 'paid') {
        isSettled = purchase.state === 'pending'
        return writePaid(deps, tx, purchase, intent)
      }
      if (intent.status === 'canceled') await expirePurchase(tx, purchase, now())
      if (verdict.kind === 'mismatch') await writeStray(deps, tx, { purchase, intent, what: verdict.what })
      return verdict
    })
    if (isSettled) paymentsSettled.inc()
    return settlement
  } catch (error) {
    if (error instanceof Overtaken) return undefined
    throw error
  }
}

/** Only the operator can see to it that the buyer gets the money. */
async function writeFailedRefund(
  { jobs, now }: SettlementDeps,
  tx: Transaction,
  { purchase, intent, amount }: FailedRefund & { intent: Intent },
): Promise<void> {
  await tellLogOfFailedRefund(tx, { purchase, amount }, now())
  const givenTimes = intent.refunds.filter((refund) => refund.amount === amount).length
  await jobs.enqueue(tx, tellFailedRefund, { purchaseId: purchase.id, amount, givenTimes })
}

/** Ends the transaction, so that the event counts as not taken. */
class Overtaken extends Error {}

type Stray = { purchase: Purchase; intent: Intent; what: string }

/** A payment that settles nothing: the operator hears of it, at most once a day, until the buyer has the money back. */
async function writeStray(deps: SettlementDeps, tx: Transaction, { purchase, intent, what }: Stray): Promise<void> {
  const { jobs, now } = deps
  const { id: purchaseId, orderNumber } = purchase
  if (intent.amountReceived === 0) return
  const refundedCents = Math.min(intent.refunded, totalCents(purchase))
  const isAllBack = paidStateOf({ ...intent, amount: intent.amountReceived }) === 'refunded' || intent.isSettledByHand
  if (refundedCents > purchase.refundedCents && (await setRefunded(tx, purchase, refundedCents))) {
    const state = isAllBack && purchase.state === 'pending' ? 'expired' : purchase.state
    await tellLog(tx, { purchase, after: { ...purchase, state, refundedCents }, at: now() })
    await jobs.enqueue(tx, sendRefund, { purchaseId, fromCents: purchase.refundedCents, toCents: refundedCents })
    await tellBuyer(deps, tx, { purchase, happened: { backCents: refundedCents - purchase.refundedCents } })
  }
  if (isAllBack) {
    if (purchase.state === 'pending') await expirePurchase(tx, purchase, now())
    return
  }
  const facts = { orderNumber, purchaseId, intentId: intent.id, received: intent.amountReceived, what }
  if (intent.held > 0) {
    const { timeZone } = await readSite(tx)
    const told = { sentence: disputedStrayInWords({ ...intent, what, timeZone }), facts }
    return jobs.enqueue(tx, tellOperator, told, oncePerDay(`${purchaseId}:disputed`))
  }
  const sentence = `A payment does not fit its order (${what}), so that it opened nothing. Give it back: refund ${orderNumber}`
  await jobs.enqueue(tx, tellOperator, { sentence, facts }, oncePerDay(purchaseId))
}

async function writePaid(
  deps: SettlementDeps,
  tx: Transaction,
  purchase: Purchase,
  intent: Intent,
): Promise<Settlement> {
  const { jobs, now, log } = deps
  const state = paidStateOf(intent)
  const way = wayTo(purchase.state, state)
  if (!way) {
    if (purchase.state === 'refunded') await tellOfDisputes(deps, tx, { purchase, intent, state: purchase.state })
    else await writeStray(deps, tx, { purchase, intent, what: purchase.state })
    return settlementOf(purchase.state)
  }
  const refundedCents = Math.min(intent.refunded, totalCents(purchase))
  const lostCents = intent.lost
  let current = purchase
  // Written even when nothing changes, so that answers of the provider that were read earlier can no longer be written.
  for (const next of way.length === 0 ? [state] : way) {
    const told = { refundingCents: intent.refunding, lostCents, card: intent.card, isLive: intent.isLive }
    const move = { state: next, refundedCents, ...told, now: now() }
    if (!(await movePurchase(tx, current, move))) throw new Overtaken()
    if (current.state === 'pending') {
      await jobs.enqueue(tx, sendReceipt, { purchaseId: purchase.id })
      await tellBuyer(deps, tx, { purchase, happened: 'paid' })
      await jobs.enqueue(tx, tellSale, { purchaseId: purchase.id })
      if (purchase.taxCalculationId !== null) await jobs.enqueue(tx, recordTax, { purchaseId: purchase.id })
    }
    if (next === 'disputed' && current.state !== next) {
      await jobs.enqueue(tx, sendDispute, { purchaseId: purchase.id, dispute: 'open', amount: intent.held })
      await tellBuyer(deps, tx, { purchase, happened: 'disputed' })
    }
    if (next === 'refunded' && current.state !== next)
      await revokeWithPurchase(deps, tx, { ...purchase, reason: `refund of ${purchase.orderNumber}`, now: now() })
    if (current.state !== next) log.info({ purchaseId: purchase.id, state: next }, 'purchase moved')
    current = { ...current, state: next, providerReads: current.providerReads + 1 }
  }
  await tellLog(tx, { purchase, after: { state, refundedCents, lostCents }, at: now() })
  if (lostCents > purchase.lostCents && purchase.state !== 'refunded') {
    const amount = cents(lostCents - purchase.lostCents)
    await jobs.enqueue(tx, sendDispute, { purchaseId: purchase.id, dispute: 'lost', amount })
  }
  await tellOfDisputes(deps, tx, { purchase, intent, state })
  const given = { purchaseId: purchase.id, toCents: refundedCents }
  if (refundedCents > purchase.refundedCents) {
    await jobs.enqueue(tx, sendRefund, { ...given, fromCents: purchase.refundedCents })
    await tellBuyer(deps, tx, { purchase, happened: { backCents: refundedCents - purchase.refundedCents } })
  }
  // What has left the tax books stays out of them when its refund fails, and leaves them once.
  if (refundedCents > purchase.mostRefundedCents && purchase.taxCalculationId !== null)
    await jobs.enqueue(tx, reverseTax, { ...given, fromCents: purchase.mostRefundedCents })
  // Last of all: from the number on, every other sale waits until this one is stored.
  const shown = numbersIn(intent.metadata)
  if (purchase.state === 'pending') await issueInvoice(tx, purchase, now(), shown)
  if (state === 'refunded' || refundedCents + lostCents > 0) await issueCreditNote(tx, purchase, now(), shown)
  return settlementOf(state)
}

/**
 * The operator hears of each dispute once, and once that it was lost, whatever has become of the order. Log and buyer hear here of one
 * that does not change the order's `state`; of others they hear with the change.
 */
async function tellOfDisputes(
  { jobs, now }: SettlementDeps,
  tx: Transaction,
  { purchase, intent, state }: { purchase: Purchase; intent: Intent; state: PurchaseState },
): Promise<void> {
  const hasClosed = state === 'disputed' && purchase.state !== 'disputed'
  for (const { id, amount, isLost, dueAt } of intent.disputes) {
    const dispute = isLost ? 'lost' : 'open'
    // What was lost before is known.
    if (isLost && intent.lost <= purchase.lostCents) continue
    if (!(await takeEvent(tx, { id: `${id}:${dispute}`, type: `dispute.${dispute}` }, now()))) continue
    if (!isLost && !hasClosed) {
      await tellLogOfDispute(tx, { purchase, amount }, now())
      // What has ended is closed to the buyer, disputed or not.
      if (state === 'disputed') await jobs.enqueue(tx, sendDispute, { purchaseId: purchase.id, dispute, amount })
    }
    const told = { purchaseId: purchase.id, dispute, amount, dueAt: dueAt?.toISOString() ?? null } as const
    await jobs.enqueue(tx, tellDispute, told)
  }
}

function settlementOf(state: PurchaseState): Settlement {
  if (state === 'pending') return { kind: 'incomplete', message: incompleteMessage('processing') }
  return state === 'paid' ? { kind: 'paid' } : { kind: 'ended', state }
}

/**
 * Ends an open purchase so that another can take its place: first at the provider, so that nobody can pay what has
 * ended. When it was paid meanwhile this refuses, and the purchase stays for whoever settles it.
 */
export async function retire(deps: SettlementDeps, purchase: Purchase): Promise<void> {
  const { db, payments, now } = deps
  const intent = purchase.paymentIntentId === null ? undefined : await payments.readIntent(purchase.paymentIntentId)
  if (intent && !(await isOurPayment(deps, intent))) throw elsewhere()
  if (intent) await payments.cancelIntent(intent.id)
  await expirePurchase(db, purchase, now())
}

/** Whoever may have paid at the academy's other address must not pay here once more. */
export function elsewhere(): AppError {
  return new AppError(
    'payment_mismatch',
    'An earlier payment for this item was opened at another address of the academy. Nothing more was charged. Please contact us.',
  )
}
