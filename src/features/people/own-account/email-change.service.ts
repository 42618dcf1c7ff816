import { randomUUID } from 'node:crypto'
import { isUniqueViolation } from '#db/database-errors.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { mayReceiveOptionalEmail } from '#features/foundation/suppressions/suppressions.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import {
  consumeRateLimit,
  enforceRateLimit,
  enforceAddressRateLimit,
} from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Caller } from '#platform/http/access.ts'
import { AppError, fieldErrors, memberErasedError } from '#shared/app-error.ts'
import { formatTime } from '#shared/dates.ts'
import type { JobData } from '#shared/job.ts'
import type { Staff } from '#shared/policy.ts'
import {
  isStillPermitted,
  revokeAccess,
  findByEmail,
  findMailbox,
  findMember,
  lockMemberRow,
  setEmail,
  Email,
  lockAndAuthorize,
} from '#features/people/accounts/accounts.public.ts'
import {
  consumeEmailedLink,
  consumeTokensFor,
  createEmailedLink,
  deadLinkError,
  findPendingToken,
  findRequestedLink,
  openEmailedLink,
} from '#features/people/accounts/emailed-links.public.ts'
import { emailChanged, sendEmailChange } from '#features/people/accounts/account-emails.public.ts'
import {
  CHANGE_EMAIL_LIFETIME_MS,
  STAFF_EMAIL_CHANGE_WAIT_MS,
  EMAIL_CHANGES,
  FORMS_PER_ADDRESS,
  EMAILS_PER_RECIPIENT,
  STAFF_EMAILS,
} from '#features/people/accounts/account-limits.public.ts'
import { assertSessionOpen } from '#features/people/accounts/sessions.public.ts'
import { renderEmailChangeEmail, renderEmailTakenEmail } from './email-change.email.ts'
import { queueEmailChangeNotices } from './email-change-notices.service.ts'

/**
 * Stores the new address that a member requested, emails a link to it, and notifies the current address. Only the
 * mailbox of the new address learns whether that address already has an account.
 */
export async function requestEmailChange(deps: Deps, member: Caller, input: string, address: string): Promise<void> {
  const { db } = deps
  const { id: memberId } = member
  await enforceAddressRateLimit(deps, db, FORMS_PER_ADDRESS, address)
  const to = parseEmail(input)
  const from = (await findMember(db, memberId))?.email
  if (from === undefined) throw new AppError('sign_in_required', 'Please log in.')
  const isSame = from.toLowerCase() === to.toLowerCase()
  // If emails come back, the member can confirm the same address again.
  if (isSame && (await mayReceiveOptionalEmail(db, memberId)))
    throw fieldErrors({ email: ['This is already your email.'] })

  await db.transaction(async (tx) => {
    await assertSessionOpen(tx, member)
    await enforceRateLimit(deps, tx, EMAIL_CHANGES, memberId)
    await saveEmailChangeRequest(deps, tx, { from, to, memberId, by: { kind: 'member', memberId } })
  })
}

/**
 * Does the same as `requestEmailChange`, but staff request it for a member who can't do it. The link is sent after
 * three days, in which the change can be canceled from the current mailbox. Otherwise, staff could take over a member's
 * account. For an unverified account, to which no one has ever logged in, the link is sent at once. It is also sent at
 * once if the command line requested the change. Returns the current address and, if the link is delayed, when it will
 * be sent. Throws `forbidden`, `not_found`, or `invalid` before storing anything.
 */
export async function requestEmailChangeFor(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>,
  { memberId, email, by }: { memberId: string; email: string; by: Staff },
): Promise<{ from: string; linkAt: Date | undefined }> {
  const to = parseEmail(email)
  return deps.db.transaction(async (tx) => {
    await lockAndAuthorize(tx, 'change email', { memberId, by })
    const member = await lockMemberRow(tx, memberId)
    if (!member || member.erasedAt) throw memberErasedError()
    const from = member.email
    if (from.toLowerCase() === to.toLowerCase()) throw invalidEmailError(`${to} is already this account’s email.`)
    const mailbox = await findMailbox(tx, memberId)
    if (mailbox?.lockedAt)
      throw new AppError('invalid', 'This account is locked, so no link can be sent. Unlock it first.')
    if (by.kind === 'member') await assertNoOwnChange(deps, tx, memberId)
    await enforceRateLimit(deps, tx, STAFF_EMAILS, memberId)
    const mustWait = by.kind === 'member' && mailbox?.emailVerifiedAt !== null
    const linkAt = mustWait ? new Date(deps.now().getTime() + STAFF_EMAIL_CHANGE_WAIT_MS) : undefined
    await saveEmailChangeRequest(deps, tx, { from, to, memberId, by, linkAt })
    return { from, linkAt }
  })
}

