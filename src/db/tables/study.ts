import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
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
import { courses, lectures, questions } from './catalog.ts'
import type { CompletionRule } from '#shared/completion-rule.ts'
import type { ContactHours, LicenseSnapshot } from '#shared/contact-hours.ts'
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
    /** Whether the playback reports show that the lecture's video was played, which contact hours require. */
    isPlayed: boolean('is_played').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.lectureId] }),
    // Finds the few learners who finished a course with many.
    index('lecture_completions_lecture').on(table.lectureId, table.memberId),
  ],
)

/** Where a member resumes a video or recording, on any device. */
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
    /** The farthest position that playback can have reached, according to the server's clock. */
    reachedSeconds: real('reached_seconds').notNull().default(0),
    /** When the latest playback report arrived. */
    reportedAt: timestamp('reported_at', { withTimezone: true }),
    /** How much was played in total, including what was played again. */
    watchedSeconds: real('watched_seconds').notNull().default(0),
    /** How often the member went back. */
    rewinds: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.fileId] }),
    // It has no other columns, so that a report doesn't have to change it.
    index('playback_positions_file').on(table.fileId),
    check('playback_positions_seconds', sql`${table.seconds} >= 0`),
  ],
)

/** All versions of a question, including the current one. Rows never change. Written by a trigger. */
export const questionVersions = pgTable(
  'question_versions',
  {
    questionId: uuid('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    question: text().notNull(),
    options: jsonb().$type<string[]>().notNull(),
    optionKeys: jsonb('option_keys').$type<string[]>().notNull(),
    answerIndex: integer('answer_index').notNull(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.questionId, table.version] })],
)

/** One answered question. It is stored completely, so that an attempt remains readable after the exam changes. */
export type ExamAnswer = {
  questionId: string
  /** The version of the question. Missing in attempts that are older than these versions. */
  version?: number
  chosen: string
  isRight: boolean
}

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
    answers: jsonb().$type<ExamAnswer[]>().notNull(),
    /** Whether the server counted the score. If only the browser claims a score, the attempt never passes. */
    isCountedByServer: boolean('is_counted_by_server').notNull(),
    /** The member's first graded attempt in this course. Set by a trigger. */
    isFirst: boolean('is_first').notNull().default(false),
    /** Whether the member passed because of a regrade and the follow-up is still pending. */
    isToFollow: boolean('is_to_follow').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('exam_attempts_member').on(table.memberId, table.courseId),
    uniqueIndex('exam_attempts_first')
      .on(table.memberId, table.courseId)
      .where(sql`${table.isFirst}`),
    index('exam_attempts_to_follow')
      .on(table.id)
      .where(sql`${table.isToFollow}`),
    index('exam_attempts_newest_first')
      .on(table.courseId, sql`${table.createdAt} desc`)
      .where(sql`${table.isFirst}`),
    index('exam_attempts_newest').on(sql`${table.createdAt} desc`, sql`${table.id} desc`),
    check('exam_attempts_score', sql`${table.score} >= 0 and ${table.score} <= ${table.total}`),
  ],
)

/**
 * A drawn question with its version. `order` contains the indexes of its options in the order in which they are shown.
 */
export type DrawnQuestion = { questionId: string; version: number; order: number[] }

/**
 * The questions that were drawn for a member's exam attempt. They stay the same until the answers are submitted or the
 * attempt expires.
 */
export const examPapers = pgTable(
  'exam_papers',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId),
    questions: jsonb().$type<DrawnQuestion[]>().notNull(),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
    /**
     * The completion rule that applied when the member first opened the exam of this course. It also applies to later
     * attempts.
     */
    completionRule: text('completion_rule').$type<CompletionRule>().notNull().default('none'),
    /** The result after the answers were submitted. Null before that. */
    attemptId: uuid('attempt_id')
      .unique()
      .references(() => examAttempts.id),
  },
  (table) => [
    uniqueIndex('exam_papers_open')
      .on(table.memberId, table.courseId)
      .where(sql`${table.attemptId} is null`),
    index('exam_papers_member').on(table.memberId),
  ],
)

