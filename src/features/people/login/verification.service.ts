import { pageAddress } from '#shared/pages.ts'
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#db/open-database.ts'
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
  STAFF_EMAILS,
  VERIFY_EMAIL_LIFETIME_MS,
} from '#features/people/accounts/account-limits.public.ts'
import { sendPasswordReset, sendVerification } from '#features/people/accounts/account-emails.public.ts'
import {
  getRequesterId,
  isStillPermitted,
  findByEmail,
  findMailbox,
  markEmailVerified,
  isErased,
  lockMemberRow,
  Email,
} from '#features/people/accounts/accounts.public.ts'
import {
  consumeToken,
  findTokenHolder,
  saveAccountToken,
  hashToken,
  getRegistrationRequestId,
  deriveToken,
} from '#features/people/accounts/tokens.public.ts'
import { signInByLink, type SignInResult } from './login.service.ts'
import { parseReturnTo } from './return-to.rules.ts'
import { renderVerificationEmail } from './verification.email.ts'

/** Answers unknown addresses as if an email had been sent, cooldown included. */
export async function resendVerification(deps: Deps, email: string, address: string): Promise<void> {
  const { db, jobs } = deps
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
      throw new AppError('too_soon', `Please wait ${pluralize(seconds, 'second')} before the next email.`, {
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
 * The same for staff, for a member with an unverified email; a member without a password gets a link to choose one.
 * Throws (`forbidden`, `not_found`, `invalid`) before storing anything.
 */
export async function sendVerificationAgain(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<{ address: string }> {
  const { db, jobs, now } = deps
  const member = await findMailbox(db, memberId)
  if (!member) throw new AppError('not_found', 'Member not found.')
  if (!hasPermission(by, 'mail again', { memberId })) throw permissionDeniedError(by, 'mail again')
  if (await isErased(db, memberId)) throw memberErasedError()
  if (member.emailVerifiedAt) throw new AppError('invalid', `${member.email} is already verified.`)
  if (member.lockedAt)
    throw new AppError('invalid', 'This account is locked, so no link was sent. To unlock it: unlock.')
  await db.transaction(async (tx) => {
    await enforceRateLimit(deps, tx, STAFF_EMAILS, memberId)
    const { accessVersion } = member
    const asked = { memberId, request: randomUUID(), accessVersion, askedBy: getRequesterId(by) ?? undefined }
    // A password chosen through an emailed link also verifies the address.
    if (member.hasPassword) await jobs.enqueue(tx, sendVerification, asked)
    else await jobs.enqueue(tx, sendPasswordReset, asked)
    const after = { mail: member.hasPassword ? 'verification' : 'choice of a password' }
    await recordEvent(tx, { at: now(), kind: 'mail.sent_again', by, memberId, after })
  })
  return { address: member.email }
}

/** The job: emails a link valid for a day. Retries send the same link. */
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
  const { db, mail, config, now } = deps
  const member = await findMailbox(db, memberId)
  if (!member || member.emailVerifiedAt || member.lockedAt) return
  if (accessVersion !== undefined && accessVersion !== member.accessVersion) return
  if (!(await isStillPermitted(db, askedBy, 'mail again', { memberId }))) return
  const token = deriveToken(deps, 'verify_email', request)
  const time = now()
  const expiresAt = new Date(time.getTime() + VERIFY_EMAIL_LIFETIME_MS)
  const saved = await saveAccountToken(db, {
    tokenHash: hashToken(token),
    purpose: 'verify_email',
    memberId,
    now: time,
    expiresAt,
    returnTo: parseReturnTo(way),
  })
  if (saved === 'used') return
  const address = config.publicUrl + pageAddress('/VerifyEmail/:token', { token })
  await mail.send({ to: member.email, memberId, ...renderVerificationEmail({ site: await readSite(db), address }) })
}

type VerifyEmailInput = {
  token: string
  /** Whether to log in where the button is pressed. */
  signIn: boolean
  browserKey?: string | undefined
  address: string
  agent: string
}

/**
 * Verifies the address, once. In the same transaction it logs in the browser that registered, and no other, because
 * email scanners press buttons too. Pressing again, using another email of the same account, or using one after the
 * account was verified logs no one in.
 */
export async function verifyEmail(
  deps: Deps,
  { token, signIn, browserKey, ...from }: VerifyEmailInput,
): Promise<{ returnTo: string | undefined; username?: string; signedIn?: SignInResult }> {
  const { db, now } = deps
  const key = { tokenHash: hashToken(token), purpose: 'verify_email' as const }
  const holder = await findTokenHolder(db, key, now())
  if (!holder) throw expiredLinkError()
  const { memberId } = holder
  const way = parseReturnTo(holder.returnTo)
  return db.transaction(async (tx) => {
    // Locks the member before the token, in the same order as a lock, to avoid a deadlock.
    const member = await lockMemberRow(tx, memberId)
    if (!member || (await consumeToken(tx, key, now())) === undefined) throw await usedLinkError(tx, key, now())
    if (!(await markEmailVerified(tx, memberId, now()))) return { returnTo: way }
    await recordEvent(tx, { at: now(), kind: 'account.verified', by: { kind: 'visitor' }, memberId })
    const isSameBrowser =
      browserKey !== undefined &&
      deriveToken(deps, 'verify_email', getRegistrationRequestId(memberId, browserKey)) === token
    if (!signIn || !isSameBrowser) return { returnTo: way }
    const { passwordHash, username } = member
    const signedIn = await signInByLink(deps, tx, { memberId, passwordHash, ...from, confirmedAt: NEVER })
    return { returnTo: way, username, signedIn }
  })
}

/** Access to the mailbox is not enough for sensitive actions, which ask for the password. */
const NEVER = new Date(0)

/** Using the button or link twice is not the reader's mistake. */
async function usedLinkError(
  tx: Transaction,
  key: Parameters<typeof findTokenHolder>[1],
  now: Date,
): Promise<AppError> {
  const holder = await findTokenHolder(tx, key, now)
  if (!holder?.emailVerifiedAt) return expiredLinkError()
  return new AppError('already_verified', 'Your email is already verified. You can log in.', {
    reply: { next: parseReturnTo(holder.returnTo) ?? null },
  })
}

function expiredLinkError(): AppError {
  return new AppError(
    'invalid',
    'This link has expired or is incomplete. Log in with your username and password, and we can send you a new one.',
  )
}