/** Throws if the member, or someone on the command line, has requested a change, because that takes precedence. */
async function assertNoOwnChange({ now }: Pick<Deps, 'now'>, tx: Transaction, memberId: string): Promise<void> {
  const pending = await findPendingToken(tx, memberId, 'change_email', now())
  if (pending?.askedBy !== null) return
  throw invalidEmailError(
    `An email change is already pending. The member can open the link we emailed, or cancel the change on their account page. Otherwise, try again after ${await formatLinkTime(tx, pending.expiresAt)}.`,
  )
}

function invalidEmailError(message: string): AppError {
  return new AppError('invalid', message, { fields: { email: [message] } })
}

/** Parses the new address. Throws a field error if it is invalid. */
function parseEmail(typed: string): string {
  const { data, error } = Email.safeParse(typed)
  if (error) throw fieldErrors({ email: error.issues.map(({ message }) => message) })
  return data
}

type EmailChangeRequest = {
  from: string
  to: string
  memberId: string
  by: { kind: 'member'; memberId: string } | Staff
  /** When to send the link. Undefined means now. */
  linkAt?: Date | undefined
}

/** Stores a request, which replaces an older one. */
async function saveEmailChangeRequest(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>,
  tx: Transaction,
  { from, to, memberId, by, linkAt }: EmailChangeRequest,
): Promise<void> {
  const at = deps.now()
  const request = randomUUID()
  const expiresAt = new Date((linkAt ?? at).getTime() + CHANGE_EMAIL_LIFETIME_MS)
  const isOwnWish = by.kind === 'member' && by.memberId === memberId
  const askedBy = by.kind === 'member' && !isOwnWish ? by.memberId : null
  await consumeTokensFor(tx, memberId, ['change_email'], at)
  const data = { newEmail: to }
  const link = await createEmailedLink(deps, tx, {
    purpose: 'change_email',
    memberId,
    request,
    expiresAt,
    askedBy,
    data,
  })
  // If a mailbox is over its hourly limit, it gets no more emails, and the response doesn't reveal that.
  if ((await consumeRateLimit(deps, tx, EMAILS_PER_RECIPIENT, to)) === undefined)
    await deps.jobs.enqueue(tx, sendEmailChange, { memberId, request }, linkAt && { startAfter: linkAt })
  if (from.toLowerCase() === to.toLowerCase()) return
  await queueEmailChangeNotices(deps, tx, {
    memberId,
    what: 'asked',
    at,
    addresses: {
      mailTo: from,
      from,
      to,
      ...(!isOwnWish && { byStaff: { keepToken: link.tokenHash, linkAt: linkAt?.toISOString() ?? null } }),
    },
  })
  await recordEvent(tx, { at, kind: 'email.change_asked', by, memberId, personal: { from, to } })
}

/** Returns the new address that is pending and, if its link is delayed, when it will be sent. */
export async function getPendingEmail(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: string,
): Promise<{ newEmail: string; linkAt: string | null } | undefined> {
  const pending = await findPendingToken(db, memberId, 'change_email', now())
  const newEmail = pending?.data?.['newEmail']
  if (!pending || newEmail === undefined) return undefined
  const linkAt = getLinkTime(pending.expiresAt)
  return { newEmail, linkAt: linkAt > now() ? linkAt.toISOString() : null }
}

function getLinkTime(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - CHANGE_EMAIL_LIFETIME_MS)
}

export async function formatLinkTime(db: Executor, linkAt: Date): Promise<string> {
  const { timeZone, language } = await readSite(db)
  return formatTime(linkAt, timeZone, language)
}

/** Cancels the change that is pending for the member, even if staff requested it. */
export async function cancelEmailChange({ db, now }: Pick<Deps, 'db' | 'now'>, memberId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // The member is locked first, in the usual order, to avoid a deadlock with someone who is using the link.
    await lockMemberRow(tx, memberId)
    if ((await consumeTokensFor(tx, memberId, ['change_email'], now())) === 0) return
    const by = { kind: 'member', memberId } as const
    await recordEvent(tx, { at: now(), kind: 'email.change_canceled', by, memberId })
  })
}

