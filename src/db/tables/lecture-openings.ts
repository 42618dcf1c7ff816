import { index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { lectures } from './catalog.ts'
import { members } from './members.ts'

/** When a member first opened a lecture that is read. What they play is in `playback_positions`. */
export const lectureOpenings = pgTable(
  'lecture_openings',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    lectureId: uuid('lecture_id')
      .notNull()
      .references(() => lectures.id),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.lectureId] }),
    index('lecture_openings_lecture').on(table.lectureId, table.memberId),
  ],
)
