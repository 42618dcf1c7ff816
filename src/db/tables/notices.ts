import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { courses, products } from './catalog.ts'
import { threads } from './discussions.ts'
import { members } from './members.ts'

/**
 * Notifications on the site. Each has a sentence that neither names nor quotes anyone, and the page to which it links.
 */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The kind of notification, such as `reply` (see `features/people/notifications`). */
    kind: text().notNull(),
    /** What the notification is about, such as `post:…`. Each member is notified of it only once. */
    cause: text().notNull(),
    words: text().notNull(),
    /** The text that follows "There are 3 " when the notification is grouped with others about its thread. */
    counted: text(),
    /**
     * If the notification is about a post, the thread and the number of the post. Unread notifications of the same kind
     * and thread are grouped.
     */
    threadId: uuid('thread_id').references(() => threads.id, { onDelete: 'cascade' }),
    number: integer(),
    /** False if a later notification about the same thread is listed instead. */
    isListed: boolean('is_listed').notNull().default(true),
    /** The path of a page on this site, such as `/Certificate/…`. */
    address: text().notNull(),
    /**
     * The notification is emailed and listed only while the member has access to this product or is staff. Null if it
     * needs no access.
     */
    productId: uuid('product_id').references(() => products.id),
    notifiedAt: timestamp('told_at', { withTimezone: true }).notNull(),
    readAt: timestamp('read_at', { withTimezone: true }),
    /** Which email will include the notification. Null if it was sent or is not emailed. */
    toMail: text('to_mail', { enum: ['now', 'daily', 'weekly'] }),
    /** The job that is currently sending the notification, so that no other job sends it. */
    mailedBy: uuid('mailed_by'),
  },
  (table) => [
    unique('notices_once').on(table.cause, table.memberId),
    index('notices_newest').on(table.memberId, table.isListed, sql`${table.notifiedAt} desc`, sql`${table.id} desc`),
    index('notices_unread')
      .on(table.memberId, table.isListed)
      .where(sql`${table.readAt} is null`),
    index('notices_of_thread')
      .on(table.threadId, table.memberId, table.readAt, table.number)
      .where(sql`${table.threadId} is not null`),
    index('notices_to_mail')
      .on(table.toMail, table.memberId)
      .where(sql`${table.toMail} is not null`),
    // The nightly cleanup uses this index.
    index('notices_told').on(table.notifiedAt),
    check('notices_to_mail_known', sql`${table.toMail} in ('now', 'daily', 'weekly')`),
  ],
)

/** Members' email preferences. If a kind has no row, its default applies. */
export const noticeChoices = pgTable(
  'notice_choices',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The kind of notification, such as `study-reminder` (see `features/people/notifications`). */
    kind: text().notNull(),
    delivery: text({ enum: ['now', 'daily', 'weekly', 'never'] })
      .notNull()
      .default('never'),
    /** The column is named after the only choice that existed at first. */
    chosenAt: timestamp('off_since', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.kind] }),
    check('notice_choices_delivery', sql`${table.delivery} in ('now', 'daily', 'weekly', 'never')`),
  ],
)

/** Study reminders that were sent or are planned. There is at most one per course, and at most one per day. */
export const studyReminders = pgTable(
  'study_reminders',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId),
    /** The day of the reminder, in the academy's time zone. */
    day: date({ mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.courseId] }),
    uniqueIndex('study_reminders_one_a_day').on(table.memberId, table.day),
    index('study_reminders_course').on(table.courseId),
  ],
)