/** Does the same as `cancelEmailChange` with the link in the email to the current address. */
export async function keepEmail(deps: Deps, token: string, address: string): Promise<void> {
  const link = await openEmailedLink(deps, 'keep_email', { token, address })
  const { memberId } = link
  await consumeEmailedLink(deps, link, async (tx) => {
    const by = { kind: 'visitor' } as const
    await recordEvent(tx, { at: deps.now(), kind: 'email.change_canceled', by, memberId })
  })
}

/**
 * The job handler: emails the link, unless a newer request has replaced it. An address that already has an account gets
 * another email instead.
 */
export async function deliverEmailChangeLink(deps: Deps, { request }: JobData<typeof sendEmailChange>): Promise<void> {
  const { db, mail } = deps
  const change = await findRequestedLink(deps, 'change_email', request)
  if (!change || !(await isChangeStillPermitted(db, change))) return
  const site = await readSite(db)
  const { address, data } = change
  const holder = await findByEmail(db, data.newEmail)
  const email =
    holder === undefined || holder.id === change.memberId
      ? renderEmailChangeEmail({ site, address })
      : renderEmailTakenEmail({ site })
  // The email is logged for the member who has this address, because they receive it.
  await mail.send({ to: data.newEmail, memberId: holder?.id ?? change.memberId, ...email })
}

/**
 * Sets the new address, which is possible only once, and makes links invalid that were emailed to the old one. If staff
 * requested the change, also revokes all access.
 */
export async function confirmEmail(
  deps: Deps,
  token: string,
  address: string,
): Promise<{ isLoggedOut: boolean; isChanged: boolean }> {
  const change = await openEmailedLink(deps, 'change_email', { token, address })
  try {
    return await consumeEmailedLink(deps, change, (tx, { email }) => applyEmailChange(deps, tx, change, email))
  } catch (error) {
    if (!isUniqueViolation(error, 'members_email_unique')) throw error
    throw new AppError('invalid', 'Another account now uses this email. Your email is unchanged.')
  }
}

async function applyEmailChange(deps: Deps, tx: Transaction, change: PendingChange, from: string) {
  const { memberId, data, askedBy } = change
  const to = data.newEmail
  const at = deps.now()
  if (!(await isChangeStillPermitted(tx, change))) throw deadLinkError('change_email')
  if (from.toLowerCase() === to.toLowerCase()) {
    await recordEvent(tx, { at, kind: 'account.verified', by: { kind: 'visitor' }, memberId })
    return { isLoggedOut: false, isChanged: false }
  }
  const isByStaff = askedBy !== null
  if (isByStaff) await revokeAccess(tx, memberId, { at })
  else await consumeTokensFor(tx, memberId, ['reset_password', 'verify_email', 'end_session'], at)
  await setEmail(tx, memberId, to, at)
  // The actor is a visitor, because only access to the mailbox was proved.
  await recordEvent(tx, { at, kind: 'email.changed', by: { kind: 'visitor' }, memberId, personal: { from, to } })
  for (const mailTo of [from, to])
    await queueEmailChangeNotices(deps, tx, { memberId, what: 'changed', at, addresses: { mailTo, from, to } })
  await deps.jobs.enqueue(tx, emailChanged, { memberId })
  return { isLoggedOut: isByStaff, isChanged: true }
}

type PendingChange = Omit<NonNullable<Awaited<ReturnType<typeof findRequestedLink<'change_email'>>>>, 'address'>

/**
 * Whether the change is still permitted. In the meantime, the role of the staff member or of the target may have
 * changed, or the staff member's account may have been locked. If the link was sent without a delay, it is invalid if
 * the member has verified the current address in the meantime.
 */
async function isChangeStillPermitted(
  db: Executor,
  { memberId, role, askedBy, emailVerifiedAt, createdAt, expiresAt }: PendingChange,
): Promise<boolean> {
  const wasSentLater = getLinkTime(expiresAt) > createdAt
  if (askedBy !== null && emailVerifiedAt !== null && !wasSentLater) return false
  return isStillPermitted(db, askedBy, 'change email', { memberId, role })
}
