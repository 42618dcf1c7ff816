import {
  ProviderRejection,
  ProviderUnavailable,
  MissingPermission,
  UnreadableResponse,
} from '#platform/payment-calls.ts'
import type { ProviderEvent } from '#platform/payment-events.ts'
import type { PaymentLists } from '#platform/payment-lists.ts'
import { ownsProduct } from '#features/foundation/ownership/ownership.public.ts'
import { AppError } from '#shared/app-error.ts'
import { getEventsReconciledUntil, setEventsReconciledUntil, findClaimedEvents } from './events.queries.ts'
import { markCaughtUp } from './recorded-numbers.queries.ts'
import { recordAllNumbers } from './recorded-numbers.service.ts'
import { readNumbers } from './restored-numbers.service.ts'
import {
  expirePurchase,
  listPending,
  listPendingOfOwners,
  listTaxedPurchases,
  type Purchase,
} from './payments.queries.ts'
import { EXPIRE_AFTER_MS, isDueForCheck, RECONCILE_AFTER_MS } from './reconcile.rules.ts'
import { oncePerDay, notifyOperator } from './operator-notifications.queues.ts'
import { isOurPayment } from './payment-ownership.service.ts'
import { reportProviderError } from './provider-errors.service.ts'
import { retirePurchase, settlePurchase, type SettlementDeps } from './settlement.service.ts'
import { restoreTax } from './tax.queues.ts'
import { saveUnfollowedPayment } from './payment-issues.queries.ts'
import { processEvent } from './webhook.service.ts'

/**
 * Recovers lost events, and payments whose buyer closed the browser. `since` is what the previous run returned: the
 * time up to which all pending purchases that were due have been checked.
 */
export async function reconcilePayments(deps: SettlementDeps, since?: Date): Promise<Date | undefined> {
  if (!deps.payments.isOpen) return since
  if (!(await ensureNumbersRead(deps))) return since
  const begun = deps.now()
  // Pending purchases are checked even if events can't be read, because the key may lack the permission to read events.
  const isFollowed = await reconcileEvents(deps).catch((error: unknown) => {
    deps.log.error({ err: error }, 'Stripe events could not be read; to find the cause, run: npm run academy -- doctor')
    return false
  })
  const now = deps.now()
  const isAsked = await reconcilePending(deps, { since, now })
  if (isFollowed && isAsked) await finishCatchingUp(deps, begun)
  if (isAsked) await recordAllNumbers(deps).catch((error: unknown) => reportNumbersError(deps, error))
  return isAsked ? now : since
}

/**
 * Called when everything since a restored backup has been read. A backup contains no jobs, so this enqueues the
 * recording and reversal of tax that was pending when the backup was made.
 */
async function finishCatchingUp({ db, jobs, payments }: SettlementDeps, caughtUpAt: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await markCaughtUp(tx, { isLive: payments.isLive, caughtUpAt }))) return
    const taxed = await listTaxedPurchases(tx, payments.isLive)
    await jobs.enqueueAll(
      tx,
      restoreTax,
      taxed.map((purchaseId) => ({ purchaseId })),
    )
  })
}

/** After a restore, reads the numbers that were issued after the backup. Until that has worked, nothing is settled. */
async function ensureNumbersRead(deps: SettlementDeps): Promise<boolean> {
  try {
    const read = await readNumbers(deps)
    if (read) deps.log.info(read, 'read changes in Stripe since the backup')
    return true
  } catch (error) {
    await reportNumbersError(deps, error)
    return false
  }
}

async function reportNumbersError(deps: SettlementDeps, error: unknown): Promise<void> {
  await reportProviderError(deps, error)
  if (!(error instanceof ProviderUnavailable)) throw error
  deps.log.warn({ err: error }, 'invoice numbers could not be read from or written to Stripe; retrying')
}

const DAY_MS = 24 * 60 * 60_000
// The provider's list of events may be a little behind its clock.
const OVERLAP_MS = 10 * 60_000

