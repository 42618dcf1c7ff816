import { and, eq, gt, lte } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { prepared } from '#db/prepared.ts'
import { members, sessions } from '#db/tables/members.ts'

export async function insertSession(db: Executor, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session)
}

const openSession = prepared('open_session', ['tokenHash', 'now'], (db, { tokenHash, now }) =>
  db
    .select({ id: members.id, role: members.role, lastUsedAt: sessions.lastUsedAt })
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

export async function deleteExpiredSessionsOf(db: Executor, memberId: string, now: Date): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.memberId, memberId), lte(sessions.expiresAt, now)))
}
