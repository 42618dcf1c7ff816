import { and, asc, desc, eq, isNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open-database.ts'
import { lectureAddresses, lectures, products } from '#db/tables/catalog.ts'
import { posts, threadFollows, threads, threadVotes } from '#db/tables/discussions.ts'
import { files } from '#db/tables/files.ts'
import { members } from '#db/tables/members.ts'
import { postReports } from '#db/tables/moderation.ts'
import { toReferenceParams, ownedByReference, ownedBy } from '#features/foundation/ownership/ownership.public.ts'
import { hasAddress } from '#features/foundation/products/products.public.ts'
import { isUuid } from '#shared/ids.ts'
import type { ThreadCursor } from './discussions.rules.ts'

/** The reader: a member, who has access to their courses, or staff, who have access to all. */
export type Reader = { memberId: string; isStaff: boolean }

/** Condition on the row of `products`: the reader has access to its discussions. */
function isOpenTo({ memberId, isStaff }: Reader): SQL {
  return isStaff ? sql`true` : ownedBy(memberId)
}

/** A select of the IDs of all courses whose discussions the reader has access to. */
export function selectOpenCourses(reader: Reader): SQL {
  return sql`select ${products.id} from ${products} where ${products.kind} = 'course' and ${isOpenTo(reader)}`
}

/** Like `isOpenTo`, for a known course in a query that doesn't read `products`; evaluated once for all rows. */
function matchOpenCourse(reader: Reader, courseId: string): SQL {
  return sql`exists (select from ${products} where ${products.id} = ${courseId} and ${isOpenTo(reader)})`
}

/** Condition on the row of `products`: the reader has access to it, and this is its slug or their purchase ID. */
function matchesName({ memberId, isStaff }: Reader, slugOrPurchaseId: string): SQL {
  const { slug, purchaseId } = toReferenceParams(slugOrPurchaseId)
  const existsForReader = ownedByReference({ memberId, slug, purchaseId: purchaseId ?? sql`null` })
  return isStaff ? sql`(${hasAddress(slug)} or (${existsForReader}))` : existsForReader
}

const lecturesOfCourse = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', l.id, 'slug', l.slug, 'name', l.name, 'seconds', f.seconds) order by l.position)
  from ${lectures} l left join ${files} f on f.id = l.recording_file_id where l.course_id = ${products.id} and l.retired_at is null), '[]')`

/**
 * The course by its slug or the reader's purchase ID, with its lectures and their lengths, if known; undefined if the
 * reader has no access to it.
 */
export async function findCourse(db: Executor, reader: Reader, slugOrPurchaseId: string) {
  const [found] = await db
    .select({
      id: products.id,
      slug: products.slug,
      title: products.title,
      // Nested sql`` because Drizzle omits table names from the outermost one if a select has only one table.
      lectures: sql<{ id: string; slug: string; name: string; seconds: number | null }[]>`${lecturesOfCourse}`,
    })
    .from(products)
    .where(and(eq(products.kind, 'course'), matchesName(reader, slugOrPurchaseId)))
  return found
}

/** A lecture in a course that the reader has access to, by current or former slug. */
export async function findLecture(
  db: Executor,
  reader: Reader,
  { slugOrPurchaseId, lectureSlug }: { slugOrPurchaseId: string; lectureSlug: string },
) {
  const [found] = await db
    .select({ id: lectures.id, courseId: lectures.courseId })
    .from(products)
    .innerJoin(
      lectureAddresses,
      and(eq(lectureAddresses.courseId, products.id), eq(lectureAddresses.slug, lectureSlug)),
    )
    .innerJoin(lectures, eq(lectures.id, lectureAddresses.lectureId))
    .where(and(eq(products.kind, 'course'), matchesName(reader, slugOrPurchaseId)))
  return found
}

const isStaffRow = sql<boolean>`${members.role} = 'staff'`
const author = {
  memberId: members.id,
  firstName: members.firstName,
  lastName: members.lastName,
  isStaff: isStaffRow.as('is_staff'),
  isErased: sql<boolean>`${members.erasedAt} is not null`.as('is_erased'),
}

/** A hidden answer doesn't count unless it is shown again. */
const isAnswered = (threadId: SQLWrapper) =>
  sql<boolean>`exists (select from ${posts} a where a.thread_id = ${threadId} and a.accepted_at is not null and a.hidden_at is null)`

/** A question that was hidden does not count as unanswered. */
export const isQuestionVisible = sql`not exists (select from ${posts} o where o.thread_id = ${threads.id} and o.number = 0 and o.hidden_at is not null)`

type ThreadFilter = {
  courseId: string
  /** Undefined for the whole course. */
  lectureId: string | undefined
  isUnanswered: boolean
  /** Selects the page that follows this thread. */
  after: ThreadCursor | undefined
  limit: number
}

/** Pinned threads first, then by latest post. */
export function listThreads(db: Executor, reader: Reader, wanted: ThreadFilter) {
  const { courseId, lectureId, isUnanswered, after, limit } = wanted
  const order = [desc(threads.isPinned), desc(threads.activeAt), desc(threads.id)] as const
  // Selects one page using only the index, then looks up everything else for those rows.
  const page = db
    .select()
    .from(threads)
    .where(
      and(
        lectureId === undefined ? eq(threads.courseId, courseId) : eq(threads.lectureId, lectureId),
        // Written as constants instead of parameters, so that the partial indexes match.
        sql`${threads.isListed}`,
        isUnanswered ? sql`${threads.answers} = 0 and ${isQuestionVisible}` : undefined,
        after &&
          sql`(${threads.isPinned}, ${threads.activeAt}, ${threads.id}) < (${after.isPinned}, ${after.activeAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
        matchOpenCourse(reader, courseId),
      ),
    )
    .orderBy(...order)
    .limit(limit)
    .as('page')
  return db
    .select({
      id: page.id,
      title: page.title,
      seconds: page.seconds,
      activeAt: page.activeAt,
      replies: page.replies,
      votes: page.votes,
      isPinned: page.isPinned,
      isLocked: page.isLocked,
      lecture: { slug: lectures.slug, name: lectures.name },
      author,
      deletedAt: posts.deletedAt,
      hiddenAt: posts.hiddenAt,
      isAnswered: isAnswered(page.id),
    })
    .from(page)
    .innerJoin(members, eq(members.id, page.memberId))
    .innerJoin(posts, and(eq(posts.threadId, page.id), eq(posts.number, 0)))
    .leftJoin(lectures, eq(lectures.id, page.lectureId))
    .orderBy(desc(page.isPinned), desc(page.activeAt), desc(page.id))
}

