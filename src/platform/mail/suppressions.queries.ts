import { sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { emailSuppressions } from '#db/tables/mails.ts'

export type NewSuppression = { memberId: string; address: string; answer: string; emailId: string; at: Date }

/**
 * Records that an email to a member came back, unless the member has another address now. A repeated bounce of the same
 * address keeps the first time. A trigger handles erased members.
 */
export async function insertBounce(db: Executor, bounce: NewSuppression): Promise<void> {
  const { memberId, address, answer, emailId, at } = bounce
  await db.execute(sql`
    insert into ${emailSuppressions} as earlier (member_id, reason, address, answer, email_id, at)
    select m.id, 'bounced', lower(m.email), ${answer}, ${emailId}::uuid, ${at.toISOString()}::timestamptz
    from members m where m.id = ${memberId}::uuid and lower(m.email) = lower(${address})
    on conflict (member_id, reason) do update
      set address = excluded.address, answer = excluded.answer, email_id = excluded.email_id, at = excluded.at
      where earlier.address <> excluded.address`)
}
