import {
  ProviderRejection,
  ProviderUnavailable,
  MissingPermission,
  UnreadableResponse,
} from '#platform/payment-calls.ts'
import type { ProviderEvent } from '#platform/payment-events.ts'
import { AppError } from '#shared/app-error.ts'
import { getEventsReconciledUntil, setEventsReconciledUntil, findClaimedEvents } from './events.queries.ts'
import { markCaughtUp } from './recorded-numbers.queries.ts'
import { recordAllNumbers } from './recorded-numbers.service.ts'
import { readNumbers } from './restored-numbers.service.ts'
import { expirePurchase, listPending, type Purchase } from './payments.queries.ts'
import { EXPIRE_AFTER_MS, isDueForCheck, RECONCILE_AFTER_MS } from './reconcile.rules.ts'
import { oncePerDay, notifyOperator } from './operator-notifications.queues.ts'
import { isOurPayment } from './payment-ownership.service.ts'
import { reportProviderError } from './provider-errors.service.ts'
import { retirePurchase, settlePurchase, type SettlementDeps } from './settlement.service.ts'
import { saveUnfollowedPayment } from './payment-issues.queries.ts'
import { processEvent } from './webhook.service.ts'

/**
 * Makes good what nobody told us: events that were lost, and payments whose browser was closed. `since` is what the sweep before returned:
 * until when all pending purchases were asked about that had to be.
 */
export async function reconcilePayments(deps: SettlementDeps, since?: Date): Promise<Date | undefined> {
  if (!(await ensureNumbersRead(deps))) return since
  const begun = deps.now()
  // Pending purchases are looked after even when events can't be read (a key may lack that right).
  const isFollowed = await reconcileEvents(deps).catch((error: unknown) => {
    deps.log.error({ err: error }, 'the events of the card provider could not be followed; run doctor')
    return false
  })
  const now = deps.now()
  const isAsked = await reconcilePending(deps, { since, now })
  if (isFollowed && isAsked) await markCaughtUp(deps.db, begun)
  if (isAsked) await recordAllNumbers(deps).catch((error: unknown) => reportNumbersError(deps, error))
  return isAsked ? now : since
}

/** After a restore nothing is settled before it is known which numbers were issued since the backup. */
async function ensureNumbersRead(deps: SettlementDeps): Promise<boolean> {
  try {
    const read = await readNumbers(deps)
    if (read) deps.log.info(read, 'read from the card provider what happened since the backup')
    return true
  } catch (error) {
    await reportNumbersError(deps, error)
    return false
  }
}

async function reportNumbersError(deps: SettlementDeps, error: unknown): Promise<void> {
  await reportProviderError(deps, error)
  if (!(error instanceof ProviderUnavailable)) throw error
  deps.log.warn(
    { err: error },
    'numbers of invoices could not be read or written at the card provider; it is tried again',
  )
}

const DAY_MS = 24 * 60 * 60_000
// The provider's list may be a little behind its clock.
const OVERLAP_MS = 10 * 60_000

/** So many payments after each other of which the provider tells nothing, and it is away. One alone may be at fault itself. */
export const MAX_CONSECUTIVE_FAILURES = 2

/** Makes good every event that did not reach us: a lost webhook costs a minute, not an order. False where some wait. */
async function reconcileEvents(deps: SettlementDeps): Promise<boolean> {
  const { db, payments, now, log } = deps
  const last = (await getEventsReconciledUntil(db)) ?? new Date(now().getTime() - 3 * DAY_MS)
  let isComplete = true
  let newest: ProviderEvent | undefined
  try {
    const events = await payments.lists.events(new Date(last.getTime() - OVERLAP_MS))
    newest = events.at(-1)
    const taken = await findClaimedEvents(
      db,
      events.map(({ id }) => id),
    )
    const silent = new Set<string | undefined>()
    let silentInARow = 0
    for (const event of events.filter(({ id }) => !taken.has(id))) {
      // One that can't be handled must not keep the others from being followed; the next sweep meets it again.
      if (silent.has(event.intentId)) continue
      try {
        await processEvent(deps, event)
        silentInARow = 0
      } catch (error) {
        isComplete = false
        if (isProviderAway(error)) {
          silentInARow += 1
          if (silentInARow === MAX_CONSECUTIVE_FAILURES) throw error
          silent.add(event.intentId)
          log.warn({ err: error, eventId: event.id }, 'the card provider told nothing of a payment; its events wait')
        } else {
          silentInARow = 0
          await reportPaymentError(deps, error, event.intentId)
          log.error({ err: error, eventId: event.id }, 'an event of the card provider could not be followed')
        }
      }
    }
  } catch (error) {
    await reportProviderError(deps, error)
    if (!isProviderAway(error)) throw error
    log.warn({ err: error }, 'the card provider is away; its events wait')
    return false
  }
  // By the provider's clock alone: were ours ahead, what happens until then would never be asked for.
  if (isComplete && newest) await setEventsReconciledUntil(db, newest.createdAt)
  return isComplete
}

