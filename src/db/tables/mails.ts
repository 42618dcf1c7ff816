import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgEnum, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
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
    /** Why the email was not accepted, or came back later, as codes only: `550 5.1.1 (RCPT TO)`, `5.1.1`. */
    answer: text(),
    tries: integer().notNull().default(1),
    firstTriedAt: timestamp('first_tried_at', { withTimezone: true }).notNull(),
    triedAt: timestamp('tried_at', { withTimezone: true }).notNull(),
    /** When the email was rejected, or came back later, because the mailbox doesn't exist or is disabled. */
    bouncedAt: timestamp('bounced_at', { withTimezone: true }),
    /** When the recipient reported the email as spam. */
    complainedAt: timestamp('complained_at', { withTimezone: true }),
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

/**
 * Members who get no optional emails, because an email to their address came back or they reported one as spam (their
 * suppression list).
 */
export const emailSuppressions = pgTable(
  'email_suppressions',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    reason: text({ enum: ['bounced', 'complained'] }).notNull(),
    /** The address in lowercase. A bounce has no effect if the member has another address now. */
    address: text().notNull(),
    /** Only codes: those of the rejection, such as `5.1.1`, or the type of the complaint, such as `abuse`. */
    answer: text().notNull(),
    /** The ID of the email in `mails`, whose row is deleted earlier. */
    emailId: uuid('email_id').notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.reason] }),
    check('email_suppressions_reason', sql`${table.reason} in ('bounced', 'complained')`),
  ],
)

/** How far the mailbox to which emails are returned was read. Only the row of the mailbox in use matters. */
export const bounceMailboxes = pgTable('bounce_mailboxes', {
  /** The user, server, and folder. */
  name: text().primaryKey(),
  /** The server's number of the numbering (RFC 3501). If it changes, all messages have new numbers. */
  uidValidity: text('uid_validity'),
  lastUid: bigint('last_uid', { mode: 'number' }).notNull().default(0),
  readAt: timestamp('read_at', { withTimezone: true }),
  /** Why the mailbox can't be read now, such as `login`. */
  failure: text(),
  failingSince: timestamp('failing_since', { withTimezone: true }),
})
