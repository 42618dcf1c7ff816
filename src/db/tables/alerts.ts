import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Active alerts that were sent. Each has one row, which is deleted when the alert ends. Contains nothing about members
 * except order numbers.
 */
export const alerts = pgTable('alerts', {
  /** The name of the alert, such as `disk_low`. */
  name: text().primaryKey(),
  /** What is wrong and what to do, according to the latest check. */
  text: text().notNull(),
  /** The affected orders or payments, if any. A new one is reported at once. */
  about: text().array().notNull().default([]),
  since: timestamp({ withTimezone: true }).notNull(),
  /** When the problem was last found. The alert ends if the problem has not been found for a while. */
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  notifiedAt: timestamp('told_at', { withTimezone: true }).notNull(),
})
