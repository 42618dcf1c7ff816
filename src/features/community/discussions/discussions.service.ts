import { isClosedByDispute } from '#features/foundation/ownership/ownership.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { hasPermission, hasPermissionForAny, type Role, type Staff, toStaff } from '#shared/policy.ts'
import {
  findCourse,
  findLecture,
  findThread,
  listMoments,
  listPosts,
  listThreads,
  type PostRow,
  type Reader,
} from './discussions.queries.ts'
import { EDIT_WINDOW_MS, formatAuthorName, encodeCursor, decodeCursor, getPostState } from './discussions.rules.ts'
import { listUnansweredRows } from './unanswered.queries.ts'

type ReadingDeps = Pick<Deps, 'db' | 'now'>

export type StaffReader = Reader & { by: Staff }

export function toReader({ id, role }: { id: string; role: Role }): StaffReader {
  return { memberId: id, isStaff: hasPermissionForAny(role, 'moderate discussions'), by: toStaff({ id, role }) }
}

const THREADS_PER_PAGE = 20
const POSTS_PER_PAGE = 20

export const threadNotFoundError = () => new AppError('not_found', 'This discussion isn’t in any of your courses.')

export async function courseNotFoundError(
  db: Deps['db'],
  { memberId }: Reader,
  slugOrPurchaseId: string,
): Promise<AppError> {
  const isDisputed = await isClosedByDispute(db, memberId, 'course', slugOrPurchaseId)
  return new AppError(
    'not_found',
    'This course isn’t in your account.',
    isDisputed ? { reply: { is_disputed: true } } : {},
  )
}

type DiscussionFilter = {
  slugOrPurchaseId: string
  lectureSlug: string | undefined
  isUnanswered: boolean
  after: string | undefined
}

/** Discussions of a course, twenty at a time. Throws `not_found`. */
export async function getDiscussions({ db }: Pick<Deps, 'db'>, reader: Reader, wanted: DiscussionFilter) {
  const { slugOrPurchaseId, lectureSlug, isUnanswered, after } = wanted
  const course = await findCourse(db, reader, slugOrPurchaseId)
  if (!course) throw await courseNotFoundError(db, reader, slugOrPurchaseId)
  const lecture = course.lectures.find(({ slug }) => slug === lectureSlug)
  if (lectureSlug !== undefined && !lecture) throw new AppError('not_found', 'Lecture not found in this course.')
  const found = await listThreads(db, reader, {
    courseId: course.id,
    lectureId: lecture?.id,
    isUnanswered,
    after: after === undefined ? undefined : decodeCursor(after),
    limit: THREADS_PER_PAGE + 1,
  })
  const shown = found.slice(0, THREADS_PER_PAGE)
  const last = shown.at(-1)
  return {
    course,
    threads: shown.map(({ title, activeAt, deletedAt, hiddenAt, author, ...each }) => {
      const state = getPostState({ deletedAt, hiddenAt })
      return {
        ...each,
        state,
        title: canRead(reader, state, author.memberId) ? title : null,
        activeAt,
        author: toAuthor(reader, author),
      }
    }),
    next: found.length > shown.length && last ? encodeCursor(last) : null,
  }
}

/** Hidden posts are visible to their author and staff; deleted ones to no one. */
function canRead({ memberId, isStaff }: Reader, state: ReturnType<typeof getPostState>, authorId: string): boolean {
  return state === 'there' || (state === 'hidden' && (isStaff || authorId === memberId))
}

function toAuthor({ memberId }: Reader, author: PostRow['author']) {
  return {
    name: formatAuthorName(author),
    isStaff: author.isStaff,
    isErased: author.isErased,
    isOwn: author.memberId === memberId,
  }
}

