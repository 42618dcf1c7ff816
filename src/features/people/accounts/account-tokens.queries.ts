import { and, eq, exists, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { accountTokens, members } from '#db/tables/members.ts'

export type TokenPurpose = (typeof accountTokens.$inferSelect)['purpose']

type TokenKey = { tokenHash: string; purpose: TokenPurpose }

type NewToken = {
  memberId: string
  now: Date
  expiresAt: Date
  returnTo?: string | undefined
  askedBy?: string | null
}

/**
 * Stores a token, or extends it when it already exists, and deletes the member's other expired tokens. Unused older
 * tokens stay valid because emails may arrive in any order. A used token stays used.
 */
export async function saveAccountToken(
  db: Executor,
  { memberId, now, expiresAt, returnTo, askedBy = null, ...key }: TokenKey & NewToken,
): Promise<'new' | 'prolonged' | 'used'> {
  const [saved] = await db
    .insert(accountTokens)
    .values({
      memberId,
      createdAt: now,
      expiresAt,
      askedBy,
      returnTo: returnTo ?? findLastReturnTo(memberId, key.purpose),
      ...key,
    })
    .onConflictDoUpdate({
      target: accountTokens.tokenHash,
      set: { expiresAt },
      setWhere: isNull(accountTokens.usedAt),
    })
    // `xmax` is zero for an inserted row and names this transaction for an existing one.
    .returning({ isNew: sql<boolean>`xmax = 0` })
  await db.delete(accountTokens).where(and(eq(accountTokens.memberId, memberId), lte(accountTokens.expiresAt, now)))
  if (!saved) return 'used'
  return saved.isNew ? 'new' : 'prolonged'
}

/** A resent email keeps the previous one's return-to URL. */
function findLastReturnTo(memberId: string, purpose: TokenPurpose) {
  const { returnTo, createdAt, usedAt } = accountTokens
  const earlier = and(eq(accountTokens.memberId, memberId), eq(accountTokens.purpose, purpose), isNull(usedAt))
  return sql<string>`(select ${returnTo} from ${accountTokens} where ${earlier} order by ${createdAt} desc limit 1)`
}

/** Consumes the token and returns its member; undefined when it was already used. */
export async function consumeToken(
  db: Executor,
  { tokenHash, purpose }: TokenKey,
  now: Date,
): Promise<string | undefined> {
  const [used] = await db
    .update(accountTokens)
    .set({ usedAt: now })
    .where(and(isUsable(db, { tokenHash, purpose }, now), isNull(accountTokens.usedAt)))
    .returning({ memberId: accountTokens.memberId })
  return used?.memberId
}

export async function findTokenHolder(db: Executor, key: TokenKey, now: Date) {
  const [holder] = await db
    .select({
      memberId: members.id,
      username: members.username,
      email: members.email,
      emailVerifiedAt: members.emailVerifiedAt,
      usedAt: accountTokens.usedAt,
      returnTo: accountTokens.returnTo,
      askedBy: accountTokens.askedBy,
    })
    .from(accountTokens)
    .innerJoin(members, eq(members.id, accountTokens.memberId))
    .where(isUsable(db, key, now))
  return holder
}

/** Finds an unexpired token, even if it was used or its account is locked. */
export async function findToken(db: Executor, { tokenHash, purpose }: TokenKey, now: Date) {
  const [token] = await db
    .select({ memberId: accountTokens.memberId, usedAt: accountTokens.usedAt })
    .from(accountTokens)
    .where(
      and(eq(accountTokens.tokenHash, tokenHash), eq(accountTokens.purpose, purpose), gt(accountTokens.expiresAt, now)),
    )
  return token
}

export async function consumeTokensFor(
  db: Executor,
  memberId: string,
  purposes: TokenPurpose[],
  now: Date,
): Promise<void> {
  const { purpose, usedAt } = accountTokens
  await db
    .update(accountTokens)
    .set({ usedAt: now })
    .where(and(eq(accountTokens.memberId, memberId), inArray(purpose, purposes), isNull(usedAt)))
}

/** For every purpose. */
export async function consumeAllTokensFor(db: Executor, memberId: string, now: Date): Promise<void> {
  const { usedAt } = accountTokens
  await db
    .update(accountTokens)
    .set({ usedAt: now })
    .where(and(eq(accountTokens.memberId, memberId), isNull(usedAt)))
}

export async function deleteExpiredTokens(db: Executor, now: Date): Promise<void> {
  await db.delete(accountTokens).where(lte(accountTokens.expiresAt, now))
}

/** Tokens of a locked account are unusable. */
function isUsable(db: Executor, { tokenHash, purpose }: TokenKey, now: Date) {
  const isOpen = and(eq(members.id, accountTokens.memberId), isNull(members.lockedAt))
  return and(
    exists(db.select({ id: members.id }).from(members).where(isOpen)),
    eq(accountTokens.tokenHash, tokenHash),
    eq(accountTokens.purpose, purpose),
    gt(accountTokens.expiresAt, now),
  )
}
