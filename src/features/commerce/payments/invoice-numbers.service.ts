import { readSite } from '#features/foundation/site/site.public.ts'
import type { Executor } from '#db/open-database.ts'
import { formatDay } from '#shared/dates.ts'
import type { Purchase } from './payments.queries.ts'
import { insertCreditNote, insertInvoice, lockNumbers } from './invoice-numbers.queries.ts'
import { NO_NUMBERS, type RecordedNumbers } from './recorded-numbers.rules.ts'

// Functions in the database determine which numbers must be issued. If a transaction commits without an invoice, as one
// of an earlier version may during an upgrade, a trigger also calls them.

/**
 * Issues the invoice of a sale, with the date of the payment. Call this last in the transaction that settles the sale.
 * Free sales get no invoice.
 */
export async function issueInvoice(
  tx: Executor,
  { id }: Pick<Purchase, 'id'>,
  paidAt: Date,
  shown: RecordedNumbers = NO_NUMBERS,
  now: () => Date = () => paidAt,
): Promise<void> {
  const issuedOn = await toAcademyDay(tx, paidAt)
  await lockNumbers(tx)
  await insertInvoice(tx, { purchaseId: id, issuedAt: now(), issuedOn, shown })
}

/**
 * Issues a credit note for what was refunded since the last one. Call this last in the transaction that records the
 * refund.
 */
export async function issueCreditNote(
  tx: Executor,
  { id }: Pick<Purchase, 'id'>,
  now: () => Date,
  shown: RecordedNumbers = NO_NUMBERS,
): Promise<void> {
  await lockNumbers(tx)
  const issuedAt = now()
  await insertCreditNote(tx, { purchaseId: id, issuedAt, issuedOn: await toAcademyDay(tx, issuedAt), shown })
}

async function toAcademyDay(tx: Executor, time: Date): Promise<string> {
  return formatDay(time, (await readSite(tx)).timeZone)
}
