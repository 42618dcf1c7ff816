import { randomUUID } from 'node:crypto'
import type { Transaction } from '#db/open-database.ts'
import { RENDERER_VERSION, renderPost } from '#features/foundation/markdown/markdown.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { assertCanPost, assertCanStillPost } from '#features/community/muting/muting.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { formatClockTime } from '#shared/clock-time.ts'
import { findCourse, findQuestionText, findPost, findThread, type Reader } from './discussions.queries.ts'
import { findPostInAnyCourse } from './hiding.queries.ts'
import {
  canEdit,
  canReply,
  courseNotFoundError,
  threadNotFoundError,
  toPostForReader,
  type StaffReader,
} from './discussions.service.ts'
import {
  notifyOfQuestion,
  notifyOfReply,
  withdrawAnswerNotification,
  withdrawPostNotifications,
} from './discussion-notifications.service.ts'
import {
  changePost,
  changeTitle,
  clearPost,
  insertReply,
  insertThread,
  lockThread,
  recountThread,
  setFollowing,
} from './posting.queries.ts'
import { QUESTION_LIMIT, REPLY_LIMIT, POST_EDIT_LIMIT } from './discussions.rules.ts'

type PostingDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>

async function renderPostHtml(memberId: string, words: string): Promise<string> {
  const rendered = await renderPost(words, memberId)
  if ('wrong' in rendered) throw fieldErrors({ text: [`This text ${rendered.wrong}.`] })
  // Signs that only shape words are none.
  if (rendered.text === '') throw fieldErrors({ text: ['Please write something.'] })
  return rendered.html
}

type PostText = {
  words: string
  /** Its author was warned of data of a patient, and sends it all the same. */
  isGuardConfirmed: boolean
}

type NewQuestion = PostText & {
  /** Made by the browser. */
  id: string
  slugOrPurchaseId: string
  lectureSlug: string | undefined
  seconds: number | undefined
  title: string
}

/** Begins a thread; the same again is asked once. Refuses (`not_found`, `too_many_requests`, `invalid`). */
export async function askQuestion(deps: PostingDeps, reader: StaffReader, asked: NewQuestion): Promise<void> {
  const { db, now } = deps
  const { id, slugOrPurchaseId, lectureSlug, seconds, title, words, isGuardConfirmed } = asked
  const course = await findCourse(db, reader, slugOrPurchaseId)
  if (!course) throw await courseNotFoundError(db, reader, slugOrPurchaseId)
  const lecture = course.lectures.find(({ slug }) => slug === lectureSlug)
  if (lectureSlug !== undefined && !lecture)
    throw fieldErrors({ lecture: ['This lecture is not in the course. Please choose another one.'] })
  if (lecture?.seconds && seconds !== undefined && seconds > lecture.seconds)
    throw fieldErrors({
      seconds: [`This lecture is ${formatClockTime(lecture.seconds)} long. Please name an earlier moment.`],
    })
  const isThere = await isAlreadyAsked(db, reader, asked)
  if (isThere) return
  await assertCanPost(deps, { ...reader, words: `${title}\n${words}` })
  await enforceRateLimit(deps, db, QUESTION_LIMIT, reader.memberId)
  const html = await renderPostHtml(reader.memberId, words)
  const at = now()
  const { memberId } = reader
  const isNew = await db.transaction(async (tx) => {
    await assertCanStillPost(deps, tx, reader)
    const thread = {
      id,
      courseId: course.id,
      lectureId: lecture?.id ?? null,
      seconds: lecture ? (seconds ?? null) : null,
      memberId,
      title,
      askedAt: at,
      activeAt: at,
    }
    const opening = {
      id: randomUUID(),
      threadId: id,
      number: 0,
      memberId,
      words,
      html,
      renderer: RENDERER_VERSION,
      writtenAt: at,
      guardConfirmedAt: isGuardConfirmed ? at : null,
    }
    if (!(await insertThread(tx, thread, opening))) return false
    await setFollowing(tx, { threadId: id, memberId }, at)
    const placed = { threadId: id, courseId: course.id, courseSlug: course.slug, courseTitle: course.title }
    await notifyOfQuestion(deps, tx, { placed, by: memberId })
    return true
  })
  if (isNew) return
  // Sent twice at the same moment, or somebody else's id.
  if (!(await isAlreadyAsked(db, reader, asked))) throw threadNotFoundError()
}

/** Whether this very question is stored. Refuses its id for another one. */
async function isAlreadyAsked(db: Deps['db'], reader: Reader, { id, title, words }: NewQuestion): Promise<boolean> {
  const thread = await findThread(db, reader, id)
  if (!thread) return false
  assertOwn(reader, thread.memberId)
  const opening = await findQuestionText(db, id)
  // What was changed or deleted since can't be compared.
  if (opening && (thread.title !== title || opening.words !== words)) throw duplicateIdError()
  return true
}

const duplicateIdError = () =>
  new AppError(
    'conflict',
    'Something else was sent with this id before, and is stored. Nothing was changed. Please load the page again and send your text anew.',
  )

function assertOwn({ memberId }: Reader, authorId: string): void {
  if (authorId !== memberId) throw threadNotFoundError()
}

type Reply = PostText & { id: string; threadId: string }

