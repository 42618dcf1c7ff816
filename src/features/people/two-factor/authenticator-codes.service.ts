import { createHash } from 'node:crypto'
import type { Secret, TOTP } from 'otpauth'
import type qrcode from 'qrcode'
import type { Executor, Transaction } from '#db/open.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Config } from '#platform/config.ts'
import type { Caller } from '#platform/http/access.ts'
import type { Deps } from '#platform/deps.ts'
import { seal, SealBroken, unseal } from '#platform/sealing.ts'
import { library, whenNeeded } from '#platform/when-needed.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import {
  confirmSecret,
  deleteSecret,
  endAllBut,
  findFactors,
  findSecret,
  hasFactors,
  hasShownFactor,
  keepSecret,
  lockMember,
  markConfirmed,
  replaceRecoveryCodes,
  type ShownFactor,
  takeRecoveryCode,
  takeStep,
  unmarkSessionsOf,
} from './two-factor.queries.ts'
import { factorChanged } from './two-factor.queues.ts'
import {
  appLabel,
  CODE_DIGITS,
  CODE_PERIOD,
  inGroups,
  codeDigits,
  plainRecoveryCode,
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
  SECRET_BYTES,
  WRONG_CODE,
} from './two-factor.rules.ts'

/** Whoever is signed in, of whom this feature knows the id and the session. */
export type Holder = Pick<Caller, 'id' | 'sessionId'>

export type BegunCode = {
  /** The secret in groups of four, to be typed where no camera is. */
  key: string
  /** What the picture holds: `otpauth://totp/…`. */
  address: string
  /** An SVG as a data address. */
  picture: string
}

const PURPOSE = 'second factor'

const otp = whenNeeded<typeof import('otpauth')>(() => library('otpauth'))
const pictures = whenNeeded<typeof qrcode>(() => library('qrcode'))

/** Makes a secret for an app; nothing is asked for before its first code was shown. */
export async function beginCode(deps: Deps, holder: Holder): Promise<BegunCode> {
  const { config, db, now } = deps
  const secret = new (otp().Secret)({ size: SECRET_BYTES })
  const site = await readSite(db)
  const sealedSecret = seal({ config, purpose: PURPOSE, owner: holder.id }, secret.base32)
  const username = await db.transaction(async (tx) => {
    const name = await lockMember(tx, holder.id)
    await refuseUnlessShown(tx, holder)
    if (name !== undefined && !(await keepSecret(tx, { memberId: holder.id, sealedSecret, createdAt: now() })))
      throw new AppError('invalid', 'Codes are asked for already. To use another app, remove the one you have first.')
    return name
  })
  if (username === undefined) throw new AppError('sign_in_required', 'Please log in.')
  const named = totpOf(secret, { issuer: appLabel(site.name), label: appLabel(username) })
  const address = named.toString()
  const svg = await pictures().toString(address, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
  const picture = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  return { key: inGroups(secret.base32), address, picture }
}

/** Puts the secret in force when its first code is right. Returns the recovery codes, which are shown this once. */
export async function confirmCode(deps: Deps, holder: Holder, code: string): Promise<string[]> {
  const { db, now } = deps
  const codes = makeRecoveryCodes()
  await db.transaction(async (tx) => {
    await lockMember(tx, holder.id)
    await refuseUnlessShown(tx, holder)
    const stored = await findSecret(tx, holder.id)
    if (!stored) throw new AppError('invalid', 'Nothing was begun. Please begin again.')
    // Before the code is looked at: nobody learns here whether it is one of an app in force, which the login counts.
    if (stored.confirmedAt) throw inForce()
    const { sealedSecret } = stored
    const step = stepOf(deps, { memberId: holder.id, sealedSecret, code })
    if (step === undefined) throw fieldErrors({ code: [WRONG_CODE] })
    await startOver(deps, tx, holder)
    if (!(await confirmSecret(tx, { memberId: holder.id, sealedSecret, step }, now()))) throw inForce()
    await replaceRecoveryCodes(tx, holder.id, codes.map(hashOfCode))
    await markConfirmed(tx, holder.sessionId, now(), true)
    await tell(deps, tx, holder.id, 'code_set_up')
  })
  return codes
}

/** No code is asked for any more. Recovery codes stay only where there is a passkey that they can stand in for. */
export async function removeCode(deps: Deps, holder: Holder): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockMember(tx, holder.id)
    await refuseUnlessShown(tx, holder)
    if (!(await deleteSecret(tx, holder.id))) throw new AppError('invalid', 'No codes are asked for.')
    await endUnlessAnyIsLeft(tx, holder.id)
    await tell(deps, tx, holder.id, 'code_removed')
  })
}

/** Those of before are worth nothing from then on. */
export async function renewRecoveryCodes(deps: Deps, holder: Holder): Promise<string[]> {
  const codes = makeRecoveryCodes()
  await deps.db.transaction(async (tx) => {
    await lockMember(tx, holder.id)
    await refuseUnlessShown(tx, holder)
    if (!(await hasFactors(tx, holder.id)))
      throw new AppError('invalid', 'Recovery codes stand in for an app or a passkey. Please set up one of them first.')
    await replaceRecoveryCodes(tx, holder.id, codes.map(hashOfCode))
    await tell(deps, tx, holder.id, 'recovery_codes_made')
  })
  return codes
}

