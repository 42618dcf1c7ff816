import { readSite } from '#features/foundation/site/site.public.ts'
import type { Executor } from '#db/open-database.ts'
import { formatDay } from '#shared/dates.ts'
import type { Purchase } from './payments.queries.ts'
import { insertCreditNote, insertInvoice, lockNumbers } from './invoice-numbers.queries.ts'
import { NO_NUMBERS, type RecordedNumbers } from './recorded-numbers.rules.ts'

// What is due is worked out by functions of the database. A trigger calls them, too, when a transaction commits that told of no
// invoice: that of an earlier version, which runs beside this one during an upgrade.

/**
 * Gives a sale its invoice, dated by the day on which it was paid, as the last deed of the transaction that settles it. What cost nothing
 * gets none.
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
 * Gives what was given back since the last credit note a note of its own, as the last deed of the transaction that writes
 * the refund.
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
