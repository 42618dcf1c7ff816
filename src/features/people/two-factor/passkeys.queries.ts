import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, or } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { passkeyChallenges, passkeys } from '#db/tables/members.ts'

export type StoredPasskey = typeof passkeys.$inferSelect
export type ChallengePurpose = (typeof passkeyChallenges.$inferSelect)['purpose']

export async function listPasskeys(db: Executor, memberId: string): Promise<StoredPasskey[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

export async function findPasskey(db: Executor, id: string): Promise<StoredPasskey | undefined> {
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.id, id))
  return passkey
}

export async function countPasskeys(db: Executor, memberId: string): Promise<number> {
  const [found] = await db.select({ many: count() }).from(passkeys).where(eq(passkeys.memberId, memberId))
  return found?.many ?? 0
}

/** Inserts a passkey. Returns false if it is already registered. */
export async function insertPasskey(db: Executor, passkey: typeof passkeys.$inferInsert): Promise<boolean> {
  const made = await db.insert(passkeys).values(passkey).onConflictDoNothing().returning({ id: passkeys.id })
  return made.length > 0
}

/** Deletes a passkey. Returns undefined if the member has none with this ID. */
export async function deletePasskey(db: Executor, memberId: string, id: string): Promise<{ name: string } | undefined> {
  const [gone] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.memberId, memberId), eq(passkeys.id, id)))
    .returning({ name: passkeys.name })
  return gone
}

/**
 * Records that a passkey was used. Returns false if the authenticator's counter did not increase, which may mean that
 * the key was cloned. Authenticators without a counter always report zero.
 */
export async function recordPasskeyUse(db: Executor, id: string, counter: number, at: Date): Promise<boolean> {
  const used = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: at })
    .where(
      and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), counter === 0 ? eq(passkeys.counter, 0) : undefined)),
    )
    .returning({ id: passkeys.id })
  return used.length > 0
}

export async function deletePasskeysFor(db: Executor, memberId: string): Promise<number> {
  const gone = await db.delete(passkeys).where(eq(passkeys.memberId, memberId)).returning({ id: passkeys.id })
  return gone.length
}

type Challenge = { challenge: string; purpose: ChallengePurpose; memberId: string | null }

export async function insertChallenge(db: Executor, challenge: Challenge & { expiresAt: Date }): Promise<void> {
  await db.insert(passkeyChallenges).values(challenge)
}

/** Keeps only a member's newest challenges, so that those that are never answered don't accumulate. */
export async function deleteOlderChallenges(db: Executor, memberId: string, many: number): Promise<void> {
  const { challenge, expiresAt } = passkeyChallenges
  const older = db
    .select({ challenge })
    .from(passkeyChallenges)
    .where(eq(passkeyChallenges.memberId, memberId))
    .orderBy(desc(expiresAt), challenge)
    .offset(many)
  // Concurrent requests would delete the same rows, so this skips locked rows instead of waiting for them.
  const going = db.select({ challenge }).from(passkeyChallenges).where(inArray(challenge, older))
  await db.delete(passkeyChallenges).where(inArray(challenge, going.for('update', { skipLocked: true })))
}

/**
 * Consumes the challenge, which is possible only once. Returns false if it was not issued for this purpose or has
 * expired.
 */
export async function consumeChallenge(
  db: Executor,
  { challenge, purpose, memberId }: Challenge,
  now: Date,
): Promise<boolean> {
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        memberId === null ? isNull(passkeyChallenges.memberId) : eq(passkeyChallenges.memberId, memberId),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
  return taken.length > 0
}

export async function deleteExpiredChallenges(db: Executor, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now))
}
