import { readSite } from '#features/foundation/site/site.public.ts'
import type { Executor } from '#db/open-database.ts'
import { formatDay } from '#shared/dates.ts'
import type { Purchase } from './payments.queries.ts'
import { insertCreditNote, insertInvoice, lockNumbers } from './invoice-numbers.queries.ts'
import { NO_NUMBERS, type RecordedNumbers } from './recorded-numbers.rules.ts'

// Database functions determine which numbers must be issued. A trigger also calls them when a transaction commits
// without an invoice, as one of an earlier version may during an upgrade.

/**
 * Issues the invoice of a sale, dated by the payment. This is the last step of the settling transaction. Free sales get
 * none.
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

/** Issues a credit note for refunds since the last one. This is the last step of the refund's transaction. */
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
