import { eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Transaction } from '#db/open-database.ts'
import { evaluations } from '#db/tables/study.ts'

/** The evaluations and attestations in a member's data export. */
export function evaluationsOfMember(memberId: string): MemberRows[] {
  return [
    {
      name: 'evaluations',
      rows: sql`select p.slug as course, e.ratings, e.words, e.evaluated_at, e.attested_at, e.attested_name
        from evaluations e join products p on p.id = e.course_id where e.member_id = ${formatIdLiteral(memberId)} order by p.slug`,
    },
  ]
}

/** Erases a member's evaluations: ratings stay in the totals; comments and the confirmed name are removed. */
export async function eraseEvaluations(tx: Transaction, memberId: string): Promise<void> {
  await tx.update(evaluations).set({ words: '', attestedName: '' }).where(eq(evaluations.memberId, memberId))
}
