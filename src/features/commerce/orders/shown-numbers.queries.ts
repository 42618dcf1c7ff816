import { type SQL, sql } from 'drizzle-orm'
import type { invoices } from '#db/tables/invoices.ts'

/**
 * Whether a number is shown. It is shown if it is stored at the card provider, where it can be found after a restore,
 * or if its document was issued. Earlier versions showed numbers immediately, and some of those are not stored yet, so
 * numbers that are more than a day old are shown, too.
 */
export function isNumberShown(table: typeof invoices): SQL<boolean> {
  return sql<boolean>`(${table.recordedAt} is not null or ${table.content} is not null or ${table.issuedAt} < now() - interval '1 day')`
}
