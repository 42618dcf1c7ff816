import type { Transaction } from '#db/open-database.ts'
import { hasFactors, lockMemberRow } from '#features/people/two-factor/two-factor.public.ts'
import { remember } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Config } from '#platform/config.ts'
import type { Caller } from '#platform/http/access.ts'
import type { Deps } from '#platform/deps.ts'
import { clientKeyFor } from '#platform/client-key.ts'
import { AppError } from '#shared/app-error.ts'
import { cleanLogin } from '#shared/login-name.ts'
import {
  LOGIN_FAILED,
  SESSION_LIFETIME_MS,
  MAX_SESSION_MS,
  SESSION_TOUCH_MS,
  MAX_SESSIONS_PER_MEMBER,
  STAFF_SESSION_LIFETIME_MS,
  MAX_STAFF_SESSION_MS,
} from './accounts.rules.ts'
import { findByLogin } from './accounts.queries.ts'
import { getKnownDeviceEntry, getKnownClientEntry } from './login-attempts.service.ts'
import { notifyNewDevice } from './new-devices.service.ts'
import { verifyPassword, INTERNAL_CLIENT } from './password-hashing.service.ts'
import {
  deleteSession,
  findSession,
  insertSession,
  isSessionOpen,
  deleteOlderSessions,
  extendSession,
} from './sessions.queries.ts'
import { hashToken, generateToken } from './emailed-links.service.ts'

type SessionDeps = Pick<Deps, 'db' | 'now'> & { config: Pick<Config, 'mode'> }

/**
 * Finds the session for a token, in one query. At most every ten minutes, a second query extends an active session by
 * 30 days (12 hours for staff), up to the maximum age. Background requests of an open page don't count as use
 * (`isUse`).
 */
export async function identify(
  { db, now, config }: SessionDeps,
  token: string,
  isUse = true,
): Promise<Caller | undefined> {
  const tokenHash = hashToken(token)
  const time = now()
  const session = await findSession(db, tokenHash, time)
  if (!session) return undefined
  if (isUse && time.getTime() - session.lastUsedAt.getTime() >= SESSION_TOUCH_MS) {
    const { learner, staff } = getExpiries(config, { begun: session.createdAt, usedAt: time })
    const expiresAt = session.role === 'learner' ? learner : staff
    await extendSession(db, tokenHash, { lastUsedAt: time, expiresAt })
  }
  const { id, role, sessionId, confirmedAt, hasFactor } = session
  return { id, role, sessionId, tokenHash, confirmedAt, hasFactor }
}

type NewSession = {
  memberId: string
  agent: string
  /** When the member confirmed their identity. The default is now. */
  confirmedAt?: Date
  /** The client's network, as `clientKeyFor` returns it. */
  network?: string
  hasFactor?: boolean
  passwordHash?: string
  /** Called in the transaction that stores the session. */
  remember?: (tx: Transaction) => Promise<void>
}

/**
 * Starts a session and returns its token, of which only the hash is stored. If the member has too many sessions, the
 * oldest one ends. Fails if the account is locked, if `passwordHash` is no longer the member's, or if the member has a
 * second factor that was not verified.
 */
export async function startSession(deps: SessionDeps, session: NewSession): Promise<string> {
  const { db } = deps
  const token = await db.transaction((tx) => startSessionIn(deps, tx, session))
  // This runs after the insert, so that the last of many concurrent logins sees all other sessions.
  await deleteOlderSessions(db, session.memberId, MAX_SESSIONS_PER_MEMBER)
  return token
}

