import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, min, or, sql } from 'drizzle-orm'
import { isOpenIssue, owedCents } from '#db/is-open-issue.ts'
import type { Executor } from '#db/open-database.ts'
import { paymentTroubles, purchases } from '#db/tables/sales.ts'
import { getRefundableCents, type PaymentBalance } from './payment-issues.rules.ts'
import { EXPIRE_AFTER_MS } from './reconcile.rules.ts'

type Row = typeof paymentTroubles.$inferSelect
export type PaymentIssue = Pick<Row, 'intentId' | 'kind' | 'orderNumber'> &
  Partial<Pick<Row, 'since' | 'dueAt' | 'owedCents' | 'lostCents' | 'returnedCents'>>

/**
 * Stores issues, and keeps the time when each one started. Until a failed refund is resolved, its amounts can only
 * grow.
 */
export async function savePaymentIssues(db: Executor, issues: PaymentIssue[], now: Date): Promise<void> {
  if (issues.length === 0) return
  await db
    .insert(paymentTroubles)
    .values(issues.map((issue) => ({ since: now, ...issue, lookedAt: now })))
    .onConflictDoUpdate({
      target: [paymentTroubles.intentId, paymentTroubles.kind],
      set: {
        orderNumber: sql`excluded.order_number`,
        dueAt: sql`excluded.due_at`,
        owedCents: sql`greatest(excluded.owed_cents, ${paymentTroubles.owedCents})`,
        lostCents: sql`case when excluded.owed_cents > ${paymentTroubles.owedCents} then excluded.lost_cents else ${paymentTroubles.lostCents} end`,
        returnedCents: sql`excluded.returned_cents`,
        lookedAt: sql`excluded.looked_at`,
      },
    })
}

type PaymentReference = { intentId: string; orderNumber: string | undefined }

export async function saveLostPayments(db: Executor, lost: PaymentReference[], now: Date): Promise<void> {
  const rows = lost.map(({ intentId, orderNumber }) => ({
    intentId,
    orderNumber: orderNumber ?? null,
    kind: 'lost' as const,
  }))
  await savePaymentIssues(db, rows, now)
}

export async function saveUnfollowedPayment(
  db: Executor,
  { intentId, orderNumber }: PaymentReference,
  now: Date,
): Promise<void> {
  await savePaymentIssues(db, [{ intentId, orderNumber: orderNumber ?? null, kind: 'unfollowed' }], now)
}

const isSettledRefund = (intentId: string, settledAt: Date) =>
  and(
    eq(paymentTroubles.intentId, intentId),
    eq(paymentTroubles.kind, 'failed_refund'),
    lte(paymentTroubles.since, settledAt),
  )

/** Removes a payment's failed refunds that the operator has settled. */
export async function deleteSettledRefunds(db: Executor, intentId: string, settledAt: Date): Promise<void> {
  await db.delete(paymentTroubles).where(isSettledRefund(intentId, settledAt))
}

/**
 * Removes a payment's resolved issues. A failed refund is resolved when refunds have given the buyer what was owed. If
 * a lost dispute did that, or if the operator settled it, nothing is owed, but the row stays, because the bank may
 * return that money, and the operator may remove the mark.
 */
export async function resolvePaymentIssues(
  db: Executor,
  intentId: string,
  { kinds, balance, settledAt }: { kinds: Row['kind'][]; balance?: PaymentBalance; settledAt?: Date | undefined },
): Promise<void> {
  const { kind, owedCents, lostCents, returnedCents } = paymentTroubles
  const isOfPayment = eq(paymentTroubles.intentId, intentId)
  await db.delete(paymentTroubles).where(and(isOfPayment, inArray(kind, kinds)))
  if (!balance) return
  const isFailedRefund = and(isOfPayment, eq(kind, 'failed_refund'))
  const given = balance.refunded + balance.refunding
  const left = getRefundableCents(balance)
  const returned = sql`${given} + greatest(${lostCents}, ${balance.lost})`
  const isUnknownAndOver = and(isNull(returnedCents), sql`(${left} = 0 or ${owedCents} <= ${returned})`)
  await db
    .delete(paymentTroubles)
    .where(and(isFailedRefund, or(sql`${owedCents} <= ${given} + ${lostCents}`, isUnknownAndOver)))
  await db
    .update(paymentTroubles)
    .set({ returnedCents: sql`greatest(${returned}, ${owedCents} - ${left})` })
    .where(and(isFailedRefund, isNotNull(returnedCents)))
  if (!settledAt) return
  const isSettled = isSettledRefund(intentId, settledAt)
  await db.delete(paymentTroubles).where(and(isSettled, isNull(returnedCents)))
  await db.update(paymentTroubles).set({ returnedCents: owedCents }).where(isSettled)
}

/** Returns a payment's failed refunds if something was still owed for them when the payment was last read. */
export async function findFailedRefund(db: Executor, intentId: string | null) {
  const { owedCents: due, lostCents, returnedCents, kind } = paymentTroubles
  const [row] = await db
    .select({ owedCents: due, lostCents, returnedCents, leftCents: owedCents })
    .from(paymentTroubles)
    .where(and(eq(paymentTroubles.intentId, intentId ?? ''), eq(kind, 'failed_refund'), isOpenIssue))
  return row
}

