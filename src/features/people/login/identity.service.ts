import {
  beginPasskeyAuthentication,
  verifyCode,
  verifyRecoveryCode,
  hasFactors,
  isInForce,
  lockMemberRow,
  markConfirmed,
  verifyPasskey,
  PASSKEYS_PER_ADDRESS,
  type VerifiedFactor,
  type TwoFactorMethod,
  getTwoFactorMethods,
} from '#features/people/two-factor/two-factor.public.ts'
import { enforceAddressRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Transaction } from '#db/open-database.ts'
import type { Caller } from '#platform/http/access.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { ACCOUNT_LOCKED } from '#features/people/accounts/account-limits.public.ts'
import { findLoginState } from '#features/people/accounts/accounts.public.ts'
import { consumeToken, findToken, hashToken } from '#features/people/accounts/emailed-links.public.ts'
import { verifyAttempt, verifyPassword } from '#features/people/accounts/passwords.public.ts'
import { beginSession } from '#features/people/accounts/sessions.public.ts'

type ClientInfo = { address: string; agent: string }
type Passkey = Parameters<typeof verifyPasskey>[2]

/** The proof of a member's identity. Exactly one of these is given. */
export type IdentityProof = {
  password?: string | undefined
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: Passkey | undefined
}

const WRONG_CODE =
  'That code is incorrect or was already used. Enter the current code from your app, or an unused recovery code.'

/**
 * Finishes a login with the token from the first step and a code. A wrong code counts like a wrong password, and the
 * token remains valid.
 */
export async function finishSignIn(
  deps: Deps,
  { token, code, recoveryCode }: { token: string } & Pick<IdentityProof, 'code' | 'recoveryCode'>,
  { address, agent }: ClientInfo,
): Promise<string> {
  const { db, now } = deps
  const key = { tokenHash: hashToken(token), purpose: 'second_factor' as const }
  const begun = await findToken(db, key, now())
  if (!begun) throw loginExpiredError()
  const { memberId } = begun
  // The account is checked first, because locking it consumes the token, and someone with the right password should be
  // shown the reason.
  const { passwordHash } = await getLoginState(deps, memberId)
  if (begun.usedAt) throw loginExpiredError()
  const factor = await verifyProof(deps, { memberId, passwordHash, address }, { code, recoveryCode })
  return beginSession(deps, { memberId, passwordHash, address, agent, hasFactor: true }, async (tx) => {
    await assertFactorInForce(tx, memberId, factor)
    // If two requests use different codes at the same time, the second finds that the token was used.
    if (!(await consumeToken(tx, key, now()))) throw loginExpiredError()
  })
}

export async function beginPasskeyLogin(deps: Deps, address: string) {
  await enforceAddressRateLimit(deps, deps.db, PASSKEYS_PER_ADDRESS, address)
  return beginPasskeyAuthentication(deps, null)
}

/** A passkey is enough to log in, because it proves possession of the device, and a biometric or a PIN. */
export async function signInByPasskey(deps: Deps, passkey: Passkey, { address, agent }: ClientInfo): Promise<string> {
  await enforceAddressRateLimit(deps, deps.db, PASSKEYS_PER_ADDRESS, address)
  const memberId = await verifyPasskey(deps, null, passkey)
  const { passwordHash } = await getLoginState(deps, memberId)
  return beginSession(deps, { memberId, passwordHash, address, agent, hasFactor: true }, (tx) =>
    assertFactorInForce(tx, memberId, { kind: 'passkey', id: passkey.id }),
  )
}

/**
 * Returns how this member can confirm their identity. The password alone is enough only if they have no second factor.
 */
export async function getConfirmMethods(deps: Deps, memberId: string): Promise<('password' | TwoFactorMethod)[]> {
  return (await getTwoFactorMethods(deps.db, deps, memberId)) ?? ['password']
}

export async function beginPasskeyConfirmation(deps: Deps, { id }: Caller) {
  return beginPasskeyAuthentication(deps, id)
}

