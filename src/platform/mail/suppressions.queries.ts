import { sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { emailSuppressions } from '#db/tables/mails.ts'

export type NewSuppression = Omit<typeof emailSuppressions.$inferInsert, 'at'> & { at: Date }

/**
 * Records that an email to a member came back or was reported as spam. Returns false, and stores nothing, if the member
 * has another address now. A repeated bounce of the same address keeps the first time, and so does a repeated
 * complaint. A trigger handles erased members.
 */
export async function insertSuppression(db: Executor, suppression: NewSuppression): Promise<boolean> {
  const { memberId, reason, address, answer, emailId, at } = suppression
  const { rows } = await db.execute<{ isCurrent: boolean }>(sql`
    with current as (
      select id, lower(email) as address from members where id = ${memberId}::uuid and lower(email) = lower(${address})
    ), stored as (
      insert into ${emailSuppressions} as earlier (member_id, reason, address, answer, email_id, at)
      select id, ${reason}, address, ${answer}, ${emailId}::uuid, ${at.toISOString()}::timestamptz from current
      on conflict (member_id, reason) do update
        set address = excluded.address, answer = excluded.answer, email_id = excluded.email_id, at = excluded.at
        where earlier.reason = 'bounced' and earlier.address <> excluded.address
    ) select exists (select from current) as "isCurrent"`)
  return rows[0]?.isCurrent ?? false
}
