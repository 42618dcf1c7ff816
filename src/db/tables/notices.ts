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
import { courses, products } from './catalogue.ts'
import { threads } from './discussions.ts'
import { members } from './members.ts'

/** What members were told on the site: a sentence that names nobody and repeats nothing that somebody wrote, and where it leads. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** `reply`, of `features/people/notifications`. */
    kind: text().notNull(),
    /** What it tells of, `post:…`: no member is told of it twice. */
    cause: text().notNull(),
    words: text().notNull(),
    /** What stands behind "There are 3 " where it is told together with others of its thread. */
    counted: text(),
    /** Where it tells of a post: its thread, and which of its posts. What a member has not read of one kind and one thread is told together. */
    threadId: uuid('thread_id').references(() => threads.id, { onDelete: 'cascade' }),
    number: integer(),
    /** False where a later one of the same thread stands in the list for it. */
    isListed: boolean('is_listed').notNull().default(true),
    /** Of one of our pages: `/Certificate/…`. */
    address: text().notNull(),
    /** It is mailed and listed while this is open to its member: owned, or he is staff; null where it needs no owning. */
    productId: uuid('product_id').references(() => products.id),
    toldAt: timestamp('told_at', { withTimezone: true }).notNull(),
    readAt: timestamp('read_at', { withTimezone: true }),
    /** In which letter it is still to be mailed; null where it was, or is not to be. */
    toMail: text('to_mail', { enum: ['now', 'daily', 'weekly'] }),
    /** The job that has it in hand, so that no other mails it, too. */
    mailedBy: uuid('mailed_by'),
  },
  (table) => [
    unique('notices_once').on(table.cause, table.memberId),
    index('notices_newest').on(table.memberId, table.isListed, sql`${table.toldAt} desc`, sql`${table.id} desc`),
    index('notices_unread')
      .on(table.memberId, table.isListed)
      .where(sql`${table.readAt} is null`),
    index('notices_of_thread')
      .on(table.threadId, table.memberId, table.readAt, table.number)
      .where(sql`${table.threadId} is not null`),
    index('notices_to_mail')
      .on(table.toMail, table.memberId)
      .where(sql`${table.toMail} is not null`),
    // For the night's clearing.
    index('notices_told').on(table.toldAt),
    check('notices_to_mail_known', sql`${table.toMail} in ('now', 'daily', 'weekly')`),
  ],
)

/** How members want kinds of mails that they have chosen about: who has no row of a kind gets it as it is usual. */
export const noticeChoices = pgTable(
  'notice_choices',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** `study-reminder`, of `features/people/notifications`. */
    kind: text().notNull(),
    delivery: text({ enum: ['now', 'daily', 'weekly', 'never'] })
      .notNull()
      .default('never'),
    /** Its column is named after the only choice that there was at first. */
    chosenAt: timestamp('off_since', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.kind] }),
    check('notice_choices_delivery', sql`${table.delivery} in ('now', 'daily', 'weekly', 'never')`),
  ],
)

/** Who was reminded of which course, or is about to be: each once a course, and of one course a day. */
export const studyReminders = pgTable(
  'study_reminders',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId),
    /** In the academy's time zone. */
    day: date({ mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.courseId] }),
    uniqueIndex('study_reminders_one_a_day').on(table.memberId, table.day),
    index('study_reminders_course').on(table.courseId),
  ],
)