const PAGE_SIZE = 100
const CONCURRENCY = 4

/**
 * Makes good what a closed browser left open: asks the provider about pending purchases older than a minute, the
 * older the more seldom, settles the paid ones and ends those that were canceled or that nobody finished within a day. False when it
 * stopped before it had asked about all.
 */
async function reconcilePending(deps: SettlementDeps, sweep: { since: Date | undefined; now: Date }): Promise<boolean> {
  const { now } = sweep
  let silentInARow = 0
  const before = new Date(now.getTime() - RECONCILE_AFTER_MS)
  for (let after: Purchase | undefined; ;) {
    const page = await listPending(deps.db, { before, after, limit: PAGE_SIZE })
    const due = page.filter((purchase) => isDueForCheck(purchase, sweep))
    for (let start = 0; start < due.length; start += CONCURRENCY) {
      const isReachable = await Promise.all(
        due.slice(start, start + CONCURRENCY).map((purchase) => reconcilePurchase(deps, purchase)),
      )
      silentInARow = isReachable.includes(true) ? 0 : silentInARow + isReachable.length
      // While the provider is away every further question would wait in vain: the next sweep asks again.
      if (silentInARow >= MAX_CONSECUTIVE_FAILURES) return false
    }
    after = page.at(-1)
    if (page.length < PAGE_SIZE) return true
  }
}

/** False when the provider told nothing of its payment. */
async function reconcilePurchase(deps: SettlementDeps, purchase: Purchase): Promise<boolean> {
  try {
    await settleOrEnd(deps, purchase)
  } catch (error) {
    if (isProviderAway(error)) {
      await reportProviderError(deps, error)
      deps.log.warn({ err: error, purchaseId: purchase.id }, 'the card provider is away; pending purchases wait')
      return false
    }
    await reportPaymentError(deps, error, purchase.paymentIntentId ?? undefined)
    if (purchase.paymentIntentId !== null)
      await saveUnfollowedPayment(
        deps.db,
        { intentId: purchase.paymentIntentId, orderNumber: purchase.orderNumber },
        deps.now(),
      )
    // One purchase that can't be handled must not keep the others from being settled.
    deps.log.error({ err: error, purchaseId: purchase.id }, 'a pending purchase could not be looked after')
  }
  return true
}

async function settleOrEnd(deps: SettlementDeps, purchase: Purchase): Promise<void> {
  const isGivenUp = deps.now().getTime() - purchase.createdAt.getTime() > EXPIRE_AFTER_MS
  const intent =
    purchase.paymentIntentId === null ? undefined : await deps.payments.readIntent(purchase.paymentIntentId)
  if (intent && !(await isOurPayment(deps, intent))) return
  // Also how a payment stands that a bank processes, or did: its buyer hears of the end.
  const isFollowed = intent?.status === 'processing' || purchase.processingSince !== null
  if (intent && (isFollowed || intent.status === 'succeeded')) await settlePurchase(deps, purchase, intent)
  if (intent?.status === 'succeeded') return
  if (intent?.status === 'canceled') await expirePurchase(deps.db, purchase, deps.now())
  else if (isGivenUp && intent?.status !== 'processing') await retirePurchase(deps, purchase)
}

/** What the operator can mend of a trouble with one payment, in one mail a day for each kind; the log has each. */
async function reportPaymentError(deps: SettlementDeps, error: unknown, intentId: string | undefined): Promise<void> {
  await reportProviderError(deps, error)
  if (!(error instanceof UnreadableResponse)) return
  const sentence =
    'The card provider tells of a payment, and perhaps of others, in a form that the academy does not read, so that what happens to it is not followed. Look the payment up in its dashboard, and update the academy.'
  const facts = intentId === undefined ? {} : { intentId }
  await deps.jobs.enqueue(deps.db, notifyOperator, { sentence, facts }, oncePerDay('provider:unreadable'))
}

/**
 * Whether the provider could not be reached. A refusal is not that, nor a right that lacks, nor an answer in an unknown form: it may
 * concern one payment only.
 */
export function isProviderAway(error: unknown): boolean {
  if ([ProviderRejection, MissingPermission, UnreadableResponse].some((kind) => error instanceof kind)) return false
  return error instanceof AppError && error.code === 'payment_provider_unavailable'
}
