import { eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Transaction } from '#db/open-database.ts'
import { contests } from '#db/tables/contests.ts'

export function selectMemberQuestionReports(memberId: string): MemberRows[] {
  return [
    {
      name: 'contests',
      rows: sql`select p.slug as course, v.question, c.reason, c.source, c.contested_at, c.outcome, c.words, c.answered_at
        from contests c join question_versions v on v.question_id = c.question_id and v.version = c.version
        join questions q on q.id = c.question_id join products p on p.id = q.course_id
        where c.member_id = ${formatIdLiteral(memberId)} order by c.contested_at`,
    },
  ]
}

/** Deletes an erased member's question reports. Question changes that resulted from reports remain in the versions. */
export async function eraseQuestionReports(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(contests).where(eq(contests.memberId, memberId))
}
