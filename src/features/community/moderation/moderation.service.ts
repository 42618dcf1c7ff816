import type { Transaction } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import {
  getPostAddress,
  findPostInAnyCourse,
  findReadable,
  hidePost,
  lockThread,
  unhidePost,
  withdrawAnswerNotification,
  withdrawPostNotifications,
} from '#features/community/discussions/discussions.public.ts'
import {
  markKindSeen,
  selectStaffWithPermission,
  notify,
  withdrawNotifications,
} from '#features/people/notifications/notifications.public.ts'
import { consumeRateLimit, enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { STAFF_EMAILS } from '#features/people/accounts/account-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { pageAddress } from '#shared/pages.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { countReported, decideReports, insertReport, listReported, type ReportFilter } from './moderation.queries.ts'
import { DECISION_EMAILS, encodeCursor, REPORT_EMAILS, REPORT_LIMIT } from './moderation.rules.ts'

const reportKey = (postId: string) => `report:${postId}`

const postNotFoundError = () => new AppError('not_found', 'Post not found. Its discussion might have been deleted.')

type Report = { memberId: string; isStaff: boolean; postId: string; reason: string }

/**
 * Stores a member's report about a post; a repeated request stores it once. Throws `not_found` or `too_many_requests`,
 * `invalid` for a deleted post or the member's own, and `conflict` if they reported it before with a different reason.
 */
export async function submitPostReport(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>,
  { memberId, isStaff, postId, reason }: Report,
): Promise<void> {
  const post = await findReadable(deps.db, { memberId, isStaff }, postId)
  if (!post) throw postNotFoundError()
  await enforceRateLimit(deps, deps.db, REPORT_LIMIT, memberId)
  if (post.author.memberId === memberId)
    throw new AppError('invalid', 'This is your own post. If something is wrong with it, you can delete it.')
  if (post.deletedAt) throw new AppError('invalid', 'The author already deleted this post.')
  if (post.hiddenAt) throw new AppError('invalid', 'We already hid this post.')
  const now = deps.now()
  await deps.db.transaction(async (tx) => {
    await lockThread(tx, post.threadId)
    const stored = await insertReport(tx, { postId, memberId, reason, reportedAt: now })
    if (stored.reason !== reason)
      throw new AppError('conflict', 'You already reported this post. Your first report is unchanged.')
    if (!stored.isNew) return
    await recordEvent(tx, {
      at: now,
      kind: 'post.reported',
      by: { kind: 'member', memberId },
      memberId: post.author.memberId,
      subject: { id: postId },
    })
    // Further reports by this member wait for the daily email, because each one goes to all moderators.
    const seconds = await consumeRateLimit(deps, tx, REPORT_EMAILS, memberId)
    await notify(deps, tx, {
      kind: 'report',
      cause: reportKey(postId),
      words: 'A reported post needs a decision.',
      address: pageAddress('/Studio/Reports/'),
      post: { threadId: post.threadId, counted: 'reported posts in a discussion need a decision.' },
      to: selectStaffWithPermission('moderate'),
      except: memberId,
      canWait: seconds !== undefined,
      now,
    })
  })
}

/** Reported posts with each report, at most `limit` posts. Viewing open reports marks their notifications as read. */
export async function listReportedPosts(
  deps: Pick<Deps, 'db' | 'now'>,
  { limit, by, ...wanted }: ReportFilter & { by: Staff },
) {
  const { db, now } = deps
  const isTop = wanted.state === 'waiting' && wanted.after === undefined
  // Marked before the list is read, so that nothing is marked that is not in the list.
  if (isTop && by.kind === 'member') await markKindSeen(deps, by.memberId, 'report')
  const found = await listReported(db, { ...wanted, limit: limit + 1 })
  const shown = found.slice(0, limit).map((post) => {
    const { id: memberId, erasedAt, role, staffRole, mutedUntil } = post.author
    const account = { memberId, role: role === 'learner' ? role : (staffRole ?? 'owner') }
    return {
      ...post,
      mutedUntil: mutedUntil && mutedUntil > now() ? mutedUntil : null,
      mayDecide: hasPermission(by, 'moderate', account),
      mayMute: erasedAt === null && hasPermission(by, 'mute member', account),
    }
  })
  const last = shown.at(-1)
  return {
    posts: shown,
    next: found.length > limit && last ? encodeCursor(last) : null,
    waiting: found[0]?.waiting ?? (isTop ? 0 : await countReported(db)),
  }
}

type Post = NonNullable<Awaited<ReturnType<typeof findPostInAnyCourse>>>
type ModerationDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>
type Decision = { postId: string; by: Staff }

/**
 * Hides a post with a reason that its author can read, and decides its reports. Throws `not_found` or `forbidden`, or
 * `invalid` if it was already decided.
 */
export async function hideReportedPost(
  deps: ModerationDeps,
  { postId, reason, by }: Decision & { reason: string },
): Promise<void> {
  const post = await findPostToDecide(deps, { postId, by })
  const now = deps.now()
  await deps.db.transaction(async (tx) => {
    const hidden = { hiddenAt: now, hiddenBy: by.kind === 'member' ? by.memberId : null, hiddenReason: reason }
    if (!(await hidePost(tx, post, hidden)))
      throw new AppError('invalid', 'This post was already hidden or deleted. Reload the page to see the decision.')
    await decideReports(tx, postId, { outcome: 'hidden', decidedAt: now })
    await withdrawNotifications(tx, reportKey(postId))
    await recordModeration(tx, { kind: 'post.hidden', post, by, now, personal: { because: reason } })
    // After this, no pending email links to the post or mentions it.
    await withdrawPostNotifications(tx, post)
    if (post.acceptedAt) await withdrawAnswerNotification(tx, post.threadId)
    await notifyAuthor(deps, tx, {
      post,
      now,
      words: `Your post about ${post.courseTitle} was hidden. The reason is shown with the post.`,
    })
  })
}

/** Shows a hidden post again. Throws `not_found` or `forbidden`, or `invalid` if it is not hidden or was deleted. */
export async function unhideReportedPost(deps: ModerationDeps, { postId, by }: Decision): Promise<void> {
  const post = await findPostToDecide(deps, { postId, by })
  const now = deps.now()
  await deps.db.transaction(async (tx) => {
    if (!(await unhidePost(tx, post)))
      throw new AppError('invalid', 'This post isn’t hidden, or its author deleted it. Reload the page.')
    await recordModeration(tx, { kind: 'post.shown', post, by, now })
    await notifyAuthor(deps, tx, {
      post,
      now,
      words: `Your post about ${post.courseTitle} is visible again.`,
    })
  })
}

/** Dismisses the reports about a post. Throws `not_found` or `forbidden`, or `invalid` if none are open. */
export async function dismissAllReports(deps: ModerationDeps, { postId, by }: Decision): Promise<void> {
  const post = await findPostToDecide(deps, { postId, by })
  const now = deps.now()
  await deps.db.transaction(async (tx) => {
    await lockThread(tx, post.threadId)
    if ((await decideReports(tx, postId, { outcome: 'dismissed', decidedAt: now })) === 0)
      throw new AppError('invalid', 'Someone already reviewed this report. Reload the page to see the decision.')
    await withdrawNotifications(tx, reportKey(postId))
    await recordModeration(tx, { kind: 'post.report_dismissed', post, by, now })
  })
}

async function findPostToDecide({ db }: Pick<Deps, 'db'>, { postId, by }: Decision): Promise<Post> {
  const post = await findPostInAnyCourse(db, postId)
  if (!post) throw postNotFoundError()
  if (!hasPermission(by, 'moderate', { memberId: post.memberId })) throw permissionDeniedError(by, 'moderate')
  return post
}

type ModerationEvent = {
  kind: 'post.hidden' | 'post.shown' | 'post.report_dismissed'
  post: Post
  by: Staff
  now: Date
  personal?: { because: string }
}

async function recordModeration(tx: Transaction, { kind, post, by, now, personal }: ModerationEvent): Promise<void> {
  const { id, memberId, courseTitle } = post
  await recordEvent(tx, {
    at: now,
    kind,
    by,
    memberId,
    subject: { id, name: courseTitle },
    ...(personal && { personal }),
  })
}

/** If staff hide and show a post repeatedly, further notifications wait for the daily email. */
async function notifyAuthor(
  deps: Omit<ModerationDeps, 'db'>,
  tx: Transaction,
  { post, words, now }: { post: Post; words: string; now: Date },
): Promise<void> {
  const seconds =
    (await consumeRateLimit(deps, tx, DECISION_EMAILS, post.id)) ??
    (await consumeRateLimit(deps, tx, STAFF_EMAILS, post.memberId))
  await notify(deps, tx, {
    kind: 'moderation',
    cause: `moderated:${post.id}:${now.getTime()}`,
    words,
    address: getPostAddress(post),
    post: { threadId: post.threadId, number: post.number },
    productId: post.courseId,
    to: post.memberId,
    canWait: seconds !== undefined,
    now,
  })
}
