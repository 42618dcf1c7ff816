import { sql } from 'drizzle-orm'
import { index, integer, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { members } from './members.ts'

export const mailResult = pgEnum('mail_result', ['sent', 'waiting', 'refused'])

/** Every letter that was handed to the mail server, or to captured mail, and what came of it: one row a letter, however often it was tried. Never what it said. */
export const mails = pgTable(
  'mails',
  {
    /** Of the job that sends it; of the first one, where it was given up and asked for again. */
    id: uuid().primaryKey(),
    /** The name of that job, `send-receipt`. */
    kind: text().notNull(),
    /** Whose letter it is; null for the operator's. */
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    /** Where it went at the last try. */
    address: text().notNull(),
    subject: text().notNull(),
    /** `waiting`: not taken yet, and perhaps later; `refused`: for good. What was sent once stays `sent`. */
    result: mailResult().notNull(),
    /** Why it was not taken, in codes alone: `550 5.1.1 (RCPT TO)`. */
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
