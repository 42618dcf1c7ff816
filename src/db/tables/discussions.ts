import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { courses, lectures } from './catalogue.ts'
import { members } from './members.ts'

/** A question, or anything else that is talked about, among those who own a course. What was asked is its post number 0. */
export const threads = pgTable(
  'threads',
  {
    /** Made by the browser: what is sent twice is asked once. */
    id: uuid().primaryKey(),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId, { onDelete: 'cascade' }),
    /** Null where it is about the course as a whole. */
    lectureId: uuid('lecture_id').references(() => lectures.id, { onDelete: 'cascade' }),
    /** The moment of the lecture that it is about. */
    seconds: doublePrecision(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    /** Empty once its first post is deleted. */
    title: text().notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    /** When somebody wrote in it last, in whole milliseconds: parts of lists end at one. */
    activeAt: timestamp('active_at', { withTimezone: true }).notNull(),
    lastNumber: integer('last_number').notNull().default(0),
    /** Replies that stand. */
    replies: integer().notNull().default(0),
    /** Of those, the ones that are not by who asked. */
    answers: integer().notNull().default(0),
    /** Members who have the same question. */
    votes: integer().notNull().default(0),
    isPinned: boolean('is_pinned').notNull().default(false),
    isLocked: boolean('is_locked').notNull().default(false),
    /** False where nothing of it stands any more. */
    isListed: boolean('is_listed').notNull().default(true),
  },
  (table) => {
    const newest = [sql`${table.isPinned} desc`, sql`${table.activeAt} desc`, sql`${table.id} desc`] as const
    const isListed = sql`${table.isListed}`
    const isUnanswered = sql`${table.isListed} and ${table.answers} = 0`
    return [
      index('threads_course')
        .on(table.courseId, ...newest)
        .where(isListed),
      index('threads_course_unanswered')
        .on(table.courseId, ...newest)
        .where(isUnanswered),
      index('threads_lecture')
        .on(table.lectureId, ...newest)
        .where(isListed),
      index('threads_lecture_unanswered')
        .on(table.lectureId, ...newest)
        .where(isUnanswered),
      index('threads_moments')
        .on(table.lectureId, sql`${table.activeAt} desc`)
        .where(sql`${table.isListed} and ${table.seconds} is not null`),
      index('threads_waiting').on(table.askedAt, table.id).where(isUnanswered),
      index('threads_member').on(table.memberId),
      check(
        'threads_moment',
        sql`${table.seconds} is null or (${table.seconds} >= 0 and ${table.lectureId} is not null)`,
      ),
    ]
  },
)

/** What somebody wrote in a thread: number 0 began it, the others reply to it. */
export const posts = pgTable(
  'posts',
  {
    /** Made by the browser for replies. */
    id: uuid().primaryKey(),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id, { onDelete: 'cascade' }),
    /** In the order in which they came. */
    number: integer().notNull(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    /** Markdown; empty once it is deleted. */
    words: text().notNull(),
    /** What pages show of it, made when it was written: nobody who reads waits for somebody's Markdown. */
    html: text().notNull(),
    /** Which renderer made `html`; 0: one of before. */
    renderer: integer().notNull().default(0),
    writtenAt: timestamp('written_at', { withTimezone: true }).notNull(),
    editedAt: timestamp('edited_at', { withTimezone: true }),
    /** By its author, or with his account. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    /** It answers what was asked, unless it is hidden. */
    acceptedAt: timestamp('accepted_at', { withTimezone: true }),
    /** By staff: its author sees it with the reason, everybody else that there was something. */
    hiddenAt: timestamp('hidden_at', { withTimezone: true }),
    /** Null where it was hidden on the command line. */
    hiddenBy: uuid('hidden_by').references(() => members.id),
    hiddenReason: text('hidden_reason'),
    /** Its author was warned that it looks like data of a patient, and sent it all the same. */
    guardConfirmedAt: timestamp('guard_confirmed_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('posts_number').on(table.threadId, table.number),
    uniqueIndex('posts_accepted')
      .on(table.threadId)
      .where(sql`${table.acceptedAt} is not null`),
    index('posts_member').on(table.memberId),
    check('posts_deleted', sql`${table.deletedAt} is null or (${table.words} = '' and ${table.html} = '')`),
    check(
      'posts_accepted_stands',
      sql`${table.acceptedAt} is null or (${table.deletedAt} is null and ${table.number} > 0)`,
    ),
    check('posts_hidden', sql`(${table.hiddenAt} is null) = (${table.hiddenReason} is null)`),
  ],
)

/** Members who have the question that somebody asked, too. */
export const threadVotes = pgTable(
  'thread_votes',
  {
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id, { onDelete: 'cascade' }),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    votedAt: timestamp('voted_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.threadId, table.memberId] }),
    index('thread_votes_member').on(table.memberId),
  ],
)

/** Members who want to be told what is written in a thread. */
export const threadFollows = pgTable(
  'thread_follows',
  {
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id, { onDelete: 'cascade' }),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    followedAt: timestamp('followed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.threadId, table.memberId] }),
    index('thread_follows_member').on(table.memberId),
  ],
)