/** A thread with its first post, the accepted answer, and twenty replies starting at a number. Throws `not_found`. */
export async function getThread(deps: ReadingDeps, reader: StaffReader, { id, from }: { id: string; from: number }) {
  const { db } = deps
  const thread = await findThread(db, reader, id)
  if (!thread) throw threadNotFoundError()
  const found = await listPosts(db, reader, {
    threadId: id,
    courseId: thread.courseId,
    from,
    limit: POSTS_PER_PAGE + 1,
  })
  const replies = found.filter(({ number }) => number >= Math.max(1, from))
  const shown = replies.slice(0, POSTS_PER_PAGE)
  const last = shown.at(-1)
  // The accepted answer is shown above the other replies, whatever its number.
  const posts = found.filter((post) => post.number === 0 || isAnswer(post) || shown.includes(post))
  const state = getPostState(thread)
  return {
    ...thread,
    state,
    title: canRead(reader, state, thread.memberId) ? thread.title : null,
    posts: posts.map((post) => toPostForReader(deps, reader, { post, thread })),
    next: last && replies.length > shown.length ? last.number + 1 : null,
    isOwn: thread.memberId === reader.memberId,
    mayReply: canReply(reader, thread),
  }
}

/** Only staff may reply to a locked thread, or to a hidden or deleted question. */
export function canReply(
  { isStaff }: Reader,
  thread: { isLocked: boolean; deletedAt: Date | null; hiddenAt: Date | null },
): boolean {
  return isStaff || (!thread.isLocked && getPostState(thread) === 'there')
}

function isAnswer({ acceptedAt, hiddenAt }: PostRow): boolean {
  return acceptedAt !== null && hiddenAt === null
}

type PostInThread = { post: PostRow; thread: { memberId: string; isLocked: boolean } }

export function toPostForReader({ now }: Pick<Deps, 'now'>, reader: StaffReader, { post, thread }: PostInThread) {
  const { author, words, html, writtenAt, editedAt, hiddenReason, isReported, id, number } = post
  const state = getPostState(post)
  const isRead = canRead(reader, state, author.memberId)
  const isOwn = author.memberId === reader.memberId
  const mayEdit = isOwn && canEdit(post, { isLocked: thread.isLocked && !reader.isStaff, now: now() })
  return {
    id,
    number,
    author: toAuthor(reader, author),
    writtenAt,
    isEdited: editedAt !== null && isRead,
    state,
    html: isRead ? html : null,
    words: mayEdit ? words : null,
    hiddenReason: isRead ? hiddenReason : null,
    isAccepted: isAnswer(post),
    mayEdit,
    mayDelete: isOwn && state !== 'deleted',
    mayAccept: number > 0 && state === 'there' && (reader.isStaff || thread.memberId === reader.memberId),
    isReported,
    mayReport: !isOwn && state === 'there' && !isReported,
    mayModerate: state !== 'deleted' && hasPermission(reader.by, 'moderate', author),
  }
}

/** Posts can be edited for half an hour, while they are visible and the thread is not locked. */
export function canEdit(
  post: { deletedAt: Date | null; hiddenAt: Date | null; writtenAt: Date },
  { isLocked, now }: { isLocked: boolean; now: Date },
): boolean {
  return !isLocked && getPostState(post) === 'there' && now.getTime() - post.writtenAt.getTime() <= EDIT_WINDOW_MS
}

/** The timestamps in a lecture that have discussions. Throws `not_found`. */
export async function getMoments(
  { db }: Pick<Deps, 'db'>,
  reader: Reader,
  key: { slugOrPurchaseId: string; lectureSlug: string },
) {
  const lecture = await findLecture(db, reader, key)
  if (!lecture) throw await courseNotFoundError(db, reader, key.slugOrPurchaseId)
  return listMoments(db, reader, { courseId: lecture.courseId, lectureId: lecture.id })
}

/** Unanswered questions from all courses, for staff: oldest first, twenty at a time. */
export async function listUnansweredThreads({ db }: Pick<Deps, 'db'>, after: string | undefined) {
  const place = after === undefined ? undefined : decodeCursor(after)
  const found = await listUnansweredRows(db, {
    after: place && { askedAt: place.activeAt, id: place.id },
    limit: THREADS_PER_PAGE + 1,
  })
  const shown = found.slice(0, THREADS_PER_PAGE)
  const last = shown.at(-1)
  return {
    threads: shown.map(({ askedAt, hiddenAt, ...each }) => ({
      ...each,
      askedAt,
      isHidden: hiddenAt !== null,
    })),
    next:
      found.length > shown.length && last
        ? encodeCursor({ isPinned: false, activeAt: last.askedAt, id: last.id })
        : null,
  }
}
