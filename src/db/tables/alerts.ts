import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What needs somebody right now, and was told: a row an alert, gone when it is over. Nothing of a member but numbers of orders. */
export const alerts = pgTable('alerts', {
  /** `disk_low` */
  name: text().primaryKey(),
  /** What is wrong and what to do, as it was found last. */
  text: text().notNull(),
  /** Which orders or payments it is about, where it is about such; one more is told at once. */
  about: text().array().notNull().default([]),
  since: timestamp({ withTimezone: true }).notNull(),
  /** When it was last found. It is over when it has not been for a while. */
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  toldAt: timestamp('told_at', { withTimezone: true }).notNull(),
})
