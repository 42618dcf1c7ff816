import { and, eq, exists, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { accountTokens, members } from '#db/tables/members.ts'
import { withdrawInvitationsBy } from '#db/withdraw-invitations.ts'
import { hasPassword, roleColumn } from './accounts.queries.ts'

type TokenPurpose = (typeof accountTokens.$inferSelect)['purpose']

export type TokenKey = { tokenHash: string; purpose: TokenPurpose }

export type NewToken = {
  memberId: string
  expiresAt: Date
  returnTo?: string | undefined
  askedBy?: string | null | undefined
  data?: Record<string, string> | undefined
}

/**
 * Stores a token, or extends it if it exists, and deletes the member's expired tokens. Older tokens that were not used
 * remain valid, because emails may arrive in any order. A used token remains used.
 */
export async function saveAccountToken(
  db: Executor,
  { memberId, expiresAt, returnTo, askedBy = null, data, ...key }: TokenKey & NewToken,
  now: Date,
): Promise<'new' | 'prolonged' | 'used'> {
  const [saved] = await db
    .insert(accountTokens)
    .values({
      memberId,
      createdAt: now,
      expiresAt,
      askedBy,
      returnTo: returnTo ?? findLastReturnTo(memberId, key.purpose),
      data,
      ...key,
    })
    .onConflictDoUpdate({
      target: accountTokens.tokenHash,
      set: { expiresAt },
      setWhere: isNull(accountTokens.usedAt),
    })
    // `xmax` is zero if the row was inserted. If it was updated, it is the ID of this transaction.
    .returning({ isNew: sql<boolean>`xmax = 0` })
  await db.delete(accountTokens).where(and(eq(accountTokens.memberId, memberId), lte(accountTokens.expiresAt, now)))
  if (!saved) return 'used'
  return saved.isNew ? 'new' : 'prolonged'
}

/** Finds the return-to URL of the previous email, because an email that is sent again keeps it. */
function findLastReturnTo(memberId: string, purpose: TokenPurpose) {
  const { returnTo, createdAt, usedAt } = accountTokens
  const earlier = and(eq(accountTokens.memberId, memberId), eq(accountTokens.purpose, purpose), isNull(usedAt))
  return sql<string>`(select ${returnTo} from ${accountTokens} where ${earlier} order by ${createdAt} desc limit 1)`
}

/** Consumes the token. Returns false if it was already used or its account is locked. */
export async function consumeToken(db: Executor, { tokenHash, purpose }: TokenKey, now: Date): Promise<boolean> {
  const isOpen = and(eq(members.id, accountTokens.memberId), isNull(members.lockedAt))
  const isUnlocked = exists(db.select({ id: members.id }).from(members).where(isOpen))
  const isKey = and(eq(accountTokens.tokenHash, tokenHash), eq(accountTokens.purpose, purpose))
  return (await consumeWhere(db, and(isKey, gt(accountTokens.expiresAt, now), isUnlocked), now)) > 0
}

/** Finds a token that has not expired, even if it was used or its account is locked. */
export async function findToken(db: Executor, { tokenHash, purpose }: TokenKey, now: Date) {
  const [token] = await db
    .select({
      memberId: members.id,
      username: members.username,
      email: members.email,
      emailVerifiedAt: members.emailVerifiedAt,
      lockedAt: members.lockedAt,
      role: roleColumn,
      hasPassword,
      createdAt: accountTokens.createdAt,
      expiresAt: accountTokens.expiresAt,
      usedAt: accountTokens.usedAt,
      returnTo: accountTokens.returnTo,
      askedBy: accountTokens.askedBy,
      data: accountTokens.data,
    })
    .from(accountTokens)
    .innerJoin(members, eq(members.id, accountTokens.memberId))
    .where(
      and(eq(accountTokens.tokenHash, tokenHash), eq(accountTokens.purpose, purpose), gt(accountTokens.expiresAt, now)),
    )
  return token
}

/** Finds the member's token for this purpose that was not used and has not expired. */
export async function findPendingToken(db: Executor, memberId: string, purpose: TokenPurpose, now: Date) {
  const { data, expiresAt, usedAt, askedBy } = accountTokens
  const [token] = await db
    .select({ data, expiresAt, askedBy })
    .from(accountTokens)
    .where(
      and(eq(accountTokens.memberId, memberId), eq(accountTokens.purpose, purpose), isNull(usedAt), gt(expiresAt, now)),
    )
  return token
}

/** Consumes the member's tokens for these purposes. Returns how many of them were unused. */
export async function consumeTokensFor(
  db: Executor,
  memberId: string,
  purposes: TokenPurpose[],
  now: Date,
): Promise<number> {
  return consumeWhere(db, and(eq(accountTokens.memberId, memberId), inArray(accountTokens.purpose, purposes)), now)
}

/**
 * Consumes all of the member's tokens, except those for one purpose, and the tokens for others that the member
 * requested.
 */
export async function consumeAllTokensFor(
  db: Executor,
  memberId: string,
  now: Date,
  { but }: { but?: TokenPurpose | undefined } = {},
): Promise<void> {
  const isOwn = and(eq(accountTokens.memberId, memberId), but && ne(accountTokens.purpose, but))
  await withdrawInvitationsBy(db, memberId)
  await consumeWhere(db, or(isOwn, eq(accountTokens.askedBy, memberId)), now)
}

/**
 * Ends the pending change of the member's own email address, and the invitations and email changes that the member
 * requested for others. An intruder in one of the sessions that are being ended may have requested them.
 */
export async function consumeRequestsOf(db: Executor, memberId: string, now: Date): Promise<void> {
  const isOwnChange = and(eq(accountTokens.memberId, memberId), eq(accountTokens.purpose, 'change_email'))
  await withdrawInvitationsBy(db, memberId)
  await consumeWhere(db, or(isOwnChange, eq(accountTokens.askedBy, memberId)), now)
}

async function consumeWhere(db: Executor, condition: SQL | undefined, now: Date): Promise<number> {
  const used = await db
    .update(accountTokens)
    .set({ usedAt: now, data: null })
    .where(and(condition, isNull(accountTokens.usedAt)))
    .returning({ memberId: accountTokens.memberId })
  return used.length
}

export async function deleteExpiredTokens(db: Executor, now: Date): Promise<void> {
  await db.delete(accountTokens).where(lte(accountTokens.expiresAt, now))
}
