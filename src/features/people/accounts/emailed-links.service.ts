import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Executor, Transaction } from '#db/open-database.ts'
import { enforceAddressRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { deleteBounce } from '#features/foundation/suppressions/suppressions.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { pageAddress } from '#shared/pages.ts'
import type { StaffRole } from '#shared/policy.ts'
import { LINKS_PER_ADDRESS } from './account-limits.rules.ts'
import { consumeToken, findToken, type NewToken, saveAccountToken, type TokenKey } from './account-tokens.queries.ts'
import {
  CHANGE_EMAIL_LIFETIME_MS,
  END_SESSION_LIFETIME_MS,
  RESET_PASSWORD_LIFETIME_MS,
  VERIFY_EMAIL_LIFETIME_MS,
} from './accounts.rules.ts'
import { type Account, lockMemberRow } from './erasure.queries.ts'

/**
 * The purposes of emailed links. Each has its page, its default lifetime, and what a member can do or should know when
 * the link no longer works or, if that differs, has expired.
 */
const PURPOSES = {
  verify_email: {
    page: '/VerifyEmail/:token',
    lifetimeMs: VERIFY_EMAIL_LIFETIME_MS,
    instead: ' Log in with your username and password, and we can send you a new one.',
  },
  reset_password: {
    page: '/ResetPassword/:token',
    lifetimeMs: RESET_PASSWORD_LIFETIME_MS,
    instead: ' Please request a new one.',
  },
  change_email: {
    page: '/ConfirmEmail/:token',
    lifetimeMs: CHANGE_EMAIL_LIFETIME_MS,
    instead: ' Please request a new one on your account page.',
  },
  end_session: { page: '/EndSession/:token', lifetimeMs: END_SESSION_LIFETIME_MS, instead: '' },
  /**
   * Cancels an email change. Its token is the hash of the confirming link's token. Such a hash can't be used for
   * anything else.
   */
  keep_email: {
    page: '/KeepEmail/:token',
    lifetimeMs: CHANGE_EMAIL_LIFETIME_MS,
    instead: ' The email change was already made, canceled, or replaced, or it has expired.',
    ifExpired: ' The email change has expired, too, and was not made.',
  },
} as const

type Purpose = keyof typeof PURPOSES
type LinkTexts = { instead: string; ifExpired?: string }
type LinkPurpose = Exclude<Purpose, 'keep_email'>

/** The data stored with each kind of link. */
type LinkData = {
  verify_email: undefined
  /** The staff role that an invitation's link grants. */
  reset_password: { role: StaffRole } | undefined
  change_email: { newEmail: string }
  end_session: { network: string; agent: string }
  keep_email: undefined
}

/** Returns 256 random bits in a form that is safe in URLs. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Returns a token of 256 bits that can't be derived without the secret. It is the same for every retry of an email
 * request.
 */
export function deriveToken({ config }: Pick<Deps, 'config'>, purpose: LinkPurpose, request: string): string {
  return createHmac('sha256', config.appSecret).update(`${purpose}:${request}`).digest('base64url')
}

/**
 * Returns the request ID for a registration's email. It is derived from a key that only the registering browser has.
 */
export function getRegistrationRequestId(memberId: string, browserKey: string): string {
  const hex = createHash('sha256').update(`${memberId}:${browserKey}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Returns a token in the form in which it is stored. Tokens are so random that they need neither a salt nor a slow
 * hash.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

type NewLink<P extends LinkPurpose> = Pick<NewToken, 'memberId' | 'returnTo' | 'askedBy'> & {
  purpose: P
  /** The ID of the email request from which the token is derived. Without it, the token is random. */
  request?: string
  expiresAt?: Date
} & (undefined extends LinkData[P] ? { data?: LinkData[P] } : { data: LinkData[P] })

/** Stores a link. If it exists because the same request is tried again, extends it. A used link stays used. */
export async function createEmailedLink<P extends LinkPurpose>(
  deps: Pick<Deps, 'config' | 'now'>,
  db: Executor,
  { purpose, request, expiresAt, memberId, returnTo, askedBy, data }: NewLink<P>,
): Promise<{ address: string; tokenHash: string; saved: 'new' | 'prolonged' | 'used' }> {
  const now = deps.now()
  const token = request === undefined ? generateToken() : deriveToken(deps, purpose, request)
  const tokenHash = hashToken(token)
  const end = expiresAt ?? new Date(now.getTime() + PURPOSES[purpose].lifetimeMs)
  const link = { tokenHash, purpose, memberId, expiresAt: end, returnTo, askedBy, data }
  const saved = await saveAccountToken(db, link, now)
  return { address: formatLinkAddress(deps, purpose, token), tokenHash, saved }
}

/** Finds the link that was stored for an email request, if it is still valid. */
export async function findRequestedLink<P extends LinkPurpose>(
  deps: Pick<Deps, 'config' | 'now' | 'db'>,
  purpose: P,
  request: string,
) {
  const token = deriveToken(deps, purpose, request)
  const link = await findToken(deps.db, { tokenHash: hashToken(token), purpose }, deps.now())
  if (!link || link.usedAt || link.lockedAt) return undefined
  return { ...link, data: link.data as LinkData[P], address: formatLinkAddress(deps, purpose, token) }
}

/** Whether a link was stored for an email request and has not expired. It may have been used. */
export async function hasEmailedLink(
  deps: Pick<Deps, 'config' | 'now' | 'db'>,
  purpose: LinkPurpose,
  request: string,
): Promise<boolean> {
  const tokenHash = hashToken(deriveToken(deps, purpose, request))
  return (await findToken(deps.db, { tokenHash, purpose }, deps.now())) !== undefined
}

export function formatLinkAddress({ config }: Pick<Deps, 'config'>, purpose: Purpose, token: string): string {
  return config.publicUrl + pageAddress(PURPOSES[purpose].page, { token })
}

/** Reads a link without using it. It may already have been used. Throws `invalid` or `too_many_requests`. */
export async function openEmailedLink<P extends Purpose>(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  purpose: P,
  { token, address }: { token: string; address: string },
) {
  const { db, now } = deps
  const key: TokenKey =
    purpose === 'keep_email'
      ? { tokenHash: token, purpose: 'change_email' }
      : { tokenHash: hashToken(token), purpose: purpose as LinkPurpose }
  const link = await findToken(db, key, now())
  // A valid link always works, no matter how many invalid links were tried from the same network.
  if (!link || link.lockedAt || link.usedAt) await enforceAddressRateLimit(deps, db, LINKS_PER_ADDRESS, address)
  if (!link) {
    const expired = await findToken(db, key, new Date(0))
    throw expired && !expired.usedAt ? expiredLinkError(purpose) : deadLinkError(purpose)
  }
  if (link.lockedAt) throw deadLinkError(purpose)
  return { ...link, key, purpose, data: link.data as LinkData[P] }
}

type OpenedLink = { memberId: string; askedBy: string | null; key: TokenKey; purpose: Purpose }

/**
 * Uses a link, which is possible only once, and applies its effect in the same transaction, with the member's row
 * locked. If the link was already used, throws what `ifUsed` returns or, if there is no such function, `invalid`.
 */
export async function consumeEmailedLink<T>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { memberId, askedBy, key, purpose }: OpenedLink,
  effect: (tx: Transaction, member: Account) => Promise<T>,
  ifUsed?: (tx: Transaction) => Promise<AppError | undefined>,
): Promise<T> {
  return db.transaction(async (tx) => {
    // Locks the members before the token, in the same order as logins and account locks, because revoking the
    // requester's access also consumes the token. Another order could cause a deadlock.
    const member = await lockMemberRow(tx, memberId, askedBy)
    if (!member || !(await consumeToken(tx, key, now()))) throw (await ifUsed?.(tx)) ?? deadLinkError(purpose)
    // An emailed link that was opened proves that email arrives.
    await deleteBounce(tx, memberId)
    return effect(tx, member)
  })
}

function expiredLinkError(purpose: Purpose): AppError {
  const { instead, ifExpired = instead }: LinkTexts = PURPOSES[purpose]
  return new AppError('invalid', `This link has expired.${ifExpired}`)
}

export function deadLinkError(purpose: Purpose): AppError {
  return new AppError('invalid', `This link has expired or has already been used.${PURPOSES[purpose].instead}`)
}
