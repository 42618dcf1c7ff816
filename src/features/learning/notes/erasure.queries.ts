import { eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Transaction } from '#db/open-database.ts'
import { notes } from '#db/tables/study.ts'

export function selectMemberNotes(memberId: string): MemberRows[] {
  return [
    {
      name: 'notes',
      rows: sql`select p.slug as course, l.name as lecture, n.seconds, n.words, n.written_at
        from notes n join lectures l on l.id = n.lecture_id join products p on p.id = l.course_id
        where n.member_id = ${formatIdLiteral(memberId)} order by p.slug, l.position, n.seconds`,
    },
  ]
}

export async function eraseNotes(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(notes).where(eq(notes.memberId, memberId))
}