export async function confirmIdentity(
  deps: Deps,
  caller: Caller,
  shown: IdentityProof,
  address: string,
): Promise<void> {
  const { db, now } = deps
  const { passwordHash } = await getLoginState(deps, caller.id)
  const isByPassword = shown.password !== undefined
  if (isByPassword && (await hasFactors(db, caller.id))) throw secondFactorRequiredError()
  const factor = await verifyProof(deps, { memberId: caller.id, passwordHash, address }, shown)
  await db.transaction(async (tx) => {
    // Checks this again with the member's row locked. In the meantime, a first factor may have been added, or the
    // verified one removed.
    await lockMemberRow(tx, caller.id)
    if (isByPassword && (await hasFactors(tx, caller.id))) throw secondFactorRequiredError()
    if (!isByPassword) await assertFactorInForce(tx, caller.id, factor)
    await markConfirmed(tx, caller.sessionId, now(), !isByPassword)
  })
}

type ConfirmTarget = { memberId: string; passwordHash: string; address: string }

/** Returns the factor that was verified, or undefined if it was the password. */
async function verifyProof(
  deps: Deps,
  { memberId, passwordHash, address }: ConfirmTarget,
  { password, code, recoveryCode, passkey }: IdentityProof,
): Promise<VerifiedFactor | undefined> {
  const given = [password, code, recoveryCode, passkey].filter((one) => one !== undefined)
  if (given.length !== 1) throw new AppError('invalid', 'Send exactly one way to confirm your identity.')
  const guesser = { memberId, passwordHash, address }
  if (password !== undefined) {
    if (!(await verifyAttempt(deps, guesser, () => verifyPassword(password, passwordHash, address))))
      throw new AppError('sign_in_failed', 'That password is incorrect.')
    return undefined
  }
  let factor: VerifiedFactor | undefined
  const look = async () => {
    if (code !== undefined) factor = await verifyCode(deps, memberId, code)
    else if (recoveryCode !== undefined) factor = await verifyRecoveryCode(deps, memberId, recoveryCode)
    else if (passkey !== undefined) factor = await verifyPasskeyFactor(deps, memberId, passkey)
    return factor !== undefined
  }
  const counting = { isCode: code !== undefined, isLogin: false }
  if (!(await verifyAttempt(deps, guesser, look, counting)))
    throw new AppError('sign_in_failed', passkey ? 'We couldn’t verify that passkey. Try again.' : WRONG_CODE)
  return factor
}

async function verifyPasskeyFactor(
  deps: Deps,
  memberId: string,
  passkey: Passkey,
): Promise<VerifiedFactor | undefined> {
  try {
    await verifyPasskey(deps, memberId, passkey)
    return { kind: 'passkey', id: passkey.id }
  } catch (error) {
    if (error instanceof AppError && error.code === 'sign_in_failed') return undefined
    throw error
  }
}

/**
 * Throws if the verified factor was removed. Runs in the transaction that logs the member in, with their row locked, so
 * that a concurrent removal has either finished or waits.
 */
async function assertFactorInForce(
  tx: Transaction,
  memberId: string,
  factor: VerifiedFactor | undefined,
): Promise<void> {
  if (!factor || !(await isInForce(tx, memberId, factor)))
    throw new AppError('sign_in_failed', 'This method was just removed from your account. Please use another one.')
}

/** Throws if the account is locked, or if the member can't log in for another reason. */
async function getLoginState({ db }: Deps, memberId: string): Promise<{ passwordHash: string }> {
  const member = await findLoginState(db, memberId)
  if (!member || member.erasedAt) throw loginExpiredError()
  if (member.lockedAt) throw new AppError('account_locked', member.lockedBecause ?? ACCOUNT_LOCKED)
  if (!member.emailVerifiedAt)
    throw new AppError('email_not_verified', 'Please verify your email first. We can send you the link again.', {
      reply: { email: member.email },
    })
  return member
}

function secondFactorRequiredError(): AppError {
  return new AppError('invalid', 'Enter your verification code or use your passkey.')
}

function loginExpiredError(): AppError {
  return new AppError('invalid', 'Your login timed out. Please log in again.')
}
