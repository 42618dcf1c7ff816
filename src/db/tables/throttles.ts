import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** How often something was tried: guesses at a password, mails to an address. Keys are keyed hashes: no address lies here. */
export const throttles = pgTable(
  'throttles',
  {
    key: text().primaryKey(),
    hits: integer().notNull(),
    resetsAt: timestamp('resets_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('throttles_resets').on(table.resetsAt)],
)
