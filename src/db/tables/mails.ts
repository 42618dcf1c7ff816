import { sql } from 'drizzle-orm'
import { index, integer, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { members } from './members.ts'

export const mailResult = pgEnum('mail_result', ['sent', 'waiting', 'refused'])

/**
 * Every email handed to the mail server, or captured, with its result: one row per email, no matter how often it was
 * tried. Never contains the email's text.
 */
export const mails = pgTable(
  'mails',
  {
    /** The ID of the job that sends this email; if the operator retried that job, the ID of the first job. */
    id: uuid().primaryKey(),
    /** The name of that job, such as `send-receipt`. */
    kind: text().notNull(),
    /** The recipient; null for the operator. */
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    /** The email address used at the last try. */
    address: text().notNull(),
    subject: text().notNull(),
    /**
     * `waiting`: not accepted yet, and might be retried; `refused`: permanently rejected. A `sent` email stays `sent`.
     */
    result: mailResult().notNull(),
    /** Why it was not accepted, in codes only: `550 5.1.1 (RCPT TO)`. */
    answer: text(),
    tries: integer().notNull().default(1),
    firstTriedAt: timestamp('first_tried_at', { withTimezone: true }).notNull(),
    triedAt: timestamp('tried_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('mails_tried').on(table.triedAt),
    index('mails_not_sent')
      .on(sql`${table.triedAt} desc`, sql`${table.id} desc`)
      .where(sql`${table.result} <> 'sent'`),
    index('mails_member').on(table.memberId, table.triedAt),
    index('mails_address').on(sql`lower(${table.address})`),
  ],
)