/** Writes into a thread; the same again is written once. Refuses (`not_found`, `too_many_requests`, `invalid`). */
export async function postReply(
  deps: PostingDeps,
  reader: StaffReader,
  { id, threadId, words, isGuardConfirmed }: Reply,
) {
  const { db, now } = deps
  const thread = await findThread(db, reader, threadId)
  if (!thread) throw threadNotFoundError()
  const earlier = await findPost(db, reader, id)
  if (earlier) {
    assertOwn(reader, earlier.author.memberId)
    if (earlier.threadId !== threadId) throw threadNotFoundError()
    if (!earlier.editedAt && !earlier.deletedAt && earlier.words !== words) throw duplicateIdError()
    return ownPost(deps, reader, id)
  }
  if (!canReply(reader, thread)) throw threadClosedError()
  await assertCanPost(deps, { ...reader, words })
  await enforceRateLimit(deps, db, REPLY_LIMIT, reader.memberId)
  const html = await renderPostHtml(reader.memberId, words)
  const at = now()
  const { memberId } = reader
  await db.transaction(async (tx) => {
    await assertCanStillPost(deps, tx, reader)
    const locked = await lockThread(tx, threadId)
    if (!locked) throw threadNotFoundError()
    if (locked.isLocked && !reader.isStaff) throw threadClosedError()
    const post = {
      id,
      threadId,
      number: locked.lastNumber + 1,
      memberId,
      words,
      html,
      renderer: RENDERER_VERSION,
      writtenAt: at,
      guardConfirmedAt: isGuardConfirmed ? at : null,
    }
    if (!(await insertReply(tx, post, { isAnswer: locked.memberId !== memberId }))) return
    await notifyOfReply(deps, tx, { placed: { threadId, ...thread }, post, askedBy: locked.memberId, by: memberId })
    await setFollowing(tx, { threadId, memberId }, at)
  })
  return ownPost(deps, reader, id)
}

/** Refuses (`not_found`) what somebody else wrote as what is not there. */
async function findOwn(db: Deps['db'], reader: Reader, id: string) {
  const post = await findPost(db, reader, id)
  if (!post || post.author.memberId !== reader.memberId) throw postNotFoundError()
  return post
}

const postNotFoundError = () => new AppError('not_found', 'There is no such post of yours.')

const threadClosedError = () => new AppError('invalid', 'This discussion is closed: nobody can reply any more.')

/** As its author sees it; an id that is somebody else's is none of his. */
async function ownPost(deps: PostingDeps, reader: StaffReader, id: string) {
  const post = await findOwn(deps.db, reader, id)
  const { timeZone } = await readSite(deps.db)
  return toPostForReader(deps, reader, { post, thread: { memberId: post.askedBy, isLocked: post.isLocked }, timeZone })
}

type Change = PostText & {
  id: string
  /** Of the thread, where it is its first post; otherwise nothing becomes of it. */
  title: string | undefined
}

/** Changes what one wrote, for half an hour. Refuses (`not_found`; `invalid` where it is too late or gone). */
export async function editOwnPost(
  deps: PostingDeps,
  reader: StaffReader,
  { id, words, title, isGuardConfirmed }: Change,
) {
  const { db, now } = deps
  const post = await findOwn(db, reader, id)
  const at = now()
  if (post.isLocked && !reader.isStaff)
    throw new AppError('invalid', 'This discussion is closed: what stands in it can’t be changed any more.')
  if (!canEdit(post, { isLocked: false, now: at }))
    throw new AppError(
      'invalid',
      'This can’t be changed any more. What you wrote stays as it was; you can write another reply.',
    )
  await assertCanPost(deps, { ...reader, words: `${title ?? ''}\n${words}`, isChange: true })
  await enforceRateLimit(deps, db, POST_EDIT_LIMIT, reader.memberId)
  const html = await renderPostHtml(reader.memberId, words)
  await db.transaction(async (tx) => {
    await assertCanStillPost(deps, tx, reader)
    const changed = {
      words,
      html,
      renderer: RENDERER_VERSION,
      editedAt: at,
      guardConfirmedAt: isGuardConfirmed ? at : null,
    }
    if (!(await changePost(tx, { id, memberId: reader.memberId }, changed)))
      throw new AppError(
        'invalid',
        'This was hidden or deleted meanwhile and can’t be changed any more. Load the page again to see why.',
      )
    if (title !== undefined && post.number === 0) await changeTitle(tx, post.threadId, title)
  })
  return ownPost(deps, reader, id)
}

/** Takes away what one wrote, in whatever course, also one that is closed by now: only that it was there stays. Twice is the same. Refuses (`not_found`). */
export async function deleteOwnPost(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { memberId }: { memberId: string },
  id: string,
): Promise<void> {
  const post = await findPostInAnyCourse(db, id)
  if (post?.memberId !== memberId) throw postNotFoundError()
  await db.transaction((tx) => deletePost(tx, { post, deletedAt: now() }))
}

type PostDeletion = {
  post: { id: string; threadId: string; number: number; acceptedAt: Date | null; memberId: string }
  deletedAt: Date
}

async function deletePost(tx: Transaction, { post, deletedAt }: PostDeletion): Promise<void> {
  await lockThread(tx, post.threadId)
  await clearPost(tx, { id: post.id, memberId: post.memberId, deletedAt })
  if (post.number === 0) await changeTitle(tx, post.threadId, '')
  await recountThread(tx, post.threadId)
  await withdrawPostNotifications(tx, post)
  if (post.acceptedAt) await withdrawAnswerNotification(tx, post.threadId)
}
