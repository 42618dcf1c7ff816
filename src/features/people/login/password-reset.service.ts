import { randomUUID } from 'node:crypto'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import {
  resetAttempts,
  consumeRateLimit,
  enforceAddressRateLimit,
} from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { JobData } from '#shared/job.ts'
import type { Deps } from '#platform/deps.ts'
import { clientKeyFor } from '#platform/client-key.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import {
  FORMS_PER_ADDRESS,
  GUESSES_PER_ACCOUNT,
  LOGINS_PER_ACCOUNT,
  EMAILS_PER_RECIPIENT,
  RESET_PAUSE,
} from '#features/people/accounts/account-limits.public.ts'
import { sendPasswordReset, notifyPasswordChanged } from '#features/people/accounts/account-emails.public.ts'
import {
  acceptInvitedRole,
  revokeAccess,
  isStillPermitted,
  findByEmail,
  lockMailbox,
  markEmailVerified,
  setPasswordHash,
  Email,
  groupMessagesByField,
  NewPasswordForm,
} from '#features/people/accounts/accounts.public.ts'
import {
  consumeEmailedLink,
  createEmailedLink,
  deadLinkError,
  openEmailedLink,
} from '#features/people/accounts/emailed-links.public.ts'
import {
  isGuessable,
  TOO_COMMON,
  rememberKnownClient,
  hashPassword,
} from '#features/people/accounts/passwords.public.ts'
import { assertCanSendEmail } from './can-send-email.service.ts'
import { signInByLink, type SignInResult } from './login.service.ts'
import { parseReturnTo } from './return-to.rules.ts'
import { renderAccountLockedEmail, renderPasswordResetEmail } from './password-reset.email.ts'

/** Requests an email with a link. The response is the same for known and unknown addresses. */
export async function requestPasswordReset(
  deps: Deps,
  { email: input, next }: { email: string; next?: string | undefined },
  address: string,
): Promise<void> {
  const { db, jobs } = deps
  assertCanSendEmail(deps)
  await enforceAddressRateLimit(deps, db, FORMS_PER_ADDRESS, address)
  const { data: email, error } = Email.safeParse(input)
  if (error) throw fieldErrors({ email: error.issues.map(({ message }) => message) })
  const { id: memberId = null, accessVersion } = (await findByEmail(db, email)) ?? {}
  await db.transaction(async (tx) => {
    const seconds =
      (await consumeRateLimit(deps, tx, RESET_PAUSE, email)) ??
      (await consumeRateLimit(deps, tx, EMAILS_PER_RECIPIENT, email))
    // If there are seconds to wait, an email is already on its way.
    if (seconds === undefined)
      await jobs.enqueue(tx, sendPasswordReset, {
        memberId,
        request: randomUUID(),
        wayOn: parseReturnTo(next),
        accessVersion,
      })
  })
}

type ResetRequest = Extract<JobData<typeof sendPasswordReset>, { request: string }>

/**
 * The job handler: emails a link that is valid for an hour. If the account is locked, the email says that instead. If
 * the job is tried again, the link is the same and is recorded only once.
 */
export async function deliverPasswordResetEmail(
  deps: Deps,
  { memberId, request, wayOn: way, accessVersion, askedBy }: ResetRequest,
): Promise<void> {
  const { db, mail, now } = deps
  if (memberId === null || !(await isStillPermitted(db, askedBy, 'resend email', { memberId }))) return
  const site = await readSite(db)
  const email = await db.transaction(async (tx) => {
    const member = await lockMailbox(tx, memberId)
    if (member?.lockedAt) return { to: member.email, ...renderAccountLockedEmail({ site }) }
    if (!member || (accessVersion !== undefined && accessVersion !== member.accessVersion)) return undefined
    const returnTo = parseReturnTo(way)
    const { saved, address } = await createEmailedLink(deps, tx, {
      purpose: 'reset_password',
      memberId,
      request,
      returnTo,
    })
    if (saved === 'used') return undefined
    if (saved === 'new')
      await recordEvent(tx, { at: now(), kind: 'password.link_made', by: { kind: 'visitor' }, memberId })
    return { to: member.email, ...renderPasswordResetEmail({ site, address }) }
  })
  if (email) await mail.send({ memberId, ...email })
}

