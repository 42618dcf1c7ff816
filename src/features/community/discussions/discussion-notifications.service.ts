import type { Transaction } from '#db/open-database.ts'
import {
  selectStaffWithPermission,
  notify,
  withdrawNotifications,
} from '#features/people/notifications/notifications.public.ts'
import type { Deps } from '#platform/deps.ts'
import { pageAddress, type PageAddress } from '#shared/pages.ts'
import { selectFollowers } from './posting.queries.ts'

type NotificationDeps = Pick<Deps, 'jobs' | 'now'>

type ThreadLocation = { threadId: string; courseId: string; courseSlug: string; courseTitle: string }

/** The URL of a post: its discussion, starting at this reply. */
export function getPostAddress({
  courseSlug,
  threadId,
  number,
}: Pick<ThreadLocation, 'courseSlug' | 'threadId'> & { number: number }): PageAddress {
  const address = pageAddress('/MyAcademy/:id/Discussions/:thread', { id: courseSlug, thread: threadId })
  // The route types cover paths but not query strings.
  return number === 0 ? address : (`${address}?reply=${number}` as PageAddress)
}

const threadKey = (threadId: string) => `thread:${threadId}`
const postKey = (postId: string) => `post:${postId}`
const answerKey = (threadId: string) => `answer:${threadId}`

export function notifyOfQuestion(
  deps: NotificationDeps,
  tx: Transaction,
  { placed, by }: { placed: ThreadLocation; by: string },
): Promise<void> {
  return notify(deps, tx, {
    kind: 'question',
    cause: threadKey(placed.threadId),
    words: `New question about ${placed.courseTitle}.`,
    address: getPostAddress({ ...placed, number: 0 }),
    post: { threadId: placed.threadId, number: 0, counted: `new questions about ${placed.courseTitle}.` },
    to: selectStaffWithPermission('moderate discussions'),
    except: by,
    now: deps.now(),
  })
}

type ReplyEvent = { placed: ThreadLocation; post: { id: string; number: number }; askedBy: string; by: string }

export async function notifyOfReply(
  deps: NotificationDeps,
  tx: Transaction,
  { placed, post, askedBy, by }: ReplyEvent,
): Promise<void> {
  const notification = {
    cause: postKey(post.id),
    address: getPostAddress({ ...placed, number: post.number }),
    productId: placed.courseId,
    except: by,
    now: deps.now(),
  }
  const { courseTitle, threadId } = placed
  const { number } = post
  await notify(deps, tx, {
    ...notification,
    kind: 'reply',
    words: `Someone replied to your question about ${courseTitle}.`,
    post: { threadId, number, counted: `new replies to your question about ${courseTitle}.` },
    to: askedBy,
  })
  await notify(deps, tx, {
    ...notification,
    kind: 'followed-thread',
    words: `New reply in a discussion you follow in ${courseTitle}.`,
    post: { threadId, number, counted: `new replies in a discussion you follow in ${courseTitle}.` },
    to: selectFollowers(placed.threadId),
  })
}

type AcceptanceEvent = {
  placed: ThreadLocation
  post: { number: number; memberId: string }
  askedBy: string
  by: string
}

/** Notifies the author of the accepted reply, and the author of the question when staff accepted it. */
export async function notifyOfAnswer(
  deps: NotificationDeps,
  tx: Transaction,
  { placed, post, askedBy, by }: AcceptanceEvent,
): Promise<void> {
  const notification = {
    kind: 'accepted-answer' as const,
    cause: answerKey(placed.threadId),
    address: getPostAddress({ ...placed, number: post.number }),
    post: { threadId: placed.threadId, number: post.number },
    productId: placed.courseId,
    except: by,
    now: deps.now(),
  }
  const { courseTitle } = placed
  await notify(deps, tx, {
    ...notification,
    words: `Your reply about ${courseTitle} was marked as the answer.`,
    to: post.memberId,
  })
  await notify(deps, tx, {
    ...notification,
    words: `Your question about ${courseTitle} has an answer.`,
    to: askedBy,
  })
}

export async function withdrawPostNotifications(
  tx: Transaction,
  { id, threadId, number }: { id: string; threadId: string; number: number },
): Promise<void> {
  await withdrawNotifications(tx, number === 0 ? threadKey(threadId) : postKey(id))
}

export function withdrawAnswerNotification(tx: Transaction, threadId: string): Promise<void> {
  return withdrawNotifications(tx, answerKey(threadId))
}
