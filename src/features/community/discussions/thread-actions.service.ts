import { recordEvent, refuseInactive } from '#features/foundation/audit-log/audit-log.public.ts'
import { throttle } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { Limit } from '#shared/limit.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { findPost, findThread, type Reader } from './discussions.queries.ts'
import { stateOf } from './discussions.rules.ts'
import { noSuchThread, type Reading } from './discussions.service.ts'
import { tellOfAnswer, withdrawAnswer } from './discussion-notifications.service.ts'
import { acceptPost, lockThread, leadThread as leadIt, setFollowing, setVote } from './posting.queries.ts'

type Needs = Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>

const DEEDS: Limit = { what: 'discussion-deed', hits: 300, windowMs: 60 * 60_000 }

/** Says which reply answers what was asked, or that none does: who asked, and staff. Refuses (`not_found`, `forbidden`, `invalid`). */
export async function accept(
  deps: Needs,
  reader: Reading,
  { threadId, postId }: { threadId: string; postId: string | undefined },
): Promise<void> {
  const { db, now } = deps
  const thread = await openThread(deps, reader, threadId)
  if (!reader.isStaff && thread.memberId !== reader.memberId)
    throw new AppError('forbidden', 'Only who asked, and the academy, can say which reply is the answer.')
  await db.transaction(async (tx) => {
    await refuseInactive(tx, reader.by)
    await lockThread(tx, threadId)
    const accepted = postId === undefined ? undefined : { id: postId, at: now() }
    if (!(await acceptPost(tx, threadId, accepted)))
      throw new AppError('invalid', 'This reply is gone. Please load the page again.')
    // Of another one than before, or of none.
    await withdrawAnswer(tx, threadId)
    const post = postId === undefined ? undefined : await findPost(tx, reader, postId)
    if (post)
      await tellOfAnswer(deps, tx, {
        placed: { threadId, ...thread },
        post: { number: post.number, memberId: post.author.memberId },
        askedBy: thread.memberId,
        by: reader.memberId,
      })
  })
}

/** Says that one has the same question, or has it no more. Returns how many have. Refuses (`not_found`; `invalid` for who asked it). */
export async function voteFor(
  deps: Needs,
  reader: Reading,
  { threadId, hasIt }: { threadId: string; hasIt: boolean },
): Promise<number> {
  const thread = await openThread(deps, reader, threadId)
  if (thread.memberId === reader.memberId) throw new AppError('invalid', 'You have asked this yourself.')
  if (hasIt && stateOf(thread) !== 'there') throw new AppError('invalid', 'This question is gone.')
  return deps.db.transaction(async (tx) => {
    await refuseInactive(tx, reader.by)
    return setVote(tx, { threadId, memberId: reader.memberId }, hasIt ? deps.now() : undefined)
  })
}

/** Refuses (`not_found`). */
export async function follow(
  deps: Needs,
  reader: Reader,
  { threadId, isFollowed }: { threadId: string; isFollowed: boolean },
): Promise<void> {
  await openThread(deps, reader, threadId)
  await setFollowing(deps.db, { threadId, memberId: reader.memberId }, isFollowed ? deps.now() : undefined)
}

async function openThread(deps: Needs, reader: Reader, threadId: string) {
  const thread = await findThread(deps.db, reader, threadId)
  if (!thread) throw noSuchThread()
  await throttle(deps, deps.db, DEEDS, reader.memberId)
  return thread
}

type Led = { id: string; isPinned: boolean; isLocked: boolean; by: Staff }

/** Keeps a thread on top of its list, or closes it for further replies, for staff. Refuses (`not_found`, `forbidden`). */
export async function leadThread(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, isPinned, isLocked, by }: Led,
): Promise<void> {
  if (!may(by, 'lead discussions')) throw notAllowed(by, 'lead discussions')
  await db.transaction(async (tx) => {
    const before = await leadIt(tx, id, { isPinned, isLocked })
    if (!before) throw noSuchThread()
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
