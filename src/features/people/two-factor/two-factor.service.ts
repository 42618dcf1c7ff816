import { createHash } from 'node:crypto'
import type { Secret, TOTP } from 'otpauth'
import type qrcode from 'qrcode'
import type { Executor, Transaction } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Config } from '#platform/config.ts'
import type { Caller } from '#platform/http/access.ts'
import type { Deps } from '#platform/deps.ts'
import { encrypt, DecryptionError, decrypt } from '#platform/encryption.ts'
import { library, lazy } from '#platform/lazy.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import {
  confirmSecret,
  deleteSecret,
  endOtherSessions,
  findFactors,
  findSecret,
  hasFactors,
  hasVerifiedFactor,
  saveSecret,
  lockMemberRow,
  markConfirmed,
  replaceRecoveryCodes,
  type VerifiedFactor,
  consumeRecoveryCode,
  consumeTimeStep,
  clearSessionFactors,
} from './two-factor.queries.ts'
import { twoFactorChanged } from './two-factor.queues.ts'
import {
  formatAppLabel,
  CODE_DIGITS,
  CODE_PERIOD_SECONDS,
  groupCharacters,
  normalizeCode,
  normalizeRecoveryCode,
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
  SECRET_BYTES,
  WRONG_CODE,
} from './two-factor.rules.ts'

export type Holder = Pick<Caller, 'id' | 'sessionId'>

export type AuthenticatorSetup = {
  /** The secret in groups of four, to be typed if there is no camera. */
  key: string
  /** The content of the QR code, such as `otpauth://totp/…`. */
  address: string
  picture: string
}

const PURPOSE = 'second factor'

const otp = lazy<typeof import('otpauth')>(() => library('otpauth'))
const pictures = lazy<typeof qrcode>(() => library('qrcode'))

/** Creates a secret for an authenticator app. Logins don't require it until its first code was confirmed. */
export async function beginAuthenticatorSetup(deps: Deps, holder: Holder): Promise<AuthenticatorSetup> {
  const { config, db, now } = deps
  const secret = new (otp().Secret)({ size: SECRET_BYTES })
  const site = await readSite(db)
  const sealedSecret = encrypt({ config, purpose: PURPOSE, owner: holder.id }, secret.base32)
  const username = await db.transaction(async (tx) => {
    const name = await lockMemberRow(tx, holder.id)
    await requireStepUp(tx, holder)
    if (name !== undefined && !(await saveSecret(tx, { memberId: holder.id, sealedSecret, createdAt: now() })))
      throw new AppError(
        'invalid',
        'An authenticator app is already set up. To use another app, remove the current one first.',
      )
    return name
  })
  if (username === undefined) throw new AppError('sign_in_required', 'Please log in.')
  const named = createTotp(secret, { issuer: formatAppLabel(site.name), label: formatAppLabel(username) })
  const address = named.toString()
  const svg = await pictures().toString(address, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
  const picture = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  return { key: groupCharacters(secret.base32), address, picture }
}

/** Activates the secret if its first code is right. Returns recovery codes, which are shown only once. */
export async function confirmAuthenticator(deps: Deps, holder: Holder, code: string): Promise<string[]> {
  const { db, now } = deps
  const codes = generateRecoveryCodes()
  await db.transaction(async (tx) => {
    await lockMemberRow(tx, holder.id)
    await requireStepUp(tx, holder)
    const stored = await findSecret(tx, holder.id)
    if (!stored) throw new AppError('invalid', 'Setup isn’t in progress. Please start over.')
    // This is checked before the code is verified, because the request must not reveal whether a code of an active app
    // is right. Only logins limit the attempts.
    if (stored.confirmedAt) throw alreadyEnabledError()
    const { sealedSecret } = stored
    const step = findTimeStep(deps, { memberId: holder.id, sealedSecret, code })
    if (step === undefined) throw fieldErrors({ code: [WRONG_CODE] })
    await endSessionsBeforeFirstFactor(deps, tx, holder)
    if (!(await confirmSecret(tx, { memberId: holder.id, sealedSecret, step }, now()))) throw alreadyEnabledError()
    await replaceRecoveryCodes(tx, holder.id, codes.map(hashRecoveryCode))
    await markConfirmed(tx, holder.sessionId, now(), true)
    await recordAndNotify(deps, tx, holder.id, 'code_set_up')
  })
  return codes
}

/** Removes the authenticator app. The recovery codes stay only if there is a passkey, for which they are the backup. */
export async function removeAuthenticator(deps: Deps, holder: Holder): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockMemberRow(tx, holder.id)
    await requireStepUp(tx, holder)
    if (!(await deleteSecret(tx, holder.id))) throw new AppError('invalid', 'No authenticator app is set up.')
    await cleanUpAfterLastFactor(tx, holder.id)
    await recordAndNotify(deps, tx, holder.id, 'code_removed')
  })
}

export async function renewRecoveryCodes(deps: Deps, holder: Holder): Promise<string[]> {
  const codes = generateRecoveryCodes()
  await deps.db.transaction(async (tx) => {
    await lockMemberRow(tx, holder.id)
    await requireStepUp(tx, holder)
    if (!(await hasFactors(tx, holder.id)))
      throw new AppError(
        'invalid',
        'Recovery codes let you log in if you lose your authenticator app or passkey. Set up an app or passkey first.',
      )
    await replaceRecoveryCodes(tx, holder.id, codes.map(hashRecoveryCode))
    await recordAndNotify(deps, tx, holder.id, 'recovery_codes_made')
  })
  return codes
}

/**
 * Returns the authenticator app if the code is valid now or within 30 seconds. Consumes the code, so that it can't be
 * used a second time.
 */
