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

/** Notifications on the site: a sentence that names and quotes no one, and the page that it links to. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The kind, such as `reply`: see `features/people/notifications`. */
    kind: text().notNull(),
    /** What the notification is about, such as `post:…`. Each member is notified of it once. */
    cause: text().notNull(),
    words: text().notNull(),
    /** The text after "There are 3 " when it is grouped with others of its thread. */
    counted: text(),
    /**
     * If it is about a post: the thread and the post's number. Unread notifications of one kind and thread are grouped.
     */
    threadId: uuid('thread_id').references(() => threads.id, { onDelete: 'cascade' }),
    number: integer(),
    /** False if a later notification of the same thread is listed in its place. */
    isListed: boolean('is_listed').notNull().default(true),
    /** The path of one of our pages: `/Certificate/…`. */
    address: text().notNull(),
    /**
     * The notification is emailed and listed while its member has access to this product or is staff; null if it needs
     * no access.
     */
    productId: uuid('product_id').references(() => products.id),
    notifiedAt: timestamp('told_at', { withTimezone: true }).notNull(),
    readAt: timestamp('read_at', { withTimezone: true }),
    /** Which email will include the notification; null if it was sent or is not emailed. */
    toMail: text('to_mail', { enum: ['now', 'daily', 'weekly'] }),
    /** The job that is currently sending it, so that no other job does. */
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
    // An index for the nightly cleanup.
    index('notices_told').on(table.notifiedAt),
    check('notices_to_mail_known', sql`${table.toMail} in ('now', 'daily', 'weekly')`),
  ],
)

/** Members' email preferences; a kind without a row uses its default. */
export const noticeChoices = pgTable(
  'notice_choices',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The kind, such as `study-reminder`: see `features/people/notifications`. */
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

/** Study reminders sent or planned: at most one per course, and at most one per day. */
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
