import { ProviderRefusal, RightMissing } from '#platform/payment-calls.ts'
import type { ProviderEvent } from '#platform/payment-events.ts'
import { AppError } from '#shared/app-error.ts'
import { eventsSweptUntil, setEventsSwept, takenEvents } from './events.queries.ts'
import { expirePurchase, listPending, type Purchase } from './purchases.queries.ts'
import { GIVE_UP_AFTER_MS, isAskedAbout, SWEEP_AFTER_MS } from './sweep.rules.ts'
import { tellWhatToMend } from './provider.service.ts'
import { retire, settle, type SettlementDeps } from './settlement.service.ts'
import { followEvent } from './webhook.service.ts'

/** Makes good what nobody told us: events that were lost, and payments whose browser was closed. */
export async function sweepPayments(deps: SettlementDeps): Promise<void> {
  // Pending purchases are looked after even when events can't be read (a key may lack that right).
  await sweepEvents(deps).catch((error: unknown) => {
    deps.log.error({ err: error }, 'the events of the card provider could not be followed; run doctor')
  })
  await sweepPending(deps)
}

const DAYS = 24 * 60 * 60_000
// The provider's list may be a little behind its clock.
const OVERLAP_MS = 10 * 60_000

/** Makes good every event that did not reach us: a lost webhook costs a minute, not an order. */
async function sweepEvents(deps: SettlementDeps): Promise<void> {
  const { db, payments, now, log } = deps
  const last = (await eventsSweptUntil(db)) ?? new Date(now().getTime() - 3 * DAYS)
  let isComplete = true
  let newest: ProviderEvent | undefined
  try {
    const events = await payments.lists.events(new Date(last.getTime() - OVERLAP_MS))
    newest = events.at(-1)
    const taken = await takenEvents(
      db,
      events.map(({ id }) => id),
    )
    for (const event of events.filter(({ id }) => !taken.has(id))) {
      await followEvent(deps, event).catch(async (error: unknown) => {
        if (isAway(error)) throw error
        await tellWhatToMend(deps, error)
        // One that can't be handled must not keep the others from being followed; the next sweep meets it again.
        log.error({ err: error, eventId: event.id }, 'an event of the card provider could not be followed')
        isComplete = false
      })
    }
  } catch (error) {
    await tellWhatToMend(deps, error)
    if (!isAway(error)) throw error
    log.warn({}, 'the card provider is away; its events wait')
    return
  }
  // By the provider's clock alone: were ours ahead, what happens until then would never be asked for.
  if (isComplete && newest) await setEventsSwept(db, newest.createdAt)
}

const PAGE = 100
const AT_ONCE = 4

/**
 * Makes good what a closed browser left open: asks the provider about pending purchases older than a minute, the
 * older the more seldom, settles the paid ones and ends those that were canceled or that nobody finished within a day.
 */
async function sweepPending(deps: SettlementDeps): Promise<void> {
  const now = deps.now()
  const before = new Date(now.getTime() - SWEEP_AFTER_MS)
  for (let after: Purchase | undefined; ;) {
    const page = await listPending(deps.db, { before, after, limit: PAGE })
    const due = page.filter((purchase) => isAskedAbout(purchase, now))
    for (let start = 0; start < due.length; start += AT_ONCE) {
      const isReachable = await Promise.all(
        due.slice(start, start + AT_ONCE).map((purchase) => lookAfter(deps, purchase)),
      )
      // While the provider is away every further question would wait in vain: the next sweep asks again.
      if (isReachable.includes(false)) return
    }
    after = page.at(-1)
    if (page.length < PAGE) return
  }
}

/** False when the provider could not be reached. */
async function lookAfter(deps: SettlementDeps, purchase: Purchase): Promise<boolean> {
  try {
    await settleOrEnd(deps, purchase)
  } catch (error) {
    if (isAway(error)) {
      await tellWhatToMend(deps, error)
      deps.log.warn({ purchaseId: purchase.id }, 'the card provider is away; pending purchases wait')
      return false
    }
    await tellWhatToMend(deps, error)
    // One purchase that can't be handled must not keep the others from being settled.
    deps.log.error({ err: error, purchaseId: purchase.id }, 'a pending purchase could not be looked after')
  }
  return true
}

async function settleOrEnd(deps: SettlementDeps, purchase: Purchase): Promise<void> {
  const isGivenUp = deps.now().getTime() - purchase.createdAt.getTime() > GIVE_UP_AFTER_MS
  const intent =
    purchase.paymentIntentId === null ? undefined : await deps.payments.readIntent(purchase.paymentIntentId)
  if (intent?.status === 'succeeded') await settle(deps, purchase, intent)
  else if (intent?.status === 'canceled') await expirePurchase(deps.db, purchase, deps.now())
  else if (isGivenUp && intent?.status !== 'processing') await retire(deps, purchase)
}

/** Whether the provider could not be reached. A refusal is not that, nor is a right that lacks: it may concern one payment only. */
function isAway(error: unknown): boolean {
  if (error instanceof ProviderRefusal || error instanceof RightMissing) return false
  return error instanceof AppError && error.code === 'payment_provider_unavailable'
}
