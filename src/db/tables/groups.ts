import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { courses } from './catalog.ts'
import { members } from './members.ts'

/** Members whom staff follow together, such as the nurses of one hospital. A group gives no access. */
export const groups = pgTable(
  'groups',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** For staff. Members never see it. */
    note: text().notNull().default(''),
  },
  (table) => [uniqueIndex('groups_name_unique').on(sql`lower(${table.name})`)],
)

export const groupMembers = pgTable(
  'group_members',
  {
    groupId: uuid('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.memberId] }),
    index('group_members_member').on(table.memberId),
  ],
)

/** The courses whose progress is listed for a group. */
export const groupCourses = pgTable(
  'group_courses',
  {
    groupId: uuid('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.courseId] })],
)
