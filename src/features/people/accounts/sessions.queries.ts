import { and, desc, eq, gt, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { prepared } from '#db/prepared.ts'
import { members, sessions } from '#db/tables/members.ts'
import { roleColumn } from './accounts.queries.ts'

type NewSession = Omit<typeof sessions.$inferSelect, 'id'> & {
  /** The expiration time for staff, used instead of `expiresAt`. */
  staffExpiresAt: Date
}

/**
 * Inserts a session and returns its ID. Returns undefined if the account is locked, or if `passwordHash` is no longer
 * the member's. Waits until a lock or a password change in progress has finished.
 */
export async function insertSession(
  db: Executor,
  session: NewSession,
  passwordHash?: string,
): Promise<string | undefined> {
  const { tokenHash, memberId, agent, network, confirmedAt, hasFactor, createdAt, lastUsedAt } = session
  const { expiresAt, staffExpiresAt } = session
  const holder = db
    .select({
      tokenHash: sql<string>`${tokenHash}::text`.as('token_hash'),
      id: sql<string>`gen_random_uuid()`.as('id'),
      memberId: members.id,
      agent: sql<string>`${agent}::text`.as('agent'),
      network: sql<string>`${network}::text`.as('network'),
      confirmedAt: timeAs('confirmed_at', confirmedAt),
      hasFactor: sql<boolean>`${hasFactor}::boolean`.as('has_factor'),
      createdAt: timeAs('created_at', createdAt),
      lastUsedAt: timeAs('last_used_at', lastUsedAt),
      expiresAt:
        sql<Date>`case when ${members.role} = 'staff' then ${staffExpiresAt.toISOString()}::timestamptz else ${expiresAt.toISOString()}::timestamptz end`.as(
          'expires_at',
        ),
    })
    .from(members)
    .where(
      and(
        eq(members.id, memberId),
        isNull(members.lockedAt),
        passwordHash === undefined ? undefined : eq(members.passwordHash, passwordHash),
      ),
    )
    .for('share')
  const [begun] = await db.insert(sessions).select(holder).returning({ id: sessions.id })
  return begun?.id
}

function timeAs(name: string, time: Date) {
  return sql<Date>`${time.toISOString()}::timestamptz`.as(name)
}

const openSession = prepared('open_session', ['tokenHash', 'now'], (db, { tokenHash, now }) =>
  db
    .select({
      id: members.id,
      role: roleColumn,
      sessionId: sessions.id,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      confirmedAt: sessions.confirmedAt,
      hasFactor: sessions.hasFactor,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now), isNull(members.lockedAt))),
)

export async function findSession(db: Executor, tokenHash: string, now: Date) {
  const [session] = await openSession(db, { tokenHash, now })
  return session
}

export async function isSessionOpen(db: Executor, sessionId: string): Promise<boolean> {
  const found = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId))
  return found.length > 0
}

export async function filterOpenSessions(db: Executor, sessionIds: string[], now: Date): Promise<string[]> {
  const open = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(and(inArray(sessions.id, sessionIds), gt(sessions.expiresAt, now), isNull(members.lockedAt)))
  return open.map(({ id }) => id)
}

export async function extendSession(
  db: Executor,
  tokenHash: string,
  { lastUsedAt, expiresAt }: { lastUsedAt: Date; expiresAt: Date },
): Promise<void> {
  await db.update(sessions).set({ lastUsedAt, expiresAt }).where(eq(sessions.tokenHash, tokenHash))
}

export async function deleteSession(db: Executor, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

export async function deleteSessionsFor(
  db: Executor,
  memberId: string,
  { but }: { but?: string } = {},
): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.memberId, memberId), but === undefined ? undefined : ne(sessions.id, but)))
    .returning({ id: sessions.id })
  return ended.length
}

export async function deleteOwnSession(
  db: Executor,
  { memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.memberId, memberId)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

export async function listSessionsFrom(db: Executor, { memberId, network }: { memberId: string; network: string }) {
  return db
    .select({ id: sessions.id, agent: sessions.agent })
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), eq(sessions.network, network)))
}

export async function deleteSessions(db: Executor, ids: string[]): Promise<number> {
  const ended = await db.delete(sessions).where(inArray(sessions.id, ids)).returning({ id: sessions.id })
  return ended.length
}

/**
 * Lists sessions that have not expired. The session `first` comes first, and the others are sorted by their latest use.
 */
export async function listSessions(
  db: Executor,
  { memberId, first, now }: { memberId: string; first: string; now: Date },
) {
  const { id, agent, network, createdAt, lastUsedAt } = sessions
  return db
    .select({ id, agent, network, createdAt, lastUsedAt })
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sql`${id} = ${first}::uuid`), desc(lastUsedAt), id)
}

/** Deletes a member's oldest sessions, so that only this many remain. */
export async function deleteOlderSessions(db: Executor, memberId: string, many: number): Promise<void> {
  const { tokenHash, createdAt } = sessions
  const older = db
    .select({ tokenHash })
    .from(sessions)
    .where(eq(sessions.memberId, memberId))
    .orderBy(desc(createdAt), tokenHash)
    .offset(many)
  // Concurrent logins would delete the same rows, so this skips locked rows instead of waiting for them.
  const ending = db.select({ tokenHash }).from(sessions).where(inArray(tokenHash, older))
  await db.delete(sessions).where(inArray(tokenHash, ending.for('update', { skipLocked: true })))
}

export async function deleteExpiredSessions(db: Executor, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
}

export async function clearNetworksBefore(db: Executor, before: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ network: '' })
    .where(and(lte(sessions.createdAt, before), ne(sessions.network, '')))
}
