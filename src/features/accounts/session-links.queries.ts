import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { sessionLinks, sessions } from '#db/tables/members.ts'

type Link = typeof sessionLinks.$inferSelect

/** Keeps a link that ends a session; kept already, it stays as it is. False when there is no such session any more. */
export async function keepSessionLink(db: Executor, { tokenHash, sessionId, expiresAt }: Link): Promise<boolean> {
  const link = db
    .select({
      tokenHash: sql<string>`${tokenHash}::text`.as('token_hash'),
      sessionId: sessions.id,
      expiresAt: sql<Date>`${expiresAt.toISOString()}::timestamptz`.as('expires_at'),
    })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  await db.insert(sessionLinks).select(link).onConflictDoNothing()
  const kept = await db
    .select({ sessionId: sessionLinks.sessionId })
    .from(sessionLinks)
    .where(eq(sessionLinks.tokenHash, tokenHash))
  return kept.length > 0
}

/** Ends the session of a link, which goes with it, and returns its member; undefined when there is no such link any more. */
export async function endLinkedSession(db: Executor, tokenHash: string, now: Date): Promise<string | undefined> {
  const linked = db
    .select({ id: sessionLinks.sessionId })
    .from(sessionLinks)
    .where(and(eq(sessionLinks.tokenHash, tokenHash), gt(sessionLinks.expiresAt, now)))
  const [ended] = await db
    .delete(sessions)
    .where(inArray(sessions.id, linked))
    .returning({ memberId: sessions.memberId })
  return ended?.memberId
}

export async function deleteExpiredSessionLinks(db: Executor, now: Date): Promise<void> {
  await db.delete(sessionLinks).where(lte(sessionLinks.expiresAt, now))
}
