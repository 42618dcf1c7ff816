import { recordEvent, assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { findPost, findThread, type Reader } from './discussions.queries.ts'
import { getPostState, THREAD_ACTION_LIMIT } from './discussions.rules.ts'
import { threadNotFoundError, type StaffReader } from './discussions.service.ts'
import { notifyOfAnswer, withdrawAnswerNotification } from './discussion-notifications.service.ts'
import { acceptPost, lockThread, updateThreadFlags as leadIt, setFollowing, setVote } from './posting.queries.ts'

type ThreadActionDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>

/**
 * Sets or removes the accepted answer; allowed for the question's author and staff. Throws `not_found`, `forbidden`, or
 * `invalid`.
 */
export async function acceptAnswer(
  deps: ThreadActionDeps,
  reader: StaffReader,
  { threadId, postId }: { threadId: string; postId: string | undefined },
): Promise<void> {
  const { db, now } = deps
  const thread = await openThread(deps, reader, threadId)
  if (!reader.isStaff && thread.memberId !== reader.memberId)
    throw new AppError('forbidden', 'Only the person who asked and the academy can mark the answer.')
  await db.transaction(async (tx) => {
    await assertActive(tx, reader.by)
    await lockThread(tx, threadId)
    const accepted = postId === undefined ? undefined : { id: postId, at: now() }
    if (!(await acceptPost(tx, threadId, accepted)))
      throw new AppError('invalid', 'This reply no longer exists. Reload the page.')
    // The accepted answer changed or was removed.
    await withdrawAnswerNotification(tx, threadId)
    const post = postId === undefined ? undefined : await findPost(tx, reader, postId)
    if (post)
      await notifyOfAnswer(deps, tx, {
        placed: { threadId, ...thread },
        post: { number: post.number, memberId: post.author.memberId },
        askedBy: thread.memberId,
        by: reader.memberId,
      })
  })
}

/**
 * Adds or removes a vote for a question. Returns the number of votes. Throws `not_found`, or `invalid` for its author.
 */
export async function voteForThread(
  deps: ThreadActionDeps,
  reader: StaffReader,
  { threadId, hasIt }: { threadId: string; hasIt: boolean },
): Promise<number> {
  const thread = await openThread(deps, reader, threadId)
  if (thread.memberId === reader.memberId)
    throw new AppError('invalid', 'You can’t select “I have this question too” on your own question.')
  if (hasIt && getPostState(thread) !== 'there') throw new AppError('invalid', 'This question no longer exists.')
  return deps.db.transaction(async (tx) => {
    await assertActive(tx, reader.by)
    return setVote(tx, { threadId, memberId: reader.memberId }, hasIt ? deps.now() : undefined)
  })
}

/** Throws `not_found`. */
export async function followThread(
  deps: ThreadActionDeps,
  reader: Reader,
  { threadId, isFollowed }: { threadId: string; isFollowed: boolean },
): Promise<void> {
  await openThread(deps, reader, threadId)
  await setFollowing(deps.db, { threadId, memberId: reader.memberId }, isFollowed ? deps.now() : undefined)
}

async function openThread(deps: ThreadActionDeps, reader: Reader, threadId: string) {
  const thread = await findThread(deps.db, reader, threadId)
  if (!thread) throw threadNotFoundError()
  await enforceRateLimit(deps, deps.db, THREAD_ACTION_LIMIT, reader.memberId)
  return thread
}

type ThreadFlagsRequest = { id: string; isPinned: boolean; isLocked: boolean; by: Staff }

/** Pins or locks a thread, for staff. Throws `not_found` or `forbidden`. */
export async function pinOrLockThread(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, isPinned, isLocked, by }: ThreadFlagsRequest,
): Promise<void> {
  if (!hasPermission(by, 'moderate discussions')) throw permissionDeniedError(by, 'moderate discussions')
  await db.transaction(async (tx) => {
    const before = await leadIt(tx, id, { isPinned, isLocked })
    if (!before) throw threadNotFoundError()
    if (before.isPinned === isPinned && before.isLocked === isLocked) return
    await recordEvent(tx, {
      at: now(),
      by,
      kind: 'discussion.led',
      subject: { id },
      before: { pinned: before.isPinned, closed: before.isLocked },
      after: { pinned: isPinned, closed: isLocked },
    })
  })
}
