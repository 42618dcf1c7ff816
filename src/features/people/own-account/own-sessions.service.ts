import type { Transaction } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Caller } from '#platform/http/access.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import {
  describeDevice,
  deleteOwnSession,
  deleteSessionsFor,
  listSessions,
} from '#features/people/accounts/sessions.public.ts'
import type { Staff } from '#shared/policy.ts'
import { lockAndAuthorize, lockMemberRow } from '#features/people/accounts/accounts.public.ts'
import { consumeRequestsOf } from '#features/people/accounts/emailed-links.public.ts'

type SessionDeps = Pick<Deps, 'db' | 'now'>

/** Lists the caller's sessions: first the current one, and then the others by their latest use. */
export async function listOwnSessions({ db, now }: SessionDeps, { id: memberId, sessionId }: Caller) {
  const found = await listSessions(db, { memberId, first: sessionId, now: now() })
  return found.map(({ id, agent, network, createdAt, lastUsedAt }) => ({
    id,
    device: describeDevice(agent),
    network,
    begun: createdAt.toISOString(),
    lastUsed: lastUsedAt.toISOString(),
    isThisOne: id === sessionId,
  }))
}

/** Lists a member's sessions for staff, by their latest use. */
export async function listSessionsForStaff({ db, now }: SessionDeps, memberId: string) {
  const found = await listSessions(db, { memberId, first: memberId, now: now() })
  return found.map(({ id, agent, network, createdAt, lastUsedAt }) => ({
    id,
    device: describeDevice(agent),
    network,
    createdAt,
    lastUsedAt,
  }))
}

/**
 * Ends one of the caller's sessions, and cancels what someone in that session may have requested, even if it was
 * already logged out.
 */
export async function endOwnSession(
  { db, now }: SessionDeps,
  { id: memberId }: Caller,
  sessionId: string,
): Promise<void> {
  const isEnded = await db.transaction(async (tx) => {
    // The member is locked first, in the usual order, to avoid a deadlock.
    await lockMemberRow(tx, memberId)
    const isFound = isUuid(sessionId) && (await deleteOwnSession(tx, { memberId, sessionId }))
    await consumeRequestsOf(tx, memberId, now())
    if (isFound) await recordEndedSessions(tx, { at: now(), memberId, sessions: 1 })
    return isFound
  })
  if (!isEnded) throw alreadyLoggedOutError()
}

/**
 * Ends all of the caller's sessions, and the current one only if requested. Cancels what someone in them may have
 * requested. Returns how many ended.
 */
export async function logOutEverywhere(
  { db, now }: SessionDeps,
  { id: memberId, sessionId }: Caller,
  { withThisOne }: { withThisOne: boolean },
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockMemberRow(tx, memberId)
    const many = await deleteSessionsFor(tx, memberId, withThisOne ? undefined : { but: sessionId })
    await consumeRequestsOf(tx, memberId, now())
    if (many > 0) await recordEndedSessions(tx, { at: now(), memberId, sessions: many })
    return many
  })
}

/**
 * Does the same as `logOutEverywhere` for staff who end one or all of a member's sessions. Returns how many ended. If a
 * single session was already logged out, throws.
 */
export async function endSessionsByStaff(
  { db, now }: SessionDeps,
  { memberId, sessionId, by }: { memberId: string; sessionId?: string; by: Staff },
): Promise<number> {
  const ended = await db.transaction(async (tx) => {
    await lockAndAuthorize(tx, 'end sessions', { memberId, by })
    const many =
      sessionId === undefined
        ? await deleteSessionsFor(tx, memberId)
        : Number(await deleteOwnSession(tx, { memberId, sessionId }))
    await consumeRequestsOf(tx, memberId, now())
    if (many > 0) await recordEndedSessions(tx, { at: now(), memberId, sessions: many, by })
    return many
  })
  if (ended === 0 && sessionId !== undefined) throw alreadyLoggedOutError()
  return ended
}

function alreadyLoggedOutError(): AppError {
  return new AppError('not_found', 'That device was already logged out.')
}

type EndedSessions = { at: Date; memberId: string; sessions: number; by?: Staff }

/** Logs the sessions that were ended. Unless a staff member is given, the actor is the member. */
async function recordEndedSessions(tx: Transaction, { at, memberId, sessions, by }: EndedSessions): Promise<void> {
  const himself = { kind: 'member', memberId } as const
  await recordEvent(tx, { at, kind: 'session.ended', by: by ?? himself, memberId, after: { sessions } })
}
