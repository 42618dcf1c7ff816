import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, max, notLike, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { eventSweep, providerEvents, purchases } from '#db/tables/sales.ts'

/**
 * Claims an event. Returns false if it was already claimed. If two requests claim it at once, the second waits for the
 * first one's transaction.
 */
export async function claimEvent(
  db: Executor,
  event: { id: string; type: string },
  receivedAt: Date,
): Promise<boolean> {
  const taken = await db
    .insert(providerEvents)
    .values({ id: event.id, type: event.type, receivedAt })
    .onConflictDoNothing()
    .returning({ id: providerEvents.id })
  return taken.length === 1
}

/**
 * Claims a failed refund. Returns false if another event about it was claimed, because in that case everyone was
 * already notified.
 */
export async function claimFailure(
  db: Executor,
  { objectId, type }: { objectId: string | undefined; type: string },
  receivedAt: Date,
): Promise<boolean> {
  return objectId === undefined || claimEvent(db, { id: toFailureId(objectId), type }, receivedAt)
}

/** Whether `claimFailure` was not called yet for at least one of these failed refunds. */
export async function hasUnclaimedFailure(db: Executor, refundIds: string[]): Promise<boolean> {
  return (await findClaimedEvents(db, refundIds.map(toFailureId))).size < refundIds.length
}

function toFailureId(id: string): string {
  return `${id}:failed`
}

/** Claims a dispute as open or as lost. Returns false if it was already claimed as that. */
export async function claimDispute(
  db: Executor,
  { id, isLost }: { id: string; isLost: boolean },
  receivedAt: Date,
): Promise<boolean> {
  const status = isLost ? 'lost' : 'open'
  return claimEvent(db, { id: `${id}:${status}`, type: `dispute.${status}` }, receivedAt)
}

/**
 * Records that a bank had rejected a payment by this time, according to the provider's clock. Only the latest time is
 * kept.
 */
export async function markFailureReported(db: Executor, intentId: string, receivedAt: Date): Promise<void> {
  await db
    .insert(providerEvents)
    .values({ id: toFailureId(intentId), type: 'payment.failed', receivedAt })
    .onConflictDoUpdate({ target: providerEvents.id, set: { receivedAt } })
}

/** Whether a failure of the payment was reported at or after this time, according to the provider's clock. */
export async function isFailureReportedSince(db: Executor, intentId: string, since: Date): Promise<boolean> {
  const { id, receivedAt } = providerEvents
  return (await db.$count(providerEvents, and(eq(id, toFailureId(intentId)), gte(receivedAt, since)))) > 0
}

/**
 * Forgets that these disputes were claimed as lost, so that they are claimed again if they are lost again. Returns
 * whether any had been.
 */
export async function releaseLosses(db: Executor, disputes: { id: string }[]): Promise<boolean> {
  if (disputes.length === 0) return false
  const ids = disputes.map(({ id }) => `${id}:lost`)
  const released = await db
    .delete(providerEvents)
    .where(inArray(providerEvents.id, ids))
    .returning({ id: providerEvents.id })
  return released.length > 0
}

/**
 * Allows failed refunds to be processed again, because their payments may not have belonged to the academy before. No
 * one is notified twice.
 */
export async function releaseFailures(db: Executor, type: string): Promise<void> {
  await db.delete(providerEvents).where(and(eq(providerEvents.type, type), notLike(providerEvents.id, '%:failed')))
}

export async function findClaimedEvents(db: Executor, ids: string[]): Promise<Set<string>> {
  const rows =
    ids.length === 0
      ? []
      : await db.select({ id: providerEvents.id }).from(providerEvents).where(inArray(providerEvents.id, ids))
  return new Set(rows.map(({ id }) => id))
}

/** Records when a signed copy of a claimed event first arrived. */
export async function markEventArrived(db: Executor, eventId: string, arrivedAt: Date): Promise<void> {
  await db
    .update(providerEvents)
    .set({ arrivedAt })
    .where(and(eq(providerEvents.id, eventId), isNull(providerEvents.arrivedAt)))
}

/**
 * `last` is when a signed event last arrived. `missed` is how many sales in this mode were paid after that and before
 * `before`.
 */
type EventArrivals = { last: Date | undefined; missed: number }

// The sale and the event are stored separately, perhaps by computers whose clocks differ a little.
const SAME_TIME = sql.raw(`interval '1 minute'`)

/**
 * Returns when events arrived. Every sale causes an event. If there were sales after the last event, the webhook
 * stopped working, or it never worked.
 */
export async function getEventArrivals(
  db: Executor,
  { isLive, before }: { isLive: boolean; before: Date },
): Promise<EventArrivals> {
  const [arrived] = await db.select({ last: max(providerEvents.arrivedAt) }).from(providerEvents)
  const last = arrived?.last ?? undefined
  const missed = await db.$count(
    purchases,
    and(
      isNotNull(purchases.paymentIntentId),
      sql`${purchases.isLive} is distinct from ${!isLive}`,
      lt(purchases.paidAt, before),
      last && gt(purchases.paidAt, sql`${last.toISOString()}::timestamptz + ${SAME_TIME}`),
    ),
  )
  return { last, missed }
}

export async function hasTestSale(db: Executor): Promise<boolean> {
  const { id, paidAt, isLive } = purchases
  const found = await db
    .select({ id })
    .from(purchases)
    .where(and(isNotNull(paidAt), eq(isLive, false)))
    .limit(1)
  return found.length > 0
}

export async function getEventsReconciledUntil(db: Executor): Promise<Date | undefined> {
  const [row] = await db.select().from(eventSweep)
  return row?.reconciledUntil
}

export async function setEventsReconciledUntil(db: Executor, reconciledUntil: Date): Promise<void> {
  await db.insert(eventSweep).values({ reconciledUntil }).onConflictDoUpdate({
    target: eventSweep.id,
    set: { reconciledUntil },
  })
}
