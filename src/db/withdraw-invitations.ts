import { sql } from 'drizzle-orm'
import type { Executor } from './open-database.ts'
import { members } from './tables/members.ts'

/**
 * Withdraws the pending invitations that this member created, changed, or renewed: otherwise another owner could renew
 * one that an intruder created, even if its link is used or expired. Waits for transactions that have locked an invited
 * account, since an intruder could otherwise keep an invitation by keeping its account busy.
 */
export async function withdrawInvitationsBy(db: Executor, memberId: string): Promise<void> {
  await db.execute(sql`
    update ${members} set invited_role = null where ${members.id} in (
      select m.id from ${members} m where m.invited_role is not null and ${memberId} = any(m.invited_by)
      order by m.id for update)`)
}
