import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { members } from './members.ts'
import { examAttempts, questionVersions } from './study.ts'

/** A member's report that an exam question is wrong, with the answer from staff. */
export const contests = pgTable(
  'contests',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => examAttempts.id),
    questionId: uuid('question_id').notNull(),
    version: integer().notNull(),
    reason: text().notNull(),
    /** The source that the member gave. Empty if the member gave none. */
    source: text().notNull(),
    contestedAt: timestamp('contested_at', { withTimezone: true }).notNull(),
    outcome: text({ enum: ['upheld', 'declined'] }),
    /** The answer to the member. */
    words: text(),
    answeredAt: timestamp('answered_at', { withTimezone: true }),
    /** Null if the report was answered on the command line. */
    answeredBy: uuid('answered_by').references(() => members.id),
  },
  (table) => [
    foreignKey({
      name: 'contests_version',
      columns: [table.questionId, table.version],
      foreignColumns: [questionVersions.questionId, questionVersions.version],
    }).onDelete('cascade'),
    unique('contests_one_each').on(table.memberId, table.questionId, table.version),
    index('contests_waiting')
      .on(table.contestedAt, table.id)
      .where(sql`${table.answeredAt} is null`),
    index('contests_answered')
      .on(sql`${table.answeredAt} desc`, sql`${table.id} desc`)
      .where(sql`${table.answeredAt} is not null`),
    check(
      'contests_answered_whole',
      sql`(${table.outcome} is null) = (${table.answeredAt} is null) and (${table.words} is null) = (${table.answeredAt} is null)`,
    ),
    check('contests_outcome', sql`${table.outcome} in ('upheld', 'declined')`),
  ],
)
