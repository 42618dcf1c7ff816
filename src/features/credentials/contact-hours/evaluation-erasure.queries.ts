import { eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Transaction } from '#db/open-database.ts'
import { evaluations } from '#db/tables/study.ts'

/** What a member said of courses, and attested. */
export function evaluationsOfMember(memberId: string): MemberRows[] {
  return [
    {
      name: 'evaluations',
      rows: sql`select p.slug as course, e.ratings, e.words, e.evaluated_at, e.attested_at, e.attested_name
        from evaluations e join products p on p.id = e.course_id where e.member_id = ${formatIdLiteral(memberId)} order by p.slug`,
    },
  ]
}

/** A part of erasing a member: his ratings stay in the sums, what he wrote and the name that he confirmed go. */
export async function eraseEvaluations(tx: Transaction, memberId: string): Promise<void> {
  await tx.update(evaluations).set({ words: '', attestedName: '' }).where(eq(evaluations.memberId, memberId))
}
