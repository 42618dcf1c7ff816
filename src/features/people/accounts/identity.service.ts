import {
  askForPasskey,
  factorOfCode,
  factorOfRecoveryCode,
  hasFactors,
  isInForce,
  lockMember,
  markConfirmed,
  memberOfPasskey,
  PASSKEYS_PER_ADDRESS,
  type ShownFactor,
  type Way,
  waysOf,
} from '#features/people/two-factor/two-factor.public.ts'
import { throttleAddress } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Transaction } from '#db/open.ts'
import type { Caller } from '#platform/http/access.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { LOCKED } from './accounts.rules.ts'
import { findOpening } from './accounts.queries.ts'
import { consumeToken, findToken } from './account-tokens.queries.ts'
import { isRightGuess } from './login-attempts.service.ts'
import { isPassword } from './password-hashing.service.ts'
import { beginSession } from './session.service.ts'
import { hashOfToken } from './tokens.service.ts'

type From = { address: string; agent: string }
type Passkey = Parameters<typeof memberOfPasskey>[2]

/** One of these, with which somebody shows who he is. */
export type Shown = {
  password?: string | undefined
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: Passkey | undefined
}

const WRONG_CODE = 'This code is not right, or was used already.'

/** The second half of a login: the token of the first, and a code. A wrong one counts as a wrong password does, and the token stays good. */
export async function finishSignIn(
  deps: Deps,
  { token, code, recoveryCode }: { token: string } & Pick<Shown, 'code' | 'recoveryCode'>,
  { address, agent }: From,
): Promise<string> {
  const { db, now } = deps
  const key = { tokenHash: hashOfToken(token), purpose: 'second_factor' as const }
  const begun = await findToken(db, key, now())
  if (!begun) throw tooLate()
  const { memberId } = begun
  // First: a lock uses the token up, and whoever had the right password reads why.
  const { passwordHash } = await openingOf(deps, memberId)
  if (begun.usedAt) throw tooLate()
  const factor = await refuseUnlessRight(deps, { memberId, passwordHash, address }, { code, recoveryCode })
  return beginSession(deps, { memberId, passwordHash, address, agent, hasFactor: true }, async (tx) => {
    await refuseUnlessInForce(tx, memberId, factor)
    // Two at once, each with a code of its own: the second one finds it used.
    if ((await consumeToken(tx, key, now())) === undefined) throw tooLate()
  })
}

/** What the browser needs to sign in with a passkey of whoever is before it. */
export async function askForPasskeyToSignIn(deps: Deps, address: string) {
  await throttleAddress(deps, deps.db, PASSKEYS_PER_ADDRESS, address)
  return askForPasskey(deps, null)
}

/** A passkey is both: what its holder has, and the sign of a finger or a number that he knows. Nothing else is asked for. */
export async function signInByPasskey(deps: Deps, passkey: Passkey, { address, agent }: From): Promise<string> {
  await throttleAddress(deps, deps.db, PASSKEYS_PER_ADDRESS, address)
  const memberId = await memberOfPasskey(deps, null, passkey)
  const { passwordHash } = await openingOf(deps, memberId)
  return beginSession(deps, { memberId, passwordHash, address, agent, hasFactor: true }, (tx) =>
    refuseUnlessInForce(tx, memberId, { kind: 'passkey', id: passkey.id }),
  )
}

/** With what this member can show again that it is he: the password only where there is no second factor. */
export async function waysToConfirm(deps: Deps, memberId: string): Promise<('password' | Way)[]> {
  return (await waysOf(deps.db, deps, memberId)) ?? ['password']
}

export async function askForPasskeyToConfirm(deps: Deps, { id }: Caller) {
  return askForPasskey(deps, id)
}

/** Whoever holds this session shows again who he is; it counts for this session alone. */
export async function confirmIdentity(deps: Deps, caller: Caller, shown: Shown, address: string): Promise<void> {
  const { db, now } = deps
  const { passwordHash } = await openingOf(deps, caller.id)
  const isByPassword = shown.password !== undefined
  if (isByPassword && (await hasFactors(db, caller.id))) throw passwordIsNotEnough()
  const factor = await refuseUnlessRight(deps, { memberId: caller.id, passwordHash, address }, shown)
  await db.transaction(async (tx) => {
    // Again, with the member's row held: his first factor may have come into force meanwhile, or the one that was shown was taken away.
    await lockMember(tx, caller.id)
    if (isByPassword && (await hasFactors(tx, caller.id))) throw passwordIsNotEnough()
    if (!isByPassword) await refuseUnlessInForce(tx, caller.id, factor)
    await markConfirmed(tx, caller.sessionId, now(), !isByPassword)
  })
}

type Whose = { memberId: string; passwordHash: string; address: string }

/** The factor that was shown; undefined where it was the password. */
async function refuseUnlessRight(
  deps: Deps,
  { memberId, passwordHash, address }: Whose,
  { password, code, recoveryCode, passkey }: Shown,
): Promise<ShownFactor | undefined> {
  const given = [password, code, recoveryCode, passkey].filter((one) => one !== undefined)
  if (given.length !== 1) throw new AppError('invalid', 'Please send one of the ways to show who you are.')
  const guesser = { memberId, passwordHash, address }
  if (password !== undefined) {
    if (!(await isRightGuess(deps, guesser, () => isPassword(password, passwordHash, address))))
      throw new AppError('sign_in_failed', 'This is not your password.')
    return undefined
  }
  let factor: ShownFactor | undefined
  const look = async () => {
    if (code !== undefined) factor = await factorOfCode(deps, memberId, code)
    else if (recoveryCode !== undefined) factor = await factorOfRecoveryCode(deps, memberId, recoveryCode)
    else if (passkey !== undefined) factor = await factorOfPasskey(deps, memberId, passkey)
    return factor !== undefined
  }
  const counting = { isCode: code !== undefined, isLogin: false }
  if (!(await isRightGuess(deps, guesser, look, counting)))
    throw new AppError('sign_in_failed', passkey ? 'This passkey was not accepted. Please try again.' : WRONG_CODE)
  return factor
}

async function factorOfPasskey(deps: Deps, memberId: string, passkey: Passkey): Promise<ShownFactor | undefined> {
  try {
    await memberOfPasskey(deps, memberId, passkey)
    return { kind: 'passkey', id: passkey.id }
  } catch (error) {
    if (error instanceof AppError && error.code === 'sign_in_failed') return undefined
    throw error
  }
}

/** In the transaction that lets somebody in, with the member's row held: whoever takes a factor away waits for it, or was before it. */
async function refuseUnlessInForce(tx: Transaction, memberId: string, factor: ShownFactor | undefined): Promise<void> {
  if (!factor || !(await isInForce(tx, memberId, factor)))
    throw new AppError('sign_in_failed', 'This was taken away while you showed it. Please use another way.')
}

/** Refuses for an account that nothing opens now. */
async function openingOf({ db }: Deps, memberId: string): Promise<{ passwordHash: string }> {
  const member = await findOpening(db, memberId)
  if (!member || member.erasedAt) throw tooLate()
  if (member.lockedAt) throw new AppError('account_locked', member.lockedBecause ?? LOCKED)
  if (!member.emailVerifiedAt)
    throw new AppError('email_not_verified', 'Please verify your email first. We can send you the link again.', {
      reply: { email: member.email },
    })
  return member
}

function passwordIsNotEnough(): AppError {
  return new AppError('invalid', 'Your password is not enough here. Please use your second factor.')
}

function tooLate(): AppError {
  return new AppError('invalid', 'This login has taken too long. Please log in again.')
}