/**
 * If the provider fails for this many payments in a row, it is considered unavailable. A single failure may be about
 * only that payment.
 */
export const MAX_CONSECUTIVE_FAILURES = 2

/** How long the provider lists its events. */
const LISTED_MS = 30 * DAY_MS

/**
 * The time up to which the events of each account have been processed. After a restart, all events that the provider
 * lists are read again, because an account may be in use again whose events no one has read meanwhile.
 */
const eventsReadUntil = new WeakMap<PaymentLists, Date>()

/**
 * Processes all events that did not reach the academy, so that a lost webhook costs a minute and not an order. Returns
 * false if some events of the account in use are still waiting.
 */
async function reconcileEvents(deps: SettlementDeps): Promise<boolean> {
  const { db, payments, now, log } = deps
  const last = (await getEventsReconciledUntil(db)) ?? new Date(now().getTime() - 3 * DAY_MS)
  const readEvents = async (lists: PaymentLists) => {
    const until = eventsReadUntil.get(lists) ?? new Date(now().getTime() - LISTED_MS)
    // `last` is earlier if all events must be read again.
    const read = await processEvents(deps, lists, until < last ? until : last)
    if (read.isComplete) eventsReadUntil.set(lists, read.newest?.createdAt ?? until)
    return read
  }
  for (const lists of payments.formerLists) {
    try {
      await readEvents(lists)
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      log.warn({ err: error }, 'the events of a former Stripe account could not be read; trying again later')
    }
  }
  try {
    const { isComplete, newest } = await readEvents(payments.lists)
    // Uses only the provider's clock. If the academy's clock were ahead, the events in between would never be requested.
    if (isComplete && newest) await setEventsReconciledUntil(db, newest.createdAt)
    return isComplete
  } catch (error) {
    await reportProviderError(deps, error)
    if (!isProviderAway(error)) throw error
    log.warn({ err: error }, 'Stripe is unavailable; its events are delayed')
    return false
  }
}

/** Processes the events of an account since a given time. `isComplete` is false if some of them failed. */
async function processEvents(
  deps: SettlementDeps,
  { events: list }: PaymentLists,
  since: Date,
): Promise<{ isComplete: boolean; newest: ProviderEvent | undefined }> {
  const { db, log } = deps
  const events = await list(new Date(since.getTime() - OVERLAP_MS))
  const taken = await findClaimedEvents(
    db,
    events.map(({ id }) => id),
  )
  let isComplete = true
  const silent = new Set<string | undefined>()
  let silentInARow = 0
  for (const event of events.filter(({ id }) => !taken.has(id))) {
    // An event that fails must not block the others. The next run tries it again.
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
        log.warn({ err: error, eventId: event.id }, 'Stripe returned no data for a payment; its events are delayed')
      } else {
        silentInARow = 0
        await reportPaymentError(deps, error, event.intentId)
        log.error({ err: error, eventId: event.id }, 'a Stripe event could not be processed')
      }
    }
  }
  return { isComplete, newest: events.at(-1) }
}

const PAGE_SIZE = 100
const CONCURRENCY = 4

/**
 * Checks pending purchases that are more than a minute old, less often as they get older. Settles those that were paid.
 * Ends those that were canceled, that are unpaid after a day, or whose members have access to the product in another
 * way. Returns false if it stopped early.
 */
async function reconcilePending(deps: SettlementDeps, run: { since: Date | undefined; now: Date }): Promise<boolean> {
  const { now } = run
  let silentInARow = 0
  const before = new Date(now.getTime() - RECONCILE_AFTER_MS)
  for (let after: Purchase | undefined; ;) {
    const page = await listPending(deps.db, { before, after, limit: PAGE_SIZE })
    const due = page.filter((purchase) => isDueForCheck(purchase, run))
    for (let start = 0; start < due.length; start += CONCURRENCY) {
      const isReachable = await Promise.all(
        due.slice(start, start + CONCURRENCY).map((purchase) => reconcilePurchase(deps, purchase)),
      )
      silentInARow = isReachable.includes(true) ? 0 : silentInARow + isReachable.length
      // While the provider is down, further requests would only time out. The next run tries again.
      if (silentInARow >= MAX_CONSECUTIVE_FAILURES) return false
    }
    after = page.at(-1)
    if (page.length < PAGE_SIZE) return true
  }
}

