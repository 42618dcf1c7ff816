import { and, eq, sql, sum } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { invoices } from '#db/tables/invoices.ts'
import type { RecordedNumbers } from './recorded-numbers.rules.ts'

type SaleDocument = { purchaseId: string; issuedAt: Date; issuedOn: string; shown: RecordedNumbers }

/**
 * Locks the numbers. Take this lock before calling the functions below, and read the clock after taking it, so that
 * numbers and times are in the same order.
 */
export async function lockNumbers(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(4276006)`)
}

/**
 * Takes the next number. From here on, other sales wait for this transaction, so call this last. If the transaction is
 * rolled back, the number is free again.
 */
export async function insertInvoice(
  tx: Executor,
  { purchaseId, issuedAt, issuedOn, shown }: SaleDocument,
): Promise<void> {
  const number = shown.invoice === undefined ? null : JSON.stringify(shown.invoice)
  await tx.execute(
    sql`select issue_invoice(${purchaseId}::uuid, ${issuedAt.toISOString()}::timestamptz, ${issuedOn}::date, ${number}::jsonb)`,
  )
}

/**
 * Like `insertInvoice`, for credit notes. Even if the time zone was changed, no credit note is dated before its
 * invoice.
 */
export async function insertCreditNote(
  tx: Executor,
  { purchaseId, issuedAt, issuedOn, shown }: SaleDocument,
): Promise<void> {
  const invoicedOn = sql`(select issued_on from ${invoices} where purchase_id = ${purchaseId}::uuid and kind = 'invoice')`
  await tx.execute(
    sql`select issue_credit_note(${purchaseId}::uuid, ${issuedAt.toISOString()}::timestamptz, greatest(${issuedOn}::date, ${invoicedOn}), ${JSON.stringify(shown.creditNotes)}::jsonb)`,
  )
}

export async function sumCreditNotes(db: Executor, purchaseId: string): Promise<number> {
  const [row] = await db
    .select({ cents: sum(sql`${invoices.netCents} + ${invoices.taxCents}`).mapWith(Number) })
    .from(invoices)
    .where(and(eq(invoices.purchaseId, purchaseId), eq(invoices.kind, 'credit_note')))
  return row?.cents ?? 0
}