/**
 * Returns what the academy still owes the buyer after a refund failed. Returns undefined if it owes nothing, and null
 * if the amount is unknown.
 */
export async function findOwedCents(db: Executor, intentId: string | null): Promise<number | null | undefined> {
  return (await findFailedRefund(db, intentId))?.leftCents
}

/** Whether a bank is waiting for a response to a dispute about the payment. */
export async function isResponseDue(db: Executor, intentId: string | null): Promise<boolean> {
  const { kind } = paymentTroubles
  const isDispute = and(eq(paymentTroubles.intentId, intentId ?? ''), eq(kind, 'dispute'))
  return (await db.$count(paymentTroubles, isDispute)) > 0
}

/** Lists payments with issues. Those that were not checked for the longest time come first. */
export async function listIssuesToFollowUp(db: Executor, limit: number): Promise<string[]> {
  const { intentId, lookedAt } = paymentTroubles
  const rows = await db
    .select({ intentId })
    .from(paymentTroubles)
    .groupBy(intentId)
    .orderBy(min(lookedAt), asc(intentId))
    .limit(limit)
  return rows.map((row) => row.intentId)
}

export async function markChecked(db: Executor, intentId: string, now: Date): Promise<void> {
  await db.update(paymentTroubles).set({ lookedAt: now }).where(eq(paymentTroubles.intentId, intentId))
}

/** `owedCents` is what the academy still owes the buyer after a failed refund. It is null if the amount is unknown. */
type ReportedIssue = Pick<Row, 'intentId' | 'orderNumber' | 'dueAt' | 'since' | 'owedCents'>
export type ReportedIssues = Record<'lost' | 'unsettled' | 'refunds' | 'disputes', ReportedIssue[]>

const MAX_REPORTED = 200
/** Reconciliation tries again every minute, so only a problem that lasts this long needs attention. */
const UNFOLLOWED_MS = 30 * 60_000
/**
 * An unfinished payment expires after a day. If a payment is still open two hours after that, it is waiting for the
 * provider.
 */
const UNSETTLED_MS = EXPIRE_AFTER_MS + 2 * 60 * 60_000

export async function getReportedIssues(db: Executor, now: Date): Promise<ReportedIssues> {
  const { intentId, kind, dueAt, since } = paymentTroubles
  // An order may have been created for the payment in the meantime.
  const orderNumber = sql<string | null>`coalesce(${purchases.orderNumber}, ${paymentTroubles.orderNumber})`
  const rows = await db
    .select({ intentId, kind, orderNumber, dueAt, since, owedCents })
    .from(paymentTroubles)
    .leftJoin(purchases, eq(purchases.paymentIntentId, intentId))
    .where(and(isOpenIssue, or(sql`${kind} <> 'unfollowed'`, lt(since, new Date(now.getTime() - UNFOLLOWED_MS)))))
    .orderBy(asc(since), asc(intentId))
    .limit(MAX_REPORTED)
  const of = (which: Row['kind']) => rows.filter((row) => row.kind === which)
  return {
    lost: of('lost'),
    unsettled: [...of('unfollowed'), ...(await listUnsettledSince(db, new Date(now.getTime() - UNSETTLED_MS)))],
    refunds: of('failed_refund'),
    disputes: of('dispute'),
  }
}

export type OpenPaymentIssue = {
  waits: 'refund' | 'dispute' | 'payment'
  orderNumber: string
  dueAt: Date | null
  since: Date
}

/** Lists real-money orders with open issues. Those with the earliest deadline of a bank come first. */
export async function listOpenPaymentIssues(db: Executor): Promise<OpenPaymentIssue[]> {
  const { intentId, kind, dueAt, since } = paymentTroubles
  const rows = await db
    .select({ kind, orderNumber: purchases.orderNumber, dueAt, since })
    .from(paymentTroubles)
    .innerJoin(purchases, eq(purchases.paymentIntentId, intentId))
    .where(and(isOpenIssue, sql`${purchases.isLive} is not false`))
    .orderBy(sql`${dueAt} nulls last`, asc(since), asc(intentId))
    .limit(MAX_REPORTED)
  return rows.map(({ kind: of, ...row }) => ({ ...row, waits: ISSUE_CATEGORIES[of] }))
}

const ISSUE_CATEGORIES = {
  failed_refund: 'refund',
  dispute: 'dispute',
  lost: 'payment',
  unfollowed: 'payment',
} as const satisfies Record<Row['kind'], string>

async function listUnsettledSince(db: Executor, before: Date): Promise<ReportedIssue[]> {
  const { paymentIntentId, orderNumber, createdAt, processingSince, state } = purchases
  const rows = await db
    .select({ intentId: paymentIntentId, orderNumber, since: createdAt })
    .from(purchases)
    .leftJoin(paymentTroubles, eq(paymentTroubles.intentId, paymentIntentId))
    .where(
      and(
        sql`${state} = 'pending'`,
        lt(createdAt, before),
        isNotNull(paymentIntentId),
        // A bank may take days to process a payment.
        isNull(processingSince),
        isNull(paymentTroubles.intentId),
      ),
    )
    .orderBy(asc(createdAt))
    .limit(MAX_REPORTED)
  return rows.map(({ intentId, ...row }) => ({ ...row, intentId: intentId ?? '', dueAt: null, owedCents: null }))
}
