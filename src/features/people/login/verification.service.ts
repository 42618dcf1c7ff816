import { randomUUID } from 'node:crypto'
import type { Executor, Transaction } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import {
  consumeRateLimit,
  enforceAddressRateLimit,
  enforceRateLimit,
} from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, memberErasedError } from '#shared/app-error.ts'
import { pluralize } from '#shared/pluralize.ts'
import type { JobData } from '#shared/job.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import {
  FORMS_PER_ADDRESS,
  EMAILS_PER_RECIPIENT,
  RESEND_PAUSE,
  VERIFICATION_CHECKS,
  STAFF_EMAILS,
} from '#features/people/accounts/account-limits.public.ts'
import { sendPasswordReset, sendVerification } from '#features/people/accounts/account-emails.public.ts'
import {
  type Account,
  getRequesterId,
  isStillPermitted,
  findByEmail,
  findMailbox,
  lockMailbox,
  markEmailVerified,
  isErased,
  Email,
} from '#features/people/accounts/accounts.public.ts'
import {
  consumeEmailedLink,
  createEmailedLink,
  deadLinkError,
  deriveToken,
  getRegistrationRequestId,
  hasEmailedLink,
  openEmailedLink,
} from '#features/people/accounts/emailed-links.public.ts'
import { assertCanSendEmail } from './can-send-email.service.ts'
import { signInByLink, type SignInResult } from './login.service.ts'
import { parseReturnTo } from './return-to.rules.ts'
import { renderVerificationEmail } from './verification.email.ts'

/**
 * Sends the verification email again. For unknown addresses, responds as if an email had been sent, and with the same
 * cooldown.
 */
export async function resendVerification(deps: Deps, email: string, address: string): Promise<void> {
  const { db, jobs } = deps
  assertCanSendEmail(deps)
  await enforceAddressRateLimit(deps, db, FORMS_PER_ADDRESS, address)
  const typed = Email.safeParse(email)
  if (!typed.success) throw new AppError('invalid', 'Enter a valid email address')

  const member = await findByEmail(db, typed.data)
  if (member?.emailVerifiedAt) {
    throw new AppError('already_verified', 'User is already verified.', { reply: { error: 'Already Verify' } })
  }
  await db.transaction(async (tx) => {
    const seconds =
      (await consumeRateLimit(deps, tx, RESEND_PAUSE, typed.data)) ??
      (await consumeRateLimit(deps, tx, EMAILS_PER_RECIPIENT, typed.data))
    if (seconds !== undefined) {
      throw new AppError('too_soon', `Please wait ${pluralize(seconds, 'second')} before you request another email.`, {
        retryAfterSeconds: seconds,
        reply: { retry_after: seconds },
      })
    }
    if (!member) return
    const { id: memberId, accessVersion } = member
    await jobs.enqueue(tx, sendVerification, { memberId, request: randomUUID(), accessVersion })
  })
}

/**
 * Does the same as `resendVerification`, but staff request it for a member whose email address is unverified. A member
 * without a password gets a link to choose one. Throws `forbidden`, `not_found`, or `invalid` before storing anything.
 */
