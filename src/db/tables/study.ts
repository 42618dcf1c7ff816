import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { courses, lectures } from './catalogue.ts'
import { files } from './files.ts'
import { members } from './members.ts'

export const lectureCompletions = pgTable(
  'lecture_completions',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    lectureId: uuid('lecture_id')
      .notNull()
      .references(() => lectures.id),
    completedAt: timestamp('completed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.lectureId] })],
)

/** Where a member stopped in a video or a recording, so that any device picks up there. */
export const playbackPositions = pgTable(
  'playback_positions',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    seconds: real().notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.fileId] }),
    check('playback_positions_seconds', sql`${table.seconds} >= 0`),
  ],
)

/** One question as it was answered; kept whole, so that an attempt can be read after the examination has changed. */
export type GivenAnswer = { questionId: string; chosen: string; isRight: boolean }

export const examAttempts = pgTable(
  'exam_attempts',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId),
    score: integer().notNull(),
    total: integer().notNull(),
    answers: jsonb().$type<GivenAnswer[]>().notNull(),
    /** False for a score that the browser only claimed: it earns nothing. */
    isCountedByServer: boolean('is_counted_by_server').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('exam_attempts_member').on(table.memberId, table.courseId),
    check('exam_attempts_score', sql`${table.score} >= 0 and ${table.score} <= ${table.total}`),
  ],
)

export const certificates = pgTable(
  'certificates',
  {
    /** At least 160 random bits: the page of a certificate can't be guessed. */
    id: text().primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => examAttempts.id),
    printedName: text('printed_name').notNull(),
    courseName: text('course_name').notNull(),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().defaultNow(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    revokedReason: text('revoked_reason'),
  },
  (table) => [uniqueIndex('certificates_one_each').on(table.memberId, table.courseId)],
)