/**
 * How members answered a version of a question in their first attempts. Each chosen option has one row. A trigger on
 * the attempts updates the counts, so that lists don't have to read all attempts. No names are stored.
 */
export const questionTallies = pgTable(
  'question_tallies',
  {
    questionId: uuid('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    /** The index in the options of that version, from 0. It is -1 if the question was skipped. */
    option: integer().notNull(),
    isRight: boolean('is_right').notNull(),
    members: integer().notNull(),
    /**
     * For each of these members, the share of other questions that the member answered correctly was calculated. These
     * are the sum of these shares and the sum of their squares.
     */
    rest: doublePrecision().notNull(),
    restSquares: doublePrecision('rest_squares').notNull(),
  },
  (table) => [primaryKey({ columns: [table.questionId, table.version, table.option, table.isRight] })],
)

/**
 * The exam that a certificate required: the number of questions asked, the size of the question bank, and the
 * percentage needed. Older rows also contain the number of the exam form, which is not public.
 */
export type ExamRequirements = { asked: number; bank: number; needed: number }

/** What a course taught when its certificate was issued. */
export type Syllabus = { outcomes: string[]; lectures: string[] }

export const certificates = pgTable(
  'certificates',
  {
    /** The ID has at least 160 random bits, so that no one can guess the page of a certificate. */
    id: text().primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId),
    /** Null if the course had no exam, so that completing its lectures earned the certificate. */
    attemptId: uuid('attempt_id').references(() => examAttempts.id),
    printedName: text('printed_name').notNull(),
    courseName: text('course_name').notNull(),
    /** Null if the exam was passed before drawn questions were stored. */
    examined: jsonb().$type<ExamRequirements>(),
    /** Null for certificates that are older than this column. */
    taught: jsonb().$type<Syllabus>(),
    /** When everything was completed: all lectures, and the exam if there is one. Null if lectures were missing when the certificate was issued. */
    completedAt: timestamp('completed_at', { withTimezone: true }),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().defaultNow(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    revokedReason: text('revoked_reason'),
    /** What the course awarded on the day when the member passed. Null if it awarded no contact hours. */
    contactHours: jsonb('contact_hours').$type<ContactHours>(),
    /** The holder's licenses at that time. Null without contact hours, and after the holder was erased. */
    licenses: jsonb().$type<LicenseSnapshot[]>(),
  },
  (table) => [
    uniqueIndex('certificates_one_each').on(table.memberId, table.courseId),
    index('certificates_number').on(table.id.op('text_pattern_ops')),
    check('certificates_earned', sql`${table.attemptId} is not null or ${table.completedAt} is not null`),
  ],
)

/**
 * A member's evaluation of a course before the certificate, and the member's attestation that they completed the course
 * themselves.
 */
export const evaluations = pgTable(
  'evaluations',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId),
    /** A rating from 1 to 5 for each question, in order. Null if the question was skipped. */
    ratings: integer().array().notNull(),
    words: text().notNull().default(''),
    /** When all questions were answered. Null until then. */
    evaluatedAt: timestamp('evaluated_at', { withTimezone: true }),
    attestedAt: timestamp('attested_at', { withTimezone: true }),
    /** The name that the member confirmed with the attestation. */
    attestedName: text('attested_name').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.courseId] }),
    index('evaluations_course').on(table.courseId),
    check(
      'evaluations_ratings',
      sql`cardinality(${table.ratings}) = 5 and 1 <= all (${table.ratings}) and 5 >= all (${table.ratings})`,
    ),
  ],
)

/** A member's private note at a time in a lecture's video. */
export const notes = pgTable(
  'notes',
  {
    /** The browser generates this ID, so that a repeated request stores the note only once. */
    id: uuid().primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    lectureId: uuid('lecture_id')
      .notNull()
      .references(() => lectures.id),
    seconds: doublePrecision().notNull(),
    words: text().notNull(),
    writtenAt: timestamp('written_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('notes_member').on(table.memberId, table.lectureId),
    index('notes_lecture').on(table.lectureId),
    check('notes_seconds', sql`${table.seconds} >= 0`),
  ],
)
