import { randomUUID } from 'node:crypto'
import { isTaken } from '#db/failures.ts'
import type { Executor } from '#db/open.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { secondsToWait, throttle, throttleAddress } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Caller } from '#platform/http/access.ts'
import { seal, unseal } from '#platform/sealing.ts'
import { AppError, fieldErrors, wasErased } from '#shared/app-error.ts'
import { timeInWords } from '#shared/dates.ts'
import type { DataOf } from '#shared/job.ts'
import { pageAddress } from '#shared/pages.ts'
import type { Role, Staff } from '#shared/policy.ts'
import { mayStill } from './account-access.service.ts'
import { consumeTokensOf } from './account-tokens.queries.ts'
import { emailChangeAskedLetter, emailChangedLetter, emailChangeLetter, emailTakenLetter } from './accounts.email.ts'
import { findByEmail, findMailbox, findMember } from './accounts.queries.ts'
import { lockMember } from './erasure.queries.ts'
import { emailChanged, sendEmailChange, tellEmailChange } from './accounts.queues.ts'
import { CHANGE_EMAIL_LIFETIME_MS, EMAIL_CHANGES, FORMS_PER_ADDRESS, MAILS_PER_RECIPIENT } from './accounts.rules.ts'
import {
  findEmailChange,
  findNewEmail,
  holdEmail,
  keepEmailChange,
  setEmail,
  takeEmailChange,
} from './email-changes.queries.ts'
import { Email } from './registration.rules.ts'
import { holdFor } from './account-permissions.service.ts'
import { refuseUnlessOpen } from './session.service.ts'
import { hashOfToken, tokenOf } from './tokens.service.ts'

/**
 * Keeps the wish for another address, mails a link there, and tells the present one at once. Whether an account has the address is told
 * to nobody but whoever reads what comes there.
 */
export async function askForEmailChange(deps: Deps, member: Caller, input: string, address: string): Promise<void> {
  const { db } = deps
  const { id: memberId } = member
  await throttleAddress(deps, db, FORMS_PER_ADDRESS, address)
  const to = emailIn(input)
  const from = (await findMember(db, memberId))?.email
  if (from === undefined) throw new AppError('sign_in_required', 'Please log in.')
  if (from.toLowerCase() === to.toLowerCase()) throw fieldErrors({ email: ['This is the email you have now'] })

  await db.transaction(async (tx) => {
    await refuseUnlessOpen(tx, member)
    await throttle(deps, tx, EMAIL_CHANGES, memberId)
    await keepWish(deps, tx, { from, to, memberId, by: { kind: 'member', memberId } })
  })
}

/**
 * The same by staff, for a member who can't: whoever reads the new mailbox must still confirm it. Returns the address of now. Refuses (`forbidden`,
 * `not_found`, `invalid`) before anything is stored.
 */
export async function askForEmailOf(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>,
  { memberId, email, by }: { memberId: string; email: string; by: Staff },
): Promise<string> {
  const to = emailIn(email)
  return deps.db.transaction(async (tx) => {
    await holdFor(tx, 'change email', { memberId, by })
    const member = await lockMember(tx, memberId)
    if (!member || member.erasedAt) throw wasErased()
    const from = member.email
    if (from.toLowerCase() === to.toLowerCase()) throw wrongEmail(`${to} is the address of now.`)
    if ((await findMailbox(tx, memberId))?.lockedAt)
      throw new AppError('invalid', 'This account is locked: no link is mailed. Open it again first.')
    await keepWish(deps, tx, { from, to, memberId, by })
    return from
  })
}

function wrongEmail(message: string): AppError {
  return new AppError('invalid', message, { fields: { email: [message] } })
}

/** Refuses on the field what is no address. */
function emailIn(typed: string): string {
  const { data, error } = Email.safeParse(typed)
  if (error) throw fieldErrors({ email: error.issues.map(({ message }) => message) })
  return data
}

type Wish = { from: string; to: string; memberId: string; by: { kind: 'member'; memberId: string } | Staff }

/** A newer wish takes the place of an older one. */
async function keepWish(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>,
  tx: Tx,
  { from, to, memberId, by }: Wish,
): Promise<void> {
  const at = deps.now()
  const request = randomUUID()
  const tokenHash = hashOfToken(tokenOf(deps, 'change_email', request))
  const expiresAt = new Date(at.getTime() + CHANGE_EMAIL_LIFETIME_MS)
  const isOwnWish = by.kind === 'member' && by.memberId === memberId
  const askedBy = by.kind === 'member' && !isOwnWish ? by.memberId : null
  await keepEmailChange(tx, { memberId, tokenHash, newEmail: to, askedBy, createdAt: at, expiresAt })
  // A mailbox that has had enough for this hour gets no more, and nobody is told that either.
  if ((await secondsToWait(deps, tx, MAILS_PER_RECIPIENT, to)) === undefined)
    await deps.jobs.enqueue(tx, sendEmailChange, { memberId, request })
  await tell(deps, tx, {
    memberId,
    what: 'asked',
    at,
    addresses: { mailTo: from, from, to, ...(!isOwnWish && { byStaff: true }) },
  })
  await recordEvent(tx, { at, kind: 'email.change_asked', by, memberId, personal: { from, to } })
}

