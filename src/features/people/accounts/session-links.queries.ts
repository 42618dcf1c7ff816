import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { members, sessionLinks, sessions } from '#db/tables/members.ts'

type NewLink = { tokenHash: string; sessionId: string; expiresAt: Date }

/** Keeps a link that ends what goes on from where this session began; kept already, it stays as it is. Without such a session there is none. */
export async function saveSessionLink(db: Executor, { tokenHash, sessionId, expiresAt }: NewLink): Promise<void> {
  const link = db
    .select({
      tokenHash: sql<string>`${tokenHash}::text`.as('token_hash'),
      sessionId: sessions.id,
      memberId: sessions.memberId,
      network: sessions.network,
      agent: sessions.agent,
      expiresAt: sql<Date>`${expiresAt.toISOString()}::timestamptz`.as('expires_at'),
    })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  await db.insert(sessionLinks).select(link).onConflictDoNothing()
}

const memberId = sql<string>`coalesce(${sessionLinks.memberId}, ${sessions.memberId})`
/** Of what an earlier version wrote, only the session knows it. */
const originColumn = (column: 'network' | 'agent') =>
  sql<string>`case when ${sessionLinks.memberId} is null then ${sessions[column]} else ${sessionLinks[column]} end`

/** Whose link it is, and from where that login came; undefined when it is none, was used, is too old, or the account is locked. */
export async function findSessionLink(db: Executor, tokenHash: string, now: Date) {
  const [link] = await db
    .select({
      memberId,
      network: originColumn('network'),
      agent: originColumn('agent'),
      expiresAt: sessionLinks.expiresAt,
    })
    .from(sessionLinks)
    .leftJoin(sessions, eq(sessions.id, sessionLinks.sessionId))
    .innerJoin(members, eq(members.id, memberId))
    .where(and(eq(sessionLinks.tokenHash, tokenHash), gt(sessionLinks.expiresAt, now), isNull(members.lockedAt)))
  return link
}

/** Uses the link up. False when somebody else did. */
export async function consumeSessionLink(db: Executor, tokenHash: string): Promise<boolean> {
  const taken = await db
    .delete(sessionLinks)
    .where(eq(sessionLinks.tokenHash, tokenHash))
    .returning({ tokenHash: sessionLinks.tokenHash })
  return taken.length > 0
}

export async function deleteSessionLinksFor(db: Executor, memberId: string): Promise<void> {
  await db.delete(sessionLinks).where(eq(sessionLinks.memberId, memberId))
}

export async function deleteExpiredSessionLinks(db: Executor, now: Date): Promise<void> {
  await db.delete(sessionLinks).where(lte(sessionLinks.expiresAt, now))
}
