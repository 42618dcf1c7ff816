import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { members, sessionLinks, sessions } from '#db/tables/members.ts'

type NewLink = { tokenHash: string; sessionId: string; expiresAt: Date }

/**
 * Stores a link that ends the sessions from this session's origin; an existing link stays unchanged. Does nothing
 * without such a session.
 */
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
/** Rows of earlier versions have the origin only in the session. */
const originColumn = (column: 'network' | 'agent') =>
  sql<string>`case when ${sessionLinks.memberId} is null then ${sessions[column]} else ${sessionLinks[column]} end`

/** The link's member and login origin; undefined when it is unknown, used, expired, or the account is locked. */
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

/** Consumes the link. False when it was already used. */
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
