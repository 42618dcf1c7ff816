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
import { courses, lectures } from './catalog.ts'
import { members } from './members.ts'

/**
 * A question or topic in the discussion of a course, for members with access to the course. The first post has the
 * number 0.
 */
export const threads = pgTable(
  'threads',
  {
    /** The browser generates this ID, so that a repeated request stores the thread only once. */
    id: uuid().primaryKey(),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId, { onDelete: 'cascade' }),
    /** Null if the thread is about the course as a whole. */
    lectureId: uuid('lecture_id').references(() => lectures.id, { onDelete: 'cascade' }),
    /** The time in the lecture's video that the thread is about. */
    seconds: doublePrecision(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    /** The title. Empty after the first post is deleted. */
    title: text().notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    /** The time of the last post. It is in whole milliseconds, because page cursors contain it. */
    activeAt: timestamp('active_at', { withTimezone: true }).notNull(),
    lastNumber: integer('last_number').notNull().default(0),
    /** The number of visible replies. */
    replies: integer().notNull().default(0),
    /** The number of visible replies by members other than the one who asked. */
    answers: integer().notNull().default(0),
    /** The number of members who have the same question. */
    votes: integer().notNull().default(0),
    isPinned: boolean('is_pinned').notNull().default(false),
    isLocked: boolean('is_locked').notNull().default(false),
    /** False if no post in the thread is visible anymore. */
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

/** A post in a thread. Number 0 starts the thread, and the others are replies. */
export const posts = pgTable(
  'posts',
  {
    /** The browser generates the IDs of replies. */
    id: uuid().primaryKey(),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id, { onDelete: 'cascade' }),
    /** The number of the post in its thread, in order of arrival. */
    number: integer().notNull(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    /** The text in Markdown. Empty after the post is deleted. */
    words: text().notNull(),
    /** The HTML of the text. It is rendered when the post is written, so that readers never wait for it. */
    html: text().notNull(),
    /** The version of the renderer that produced `html`. 0 if that version had no number. */
    renderer: integer().notNull().default(0),
    writtenAt: timestamp('written_at', { withTimezone: true }).notNull(),
    editedAt: timestamp('edited_at', { withTimezone: true }),
    /** When the author deleted the post, or the author's account was erased. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    /** When the reply was accepted as the answer. It doesn't count while the reply is hidden. */
    acceptedAt: timestamp('accepted_at', { withTimezone: true }),
    /** When staff hid the post. Its author sees it with the reason. Everyone else sees only that a post was hidden. */
    hiddenAt: timestamp('hidden_at', { withTimezone: true }),
    /** Null if the post was hidden on the command line. */
    hiddenBy: uuid('hidden_by').references(() => members.id),
    hiddenReason: text('hidden_reason'),
    /** When the author posted the text despite the warning that it may contain patient data. */
    phiConfirmedAt: timestamp('guard_confirmed_at', { withTimezone: true }),
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

/** Members who have the same question as the author of a thread. */
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

/** Members who want to be notified of posts in a thread. */
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
