import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { members } from '#db/tables/members.ts'
import type { Role } from '#shared/policy.ts'
import { hasEmail, hasUsername, roleColumn } from './accounts.queries.ts'
import { NO_PASSWORD } from './accounts.rules.ts'

/**
 * Increments the version that emailed links must have, which cancels queued emails with links that were requested
 * earlier. If the account's email address was never verified, also removes its password, because anyone may have
 * registered with that address. Locks the member's row until the transaction ends.
 */
export async function incrementAccessVersion(db: Executor, id: string): Promise<number | undefined> {
  const { accessVersion, emailVerifiedAt, passwordHash } = members
  const [member] = await db
    .update(members)
    .set({
      accessVersion: sql`${accessVersion} + 1`,
      passwordHash: sql`case when ${emailVerifiedAt} is null then ${NO_PASSWORD} else ${passwordHash} end`,
    })
    .where(eq(members.id, id))
    .returning({ accessVersion })
  return member?.accessVersion
}

/**
 * Returns the requester's current role, or undefined if the account is locked or no longer exists. In a transaction,
 * neither can change before the transaction ends.
 */
export async function findActingMember(db: Executor, id: string): Promise<{ role: Role } | undefined> {
  const [member] = await db
    .select({ role: roleColumn })
    .from(members)
    .where(and(eq(members.id, id), isNull(members.lockedAt), isNull(members.erasedAt)))
    .for('share')
  return member
}

/** Locks the account until the transaction ends. Returns undefined if its username or email address has changed. */
export async function lockMemberIfUnchanged(
  db: Executor,
  { id, username, email }: { id: string; username: string; email: string },
): Promise<{ isVerified: boolean; isStaff: boolean } | undefined> {
  const [held] = await db
    .select({
      isVerified: sql<boolean>`${members.emailVerifiedAt} is not null`,
      isStaff: sql<boolean>`${members.role} = 'staff'`,
    })
    .from(members)
    .where(and(eq(members.id, id), hasUsername(username), hasEmail(email)))
    .for('update')
  return held
}
