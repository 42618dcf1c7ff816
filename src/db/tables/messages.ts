import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { courses, lectures } from './catalog.ts'
import { groups } from './groups.ts'
import { members } from './members.ts'

export const messageState = pgEnum('message_state', ['draft', 'scheduled', 'sending', 'sent', 'stopped'])

/** The number of recipients by result; skipped ones by reason. */
export type MessageTotals = { sent: number; waiting: number; failed: number; skipped: Record<string, number> }

/** Messages from staff to learners. */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** One member, a group, everyone who has a course, or those who stopped at one of its lectures. */
    audience: text({ enum: ['member', 'group', 'course', 'lecture'] }).notNull(),
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    groupId: uuid('group_id').references(() => groups.id, { onDelete: 'set null' }),
    courseId: uuid('course_id').references(() => courses.productId, { onDelete: 'set null' }),
    lectureId: uuid('lecture_id').references(() => lectures.id, { onDelete: 'set null' }),
    /** The name of the group, course, or lecture when the message was written. Never contains a member's name. */
    audienceName: text('audience_name').notNull().default(''),
    subject: text().notNull().default(''),
    /** Markdown with variables in braces. */
    body: text().notNull().default(''),
    /** The body as HTML, still with variables. */
    html: text().notNull().default(''),
    state: messageState().notNull().default('draft'),
    /** Why the academy stopped the message or made it a draft again. */
    stateReason: text('state_reason'),
    /** Increases with each change by staff, so that no one overwrites a change that they haven't seen. */
    revision: integer().notNull().default(1),
    sendAt: timestamp('send_at', { withTimezone: true }),
    /** Who sent or scheduled the message, or wrote the draft, and their role then. */
    senderId: uuid('sender_id').references(() => members.id, { onDelete: 'set null' }),
    senderRole: text('sender_role'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** Counted before the list of recipients was deleted. */
    totals: jsonb().$type<MessageTotals>(),
  },
  (table) => [
    index('messages_newest').on(sql`${table.changedAt} desc`, sql`${table.id} desc`),
    index('messages_member').on(table.memberId),
    check('messages_scheduled', sql`${table.state} <> 'scheduled' or ${table.sendAt} is not null`),
  ],
)

/** Who gets a message, resolved when sending starts, and who would have but doesn't. */
export const messageRecipients = pgTable(
  'message_recipients',
  {
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** A `failed` email was permanently rejected. If a retry succeeds, it becomes `sent`. */
    state: text({ enum: ['waiting', 'sent', 'skipped', 'failed'] }).notNull(),
    /** Why a recipient was skipped, such as `unsubscribed`. */
    reason: text(),
    /** The email's ID in the email log, from the first attempt on. */
    emailId: uuid('email_id'),
    /** The planned time, or the time of the result. */
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.memberId] }),
    index('message_recipients_member').on(table.memberId),
    index('message_recipients_waiting')
      .on(table.messageId, table.at)
      .where(sql`${table.state} = 'waiting'`),
    check('message_recipients_reason', sql`(${table.state} = 'skipped') = (${table.reason} is not null)`),
  ],
)

/** One row: when the next email of a message may be sent, so that all processes together keep the rate limit. */
export const messagePace = pgTable(
  'message_pace',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
  },
  (table) => [check('message_pace_one_row', sql`${table.isOnly}`)],
)
