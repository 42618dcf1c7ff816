import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, max, notLike, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { eventSweep, providerEvents, purchases } from '#db/tables/sales.ts'

/** False if it was already claimed. The second of two concurrent claims waits for the first one's transaction. */
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

/** False for another event about the same failed refund, since everyone was already notified. */
export async function claimFailure(
  db: Executor,
  { objectId, type }: { objectId: string | undefined; type: string },
  receivedAt: Date,
): Promise<boolean> {
  return objectId === undefined || claimEvent(db, { id: toFailureId(objectId), type }, receivedAt)
}

/** Whether `claimFailure` was never called for one of these failed refunds. */
export async function hasUnclaimedFailure(db: Executor, refundIds: string[]): Promise<boolean> {
  return (await findClaimedEvents(db, refundIds.map(toFailureId))).size < refundIds.length
}

function toFailureId(id: string): string {
  return `${id}:failed`
}

/** False if the dispute was already claimed as open, or as lost. */
export async function claimDispute(
  db: Executor,
  { id, isLost }: { id: string; isLost: boolean },
  receivedAt: Date,
): Promise<boolean> {
  const status = isLost ? 'lost' : 'open'
  return claimEvent(db, { id: `${id}:${status}`, type: `dispute.${status}` }, receivedAt)
}

/** Records by what time, by the provider's clock, a bank had rejected a payment; only the latest time counts. */
export async function markFailureReported(db: Executor, intentId: string, receivedAt: Date): Promise<void> {
  await db
    .insert(providerEvents)
    .values({ id: toFailureId(intentId), type: 'payment.failed', receivedAt })
    .onConflictDoUpdate({ target: providerEvents.id, set: { receivedAt } })
}

/** Whether a failure of the payment was reported at or after this time, by the provider's clock. */
export async function isFailureReportedSince(db: Executor, intentId: string, since: Date): Promise<boolean> {
  const { id, receivedAt } = providerEvents
  return (await db.$count(providerEvents, and(eq(id, toFailureId(intentId)), gte(receivedAt, since)))) > 0
}

/**
 * Releases the claims of these disputes as lost, so that they are claimed again if they are lost again. Returns whether
 * there were any.
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
 * Allows failed refunds to be processed again if their payments previously did not belong to the academy. No one is
 * notified twice.
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

/** Records when a claimed event first arrived with a signature. */
export async function markEventArrived(db: Executor, eventId: string, arrivedAt: Date): Promise<void> {
  await db
    .update(providerEvents)
    .set({ arrivedAt })
    .where(and(eq(providerEvents.id, eventId), isNull(providerEvents.arrivedAt)))
}

/**
 * `last` is when a signed event last arrived; `missed` counts sales of this mode that were paid after it and before
 * `before`.
 */
type EventArrivals = { last: Date | undefined; missed: number }

// The sale and the event are stored separately, possibly by computers whose clocks differ a little.
const SAME_TIME = sql.raw(`interval '1 minute'`)

/** Every sale sends an event, so sales after the last event mean that the webhook stopped working or never worked. */
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