const own = (reader: Reader, table: typeof threadVotes | typeof threadFollows) =>
  sql<boolean>`exists (select from ${table} where ${table.threadId} = ${threads.id} and ${table.memberId} = ${reader.memberId})`

export async function findThread(db: Executor, reader: Reader, id: string) {
  if (!isUuid(id)) return undefined
  const opening = alias(posts, 'opening')
  const [found] = await db
    .select({
      id: threads.id,
      memberId: threads.memberId,
      courseId: threads.courseId,
      courseSlug: products.slug,
      courseTitle: products.title,
      lecture: {
        slug: lectures.slug,
        name: lectures.name,
        isRetired: sql<boolean>`${lectures.retiredAt} is not null`,
        length: sql<number | null>`(select f.seconds from ${files} f where f.id = ${lectures.recordingFileId})`,
      },
      seconds: threads.seconds,
      title: threads.title,
      replies: threads.replies,
      votes: threads.votes,
      isPinned: threads.isPinned,
      isLocked: threads.isLocked,
      hasVoted: own(reader, threadVotes),
      isFollowed: own(reader, threadFollows),
      deletedAt: opening.deletedAt,
      hiddenAt: opening.hiddenAt,
    })
    .from(threads)
    .innerJoin(products, eq(products.id, threads.courseId))
    .innerJoin(opening, and(eq(opening.threadId, threads.id), eq(opening.number, 0)))
    .leftJoin(lectures, eq(lectures.id, threads.lectureId))
    .where(and(eq(threads.id, id), isOpenTo(reader)))
  return found
}

