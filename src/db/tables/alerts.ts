import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Active alerts that were sent: one row each, deleted when it ends. Contains nothing about members except order
 * numbers.
 */
export const alerts = pgTable('alerts', {
  /** `disk_low` */
  name: text().primaryKey(),
  /** What is wrong and what to do, as last found. */
  text: text().notNull(),
  /** The orders or payments it concerns, if any; a new one is reported at once. */
  about: text().array().notNull().default([]),
  since: timestamp({ withTimezone: true }).notNull(),
  /** When it was last found. It ends when it has not been found for a while. */
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  notifiedAt: timestamp('told_at', { withTimezone: true }).notNull(),
})
