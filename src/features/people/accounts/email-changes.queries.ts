import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { emailChanges, members } from '#db/tables/members.ts'
import { roleColumn } from './accounts.queries.ts'

type EmailChange = typeof emailChanges.$inferSelect

/** Replaces an earlier request and its link. */
export async function saveEmailChange(db: Executor, change: EmailChange): Promise<void> {
  await db.insert(emailChanges).values(change).onConflictDoUpdate({ target: emailChanges.memberId, set: change })
}

/** Undefined when a newer request replaced it, it expired, or the account is locked. */
export async function findEmailChange(db: Executor, tokenHash: string, now: Date) {
  const [change] = await db
    .select({
      memberId: emailChanges.memberId,
      newEmail: emailChanges.newEmail,
      askedBy: emailChanges.askedBy,
      createdAt: emailChanges.createdAt,
      expiresAt: emailChanges.expiresAt,
      isVerified: sql<boolean>`${members.emailVerifiedAt} is not null`,
      role: roleColumn,
    })
    .from(emailChanges)
    .innerJoin(members, eq(members.id, emailChanges.memberId))
    .where(and(eq(emailChanges.tokenHash, tokenHash), gt(emailChanges.expiresAt, now), isNull(members.lockedAt)))
  return change
}

export async function findPendingEmail(db: Executor, memberId: string, now: Date) {
  const { newEmail, expiresAt, askedBy } = emailChanges
  const [change] = await db
    .select({ newEmail, expiresAt, askedBy })
    .from(emailChanges)
    .where(and(eq(emailChanges.memberId, memberId), gt(expiresAt, now)))
  return change
}

/** Returns the member; undefined when the change was already made or canceled. */
export async function consumeEmailChange(db: Executor, tokenHash: string): Promise<string | undefined> {
  const [taken] = await db
    .delete(emailChanges)
    .where(eq(emailChanges.tokenHash, tokenHash))
    .returning({ memberId: emailChanges.memberId })
  return taken?.memberId
}

/** False when none was pending. */
export async function deleteEmailChange(db: Executor, memberId: string): Promise<boolean> {
  const deleted = await db
    .delete(emailChanges)
    .where(eq(emailChanges.memberId, memberId))
    .returning({ memberId: emailChanges.memberId })
  return deleted.length > 0
}

export async function deleteExpiredEmailChanges(db: Executor, now: Date): Promise<void> {
  await db.delete(emailChanges).where(lte(emailChanges.expiresAt, now))
}

/** The member's address, locked until the transaction ends. Undefined when the account is locked. */
export async function lockEmail(db: Executor, memberId: string): Promise<string | undefined> {
  const [member] = await db
    .select({ email: members.email })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.lockedAt)))
    .for('update')
  return member?.email
}

/**
 * Following the link proves access to the mailbox, so the address counts as verified. Fails on the unique index when
 * another account has it.
 */
export async function setEmail(db: Executor, memberId: string, email: string, now: Date): Promise<void> {
  const emailVerifiedAt = sql`coalesce(${members.emailVerifiedAt}, ${now.toISOString()}::timestamptz)`
  await db.update(members).set({ email, emailVerifiedAt }).where(eq(members.id, memberId))
}
