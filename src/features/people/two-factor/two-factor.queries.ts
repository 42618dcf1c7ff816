import { and, eq, isNotNull, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import {
  accountTokens,
  members,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  secondFactors,
  sessions,
} from '#db/tables/members.ts'
import { withdrawInvitationsBy } from '#db/withdraw-invitations.ts'
import { findPasskey } from './passkeys.queries.ts'

/**
 * Makes changes to a member's factors wait for each other. Returns the name to show in authenticator apps, or undefined
 * if there is no such member.
 */
export async function lockMemberRow(db: Executor, memberId: string): Promise<string | undefined> {
  const [member] = await db
    .select({ username: members.username })
    .from(members)
    .where(eq(members.id, memberId))
    .for('no key update')
  return member?.username
}

/** Finds when the authenticator app was turned on, and counts the recovery codes that are left, and the passkeys. */
export async function findFactors(db: Executor, memberId: string): Promise<FactorCounts> {
  const { rows } = await db.execute<Omit<FactorCounts, 'codeSince'> & { codeSince: string | null }>(
    sql`select
      (select to_json(${secondFactors.confirmedAt})#>>'{}' from ${secondFactors} where ${secondFactors.memberId} = ${memberId}) as "codeSince",
      (select count(*)::int from ${recoveryCodes} where ${recoveryCodes.memberId} = ${memberId} and ${recoveryCodes.usedAt} is null) as "recoveryCodes",
      (select count(*)::int from ${passkeys} where ${passkeys.memberId} = ${memberId}) as "passkeys"`,
  )
  const { codeSince = null, recoveryCodes: codes = 0, passkeys: keys = 0 } = rows[0] ?? {}
  return { codeSince: codeSince === null ? null : new Date(codeSince), recoveryCodes: codes, passkeys: keys }
}

export async function hasFactors(db: Executor, memberId: string): Promise<boolean> {
  const { codeSince, passkeys: keys } = await findFactors(db, memberId)
  return codeSince !== null || keys > 0
}

/**
 * A factor that was verified, with the value that distinguishes it from the member's other factors of the same kind.
 */
export type VerifiedFactor =
  | { kind: 'app'; sealedSecret: string }
  | { kind: 'recovery_code'; codeHash: string }
  | { kind: 'passkey'; id: string }

/** Whether a factor that was verified still exists. That can't change while the member's row is locked. */
export async function isInForce(db: Executor, memberId: string, factor: VerifiedFactor): Promise<boolean> {
  switch (factor.kind) {
    case 'app': {
      const secret = await findSecret(db, memberId)
      return secret?.sealedSecret === factor.sealedSecret && secret.confirmedAt !== null
    }
    case 'recovery_code': {
      const { codeHash } = recoveryCodes
      const own = and(eq(recoveryCodes.memberId, memberId), eq(codeHash, factor.codeHash))
      return (await db.select({ codeHash }).from(recoveryCodes).where(own)).length > 0
    }
    case 'passkey':
      return (await findPasskey(db, factor.id))?.memberId === memberId
  }
}

/** Whether this session has verified a factor. Returns undefined if the session has ended. */
export async function hasVerifiedFactor(db: Executor, sessionId: string): Promise<boolean | undefined> {
  const [session] = await db.select({ hasFactor: sessions.hasFactor }).from(sessions).where(eq(sessions.id, sessionId))
  return session?.hasFactor
}

/**
 * Ends everything that someone may have started with only a password: the member's other sessions, a pending email
 * change, and what the member requested for others. Returns how many sessions ended.
 */
export async function endOtherSessions(db: Executor, memberId: string, sessionId: string): Promise<number> {
  const isOwnChange = and(eq(accountTokens.memberId, memberId), eq(accountTokens.purpose, 'change_email'))
  await db.delete(accountTokens).where(or(isOwnChange, eq(accountTokens.askedBy, memberId)))
  await withdrawInvitationsBy(db, memberId)
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.memberId, memberId), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id })
  return ended.length
}

export async function endPendingFactors(db: Executor, memberId: string): Promise<void> {
  await db.delete(secondFactors).where(and(eq(secondFactors.memberId, memberId), isNull(secondFactors.confirmedAt)))
  await db.delete(passkeyChallenges).where(eq(passkeyChallenges.memberId, memberId))
}

type FactorCounts = { codeSince: Date | null; recoveryCodes: number; passkeys: number }

