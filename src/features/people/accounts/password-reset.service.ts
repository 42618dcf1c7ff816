import { pageAddress } from '#shared/pages.ts'
import { randomUUID } from 'node:crypto'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { forgetTries, secondsToWait, throttleAddress } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { placeOf } from '#platform/network.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import {
  FORMS_PER_ADDRESS,
  GUESSES_PER_ACCOUNT,
  LOGINS_PER_ACCOUNT,
  MAILS_PER_RECIPIENT,
  RESET_PASSWORD_LIFETIME_MS,
  RESET_PAUSE,
} from './accounts.rules.ts'
import { sendPasswordReset, tellPasswordChanged } from './accounts.queues.ts'
import { lockedLetter, passwordResetLetter } from './accounts.email.ts'
import { endAccess, mayStill } from './account-access.service.ts'
import { findByEmail, findMailbox, markEmailVerified, setPasswordHash } from './accounts.queries.ts'
import { consumeToken, findTokenHolder, keepAccountToken } from './account-tokens.queries.ts'
import { lockMember } from './erasure.queries.ts'
import { isGuessable, TOO_COMMON } from './password-strength.service.ts'
import { keepKnownPlace } from './login-attempts.service.ts'
import { hashPassword } from './password-hashing.service.ts'
import { Email, messagesByField, NewPasswordForm } from './registration.rules.ts'
import { enterByLink, type SignedIn } from './session.service.ts'
import { hashOfToken, tokenOf } from './tokens.service.ts'
import { wayOn } from './return-to.rules.ts'

/** Does the same for every address, known or not. */
export async function askForPasswordReset(
  deps: Deps,
  { email: input, next }: { email: string; next?: string | undefined },
  address: string,
): Promise<void> {
  const { db, jobs } = deps
  await throttleAddress(deps, db, FORMS_PER_ADDRESS, address)
  const { data: email, error } = Email.safeParse(input)
  if (error) throw fieldErrors({ email: error.issues.map(({ message }) => message) })
  const { id: memberId = null, accessVersion } = (await findByEmail(db, email)) ?? {}
  await db.transaction(async (tx) => {
    const seconds =
      (await secondsToWait(deps, tx, RESET_PAUSE, email)) ?? (await secondsToWait(deps, tx, MAILS_PER_RECIPIENT, email))
    // One is on its way already.
    if (seconds === undefined)
      await jobs.enqueue(tx, sendPasswordReset, { memberId, request: randomUUID(), wayOn: wayOn(next), accessVersion })
  })
}

type Asked = {
  memberId: string | null
  request: string
  wayOn?: string | undefined
  /** That of the account when the link was asked for. */
  accessVersion?: number | undefined
  /** A member of staff who asked for it. */
  askedBy?: string | undefined
}

/** The job: mails a link that works for an hour; for a locked account, that it is locked. Tried again it mails the same link, which the log tells once. */
export async function mailPasswordReset(
  deps: Deps,
  { memberId, request, wayOn: way, accessVersion, askedBy }: Asked,
): Promise<void> {
  const { db, mail, config, now } = deps
  const member = memberId === null ? undefined : await findMailbox(db, memberId)
  if (!member || memberId === null) return
  if (!(await mayStill(db, askedBy, 'mail again', { memberId }))) return
  if (member.lockedAt) return mail.send({ to: member.email, memberId, ...lockedLetter({ site: await readSite(db) }) })
  if (accessVersion !== undefined && accessVersion !== member.accessVersion) return
  const token = tokenOf(deps, 'reset_password', request)
  const time = now()
  const kept = await db.transaction(async (tx) => {
    const what = await keepAccountToken(tx, {
      tokenHash: hashOfToken(token),
      purpose: 'reset_password',
      memberId,
      now: time,
      expiresAt: new Date(time.getTime() + RESET_PASSWORD_LIFETIME_MS),
      wayOn: wayOn(way),
    })
    if (what === 'new')
      await recordEvent(tx, { at: time, kind: 'password.link_made', by: { kind: 'visitor' }, memberId })
    return what
  })
  if (kept === 'used') return
  const address = config.publicUrl + pageAddress('/ResetPassword/:token', { token })
  await mail.send({ to: member.email, memberId, ...passwordResetLetter({ site: await readSite(db), address }) })
}

/** The same for a job that an earlier version stored: with the address as it was typed. */
export async function mailEarlierPasswordReset(deps: Deps, email: string, request: string): Promise<void> {
  await mailPasswordReset(deps, { memberId: (await findByEmail(deps.db, email))?.id ?? null, request })
}

type NewPassword = { token: string; password: string; confirm_password: string }

type From = {
  address: string
  agent: string
  /** Whether whoever chooses the password wants to be logged in where he does. */
  signIn: boolean
}

/**
 * Sets the password and ends every session. Whoever read the mail has the address, so it counts as verified. He knows the new password as well, and is in
 * without typing it again, unless his account asks for a second factor, too.
 */
export async function resetPassword(
  deps: Deps,
  { token, ...passwords }: NewPassword,
  { address, agent, signIn }: From,
): Promise<{ wayOn: string | undefined; username: string; signedIn?: SignedIn }> {
  const { db, now, jobs } = deps
  await throttleAddress(deps, db, FORMS_PER_ADDRESS, address)
  const key = { tokenHash: hashOfToken(token), purpose: 'reset_password' as const }
  const holder = await findTokenHolder(db, key, now())
  if (!holder || holder.usedAt) throw deadLink()

  const checked = NewPasswordForm.safeParse(passwords)
  const fields = checked.error ? messagesByField(checked.error) : {}
  if (!fields['password'] && (await isGuessable(passwords.password, holder))) fields['password'] = [TOO_COMMON]
  if (Object.keys(fields).length > 0) throw fieldErrors(fields)

  const passwordHash = await hashPassword(passwords.password, address)
  return db.transaction(async (tx) => {
    // The member before the token, as a lock takes them: else they might wait for each other.
    const before = await lockMember(tx, holder.memberId)
    // Two at once: the second one finds it used.
    const memberId = await consumeToken(tx, key, now())
    if (memberId === undefined || !(await mayStill(tx, holder.askedBy, 'make staff'))) throw deadLink()
    await setPasswordHash(tx, memberId, passwordHash)
    await markEmailVerified(tx, memberId, now())
    await endAccess(tx, memberId, { at: now() })
    // Whoever guessed at the old password, or knew it, must not keep its owner from using the new one.
    await forgetTries(deps, tx, [
      [GUESSES_PER_ACCOUNT, memberId],
      [LOGINS_PER_ACCOUNT, memberId],
    ])
    await keepKnownPlace(deps, tx, { memberId, passwordHash: before?.passwordHash, address }, passwordHash)
    // All that is known of this visitor is that the mail was his to read.
    const { network } = placeOf(address)
    const by = { kind: 'visitor' } as const
    await recordEvent(tx, { at: now(), kind: 'password.changed', by, memberId, personal: { network } })
    await jobs.enqueue(tx, tellPasswordChanged, { memberId, at: now().toISOString() })
    const told = { wayOn: wayOn(holder.wayOn), username: holder.username }
    if (!signIn) return told
    return {
      ...told,
      signedIn: await enterByLink(deps, tx, { memberId, passwordHash, address, agent, confirmedAt: now() }),
    }
  })
}

function deadLink(): AppError {
  return new AppError('invalid', 'This link has expired or has already been used. Please request a new one.')
}
