import type { Executor, Transaction } from '#db/open-database.ts'
import { findMemberById } from '#features/people/member-administration/member-administration.public.ts'
import { STAFF_EMAILS } from '#features/people/accounts/account-limits.public.ts'
import { getRequesterId, lockMemberRow } from '#features/people/accounts/accounts.public.ts'
import { recordEvent, assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import { notify } from '#features/people/notifications/notifications.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { consumeRateLimit, enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { pageAddress } from '#shared/pages.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { deleteMute, findMute, findPostingStatus, setMute } from './muting.queries.ts'
import {
  findLink,
  formatLinkMessage,
  isNewAccount,
  formatMuteEnd,
  formatMuteMessage,
  FIRST_POSTS_LIMIT,
} from './muting.rules.ts'

type PostAttempt = { memberId: string; isStaff: boolean; words: string; isChange?: boolean }

/**
 * Checks whether the member may post this now. Throws `invalid` if they are muted, or for a link from a new account,
 * and `too_many_requests` for a new account's sixth post in an hour. Staff may always post. Stores nothing, so the
 * author keeps their input. Without `mayLink`, the rendered text must also pass `assertNoLink`.
 */
export async function assertCanPost(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  { memberId, isStaff, words, isChange = false }: PostAttempt,
): Promise<{ mayLink: boolean }> {
  if (isStaff) return { mayLink: true }
  const now = deps.now()
  const writer = await findPostingStatus(deps.db, memberId)
  await assertNotMuted(deps.db, writer?.mute, now)
  if (!writer || !isNewAccount(writer.madeAt, now)) return { mayLink: true }
  assertNoLink(words)
  if (!isChange) await enforceRateLimit(deps, deps.db, FIRST_POSTS_LIMIT, memberId)
  return { mayLink: false }
}

/** Throws `invalid`. */
export function assertNoLink(words: string): void {
  const link = findLink(words)
  if (link !== undefined) throw new AppError('invalid', formatLinkMessage(link))
}

/**
 * Checks again in the transaction that stores the post, because sanitizing can take seconds, and the author might have
 * been muted or locked meanwhile. Concurrent mutes and locks wait until the transaction ends.
 */
export async function assertCanStillPost(
  { now }: Pick<Deps, 'now'>,
  tx: Transaction,
  { by, isStaff }: { by: Staff; isStaff: boolean },
): Promise<void> {
  await assertActive(tx, by)
  if (by.kind === 'member' && !isStaff) await assertNotMuted(tx, await findMute(tx, by.memberId), now())
}

async function assertNotMuted(db: Executor, mute: { until: Date; reason: string } | null | undefined, now: Date) {
  if (mute && mute.until > now) throw new AppError('invalid', formatMuteMessage(mute, await readSite(db)))
}

type Mute = { memberId: string; days: number; reason: string; by: Staff }

/** Mutes a member for several days, replacing an earlier mute, and notifies them. Throws `not_found` or `forbidden`. */
export async function muteMember(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>,
  { memberId, days, reason, by }: Mute,
): Promise<{ until: Date }> {
  await assertCanMute(deps, { memberId, by })
  const now = deps.now()
  const until = new Date(now.getTime() + days * 24 * 60 * 60_000)
  const site = await readSite(deps.db)
  await deps.db.transaction(async (tx) => {
    // Locked first, so that a post in progress has either been stored or sees the mute.
    await lockMemberRow(tx, memberId, getRequesterId(by))
    await setMute(tx, { memberId, until, reason, mutedAt: now })
    const after = { until: until.toISOString() }
    await recordEvent(tx, { at: now, kind: 'account.muted', by, memberId, after, personal: { because: reason } })
    // If staff mute and unmute repeatedly, further notifications wait for the daily email.
    const seconds = await consumeRateLimit(deps, tx, STAFF_EMAILS, memberId)
    await notify(deps, tx, {
      kind: 'moderation',
      cause: `muted:${memberId}:${now.getTime()}`,
      words: formatMuteEnd(until, site),
      address: pageAddress('/Account/'),
      to: memberId,
      canWait: seconds !== undefined,
      now,
    })
  })
  return { until }
}

/** Throws `not_found` or `forbidden`, or `invalid` if the member is not muted. */
export async function unmuteMember(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { memberId, by }: Pick<Mute, 'memberId' | 'by'>,
): Promise<void> {
  await assertCanMute({ db }, { memberId, by })
  await db.transaction(async (tx) => {
    if (!(await deleteMute(tx, memberId, now()))) throw new AppError('invalid', 'This member isn’t muted.')
    await recordEvent(tx, { at: now(), kind: 'account.unmuted', by, memberId })
  })
}

/** The member's current mute, or undefined. */
export async function getMute({ db, now }: Pick<Deps, 'db' | 'now'>, memberId: string) {
  const mute = await findMute(db, memberId)
  return mute && mute.until > now() ? mute : undefined
}

/** Returns the message that tells a member about their mute, or undefined. */
export async function getOwnMute(
  deps: Pick<Deps, 'db' | 'now'>,
  { memberId, isStaff }: Pick<PostAttempt, 'memberId' | 'isStaff'>,
): Promise<string | undefined> {
  const mute = isStaff ? undefined : await getMute(deps, memberId)
  return mute && formatMuteMessage(mute, await readSite(deps.db))
}

async function assertCanMute({ db }: Pick<Deps, 'db'>, { memberId, by }: Pick<Mute, 'memberId' | 'by'>): Promise<void> {
  const member = await findMemberById(db, memberId)
  if (!member || member.erasedAt) throw new AppError('not_found', 'Member not found.')
  if (!hasPermission(by, 'mute member', { memberId, role: member.role })) throw permissionDeniedError(by, 'mute member')
}