/** The app whose code is right now, or was or will be within 30 seconds. It is taken by that: a second time it is wrong. */
export async function factorOfCode(deps: Deps, memberId: string, code: string): Promise<ShownFactor | undefined> {
  const stored = await findSecret(deps.db, memberId)
  if (!stored?.confirmedAt) return undefined
  const { sealedSecret } = stored
  const step = stepOf(deps, { memberId, sealedSecret, code })
  const isTaken = step !== undefined && (await takeStep(deps.db, { memberId, sealedSecret, step }))
  return isTaken ? { kind: 'app', sealedSecret } : undefined
}

/** One of the member's unused recovery codes. It is used by that, and he is told by mail. */
export async function factorOfRecoveryCode(
  deps: Deps,
  memberId: string,
  code: string,
): Promise<ShownFactor | undefined> {
  const { db, now } = deps
  const codeHash = hashOfCode(code)
  return db.transaction(async (tx) => {
    // The member first, as everything that takes factors away does.
    await lockMember(tx, memberId)
    if (!(await takeRecoveryCode(tx, memberId, codeHash, now()))) return undefined
    await tell(deps, tx, memberId, 'recovery_code_used')
    return { kind: 'recovery_code', codeHash }
  })
}

/**
 * Refuses to change factors where there are some and this session has shown none: a stolen password, or a session of before, must not
 * put another in their place. What it answers stays true where the member's row is held.
 */
export async function refuseUnlessShown(db: Executor, { id, sessionId }: Holder): Promise<void> {
  const hasShown = await hasShownFactor(db, sessionId)
  if (hasShown === undefined) throw new AppError('sign_in_required', 'Your session has ended. Please log in again.')
  if (!hasShown && (await hasFactors(db, id)))
    throw new AppError('confirm_identity', 'Please show again that it is you, with your second factor.')
}

/** Before the first factor of a member is in force: whoever else is in the account came with a password alone, and is out. */
export async function startOver({ now }: Pick<Deps, 'now'>, tx: Transaction, { id, sessionId }: Holder): Promise<void> {
  if (await hasFactors(tx, id)) return
  const sessions = await endAllBut(tx, id, sessionId)
  if (sessions === 0) return
  const by = { kind: 'member', memberId: id } as const
  await recordEvent(tx, { at: now(), kind: 'session.ended', by, memberId: id, after: { sessions } })
}

/** Makes codes where there are none yet; undefined where there are. In the transaction that adds a passkey. */
export async function firstRecoveryCodes(tx: Transaction, memberId: string): Promise<string[] | undefined> {
  const { recoveryCodes } = await findFactors(tx, memberId)
  if (recoveryCodes > 0) return undefined
  const codes = makeRecoveryCodes()
  await replaceRecoveryCodes(tx, memberId, codes.map(hashOfCode))
  return codes
}

/** What goes with the last factor of a member. */
export async function endUnlessAnyIsLeft(tx: Transaction, memberId: string): Promise<void> {
  if (await hasFactors(tx, memberId)) return
  await replaceRecoveryCodes(tx, memberId, [])
  await unmarkSessionsOf(tx, memberId)
}

const KINDS = {
  code_set_up: 'factor.set_up',
  code_removed: 'factor.removed',
  recovery_codes_made: 'factor.codes_made',
  recovery_code_used: 'factor.code_used',
  passkey_added: 'passkey.added',
  passkey_removed: 'passkey.removed',
} as const

/** Writes into the log what the member changed, and has it mailed to him. */
export async function tell(
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  tx: Transaction,
  memberId: string,
  change: keyof typeof KINDS,
): Promise<void> {
  await recordEvent(tx, { at: now(), kind: KINDS[change], by: { kind: 'member', memberId }, memberId })
  await jobs.enqueue(tx, factorChanged, { memberId, change })
}

/** Whether this academy's secret opens what was sealed. */
export function isReadable(
  { config }: { config: Pick<Config, 'appSecret'> },
  memberId: string,
  sealedSecret: string,
): boolean {
  try {
    unseal({ config, purpose: PURPOSE, owner: memberId }, sealedSecret)
    return true
  } catch (error) {
    if (error instanceof SealBroken) return false
    throw error
  }
}

type Shown = { memberId: string; sealedSecret: string; code: string }

/** The period of 30 seconds whose code this is, counted since 1970; undefined for a wrong one. */
function stepOf({ config, now, log }: Deps, { memberId, sealedSecret, code }: Shown): number | undefined {
  if (!isReadable({ config }, memberId, sealedSecret)) {
    log.error({ memberId }, 'a second factor was sealed with another APP_SECRET')
    throw new AppError('invalid', 'Your codes can not be checked here. Please use a recovery code, or contact us.')
  }
  const secret = otp().Secret.fromBase32(unseal({ config, purpose: PURPOSE, owner: memberId }, sealedSecret))
  const totp = totpOf(secret)
  const timestamp = now().getTime()
  const token = codeDigits(code)
  const delta = token === undefined ? null : totp.validate({ token, timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

function totpOf(secret: Secret, named: { issuer?: string; label?: string } = {}): TOTP {
  return new (otp().TOTP)({ ...named, secret, algorithm: 'SHA1', digits: CODE_DIGITS, period: CODE_PERIOD })
}

function inForce(): AppError {
  return new AppError('invalid', 'This was replaced or is in force already. Please look at the page again.')
}

/** `ABCD-EFGH-IJKL-MNOP-QRST-UVWX`, ten of them. */
function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    inGroups(new (otp().Secret)({ size: RECOVERY_CODE_BYTES }).base32, '-'),
  )
}

/** What is stored of it. It has enough randomness of its own: no salt, no slow hash. */
function hashOfCode(code: string): string {
  return createHash('sha256').update(plainRecoveryCode(code)).digest('hex')
}
