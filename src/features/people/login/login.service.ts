import type { Transaction } from '#db/open-database.ts'
import {
  ACCOUNT_LOCKED,
  LOGIN_FAILED,
  SECOND_FACTOR_LIFETIME_MS,
} from '#features/people/accounts/account-limits.public.ts'
import { findByLogin, lockPasswordHash } from '#features/people/accounts/accounts.public.ts'
import { verifyAttempt, verifyPassword } from '#features/people/accounts/passwords.public.ts'
import { beginSession, beginSessionIn } from '#features/people/accounts/sessions.public.ts'
import { generateToken, hashToken, saveAccountToken } from '#features/people/accounts/emailed-links.public.ts'
import { getTwoFactorMethods, type TwoFactorMethod } from '#features/people/two-factor/two-factor.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { cleanLogin } from '#shared/login-name.ts'

type Credentials = { username: string; password: string; address: string; agent: string }

/** The result of a login: either a session, or a token that completes the login with one of these second factors. */
export type SignInResult = { token: string } | { secondFactor: { token: string; ways: TwoFactorMethod[] } }

/**
 * Logs in with a username or email address and a password, or asks for the second factor. For an unknown name, the
 * result is the same as for a wrong password.
 */
export async function signIn(deps: Deps, { username, password, address, agent }: Credentials): Promise<SignInResult> {
  const { db } = deps
  const login = cleanLogin(username)
  // PostgreSQL rejects texts with a null character.
  const member = /\p{Cc}/u.test(login) ? undefined : await findByLogin(db, login)
  const guesser = { memberId: member?.id, typed: login, passwordHash: member?.passwordHash, address }
  const isRight = await verifyAttempt(deps, guesser, () => verifyPassword(password, member?.passwordHash, address))
  if (!isRight || !member) throw new AppError('sign_in_failed', LOGIN_FAILED)
  if (member.lockedAt) throw new AppError('account_locked', member.lockedBecause ?? ACCOUNT_LOCKED)
  if (!member.emailVerifiedAt) {
    throw new AppError('email_not_verified', 'Please verify your email first. We can send you the link again.', {
      reply: { email: member.email },
    })
  }
  const { id: memberId, passwordHash } = member
  const ways = await getTwoFactorMethods(db, deps, memberId)
  if (ways) {
    const token = await db.transaction((tx) => requestSecondFactor(deps, tx, { memberId, passwordHash }))
    return { secondFactor: { token, ways } }
  }
  return { token: await beginSession(deps, { memberId, passwordHash, address, agent, hasFactor: false }) }
}

/** Returns a token that can only be used with the second factor. A new password or an account lock revokes it. */
async function requestSecondFactor(
  { now }: Pick<Deps, 'now'>,
  tx: Transaction,
  { memberId, passwordHash }: { memberId: string; passwordHash: string },
): Promise<string> {
  const token = generateToken()
  const time = now()
  if (!(await lockPasswordHash(tx, memberId, passwordHash))) throw new AppError('sign_in_failed', LOGIN_FAILED)
  const expiresAt = new Date(time.getTime() + SECOND_FACTOR_LIFETIME_MS)
  await saveAccountToken(tx, { tokenHash: hashToken(token), purpose: 'second_factor', memberId, expiresAt }, time)
  return token
}

type LinkSessionStart = {
  memberId: string
  passwordHash: string
  address: string
  agent: string
  /**
   * When the member confirmed their identity. This may be recent only if more was proved than access to the mailbox.
   */
  confirmedAt: Date
}

/** Logs the member in, or asks for their second factor. Runs in the transaction that consumes the emailed link. */
export async function signInByLink(
  deps: Deps,
  tx: Transaction,
  { confirmedAt, ...entering }: LinkSessionStart,
): Promise<SignInResult> {
  const { memberId } = entering
  const ways = await getTwoFactorMethods(tx, deps, memberId)
  if (ways) return { secondFactor: { token: await requestSecondFactor(deps, tx, entering), ways } }
  return { token: await beginSessionIn(deps, tx, { ...entering, confirmedAt, hasFactor: false }) }
}
