import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Counts attempts, such as guesses at a password or emails to an address. Keys are keyed hashes, so no address is
 * stored.
 */
export const throttles = pgTable(
  'throttles',
  {
    key: text().primaryKey(),
    hits: integer().notNull(),
    resetsAt: timestamp('resets_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('throttles_resets').on(table.resetsAt)],
)