const postColumns = ({ memberId }: Reader) => ({
  id: posts.id,
  threadId: posts.threadId,
  number: posts.number,
  words: posts.words,
  html: posts.html,
  writtenAt: posts.writtenAt,
  editedAt: posts.editedAt,
  deletedAt: posts.deletedAt,
  acceptedAt: posts.acceptedAt,
  hiddenAt: posts.hiddenAt,
  hiddenReason: posts.hiddenReason,
  author,
  isReported:
    sql<boolean>`exists (select from ${postReports} where ${postReports.postId} = ${posts.id} and ${postReports.memberId} = ${memberId})`.as(
      'is_reported',
    ),
})

/** The original question; undefined if it has been edited or deleted. */
export async function findQuestionText(db: Executor, threadId: string) {
  const [found] = await db
    .select({ words: posts.words })
    .from(posts)
    .where(and(eq(posts.threadId, threadId), eq(posts.number, 0), isNull(posts.editedAt), isNull(posts.deletedAt)))
  return found
}

export type PostRow = Awaited<ReturnType<typeof listPosts>>[number]

type PostRange = { threadId: string; courseId: string; from: number; limit: number }

/** The first post, the accepted answer, and replies starting at a number. */
export function listPosts(db: Executor, reader: Reader, { threadId, courseId, from, limit }: PostRange) {
  // Each of the three parts is read from an index, however many replies there are.
  const shown = sql`select ${posts.id} from ${posts} where ${posts.threadId} = ${threadId} and ${posts.number} = 0
    union all select ${posts.id} from ${posts} where ${posts.threadId} = ${threadId} and ${posts.acceptedAt} is not null and ${posts.hiddenAt} is null
    union all (select ${posts.id} from ${posts} where ${posts.threadId} = ${threadId} and ${posts.number} >= ${Math.max(1, from)}
      order by ${posts.number} limit ${limit})`
  return db
    .select(postColumns(reader))
    .from(posts)
    .innerJoin(members, eq(members.id, posts.memberId))
    .where(and(sql`${posts.id} = any(array(${shown}))`, matchOpenCourse(reader, courseId)))
    .orderBy(asc(posts.number))
}

/** A post in a course that the reader has access to, with the thread data that determines what they may do. */
export async function findPost(db: Executor, reader: Reader, id: string) {
  const [found] = await db
    .select({
      ...postColumns(reader),
      courseId: threads.courseId,
      askedBy: sql<string>`${threads.memberId}`.as('asked_by'),
      title: threads.title,
      isLocked: threads.isLocked,
    })
    .from(posts)
    .innerJoin(threads, eq(threads.id, posts.threadId))
    .innerJoin(products, eq(products.id, threads.courseId))
    .innerJoin(members, eq(members.id, posts.memberId))
    .where(and(eq(posts.id, id), isOpenTo(reader)))
  return found
}

const MAX_MOMENTS = 50

/**
 * A lecture's threads that have a timestamp: those with the most recent activity, sorted by timestamp. Excludes hidden
 * and deleted ones.
 */
export async function listMoments(db: Executor, reader: Reader, of: { courseId: string; lectureId: string }) {
  const found = await db
    .select({
      id: threads.id,
      seconds: threads.seconds,
      title: threads.title,
      replies: threads.replies,
      isAnswered: isAnswered(threads.id),
    })
    .from(threads)
    .innerJoin(
      posts,
      and(
        eq(posts.threadId, threads.id),
        eq(posts.number, 0),
        sql`${posts.hiddenAt} is null and ${posts.deletedAt} is null`,
      ),
    )
    .where(
      and(
        eq(threads.lectureId, of.lectureId),
        sql`${threads.isListed} and ${threads.seconds} is not null`,
        matchOpenCourse(reader, of.courseId),
      ),
    )
    .orderBy(desc(threads.activeAt))
    .limit(MAX_MOMENTS)
  return found
    .flatMap(({ seconds, ...each }) => (seconds === null ? [] : [{ ...each, seconds }]))
    .toSorted((one, other) => one.seconds - other.seconds)
}
