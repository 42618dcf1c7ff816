import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { lectures } from './catalog.ts'

/** Changes to lectures. Members with access to the course were notified of them. */
export const lectureChanges = pgTable(
  'lecture_changes',
  {
    id: uuid().primaryKey().defaultRandom(),
    lectureId: uuid('lecture_id')
      .notNull()
      .references(() => lectures.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['new', 'changed'] }).notNull(),
    /** What changed, or what a new lecture contains. */
    what: text().notNull(),
    /** The reason. Empty if none was given. */
    why: text().notNull(),
    /** A digest of the lecture at that time, so that members are notified only once per version. */
    content: text().notNull(),
    notifiedAt: timestamp('told_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('lecture_changes_newest').on(table.lectureId, sql`${table.notifiedAt} desc`),
    uniqueIndex('lecture_changes_new_once')
      .on(table.lectureId)
      .where(sql`${table.kind} = 'new'`),
    check('lecture_changes_kind', sql`${table.kind} in ('new', 'changed')`),
  ],
)