/**
 * The job handler: ends the pending payments of members who now have access to the product. If the provider is down,
 * reconciliation does this later.
 */
export async function endPaymentsOfOwners(deps: SettlementDeps, productId: string): Promise<void> {
  for (const purchase of await listPendingOfOwners(deps.db, productId)) await reconcilePurchase(deps, purchase)
}

/** Checks one purchase. Returns false if the provider failed to respond about its payment. */
async function reconcilePurchase(deps: SettlementDeps, purchase: Purchase): Promise<boolean> {
  try {
    await settleOrEnd(deps, purchase)
  } catch (error) {
    if (isProviderAway(error)) {
      await reportProviderError(deps, error)
      deps.log.warn({ err: error, purchaseId: purchase.id }, 'Stripe is unavailable; pending purchases are delayed')
      return false
    }
    await reportPaymentError(deps, error, purchase.paymentIntentId ?? undefined)
    if (purchase.paymentIntentId !== null)
      await saveUnfollowedPayment(
        deps.db,
        { intentId: purchase.paymentIntentId, orderNumber: purchase.orderNumber },
        deps.now(),
      )
    // A purchase that fails must not block the others.
    deps.log.error({ err: error, purchaseId: purchase.id }, 'a pending purchase could not be reconciled')
  }
  return true
}

async function settleOrEnd(deps: SettlementDeps, purchase: Purchase): Promise<void> {
  const isGivenUp =
    deps.now().getTime() - purchase.createdAt.getTime() > EXPIRE_AFTER_MS ||
    // If the buyer has access, for example through a grant, they would pay for something that they already have.
    (await ownsProduct(deps.db, purchase.memberId, purchase.productId))
  const intent =
    purchase.paymentIntentId === null ? undefined : await deps.payments.readIntent(purchase.paymentIntentId)
  if (intent && !(await isOurPayment(deps, intent))) return
  // This includes payments that a bank is processing or was processing, because their buyers are notified of the
  // result.
  const isFollowed = intent?.status === 'processing' || purchase.processingSince !== null
  if (intent && (isFollowed || intent.status === 'succeeded')) await settlePurchase(deps, purchase, intent)
  if (intent?.status === 'succeeded') return
  // A purchase with a coupon keeps its price for the next attempt. Its payment may have been canceled only to be
  // replaced.
  if (intent?.status === 'canceled' && purchase.couponId === null) await expirePurchase(deps.db, purchase, deps.now())
  else if (isGivenUp && intent?.status !== 'processing') await retirePurchase(deps, purchase)
}

/** Logs each payment error, and emails the operator once a day for each kind of error. */
async function reportPaymentError(deps: SettlementDeps, error: unknown, intentId: string | undefined): Promise<void> {
  await reportProviderError(deps, error)
  if (!(error instanceof UnreadableResponse)) return
  const sentence =
    "Stripe sent a payment, and perhaps others, in a format that this version can't read, so the payment can't be tracked. Look it up in the Stripe Dashboard, and update the academy."
  const facts = intentId === undefined ? {} : { intentId }
  await deps.jobs.enqueue(deps.db, notifyOperator, { sentence, facts }, oncePerDay('provider:unreadable'))
}

/**
 * Whether the provider could not be reached. Returns false for rejections, missing permissions, and responses in an
 * unknown format, because these may be about only one payment.
 */
export function isProviderAway(error: unknown): boolean {
  if ([ProviderRejection, MissingPermission, UnreadableResponse].some((kind) => error instanceof kind)) return false
  return error instanceof AppError && error.code === 'payment_provider_unavailable'
}
