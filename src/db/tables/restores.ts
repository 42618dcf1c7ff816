import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * One row, written by the first start: the host that this database serves. A copy at another URL finds the original's
 * host here. Copies keep `academy_id`, which each payment names, so that a payment started by a copy is recognized.
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
 * Former hosts of an academy: the owner confirmed that payments naming `former_host` belong to the academy at
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
 * Restores that created this database. No invoice number is issued until the card provider's payments (live or test)
 * were read for numbers issued since the backup. Not in backups: each restore writes its own row.
 */
export const restores = pgTable('restores', {
  id: uuid().primaryKey().defaultRandom(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  restoredAt: timestamp('restored_at', { withTimezone: true }).notNull(),
  /** The same by the card provider's clock; null until its payments were read. */
  providerRestoredAt: timestamp('provider_restored_at', { withTimezone: true }),
  liveNumbersReadAt: timestamp('live_numbers_read_at', { withTimezone: true }),
  testNumbersReadAt: timestamp('test_numbers_read_at', { withTimezone: true }),
  /** When everything since the backup had been processed again here, without notifications. */
  caughtUpAt: timestamp('caught_up_at', { withTimezone: true }),
})
