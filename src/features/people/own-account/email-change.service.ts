import { randomUUID } from 'node:crypto'
import { isUniqueViolation } from '#db/database-errors.ts'
import type { Executor } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import {
  consumeRateLimit,
  enforceRateLimit,
  enforceAddressRateLimit,
} from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Caller } from '#platform/http/access.ts'
import { encrypt, decrypt } from '#platform/encryption.ts'
import { AppError, fieldErrors, memberErasedError } from '#shared/app-error.ts'
import { formatDateTime } from '#shared/dates.ts'
import type { JobData } from '#shared/job.ts'
import { pageAddress } from '#shared/pages.ts'
import type { Role, Staff } from '#shared/policy.ts'
import {
  isStillPermitted,
  findByEmail,
  findMailbox,
  findMember,
  lockMemberRow,
  findEmailChange,
  findPendingEmail,
  lockEmail,
  saveEmailChange,
  setEmail,
  consumeEmailChange,
  Email,
  lockAndAuthorize,
} from '#features/people/accounts/accounts.public.ts'
import { consumeTokensFor, hashToken, deriveToken } from '#features/people/accounts/tokens.public.ts'
import { emailChanged, sendEmailChange, notifyEmailChange } from '#features/people/accounts/account-emails.public.ts'
import {
  CHANGE_EMAIL_LIFETIME_MS,
  EMAIL_CHANGES,
  FORMS_PER_ADDRESS,
  EMAILS_PER_RECIPIENT,
} from '#features/people/accounts/account-limits.public.ts'
import { assertSessionOpen } from '#features/people/accounts/sessions.public.ts'
import {
  renderEmailChangeEmail,
  renderEmailChangeRequestedEmail,
  renderEmailChangedEmail,
  renderEmailTakenEmail,
} from './email-change.email.ts'

/**
 * Stores the requested address, emails a link there, and notifies the current one. Only the mailbox of the new address
 * learns whether an account has it.
 */
export async function requestEmailChange(deps: Deps, member: Caller, input: string, address: string): Promise<void> {
  const { db } = deps
  const { id: memberId } = member
  await enforceAddressRateLimit(deps, db, FORMS_PER_ADDRESS, address)
  const to = parseEmail(input)
  const from = (await findMember(db, memberId))?.email
  if (from === undefined) throw new AppError('sign_in_required', 'Please log in.')
  if (from.toLowerCase() === to.toLowerCase()) throw fieldErrors({ email: ['This is the email you have now'] })

  await db.transaction(async (tx) => {
    await assertSessionOpen(tx, member)
    await enforceRateLimit(deps, tx, EMAIL_CHANGES, memberId)
    await saveEmailChangeRequest(deps, tx, { from, to, memberId, by: { kind: 'member', memberId } })
  })
}

/**
 * The same by staff, for a member who can't; the new mailbox must still confirm it. Returns the current address. Throws
 * (`forbidden`, `not_found`, `invalid`) before storing anything.
 */
export async function requestEmailChangeFor(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>,
  { memberId, email, by }: { memberId: string; email: string; by: Staff },
): Promise<string> {
  const to = parseEmail(email)
  return deps.db.transaction(async (tx) => {
    await lockAndAuthorize(tx, 'change email', { memberId, by })
    const member = await lockMemberRow(tx, memberId)
    if (!member || member.erasedAt) throw memberErasedError()
    const from = member.email
    if (from.toLowerCase() === to.toLowerCase()) throw invalidEmailError(`${to} is the address of now.`)
    if ((await findMailbox(tx, memberId))?.lockedAt)
      throw new AppError('invalid', 'This account is locked: no link is mailed. Open it again first.')
    await saveEmailChangeRequest(deps, tx, { from, to, memberId, by })
    return from
  })
}

function invalidEmailError(message: string): AppError {
  return new AppError('invalid', message, { fields: { email: [message] } })
}

/** Throws a field error for an invalid address. */
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
}

/** A newer request replaces an older one. */
async function saveEmailChangeRequest(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>,
  tx: Tx,
  { from, to, memberId, by }: EmailChangeRequest,
): Promise<void> {
  const at = deps.now()
  const request = randomUUID()
  const tokenHash = hashToken(deriveToken(deps, 'change_email', request))
  const expiresAt = new Date(at.getTime() + CHANGE_EMAIL_LIFETIME_MS)
  const isOwnWish = by.kind === 'member' && by.memberId === memberId
  const askedBy = by.kind === 'member' && !isOwnWish ? by.memberId : null
  await saveEmailChange(tx, { memberId, tokenHash, newEmail: to, askedBy, createdAt: at, expiresAt })
  // A mailbox over its hourly limit gets no more email, and the response does not reveal it.
  if ((await consumeRateLimit(deps, tx, EMAILS_PER_RECIPIENT, to)) === undefined)
    await deps.jobs.enqueue(tx, sendEmailChange, { memberId, request })
  await queueEmailChangeNotices(deps, tx, {
    memberId,
    what: 'asked',
    at,
    addresses: { mailTo: from, from, to, ...(!isOwnWish && { byStaff: true }) },
  })
  await recordEvent(tx, { at, kind: 'email.change_asked', by, memberId, personal: { from, to } })
}

