import { type SQL, sql } from 'drizzle-orm'
import type { invoices } from '#db/tables/invoices.ts'

/**
 * A number is shown once it is stored at the card provider, where a restore finds it, or once its document was issued.
 * Earlier versions showed numbers immediately, and some of those are not stored yet, so numbers more than a day old
 * count as shown.
 */
export function isNumberShown(table: typeof invoices): SQL<boolean> {
  return sql<boolean>`(${table.recordedAt} is not null or ${table.content} is not null or ${table.issuedAt} < now() - interval '1 day')`
}