type NewSecret = { memberId: string; sealedSecret: string; createdAt: Date }

/**
 * Stores a secret, which replaces one that was not confirmed. Returns false if an authenticator app is already active.
 */
export async function saveSecret(db: Executor, secret: NewSecret): Promise<boolean> {
  const { sealedSecret, createdAt } = secret
  const saved = await db
    .insert(secondFactors)
    .values(secret)
    .onConflictDoUpdate({
      target: secondFactors.memberId,
      set: { sealedSecret, createdAt, lastStep: 0 },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ memberId: secondFactors.memberId })
  return saved.length > 0
}

export async function findSecret(db: Executor, memberId: string) {
  const [found] = await db
    .select({ sealedSecret: secondFactors.sealedSecret, confirmedAt: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(eq(secondFactors.memberId, memberId))
  return found
}

type TimeStep = { memberId: string; sealedSecret: string; step: number }

/**
 * Activates this secret, and consumes its first code. Returns false if the secret was replaced or is already active.
 */
export async function confirmSecret(
  db: Executor,
  { memberId, sealedSecret, step }: TimeStep,
  at: Date,
): Promise<boolean> {
  const confirmed = await db
    .update(secondFactors)
    .set({ confirmedAt: at, lastStep: step })
    .where(
      and(
        eq(secondFactors.memberId, memberId),
        eq(secondFactors.sealedSecret, sealedSecret),
        isNull(secondFactors.confirmedAt),
      ),
    )
    .returning({ memberId: secondFactors.memberId })
  return confirmed.length > 0
}

/** Consumes the code of a time step. Returns false if this code or a later one was already used. */
export async function consumeTimeStep(db: Executor, { memberId, sealedSecret, step }: TimeStep): Promise<boolean> {
  const taken = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(secondFactors.memberId, memberId),
        eq(secondFactors.sealedSecret, sealedSecret),
        isNotNull(secondFactors.confirmedAt),
        lt(secondFactors.lastStep, step),
      ),
    )
    .returning({ memberId: secondFactors.memberId })
  return taken.length > 0
}

/** Deletes the secret. Returns false if no authenticator app was active. */
export async function deleteSecret(db: Executor, memberId: string): Promise<boolean> {
  const gone = await db
    .delete(secondFactors)
    .where(eq(secondFactors.memberId, memberId))
    .returning({ confirmedAt: secondFactors.confirmedAt })
  return gone.some(({ confirmedAt }) => confirmedAt !== null)
}

export async function replaceRecoveryCodes(db: Executor, memberId: string, codeHashes: string[]): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId))
  if (codeHashes.length > 0)
    await db.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ memberId, codeHash })))
}

/** Consumes a recovery code. Returns false if the code is unknown or was already used. */
export async function consumeRecoveryCode(
  db: Executor,
  memberId: string,
  codeHash: string,
  at: Date,
): Promise<boolean> {
  const taken = await db
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(
      and(eq(recoveryCodes.memberId, memberId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)),
    )
    .returning({ memberId: recoveryCodes.memberId })
  return taken.length > 0
}

/** Records that the member confirmed their identity in this session. If they verified a factor, records that, too. */
export async function markConfirmed(db: Executor, sessionId: string, at: Date, hasFactor: boolean): Promise<void> {
  await db
    .update(sessions)
    .set({ confirmedAt: at, ...(hasFactor && { hasFactor }) })
    .where(eq(sessions.id, sessionId))
}

/** Marks all sessions as not verified. Call this when the member has no factors left. */
export async function clearSessionFactors(db: Executor, memberId: string): Promise<void> {
  await db.update(sessions).set({ hasFactor: false }).where(eq(sessions.memberId, memberId))
}

/** Lists all secrets, which are checked after a restore, because they may be encrypted with another key. */
export async function listSecrets(db: Executor) {
  return db.select({ memberId: secondFactors.memberId, sealedSecret: secondFactors.sealedSecret }).from(secondFactors)
}

/**
 * Removes all authenticator apps. Also removes the recovery codes of members without a passkey. Returns how many apps
 * there were.
 */
export async function removeAllAuthenticators(db: Executor): Promise<number> {
  const gone = await db.delete(secondFactors).returning({ memberId: secondFactors.memberId })
  const own = db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.memberId, recoveryCodes.memberId))
  await db.delete(recoveryCodes).where(notExists(own))
  return gone.length
}
