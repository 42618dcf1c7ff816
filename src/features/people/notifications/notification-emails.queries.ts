import { and, asc, eq, sql, type SQLWrapper } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { members } from '#db/tables/members.ts'
import { notices } from '#db/tables/notices.ts'
import { ownedBy } from '#features/foundation/ownership/ownership.public.ts'
import { canReceiveOptionalEmail } from '#features/foundation/suppressions/suppressions.public.ts'

export type DueEmail = { memberId: string; kind: string; due: 'now' | 'daily' | 'weekly' }
type DueCutoffs = { daily: Date; weekly: Date }

/**
 * Marks pending notifications, so that they are not emailed. After a restore, they may already have been emailed since
 * the backup.
 */
export async function discardPendingEmails(tx: Executor): Promise<void> {
  await tx.execute(sql`update ${notices} set to_mail = null where to_mail is not null`)
}

/** Lists the daily and weekly emails that are due, after the email `after`. */
export async function listDueEmails(
  db: Executor,
  { before, after, limit }: { before: DueCutoffs; after: DueEmail | undefined; limit: number },
): Promise<DueEmail[]> {
  const { memberId = '00000000-0000-0000-0000-000000000000', kind = '', due = '' } = after ?? {}
  const { rows } = await db.execute<DueEmail>(sql`
    select distinct n.member_id as "memberId", n.kind, n.to_mail as due from ${notices} n
    where n.mailed_by is null and (n.to_mail = 'daily' and n.told_at < ${before.daily.toISOString()}::timestamptz
        or n.to_mail = 'weekly' and n.told_at < ${before.weekly.toISOString()}::timestamptz)
      and (n.member_id, n.kind, n.to_mail) > (${memberId}::uuid, ${kind}, ${due})
    order by 1, 2, 3 limit ${limit}`)
  return rows
}

/**
 * Assigns due notifications to this email, or returns those that an earlier attempt assigned to it. No other email
 * includes them.
 */
export async function claimForEmail(
  db: Executor,
  { memberId, kind, due, before, emailId }: DueEmail & { before: Date; emailId: string },
): Promise<void> {
  await db.execute(sql`
    update ${notices} set mailed_by = ${emailId}::uuid
    where ${notices.memberId} = ${memberId}::uuid and ${notices.kind} = ${kind} and ${notices.toMail} = ${due}
      and ${notices.notifiedAt} < ${before.toISOString()}::timestamptz and ${notices.mailedBy} is null`)
}

/**
 * Lists an email's notifications, oldest first. Each thread is one entry with its count and its first post, and so are
 * new questions in a course. Excludes notifications that were read in the meantime, those that the member may no longer
 * open, and members who can't be emailed.
 */
export function listForEmail(db: Executor, emailId: string) {
  const first = (column: SQLWrapper) => sql<string>`(array_agg(${column} order by ${notices.number}))[1]`
  return (
    db
      .select({
        email: members.email,
        username: members.username,
        firstName: members.firstName,
        lastName: members.lastName,
        words: first(notices.words),
        counted: sql<string | null>`max(${notices.counted})`,
        address: sql<
          string | null
        >`case when count(distinct ${notices.threadId}) < 2 then ${first(notices.address)} end`,
        count: sql<number>`count(*)::int`,
      })
      .from(notices)
      .innerJoin(members, eq(members.id, notices.memberId))
      .leftJoin(products, eq(products.id, notices.productId))
      .where(
        and(
          eq(notices.mailedBy, emailId),
          sql`${notices.toMail} is not null and ${notices.readAt} is null`,
          sql`${members.erasedAt} is null and ${members.lockedAt} is null and ${members.emailVerifiedAt} is not null and ${members.deletionDueAt} is null`,
          canReceiveOptionalEmail(sql`${notices.memberId}`),
          sql`(${notices.productId} is null or ${members.role} = 'staff' or ${ownedBy(sql`${notices.memberId}`)})`,
        ),
      )
      // The notification of a new thread is not grouped with others in that thread.
      .groupBy(
        members.id,
        sql`case when ${notices.counted} is null then ${notices.id}::text when ${notices.number} = 0 then ${notices.counted} else ${notices.threadId}::text end`,
      )
      .orderBy(asc(sql`min(${notices.notifiedAt})`), asc(sql`min(${notices.id}::text)`))
  )
}

/** Marks the notifications of an email as done. Call this when the email was sent, or when it is not needed. */
export async function completeEmail(db: Executor, emailId: string): Promise<void> {
  await db.update(notices).set({ toMail: null }).where(eq(notices.mailedBy, emailId))
}