export async function sendVerificationAgain(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<{ address: string }> {
  const { db, jobs, now } = deps
  const member = await findMailbox(db, memberId)
  if (!member) throw new AppError('not_found', 'Member not found.')
  if (!hasPermission(by, 'resend email', { memberId })) throw permissionDeniedError(by, 'resend email')
  if (await isErased(db, memberId)) throw memberErasedError()
  if (member.emailVerifiedAt) throw new AppError('invalid', `${member.email} is already verified.`)
  if (member.lockedAt) throw new AppError('invalid', 'This account is locked, so no link was sent. Unlock it first.')
  // Another link would end the invitation.
  if (member.invitedRole)
    throw new AppError(
      'invalid',
      'This person has been invited as staff. An owner can create a new link on the Staff page.',
    )
  await db.transaction(async (tx) => {
    const { accessVersion } = member
    const asked = { memberId, request: randomUUID(), accessVersion, askedBy: getRequesterId(by) ?? undefined }
    // Choosing a password with an emailed link also verifies the address.
    if (member.hasPassword) await jobs.enqueue(tx, sendVerification, asked)
    else await jobs.enqueue(tx, sendPasswordReset, asked)
    const after = { mail: member.hasPassword ? 'verification' : 'choice of a password' }
    await recordEvent(tx, { at: now(), kind: 'mail.sent_again', by, memberId, after })
    await enforceRateLimit(deps, tx, STAFF_EMAILS, memberId)
  })
  return { address: member.email }
}

/** The job handler: emails a link that is valid for a day. If the job is tried again, the link is the same. */
export async function deliverVerificationEmail(
  deps: Deps,
  {
    memberId,
    request,
    wayOn: way,
    accessVersion,
    askedBy,
  }: Omit<JobData<typeof sendVerification>, 'request'> & {
    request: string
  },
): Promise<void> {
  const { db, mail } = deps
  if (!(await isStillPermitted(db, askedBy, 'resend email', { memberId }))) return
  const link = await db.transaction(async (tx) => {
    const member = await lockMailbox(tx, memberId)
    if (!member || member.emailVerifiedAt || member.lockedAt) return undefined
    if (accessVersion !== undefined && accessVersion !== member.accessVersion) return undefined
    const returnTo = parseReturnTo(way)
    const made = await createEmailedLink(deps, tx, { purpose: 'verify_email', memberId, request, returnTo })
    return made.saved === 'used' ? undefined : { to: member.email, address: made.address }
  })
  if (!link) return
  const { to, address } = link
  await mail.send({ to, memberId, ...renderVerificationEmail({ site: await readSite(db), address }) })
}

type VerifyEmailInput = {
  token: string
  /** Whether to log in the browser in which the button was clicked. */
  signIn: boolean
  browserKey?: string | undefined
  address: string
  agent: string
}

/**
 * Verifies the address, once. In the same transaction, logs in the browser that registered. No other browser is logged
 * in, because email scanners click buttons, too. No one is logged in by clicking again, by using another email for the
 * same account, or by using a link after the account was verified.
 */
export async function verifyEmail(
  deps: Deps,
  { token, signIn, browserKey, ...from }: VerifyEmailInput,
): Promise<{ returnTo: string | undefined; username?: string; signedIn?: SignInResult }> {
  const { now } = deps
  const link = await openEmailedLink(deps, 'verify_email', { token, address: from.address })
  const { memberId } = link
  const way = parseReturnTo(link.returnTo)
  const verify = async (tx: Transaction, { passwordHash, username }: Account) => {
    if (!(await markEmailVerified(tx, memberId, now()))) return { returnTo: way }
    await recordEvent(tx, { at: now(), kind: 'account.verified', by: { kind: 'visitor' }, memberId })
    const isSameBrowser =
      browserKey !== undefined &&
      deriveToken(deps, 'verify_email', getRegistrationRequestId(memberId, browserKey)) === token
    if (!signIn || !isSameBrowser) return { returnTo: way }
    const signedIn = await signInByLink(deps, tx, { memberId, passwordHash, ...from, confirmedAt: NEVER })
    return { returnTo: way, username, signedIn }
  }
  return consumeEmailedLink(deps, link, verify, (tx) => findVerifiedError(tx, link))
}

/** Throws the error that using the link would throw, if it was already used or is invalid. */
export async function checkVerificationLink(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  opened: { token: string; address: string },
): Promise<void> {
  const link = await openEmailedLink(deps, 'verify_email', opened)
  if (link.usedAt) throw (await findVerifiedError(deps.db, link)) ?? deadLinkError('verify_email')
}

/** Whether the address is verified. Only the browser that registered it gets the answer. Others always get false. */
export async function isRegistrationVerified(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  { email, browserKey, address }: { email: string; browserKey: string; address: string },
): Promise<boolean> {
  await enforceAddressRateLimit(deps, deps.db, VERIFICATION_CHECKS, address)
  const typed = Email.safeParse(email)
  const member = typed.success ? await findByEmail(deps.db, typed.data) : undefined
  if (!member?.emailVerifiedAt) return false
  return hasEmailedLink(deps, 'verify_email', getRegistrationRequestId(member.id, browserKey))
}

/** Returns the error for a button or link that is used twice. Its message must not sound like an error. */
async function findVerifiedError(
  db: Executor,
  { memberId, returnTo }: { memberId: string; returnTo: string | null },
): Promise<AppError | undefined> {
  const { emailVerifiedAt } = (await findMailbox(db, memberId)) ?? {}
  if (!emailVerifiedAt) return undefined
  return new AppError('already_verified', 'Your email is already verified. You can log in.', {
    reply: { next: parseReturnTo(returnTo) ?? null },
  })
}

/**
 * The time of the last confirmation after a login by link. Access to the mailbox is not enough for sensitive actions,
 * so these will ask for the password.
 */
const NEVER = new Date(0)
