import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { prepared } from '#db/prepared.ts'
import { members, sessions } from '#db/tables/members.ts'

type NewSession = Omit<typeof sessions.$inferSelect, 'id'>

/**
 * False when `passwordHash`, the one that was looked at, is the member's no more. Where the password is being changed right now, this
 * waits for the end of that.
 */
export async function insertSession(db: Executor, session: NewSession, passwordHash?: string): Promise<boolean> {
  const { tokenHash, memberId, agent, createdAt, lastUsedAt, expiresAt } = session
  const holder = db
    .select({
      tokenHash: sql<string>`${tokenHash}::text`.as('token_hash'),
      id: sql<string>`gen_random_uuid()`.as('id'),
      memberId: members.id,
      agent: sql<string>`${agent}::text`.as('agent'),
      createdAt: timeAs('created_at', createdAt),
      lastUsedAt: timeAs('last_used_at', lastUsedAt),
      expiresAt: timeAs('expires_at', expiresAt),
    })
    .from(members)
    .where(
      and(eq(members.id, memberId), passwordHash === undefined ? undefined : eq(members.passwordHash, passwordHash)),
    )
    .for('share')
  const begun = await db.insert(sessions).select(holder).returning({ tokenHash: sessions.tokenHash })
  return begun.length > 0
}

function timeAs(name: string, time: Date) {
  return sql<Date>`${time.toISOString()}::timestamptz`.as(name)
}

const openSession = prepared('open_session', ['tokenHash', 'now'], (db, { tokenHash, now }) =>
  db
    .select({ id: members.id, role: members.role, sessionId: sessions.id, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now))),
)

export async function findSession(db: Executor, tokenHash: string, now: Date) {
  const [session] = await openSession(db, { tokenHash, now })
  return session
}

export async function prolongSession(
  db: Executor,
  tokenHash: string,
  { lastUsedAt, expiresAt }: { lastUsedAt: Date; expiresAt: Date },
): Promise<void> {
  await db.update(sessions).set({ lastUsedAt, expiresAt }).where(eq(sessions.tokenHash, tokenHash))
}

export async function deleteSession(db: Executor, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

export async function deleteSessionsOf(db: Executor, memberId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.memberId, memberId))
}

/** Ends all sessions of a member but the newest. */
export async function keepNewestSessionsOf(db: Executor, memberId: string, many: number): Promise<void> {
  const { tokenHash, createdAt } = sessions
  const older = db
    .select({ tokenHash })
    .from(sessions)
    .where(eq(sessions.memberId, memberId))
    .orderBy(desc(createdAt), tokenHash)
    .offset(many)
  // Whoever logs in at the same moment ends the same ones: nobody waits for them.
  const ending = db.select({ tokenHash }).from(sessions).where(inArray(tokenHash, older))
  await db.delete(sessions).where(inArray(tokenHash, ending.for('update', { skipLocked: true })))
}

export async function deleteExpiredSessions(db: Executor, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
}
