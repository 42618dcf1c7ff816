import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, min, or, sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { paymentTroubles, purchases } from '#db/tables/sales.ts'
import { GIVE_UP_AFTER_MS } from './reconcile.rules.ts'

type Row = typeof paymentTroubles.$inferSelect
export type Trouble = Pick<Row, 'intentId' | 'kind' | 'orderNumber'> & Partial<Pick<Row, 'dueAt' | 'owedCents'>>

/** Keeps since when each has been there; what is owed for failed refunds only grows, until it is over. */
export async function keepAll(db: Executor, troubles: Trouble[], now: Date): Promise<void> {
  if (troubles.length === 0) return
  await db
    .insert(paymentTroubles)
    .values(troubles.map((trouble) => ({ ...trouble, since: now, lookedAt: now })))
    .onConflictDoUpdate({
      target: [paymentTroubles.intentId, paymentTroubles.kind],
      set: {
        orderNumber: sql`excluded.order_number`,
        dueAt: sql`excluded.due_at`,
        owedCents: sql`greatest(excluded.owed_cents, ${paymentTroubles.owedCents})`,
        lookedAt: sql`excluded.looked_at`,
      },
    })
}

type Named = { intentId: string; orderNumber: string | undefined }

export async function keepLost(db: Executor, lost: Named[], now: Date): Promise<void> {
  const rows = lost.map(({ intentId, orderNumber }) => ({
    intentId,
    orderNumber: orderNumber ?? null,
    kind: 'lost' as const,
  }))
  await keepAll(db, rows, now)
}

export async function keepUnfollowed(db: Executor, { intentId, orderNumber }: Named, now: Date): Promise<void> {
  await keepAll(db, [{ intentId, orderNumber: orderNumber ?? null, kind: 'unfollowed' }], now)
}

/** Takes away of one payment what is over. A failed refund is when so much is back with the buyer as was owed. */
export async function endTroubles(
  db: Executor,
  intentId: string,
  { kinds, back }: { kinds: Row['kind'][]; back: number },
): Promise<void> {
  const { kind, owedCents } = paymentTroubles
  const isPaidBack = and(eq(kind, 'failed_refund'), lte(owedCents, back))
  await db
    .delete(paymentTroubles)
    .where(and(eq(paymentTroubles.intentId, intentId), or(inArray(kind, kinds), isPaidBack)))
}

/** Payments, those first that were looked at longest ago. */
export async function troublesToFollow(db: Executor, limit: number): Promise<string[]> {
  const { intentId, lookedAt } = paymentTroubles
  const rows = await db
    .select({ intentId })
    .from(paymentTroubles)
    .groupBy(intentId)
    .orderBy(min(lookedAt), asc(intentId))
    .limit(limit)
  return rows.map((row) => row.intentId)
}

export async function markLookedAt(db: Executor, intentId: string, now: Date): Promise<void> {
  await db.update(paymentTroubles).set({ lookedAt: now }).where(eq(paymentTroubles.intentId, intentId))
}

type Told = Pick<Row, 'intentId' | 'orderNumber' | 'dueAt' | 'since'>
export type TroublesToTell = Record<'lost' | 'unsettled' | 'refunds' | 'disputes', Told[]>

const MOST_TOLD = 200
/** The sweep tries again each minute: only what lasts needs somebody. */
const UNFOLLOWED_MS = 30 * 60_000
/** What nobody finished is ended after a day; what is left then waits for the provider's word. */
const UNSETTLED_MS = GIVE_UP_AFTER_MS + 2 * 60 * 60_000

export async function troublesToTell(db: Executor, now: Date): Promise<TroublesToTell> {
  const { intentId, kind, orderNumber, dueAt, since } = paymentTroubles
  const rows = await db
    .select({ intentId, kind, orderNumber, dueAt, since })
    .from(paymentTroubles)
    .where(or(sql`${kind} <> 'unfollowed'`, lt(since, new Date(now.getTime() - UNFOLLOWED_MS))))
    .orderBy(asc(since), asc(intentId))
    .limit(MOST_TOLD)
  const of = (which: Row['kind']) => rows.filter((row) => row.kind === which)
  return {
    lost: of('lost'),
    unsettled: [...of('unfollowed'), ...(await unsettledSince(db, new Date(now.getTime() - UNSETTLED_MS)))],
    refunds: of('failed_refund'),
    disputes: of('dispute'),
  }
}

export type WaitingTrouble = {
  waits: 'refund' | 'dispute' | 'payment'
  orderNumber: string
  dueAt: Date | null
  since: Date
}

/** Orders of real money of which somebody has to see to something: those first that wait for an answer of the bank soonest. */
export async function waitingTroubles(db: Executor): Promise<WaitingTrouble[]> {
  const { intentId, kind, dueAt, since } = paymentTroubles
  const rows = await db
    .select({ kind, orderNumber: purchases.orderNumber, dueAt, since })
    .from(paymentTroubles)
    .innerJoin(purchases, eq(purchases.paymentIntentId, intentId))
    .where(sql`${purchases.isLive} is not false`)
    .orderBy(sql`${dueAt} nulls last`, asc(since), asc(intentId))
    .limit(MOST_TOLD)
  return rows.map(({ kind: of, ...row }) => ({ ...row, waits: WAITS[of] }))
}

const WAITS = {
  failed_refund: 'refund',
  dispute: 'dispute',
  lost: 'payment',
  unfollowed: 'payment',
} as const satisfies Record<Row['kind'], string>

/** Pending ones of which nothing else is told. */
async function unsettledSince(db: Executor, before: Date): Promise<Told[]> {
  const { paymentIntentId, orderNumber, createdAt, state } = purchases
  const rows = await db
    .select({ intentId: paymentIntentId, orderNumber, since: createdAt })
    .from(purchases)
    .leftJoin(paymentTroubles, eq(paymentTroubles.intentId, paymentIntentId))
    .where(
      and(
        sql`${state} = 'pending'`,
        lt(createdAt, before),
        isNotNull(paymentIntentId),
        isNull(paymentTroubles.intentId),
      ),
    )
    .orderBy(asc(createdAt))
    .limit(MOST_TOLD)
  return rows.map(({ intentId, ...row }) => ({ ...row, intentId: intentId ?? '', dueAt: null }))
}