/** The address that becomes the member's when he confirms it; null when none waits. */
export async function waitingEmail({ db, now }: Pick<Deps, 'db' | 'now'>, memberId: string): Promise<string | null> {
  return (await findNewEmail(db, memberId, now())) ?? null
}

/** The job: mails the link, unless a newer wish took its place. Who has an account with that address is told so instead. */
export async function mailEmailChange(deps: Deps, { request }: DataOf<typeof sendEmailChange>): Promise<void> {
  const { db, mail, config, now } = deps
  const token = tokenOf(deps, 'change_email', request)
  const change = await findEmailChange(db, hashOfToken(token), now())
  if (!change || !(await mayStillChange(db, change))) return
  const site = await readSite(db)
  const holder = await findByEmail(db, change.newEmail)
  const address = config.publicUrl + pageAddress('/ConfirmEmail/:token', { token })
  const letter =
    holder === undefined || holder.id === change.memberId
      ? emailChangeLetter({ site, address })
      : emailTakenLetter({ site })
  // Told to whoever has that address now: it is his letter.
  await mail.send({ to: change.newEmail, memberId: holder?.id ?? change.memberId, ...letter })
}

/** Gives the account the new address, once; links that were mailed to the one of before open nothing any more. */
export async function confirmEmail(deps: Deps, token: string, address: string): Promise<void> {
  const { db, now } = deps
  await throttleAddress(deps, db, FORMS_PER_ADDRESS, address)
  const tokenHash = hashOfToken(token)
  try {
    await db.transaction((tx) => confirmIn(deps, tx, tokenHash, now()))
  } catch (error) {
    if (!isTaken(error, 'members_email_unique')) throw error
    throw new AppError('invalid', 'Another account has this email by now. Yours keeps the one it has.')
  }
}

type Tx = Parameters<typeof recordEvent>[0]

async function confirmIn(deps: Deps, tx: Tx, tokenHash: string, at: Date): Promise<void> {
  const change = await findEmailChange(tx, tokenHash, at)
  if (!change) throw deadLink()
  const { memberId, newEmail: to } = change
  // The member first, as whoever locks an account does.
  const from = await holdEmail(tx, memberId)
  if (from === undefined || !(await takeEmailChange(tx, tokenHash)) || !(await mayStillChange(tx, change)))
    throw deadLink()
  await setEmail(tx, memberId, to, at)
  await consumeTokensOf(tx, memberId, ['reset_password', 'verify_email'], at)
  // All that is known of this visitor is that the mail was his to read.
  await recordEvent(tx, { at, kind: 'email.changed', by: { kind: 'visitor' }, memberId, personal: { from, to } })
  for (const mailTo of [from, to])
    await tell(deps, tx, { memberId, what: 'changed', at, addresses: { mailTo, from, to } })
  await deps.jobs.enqueue(tx, emailChanged, { memberId })
}

/** Staff may have asked who could do it then, and can't now: the role of either account is another, or theirs is locked. */
async function mayStillChange(
  db: Executor,
  { memberId, role, askedBy }: { memberId: string; role: Role; askedBy: string | null },
): Promise<boolean> {
  return mayStill(db, askedBy, 'change email', { memberId, role })
}

function deadLink(): AppError {
  return new AppError(
    'invalid',
    'This link has expired or has already been used. Please ask for a new one on your account page.',
  )
}

type Addresses = {
  mailTo: string
  from: string
  to: string
  /** Not the member himself asked for it. */ byStaff?: boolean
}
type News = { memberId: string; what: 'asked' | 'changed'; at: Date; addresses: Addresses }

const PURPOSE = 'email change'

async function tell(
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  tx: Tx,
  { memberId, what, at, addresses }: News,
): Promise<void> {
  const sealed = seal({ config, purpose: PURPOSE, owner: memberId }, JSON.stringify(addresses))
  await jobs.enqueue(tx, tellEmailChange, { memberId, what, at: at.toISOString(), sealed })
}

/** The job: tells one of the two addresses. */
export async function mailEmailNews(
  { db, mail, config }: Deps,
  { memberId, what, at, sealed }: DataOf<typeof tellEmailChange>,
): Promise<void> {
  const { mailTo, from, to, byStaff } = JSON.parse(
    unseal({ config, purpose: PURPOSE, owner: memberId }, sealed),
  ) as Addresses
  const site = await readSite(db)
  const news = { site, time: timeInWords(new Date(at), site.timeZone, site.language), from, to }
  await mail.send({
    to: mailTo,
    memberId,
    ...(what === 'asked' ? emailChangeAskedLetter({ ...news, byStaff }) : emailChangedLetter(news)),
  })
}
