import type { Transaction } from '#db/open.ts'
import { staffWhoMay, tell, withdraw } from '#features/people/notifications/notifications.public.ts'
import type { Deps } from '#platform/deps.ts'
import { pageAddress, type PageAddress } from '#shared/pages.ts'
import { followersOf } from './posting.queries.ts'

type TellingDeps = Pick<Deps, 'jobs' | 'now'>

/** A thread in its course. */
type Placed = { threadId: string; courseId: string; courseSlug: string; courseTitle: string }

/** Where a post is read: its discussion, from this reply on. */
export function addressOfPost({
  courseSlug,
  threadId,
  number,
}: Pick<Placed, 'courseSlug' | 'threadId'> & { number: number }): PageAddress {
  const address = pageAddress('/MyAcademy/:id/Discussions/:thread', { id: courseSlug, thread: threadId })
  // The compiler knows pages, and nothing of what is asked of them.
  return number === 0 ? address : (`${address}?reply=${number}` as PageAddress)
}

const ofThread = (threadId: string) => `thread:${threadId}`
const ofPost = (postId: string) => `post:${postId}`
const ofAnswer = (threadId: string) => `answer:${threadId}`

/** Staff hears of a question. */
export function tellOfQuestion(
  deps: TellingDeps,
  tx: Transaction,
  { placed, by }: { placed: Placed; by: string },
): Promise<void> {
  return tell(deps, tx, {
    kind: 'question',
    cause: ofThread(placed.threadId),
    words: `Somebody asks about ${placed.courseTitle}.`,
    address: addressOfPost({ ...placed, number: 0 }),
    post: { threadId: placed.threadId, number: 0, counted: `new questions in ${placed.courseTitle}.` },
    to: staffWhoMay('lead discussions'),
    except: by,
    now: deps.now(),
  })
}

type Replied = { placed: Placed; post: { id: string; number: number }; askedBy: string; by: string }

/** Who asked hears of a reply, and so does whoever follows. */
export async function tellOfReply(
  deps: TellingDeps,
  tx: Transaction,
  { placed, post, askedBy, by }: Replied,
): Promise<void> {
  const told = {
    cause: ofPost(post.id),
    address: addressOfPost({ ...placed, number: post.number }),
    productId: placed.courseId,
    except: by,
    now: deps.now(),
  }
  const { courseTitle, threadId } = placed
  const { number } = post
  await tell(deps, tx, {
    ...told,
    kind: 'reply',
    words: `Somebody replied to your question about ${courseTitle}.`,
    post: { threadId, number, counted: `new replies to your question about ${courseTitle}.` },
    to: askedBy,
  })
  await tell(deps, tx, {
    ...told,
    kind: 'followed-thread',
    words: `There is a new reply in a discussion of ${courseTitle} that you follow.`,
    post: { threadId, number, counted: `new replies in a discussion of ${courseTitle} that you follow.` },
    to: followersOf(placed.threadId),
  })
}

type Accepted = { placed: Placed; post: { number: number; memberId: string }; askedBy: string; by: string }

/** Whose reply it is hears that it is the answer, and who asked, where staff says so. */
export async function tellOfAnswer(
  deps: TellingDeps,
  tx: Transaction,
  { placed, post, askedBy, by }: Accepted,
): Promise<void> {
  const told = {
    kind: 'accepted-answer' as const,
    cause: ofAnswer(placed.threadId),
    address: addressOfPost({ ...placed, number: post.number }),
    post: { threadId: placed.threadId, number: post.number },
    productId: placed.courseId,
    except: by,
    now: deps.now(),
  }
  const { courseTitle } = placed
  await tell(deps, tx, {
    ...told,
    words: `Your reply in a discussion of ${courseTitle} is the answer.`,
    to: post.memberId,
  })
  await tell(deps, tx, { ...told, words: `There is an answer to your question about ${courseTitle}.`, to: askedBy })
}

/** Nobody is led to what is deleted. */
export async function withdrawPost(
  tx: Transaction,
  { id, threadId, number }: { id: string; threadId: string; number: number },
): Promise<void> {
  await withdraw(tx, number === 0 ? ofThread(threadId) : ofPost(id))
}

export function withdrawAnswer(tx: Transaction, threadId: string): Promise<void> {
  return withdraw(tx, ofAnswer(threadId))
}
