import { sql } from 'drizzle-orm'
import { index, integer, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { members } from './members.ts'

export const mailResult = pgEnum('mail_result', ['sent', 'waiting', 'refused'])

/**
 * All emails that were given to the mail server or captured, each with its result. An email has one row, no matter how
 * often it was tried. The rows never contain the text of an email.
 */
export const mails = pgTable(
  'mails',
  {
    /** The ID of the job that sends this email. If the operator retried that job, this is the ID of the first job. */
    id: uuid().primaryKey(),
    /** The name of that job, such as `send-receipt`. */
    kind: text().notNull(),
    /** The recipient. Null for the operator. */
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    /** The email address that was used in the last attempt. */
    address: text().notNull(),
    subject: text().notNull(),
    /**
     * A `waiting` email has not been accepted yet and may be retried. A `refused` one was permanently rejected. A
     * `sent` email stays `sent`.
     */
    result: mailResult().notNull(),
    /** Why the email was not accepted, as codes only: `550 5.1.1 (RCPT TO)`. */
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
