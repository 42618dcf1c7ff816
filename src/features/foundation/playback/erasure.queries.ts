import { eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Transaction } from '#db/open-database.ts'
import { playbackPositions } from '#db/tables/study.ts'

export function selectMemberPositions(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'playback_positions',
      rows: sql`select f.name as file, p.seconds, p.reached_seconds, p.watched_seconds, p.rewinds, p.updated_at from playback_positions p join files f on f.id = p.file_id
        where p.member_id = ${id} order by p.updated_at`,
    },
  ]
}

export async function erasePositions(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(playbackPositions).where(eq(playbackPositions.memberId, memberId))
}
