import { sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'

type Sale = { purchaseId: string; issuedAt: Date; issuedOn: string }

/** Takes the next number. From here on other sales wait for this transaction, so this comes last; when it is rolled back the number is free again. */
export async function insertInvoice(tx: Executor, { purchaseId, issuedAt, issuedOn }: Sale): Promise<void> {
  await tx.execute(
    sql`select issue_invoice(${purchaseId}::uuid, ${issuedAt.toISOString()}::timestamptz, ${issuedOn}::date)`,
  )
}

/** The same for credit notes. */
export async function insertCreditNote(tx: Executor, { purchaseId, issuedAt, issuedOn }: Sale): Promise<void> {
  await tx.execute(
    sql`select issue_credit_note(${purchaseId}::uuid, ${issuedAt.toISOString()}::timestamptz, ${issuedOn}::date)`,
  )
}
