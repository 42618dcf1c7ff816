import { and, asc, desc, eq, inArray, isNull, not, or, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { invoiceCounters, invoices, skippedNumbers } from '#db/tables/invoices.ts'
import { restores } from '#db/tables/restores.ts'
import { purchases } from '#db/tables/sales.ts'
import type { InvoiceNumber } from '#shared/invoice-number.ts'
import type { IssuedNumber } from './recorded-numbers.rules.ts'

/**
 * Lists sales in this mode whose numbers are not stored with their payments yet. Those that were issued last come
 * first.
 */
export async function listPurchasesToRecord(
  db: Executor,
  { isTest, limit }: { isTest: boolean; limit: number },
): Promise<string[]> {
  const { purchaseId, recordedAt, issuedAt } = invoices
  const rows = await db
    .select({ purchaseId })
    .from(invoices)
    .where(and(eq(invoices.isTest, isTest), isNull(recordedAt)))
    .orderBy(desc(issuedAt))
    .limit(limit)
  return [...new Set(rows.map((row) => row.purchaseId))]
}

type IssuedDocument = IssuedNumber & { id: string; isRecorded: boolean }

export async function findPurchaseNumbers(
  db: Executor,
  purchaseId: string,
): Promise<{ intentId: string | null; issued: IssuedDocument[] }> {
  const { id, kind, isTest, number, issuedOn, netCents, taxCents, lostCents, recordedAt } = invoices
  const rows = await db
    .select({
      id,
      kind,
      isTest,
      number,
      issuedOn,
      netCents,
      taxCents,
      lostCents,
      recordedAt,
      intentId: purchases.paymentIntentId,
    })
    .from(invoices)
    .innerJoin(purchases, eq(purchases.id, invoices.purchaseId))
    .where(eq(invoices.purchaseId, purchaseId))
    .orderBy(asc(kind), asc(number))
  return {
    intentId: rows[0]?.intentId ?? null,
    issued: rows.map((each) => ({ ...each, isRecorded: each.recordedAt !== null })),
  }
}

export async function markRecorded(db: Executor, ids: string[], recordedAt: Date): Promise<void> {
  if (ids.length > 0) await db.update(invoices).set({ recordedAt }).where(inArray(invoices.id, ids))
}

export type Restore = { madeAt: Date; restoredAt: Date; caughtUpAt: Date | null; isUnread: boolean }

/**
 * Finds the latest restore of this database, by the provider's clock if its time is known. Returns undefined if there
 * was none.
 */
export async function findRestore(db: Executor, isLive: boolean): Promise<Restore | undefined> {
  const { madeAt, caughtUpAt } = restores
  const restoredAt = sql`coalesce(${restores.providerRestoredAt}, ${restores.restoredAt})`.mapWith(restores.restoredAt)
  const isUnread = sql<boolean>`${isLive ? restores.liveNumbersReadAt : restores.testNumbersReadAt} is null`
  const rows = await db
    .select({ madeAt, restoredAt, caughtUpAt, isUnread })
    .from(restores)
    .orderBy(desc(restores.restoredAt))
    .limit(1)
  return rows[0]
}

export async function insertRestore(tx: Transaction, restore: { madeAt: Date; restoredAt: Date }): Promise<void> {
  await tx.insert(restores).values(restore)
}

/** Prevents numbers from being issued until the provider has been asked again. */
export async function resetNumbersRead(db: Executor): Promise<void> {
  await db.update(restores).set({ liveNumbersReadAt: null, testNumbersReadAt: null, caughtUpAt: null })
}

/**
 * Records that everything since the restore has been read. Returns false if this was already recorded. With test keys,
 * this is recorded only for a database without real sales. Real sales are read when live keys are used again.
 */
export async function markCaughtUp(
  tx: Transaction,
  { isLive, caughtUpAt }: { isLive: boolean; caughtUpAt: Date },
): Promise<boolean> {
  const hasRealSales = sql`exists (select from ${purchases} where ${purchases.isLive})`
  const marked = await tx
    .update(restores)
    .set({ caughtUpAt })
    .where(and(isNull(restores.caughtUpAt), isLive ? undefined : not(hasRealSales)))
    .returning({ id: restores.id })
  return marked.length > 0
}

type NumbersReading = { isLive: boolean; at: Date; providerRestoredAt: Date | undefined }

/**
 * Records that numbers were read. Keeps the first `providerRestoredAt`, because it was measured when the academy's
 * clock was most likely the same as at the restore.
 */
export async function markNumbersRead(
  tx: Transaction,
  { isLive, at, providerRestoredAt }: NumbersReading,
): Promise<void> {
  const column = isLive ? restores.liveNumbersReadAt : restores.testNumbersReadAt
  const restoredAt = providerRestoredAt?.toISOString() ?? null
  await tx
    .update(restores)
    .set({
      ...(isLive ? { liveNumbersReadAt: at } : { testNumbersReadAt: at }),
      providerRestoredAt: sql`coalesce(${restores.providerRestoredAt}, ${restoredAt}::timestamptz)`,
    })
    .where(isNull(column))
}

/** Finds when the oldest purchase was created. No payment of the academy is older. */
export async function findOldestPurchaseDate(db: Executor): Promise<Date | undefined> {
  const [row] = await db.select({ at: purchases.createdAt }).from(purchases).orderBy(asc(purchases.createdAt)).limit(1)
  return row?.at
}

type SeriesCounter = InvoiceNumber & { last: number }

/** Moves counters forward, but never back. Call this while no numbers are being issued. */
export async function advanceCounters(tx: Transaction, series: Omit<SeriesCounter, 'number'>[]): Promise<void> {
  if (series.length === 0) return
  await tx
    .insert(invoiceCounters)
    .values(series)
    .onConflictDoUpdate({
      target: [invoiceCounters.kind, invoiceCounters.isTest],
      set: { last: sql`greatest(${invoiceCounters.last}, excluded.last)` },
    })
}

export type SkippedNumber = typeof skippedNumbers.$inferInsert

/** Stores the numbers for which there is no document here. */
export async function insertSkippedNumbers(tx: Transaction, shown: SkippedNumber[]): Promise<void> {
  if (shown.length === 0) return
  const { kind, isTest, number } = invoices
  const taken = await tx
    .select({ kind, isTest, number })
    .from(invoices)
    .where(or(...shown.map((each) => and(eq(kind, each.kind), eq(isTest, each.isTest), eq(number, each.number)))))
  const isTaken = (each: SkippedNumber) =>
    taken.some((one) => one.kind === each.kind && one.isTest === each.isTest && one.number === each.number)
  const skipped = shown.filter((each) => !isTaken(each))
  if (skipped.length > 0) await tx.insert(skippedNumbers).values(skipped).onConflictDoNothing()
}

/** A number in a series that has no document. If a payment has the number, `intentId` is that payment. */
export type InvoiceGap = InvoiceNumber & { intentId: string | null; issuedOn: string | null }

export async function listInvoiceGaps(db: Executor): Promise<InvoiceGap[]> {
  const { rows } = await db.execute<InvoiceGap>(sql`
    select c.kind, c.is_test as "isTest", n.number, s.intent_id as "intentId", s.issued_on::text as "issuedOn"
    from ${invoiceCounters} c cross join lateral generate_series(1, c.last) as n (number)
      left join ${skippedNumbers} s on s.kind = c.kind and s.is_test = c.is_test and s.number = n.number
    where not exists (select from ${invoices} i where i.kind = c.kind and i.is_test = c.is_test and i.number = n.number)
    order by c.is_test, c.kind, n.number, s.intent_id`)
  return rows
}
