import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { emailSuppressions } from '#db/tables/mails.ts'
import { members } from '#db/tables/members.ts'

/**
 * Returns an SQL condition: the member in this column may get optional emails. No email to their current address has
 * come back, and they reported none as spam. Required emails are sent regardless.
 */
export function canReceiveOptionalEmail(memberId: SQL): SQL {
  return sql`not exists (select from email_suppressions suppressed where suppressed.member_id = ${memberId}
    and (suppressed.reason = 'complained' or suppressed.address = (select lower(m.email) from members m where m.id = suppressed.member_id)))`
}

export async function mayReceiveOptionalEmail(db: Executor, memberId: string): Promise<boolean> {
  const id = sql`${memberId}::uuid`
  const { rows } = await db.execute<{ may: boolean }>(sql`select ${canReceiveOptionalEmail(id)} as may`)
  return rows[0]?.may ?? true
}

type Suppression = Pick<typeof emailSuppressions.$inferSelect, 'reason' | 'answer' | 'at'>

/** Lists why this member gets no optional emails, bounces first. */
export async function listSuppressions(db: Executor, memberId: string): Promise<Suppression[]> {
  const { reason, answer, at, address } = emailSuppressions
  const isEffective = sql`(${reason} = 'complained' or ${address} = lower(${members.email}))`
  return db
    .select({ reason, answer, at })
    .from(emailSuppressions)
    .innerJoin(members, eq(members.id, emailSuppressions.memberId))
    .where(and(eq(emailSuppressions.memberId, memberId), isEffective))
    .orderBy(reason)
}

/** Ends a bounce, because the member's mailbox works now or may work again. Returns whether there was one. */
export function deleteBounce(db: Executor, memberId: string): Promise<boolean> {
  return deleteSuppression(db, memberId, 'bounced')
}

/** Ends a complaint, because the member wants optional emails again. */
export function deleteComplaint(db: Executor, memberId: string): Promise<boolean> {
  return deleteSuppression(db, memberId, 'complained')
}

async function deleteSuppression(
  db: Executor,
  memberId: string,
  reason: (typeof emailSuppressions.$inferSelect)['reason'],
): Promise<boolean> {
  const deleted = await db
    .delete(emailSuppressions)
    .where(and(eq(emailSuppressions.memberId, memberId), eq(emailSuppressions.reason, reason)))
    .returning({ memberId: emailSuppressions.memberId })
  return deleted.length > 0
}
