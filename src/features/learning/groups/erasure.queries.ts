import { eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Transaction } from '#db/open-database.ts'
import { groupMembers } from '#db/tables/groups.ts'

export function selectMemberGroups(memberId: string): MemberRows[] {
  return [
    {
      name: 'group_members',
      rows: sql`select g.name as "group", gm.added_at from group_members gm join groups g on g.id = gm.group_id
        where gm.member_id = ${formatIdLiteral(memberId)} order by g.name`,
    },
  ]
}

export async function eraseGroupMemberships(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(groupMembers).where(eq(groupMembers.memberId, memberId))
}