async function startSessionIn(
  { now, config }: Omit<SessionDeps, 'db'>,
  tx: Transaction,
  { memberId, agent, network = '', hasFactor = false, passwordHash, remember, ...given }: NewSession,
): Promise<string> {
  const token = generateToken()
  const time = now()
  const { confirmedAt = time } = given
  const { learner: expiresAt, staff: staffExpiresAt } = getExpiries(config, { begun: time, usedAt: time })
  const session = {
    tokenHash: hashToken(token),
    memberId,
    agent: toPrintable(agent),
    network,
    confirmedAt,
    hasFactor,
    createdAt: time,
    lastUsedAt: time,
    expiresAt,
    staffExpiresAt,
  }
  if ((await insertSession(tx, session, passwordHash)) === undefined) throw new AppError('sign_in_failed', LOGIN_FAILED)
  // If the member's first factor was set up concurrently, that ended all other sessions. The insert waited for it, so
  // this session must end, too.
  if (!hasFactor && (await hasFactors(tx, memberId))) throw new AppError('sign_in_failed', LOGIN_FAILED)
  await remember?.(tx)
  return token
}

export async function verifyCredentials(
  { db }: Pick<Deps, 'db'>,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const member = await findByLogin(db, cleanLogin(email))
  return (
    Boolean(member?.emailVerifiedAt) &&
    !member?.lockedAt &&
    verifyPassword(password, member?.passwordHash, INTERNAL_CLIENT)
  )
}

/**
 * Throws `sign_in_required` if the session has ended. Used for actions that must not be performed after that. Locks the
 * member until the transaction ends.
 */
export async function assertSessionOpen(tx: Transaction, member: { id: string; sessionId: string }): Promise<void> {
  // The member is locked first. A concurrent logout or account lock has either finished before that, or waits for this
  // transaction.
  await lockMemberRow(tx, member.id)
  if (!(await isSessionOpen(tx, member.sessionId)))
    throw new AppError('sign_in_required', 'Your session has ended. Please log in again.')
}

type SessionStart = { memberId: string; passwordHash: string; address: string; agent: string; hasFactor: boolean }

/** Starts a session after all required factors were verified. `and` is called in the same transaction. */
export async function beginSession(
  deps: Deps,
  entering: SessionStart,
  and?: (tx: Transaction) => Promise<void>,
): Promise<string> {
  return startSession(deps, toNewSession(deps, entering, and))
}

/**
 * Does the same as `beginSession` in the caller's transaction. `confirmedAt` may be recent only if more was proved than
 * access to the mailbox.
 */
export function beginSessionIn(
  deps: Deps,
  tx: Transaction,
  { confirmedAt, ...entering }: SessionStart & { confirmedAt: Date },
): Promise<string> {
  return startSessionIn(deps, tx, { ...toNewSession(deps, entering), confirmedAt })
}

/** Stores the login's device and network with the session. If they are new, notifies the member. */
function toNewSession(
  deps: Deps,
  { memberId, passwordHash, address, agent, hasFactor }: SessionStart,
  and?: (tx: Transaction) => Promise<void>,
): NewSession {
  const { network } = clientKeyFor(address)
  const rememberPlace = async (tx: Transaction) => {
    await and?.(tx)
    const place = { memberId, passwordHash, network }
    await remember(deps, tx, getKnownClientEntry(place))
    const { isNew } = await remember(deps, tx, getKnownDeviceEntry(place, agent))
    if (isNew) await notifyNewDevice(deps, tx, { memberId, network, agent: toPrintable(agent) })
  }
  return { memberId, agent, network, hasFactor, passwordHash, remember: rememberPlace }
}

export async function endSession({ db }: Pick<Deps, 'db'>, { tokenHash }: Caller): Promise<void> {
  await deleteSession(db, tokenHash)
}

function toPrintable(agent: string): string {
  return agent.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200)
}

/**
 * Returns when a session expires if it is not used. In modes where staff need a second factor, their sessions last one
 * workday.
 */
function getExpiries(
  { mode }: Pick<Config, 'mode'>,
  { begun, usedAt }: { begun: Date; usedAt: Date },
): { learner: Date; staff: Date } {
  const earlier = (unused: number, longest: number) =>
    new Date(Math.min(usedAt.getTime() + unused, begun.getTime() + longest))
  const learner = earlier(SESSION_LIFETIME_MS, MAX_SESSION_MS)
  return {
    learner,
    staff: mode === 'production' ? earlier(STAFF_SESSION_LIFETIME_MS, MAX_STAFF_SESSION_MS) : learner,
  }
}