export async function verifyCode(deps: Deps, memberId: string, code: string): Promise<VerifiedFactor | undefined> {
  const stored = await findSecret(deps.db, memberId)
  if (!stored?.confirmedAt) return undefined
  const { sealedSecret } = stored
  const step = findTimeStep(deps, { memberId, sealedSecret, code })
  const isTaken = step !== undefined && (await consumeTimeStep(deps.db, { memberId, sealedSecret, step }))
  return isTaken ? { kind: 'app', sealedSecret } : undefined
}

/** Consumes one of the member's recovery codes and emails the member. */
export async function verifyRecoveryCode(
  deps: Deps,
  memberId: string,
  code: string,
): Promise<VerifiedFactor | undefined> {
  const { db, now } = deps
  const codeHash = hashRecoveryCode(code)
  return db.transaction(async (tx) => {
    // The member is locked first, as in everything that removes factors.
    await lockMemberRow(tx, memberId)
    if (!(await consumeRecoveryCode(tx, memberId, codeHash, now()))) return undefined
    await recordAndNotify(deps, tx, memberId, 'recovery_code_used')
    return { kind: 'recovery_code', codeHash }
  })
}

/**
 * Throws if the member has factors and this session has verified none. Someone with a stolen password, or in an older
 * session, must not be able to replace the factors. The result can't change while the member's row is locked.
 */
export async function requireStepUp(db: Executor, { id, sessionId }: Holder): Promise<void> {
  const hasShown = await hasVerifiedFactor(db, sessionId)
  if (hasShown === undefined) throw new AppError('sign_in_required', 'Your session has ended. Please log in again.')
  if (!hasShown && (await hasFactors(db, id)))
    throw new AppError('confirm_identity', 'Confirm it’s you with your verification code or passkey.')
}

/**
 * Call this before a member's first factor becomes active. Ends all other sessions, which were started with only a
 * password.
 */
export async function endSessionsBeforeFirstFactor(
  { now }: Pick<Deps, 'now'>,
  tx: Transaction,
  { id, sessionId }: Holder,
): Promise<void> {
  if (await hasFactors(tx, id)) return
  const sessions = await endOtherSessions(tx, id, sessionId)
  if (sessions === 0) return
  const by = { kind: 'member', memberId: id } as const
  await recordEvent(tx, { at: now(), kind: 'session.ended', by, memberId: id, after: { sessions } })
}

/**
 * Creates recovery codes if there are none. Otherwise, returns undefined. Runs in the transaction that adds a passkey.
 */
export async function createFirstRecoveryCodes(tx: Transaction, memberId: string): Promise<string[] | undefined> {
  const { recoveryCodes } = await findFactors(tx, memberId)
  if (recoveryCodes > 0) return undefined
  const codes = generateRecoveryCodes()
  await replaceRecoveryCodes(tx, memberId, codes.map(hashRecoveryCode))
  return codes
}

export async function cleanUpAfterLastFactor(tx: Transaction, memberId: string): Promise<void> {
  if (await hasFactors(tx, memberId)) return
  await replaceRecoveryCodes(tx, memberId, [])
  await clearSessionFactors(tx, memberId)
}

const KINDS = {
  code_set_up: 'factor.set_up',
  code_removed: 'factor.removed',
  recovery_codes_made: 'factor.codes_made',
  recovery_code_used: 'factor.code_used',
  passkey_added: 'passkey.added',
  passkey_removed: 'passkey.removed',
} as const

export async function recordAndNotify(
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  tx: Transaction,
  memberId: string,
  change: keyof typeof KINDS,
): Promise<void> {
  await recordEvent(tx, { at: now(), kind: KINDS[change], by: { kind: 'member', memberId }, memberId })
  await jobs.enqueue(tx, twoFactorChanged, { memberId, change })
}

export function isReadable(
  { config }: { config: Pick<Config, 'appSecret'> },
  memberId: string,
  sealedSecret: string,
): boolean {
  try {
    decrypt({ config, purpose: PURPOSE, owner: memberId }, sealedSecret)
    return true
  } catch (error) {
    if (error instanceof DecryptionError) return false
    throw error
  }
}

type TypedCode = { memberId: string; sealedSecret: string; code: string }

/** Returns the number of the code's 30-second time step since 1970, or undefined if the code is wrong. */
function findTimeStep({ config, now, log }: Deps, { memberId, sealedSecret, code }: TypedCode): number | undefined {
  if (!isReadable({ config }, memberId, sealedSecret)) {
    log.error({ memberId }, 'a two-factor secret was encrypted with another APP_SECRET')
    throw new AppError('invalid', 'We can’t check codes right now. Use a recovery code, or contact us.')
  }
  const secret = otp().Secret.fromBase32(decrypt({ config, purpose: PURPOSE, owner: memberId }, sealedSecret))
  const totp = createTotp(secret)
  const timestamp = now().getTime()
  const token = normalizeCode(code)
  const delta = token === undefined ? null : totp.validate({ token, timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

function createTotp(secret: Secret, named: { issuer?: string; label?: string } = {}): TOTP {
  return new (otp().TOTP)({ ...named, secret, algorithm: 'SHA1', digits: CODE_DIGITS, period: CODE_PERIOD_SECONDS })
}

function alreadyEnabledError(): AppError {
  return new AppError('invalid', 'This setup was replaced or is already active. Reload the page.')
}

/** Returns ten codes such as `ABCD-EFGH-IJKL-MNOP-QRST-UVWX`. */
function generateRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    groupCharacters(new (otp().Secret)({ size: RECOVERY_CODE_BYTES }).base32, '-'),
  )
}

/**
 * Returns a code in the form in which it is stored. Codes are so random that they need neither a salt nor a slow hash.
 */
function hashRecoveryCode(code: string): string {
  return createHash('sha256').update(normalizeRecoveryCode(code)).digest('hex')
}
