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
import { courses, lectures, questions } from './catalogue.ts'
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

/** A question as it was asked in each of its versions, today's among them. Rows never change. A trigger writes them. */
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

/** One question as it was answered; kept whole, so that an attempt can be read after the examination has changed. */
export type ExamAnswer = {
  questionId: string
  /** Which version of the question was asked; missing in attempts of before versions were counted. */
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
    /** False for a score that the browser only claimed: it earns nothing. */
    isCountedByServer: boolean('is_counted_by_server').notNull(),
    /** The first that the server counted of this member in this course. A trigger says so. */
    isFirst: boolean('is_first').notNull().default(false),
    /** Marked again it passes, and its member was not given yet what follows from that. */
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
    index('exam_attempts_newest').on(sql`${table.createdAt} desc`, sql`${table.id} desc`),
    check('exam_attempts_score', sql`${table.score} >= 0 and ${table.score} <= ${table.total}`),
  ],
)

/** A question as a paper asks it: which version, and the indices of its options in the order in which they stand there. */
export type DrawnQuestion = { questionId: string; version: number; order: number[] }

/** The questions that a member was given to answer, the same until they are handed in or too old. */
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
    /** What was counted when it was handed in; null while it is open. */
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
 * How members answered a version of a question in their first attempts: one row for each option that was chosen. A trigger on the attempts counts, so
 * that no list has to read them; nobody's name stands here.
 */
export const questionTallies = pgTable(
  'question_tallies',
  {
    questionId: uuid('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    /** Index into the options of that version, from 0; -1 where the question was left out. */
    option: integer().notNull(),
    isRight: boolean('is_right').notNull(),
    members: integer().notNull(),
    /** Sum over these members of the share of the other questions that they had right, and of its squares. */
    rest: doublePrecision().notNull(),
    restSquares: doublePrecision('rest_squares').notNull(),
  },
  (table) => [primaryKey({ columns: [table.questionId, table.version, table.option, table.isRight] })],
)

/** How the holder of a certificate was examined: the questions asked, the size of the bank, and the percentage needed. Older rows also have the number of the paper, which is not public. */
export type ExamRequirements = { asked: number; bank: number; needed: number }

/** What a course taught when its certificate was issued. */
export type Syllabus = { outcomes: string[]; lectures: string[] }

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
    /** Null where the examination was passed before there were papers. */
    examined: jsonb().$type<ExamRequirements>(),
    /** Null in those that were issued before it was kept. */
    taught: jsonb().$type<Syllabus>(),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().defaultNow(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    revokedReason: text('revoked_reason'),
    /** What the course awarded on the day on which it was passed; null where no contact hours are awarded. */
    contactHours: jsonb('contact_hours').$type<ContactHours>(),
    /** The holder's as they stood then; null without contact hours, and once he was erased. */
    licenses: jsonb().$type<LicenseSnapshot[]>(),
  },
  (table) => [
    uniqueIndex('certificates_one_each').on(table.memberId, table.courseId),
    index('certificates_number').on(table.id.op('text_pattern_ops')),
  ],
)

/** What a member said of a course before the certificate: how it was, and that he completed it himself. */
export const evaluations = pgTable(
  'evaluations',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId),
    /** From 1 to 5 for each question, in their order; null where one was left out. */
    ratings: integer().array().notNull(),
    words: text().notNull().default(''),
    /** When all questions were answered; null while some are not. */
    evaluatedAt: timestamp('evaluated_at', { withTimezone: true }),
    attestedAt: timestamp('attested_at', { withTimezone: true }),
    /** The name that was confirmed with it. */
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

/** What a member wrote to a moment of a lecture, for himself alone. */
export const notes = pgTable(
  'notes',
  {
    /** Made by the browser: what is sent twice is kept once. */
    id: uuid().primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    lectureId: uuid('lecture_id')
      .notNull()
      .references(() => lectures.id),
    /** The moment. */
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