export async function getPendingEmail({ db, now }: Pick<Deps, 'db' | 'now'>, memberId: string): Promise<string | null> {
  return (await findPendingEmail(db, memberId, now())) ?? null
}

/**
 * The job: emails the link, unless a newer request replaced it. An address that already has an account gets a notice
 * instead.
 */
export async function deliverEmailChangeLink(deps: Deps, { request }: JobData<typeof sendEmailChange>): Promise<void> {
  const { db, mail, config, now } = deps
  const token = deriveToken(deps, 'change_email', request)
  const change = await findEmailChange(db, hashToken(token), now())
  if (!change || !(await isChangeStillPermitted(db, change))) return
  const site = await readSite(db)
  const holder = await findByEmail(db, change.newEmail)
  const address = config.publicUrl + pageAddress('/ConfirmEmail/:token', { token })
  const email =
    holder === undefined || holder.id === change.memberId
      ? renderEmailChangeEmail({ site, address })
      : renderEmailTakenEmail({ site })
  // Recorded for the current holder of the address, who receives it.
  await mail.send({ to: change.newEmail, memberId: holder?.id ?? change.memberId, ...email })
}

/** Sets the new address, once; invalidates links emailed to the old one. */
export async function confirmEmail(deps: Deps, token: string, address: string): Promise<void> {
  const { db, now } = deps
  await enforceAddressRateLimit(deps, db, FORMS_PER_ADDRESS, address)
  const tokenHash = hashToken(token)
  try {
    await db.transaction((tx) => confirmInTransaction(deps, tx, tokenHash, now()))
  } catch (error) {
    if (!isUniqueViolation(error, 'members_email_unique')) throw error
    throw new AppError('invalid', 'Another account has this email by now. Yours keeps the one it has.')
  }
}

type Tx = Parameters<typeof recordEvent>[0]

async function confirmInTransaction(deps: Deps, tx: Tx, tokenHash: string, at: Date): Promise<void> {
  const change = await findEmailChange(tx, tokenHash, at)
  if (!change) throw expiredLinkError()
  const { memberId, newEmail: to } = change
  // Locks the member first, as locking an account does.
  const from = await lockEmail(tx, memberId)
  if (from === undefined || !(await consumeEmailChange(tx, tokenHash)) || !(await isChangeStillPermitted(tx, change)))
    throw expiredLinkError()
  await setEmail(tx, memberId, to, at)
  await consumeTokensFor(tx, memberId, ['reset_password', 'verify_email'], at)
  // The visitor proved only access to the mailbox.
  await recordEvent(tx, { at, kind: 'email.changed', by: { kind: 'visitor' }, memberId, personal: { from, to } })
  for (const mailTo of [from, to])
    await queueEmailChangeNotices(deps, tx, { memberId, what: 'changed', at, addresses: { mailTo, from, to } })
  await deps.jobs.enqueue(tx, emailChanged, { memberId })
}

/** Staff may have lost the permission since: either role changed, or theirs is locked. */
async function isChangeStillPermitted(
  db: Executor,
  { memberId, role, askedBy }: { memberId: string; role: Role; askedBy: string | null },
): Promise<boolean> {
  return isStillPermitted(db, askedBy, 'change email', { memberId, role })
}

function expiredLinkError(): AppError {
  return new AppError(
    'invalid',
    'This link has expired or has already been used. Please ask for a new one on your account page.',
  )
}

type Addresses = {
  mailTo: string
  from: string
  to: string
  byStaff?: boolean
}
type EmailChangeNotice = { memberId: string; what: 'asked' | 'changed'; at: Date; addresses: Addresses }

const PURPOSE = 'email change'

async function queueEmailChangeNotices(
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  tx: Tx,
  { memberId, what, at, addresses }: EmailChangeNotice,
): Promise<void> {
  const sealed = encrypt({ config, purpose: PURPOSE, owner: memberId }, JSON.stringify(addresses))
  await jobs.enqueue(tx, notifyEmailChange, { memberId, what, at: at.toISOString(), sealed })
}

export async function deliverEmailChangeNotice(
  { db, mail, config }: Deps,
  { memberId, what, at, sealed }: JobData<typeof notifyEmailChange>,
): Promise<void> {
  const { mailTo, from, to, byStaff } = JSON.parse(
    decrypt({ config, purpose: PURPOSE, owner: memberId }, sealed),
  ) as Addresses
  const site = await readSite(db)
  const news = { site, time: formatDateTime(new Date(at), site.timeZone, site.language), from, to }
  await mail.send({
    to: mailTo,
    memberId,
    ...(what === 'asked' ? renderEmailChangeRequestedEmail({ ...news, byStaff }) : renderEmailChangedEmail(news)),
  })
}
