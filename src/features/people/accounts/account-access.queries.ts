import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { members } from '#db/tables/members.ts'
import type { Role } from '#shared/policy.ts'
import { hasEmail, hasUsername, roleOf } from './accounts.queries.ts'

/** From then on no link is mailed that was asked for before. Holds the member's row until the transaction ends. */
export async function nextAccessVersion(db: Executor, id: string): Promise<void> {
  await db
    .update(members)
    .set({ accessVersion: sql`${members.accessVersion} + 1` })
    .where(eq(members.id, id))
}

/** The role of now of whoever asked for something; undefined when the account is locked or gone. In a transaction both stay so until it ends. */
export async function findActingMember(db: Executor, id: string): Promise<{ role: Role } | undefined> {
  const [member] = await db
    .select({ role: roleOf })
    .from(members)
    .where(and(eq(members.id, id), isNull(members.lockedAt), isNull(members.erasedAt)))
    .for('share')
  return member
}

/** Holds the account until the transaction ends. False when its username or email is another by now. */
export async function holdNamed(
  db: Executor,
  { id, username, email }: { id: string; username: string; email: string },
): Promise<boolean> {
  const held = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, id), hasUsername(username), hasEmail(email)))
    .for('update')
  return held.length > 0
}
