import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Has one row, which the first start writes. It contains the host that this database serves, so that a copy at another
 * URL finds the host of the original here. Copies keep `academy_id`. Each payment names it, so that the academy
 * recognizes payments that a copy started.
 */
export const academyAddress = pgTable(
  'academy_address',
  {
    id: boolean().primaryKey().default(true),
    host: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    academyId: uuid('academy_id').notNull().defaultRandom(),
  },
  (table) => [check('academy_address_one_row', sql`${table.id}`)],
)

/**
 * The former hosts of an academy. The owner confirmed that payments naming `former_host` belong to the academy at
 * `current_host`.
 */
export const formerAddresses = pgTable(
  'former_addresses',
  {
    formerHost: text('former_host').notNull(),
    currentHost: text('current_host').notNull(),
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.formerHost, table.currentHost] })],
)

/**
 * The restores that created this database. No invoice number is issued until the payments at the card provider (live or
 * test) were searched for numbers that were issued after the backup. Backups don't include these rows, because each
 * restore writes its own row.
 */
export const restores = pgTable('restores', {
  id: uuid().primaryKey().defaultRandom(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  restoredAt: timestamp('restored_at', { withTimezone: true }).notNull(),
  /** The time of the restore by the card provider's clock. Null until the payments were read. */
  providerRestoredAt: timestamp('provider_restored_at', { withTimezone: true }),
  liveNumbersReadAt: timestamp('live_numbers_read_at', { withTimezone: true }),
  testNumbersReadAt: timestamp('test_numbers_read_at', { withTimezone: true }),
  /** When everything since the backup had been processed again here, without notifications. */
  caughtUpAt: timestamp('caught_up_at', { withTimezone: true }),
})