/** Handles a job that an earlier version stored, which contains the address as it was typed. */
export async function deliverLegacyPasswordReset(deps: Deps, email: string, request: string): Promise<void> {
  await deliverPasswordResetEmail(deps, { memberId: (await findByEmail(deps.db, email))?.id ?? null, request })
}

type NewPassword = { token: string; password: string; confirm_password: string }

type ClientInfo = {
  address: string
  agent: string
  /** Whether to log in the browser in which the password is chosen. */
  signIn: boolean
}

/**
 * Sets the password, ends every session and, if the link is an invitation, assigns the role. Using the link proves
 * access to the mailbox, so the address counts as verified. Logs the member in, unless their account requires a second
 * factor.
 */
export async function resetPassword(
  deps: Deps,
  { token, ...passwords }: NewPassword,
  { address, agent, signIn }: ClientInfo,
): Promise<{ returnTo: string | undefined; username: string; signedIn?: SignInResult }> {
  const { now, jobs } = deps
  const link = await openEmailedLink(deps, 'reset_password', { token, address })
  if (link.usedAt)
    throw link.askedBy !== null && !link.hasPassword ? endedInvitationError() : deadLinkError('reset_password')
  const { memberId, username } = link
  const role = link.data?.role

  const checked = NewPasswordForm.safeParse(passwords)
  const fields = checked.error ? groupMessagesByField(checked.error) : {}
  if (!fields['password'] && (await isGuessable(passwords.password, link))) fields['password'] = [TOO_COMMON]
  if (Object.keys(fields).length > 0) throw fieldErrors(fields)

  const passwordHash = await hashPassword(passwords.password, address)
  // If two requests are made at the same time, the second finds that the link was used.
  return consumeEmailedLink(deps, link, async (tx, before) => {
    if (!(await isStillPermitted(tx, link.askedBy, 'add staff'))) throw endedInvitationError()
    await setPasswordHash(tx, memberId, passwordHash)
    await markEmailVerified(tx, memberId, now())
    if (role && !(await acceptInvitedRole(tx, memberId, role))) throw endedInvitationError()
    const { isDeletionCanceled } = await revokeAccess(tx, memberId, { at: now() })
    // Earlier guesses of the old password, or logins with it, must not block logins with the new one.
    await resetAttempts(deps, tx, [
      [GUESSES_PER_ACCOUNT, memberId],
      [LOGINS_PER_ACCOUNT, memberId],
    ])
    await rememberKnownClient(deps, tx, { memberId, passwordHash: before.passwordHash, address }, passwordHash)
    // The actor is a visitor, because only access to the mailbox was proved.
    const { network } = clientKeyFor(address)
    const by = { kind: 'visitor' } as const
    await recordEvent(tx, { at: now(), kind: 'password.changed', by, memberId, personal: { network } })
    if (role) {
      const change = { before: { role: 'learner' }, after: { role } }
      await recordEvent(tx, { at: now(), kind: 'account.role_changed', by, memberId, ...change })
    }
    // A first password is not a change.
    if (link.hasPassword || isDeletionCanceled)
      await jobs.enqueue(tx, notifyPasswordChanged, { memberId, at: now().toISOString(), isDeletionCanceled })
    const result = { returnTo: parseReturnTo(link.returnTo), username }
    if (!signIn) return result
    return {
      ...result,
      signedIn: await signInByLink(deps, tx, { memberId, passwordHash, address, agent, confirmedAt: now() }),
    }
  })
}

/**
 * The error if the inviter's access was revoked or the invitation was withdrawn. The person who did that may not know
 * the invited person.
 */
function endedInvitationError(): AppError {
  return new AppError('invalid', 'This link has expired. Ask an owner of the academy to invite you again.')
}
