import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { posts } from './discussions.ts'
import { members } from './members.ts'

/**
 * Members who may read discussions but may not post until a given time. An expired row stays until the member is muted
 * again.
 */
export const mutes = pgTable('mutes', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  until: timestamp({ withTimezone: true }).notNull(),
  /** The reason that the member sees. */
  reason: text().notNull(),
  mutedAt: timestamp('muted_at', { withTimezone: true }).notNull(),
})

/** A member's report of a post, with the decision by staff. */
export const postReports = pgTable(
  'post_reports',
  {
    id: uuid().primaryKey().defaultRandom(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    reportedAt: timestamp('reported_at', { withTimezone: true }).notNull(),
    outcome: text({ enum: ['hidden', 'dismissed'] }),
    /** This time is in whole milliseconds, because page cursors contain it. */
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (table) => [
    unique('post_reports_once').on(table.postId, table.memberId),
    index('post_reports_member').on(table.memberId),
    index('post_reports_waiting')
      .on(table.reportedAt, table.postId)
      .where(sql`${table.decidedAt} is null`),
    index('post_reports_decided')
      .on(sql`${table.decidedAt} desc`, sql`${table.postId} desc`)
      .where(sql`${table.decidedAt} is not null`),
    check('post_reports_decided_whole', sql`(${table.outcome} is null) = (${table.decidedAt} is null)`),
    check('post_reports_outcome', sql`${table.outcome} in ('hidden', 'dismissed')`),
  ],
)
