import { date, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { courses } from './catalogue.ts'
import { members } from './members.ts'

/** The kinds of notices that a member has left: who has no row of a kind gets it. */
export const noticeChoices = pgTable(
  'notice_choices',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** `study-reminder`, of `features/notices`. */
    kind: text().notNull(),
    offSince: timestamp('off_since', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.kind] })],
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
