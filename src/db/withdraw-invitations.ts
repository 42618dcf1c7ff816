import { sql } from 'drizzle-orm'
import type { Executor } from './open-database.ts'
import { members } from './tables/members.ts'

/**
 * Withdraws the pending invitations that this member created, changed, or renewed. Otherwise, another owner could renew
 * an invitation that an intruder created, even after its link was used or expired. Waits for transactions that have
 * locked an invited account, because otherwise an intruder could keep an invitation by keeping its account busy.
 */
export async function withdrawInvitationsBy(db: Executor, memberId: string): Promise<void> {
  await db.execute(sql`
    update ${members} set invited_role = null where ${members.id} in (
      select m.id from ${members} m where m.invited_role is not null and ${memberId} = any(m.invited_by)
      order by m.id for update)`)
}
