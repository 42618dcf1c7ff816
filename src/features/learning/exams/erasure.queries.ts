import { eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Transaction } from '#db/open-database.ts'
import { isPassFor } from '#db/is-pass.ts'
import { examAttempts, examPapers } from '#db/tables/study.ts'

/**
 * A member's exam attempts with their answers, and the attempts they started without submitting. Correct answers are
 * included only for passed courses; otherwise, the export would reveal them.
 */
export function selectMemberAttempts(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'exam_attempts',
      rows: sql`select p.slug as course, a.score, a.total, a.is_counted_by_server, a.created_at,
          case when exists (
            select from exam_attempts passed where passed.member_id = a.member_id and passed.course_id = a.course_id
              and ${isPassFor('passed')}
          ) then a.answers else (
            select coalesce(jsonb_agg(given - 'isRight' order by place), '[]') from jsonb_array_elements(a.answers) with ordinality as each(given, place)
          ) end as answers
        from exam_attempts a join products p on p.id = a.course_id where a.member_id = ${id} order by a.created_at`,
    },
    {
      name: 'exam_papers',
      rows: sql`select p.slug as course, e.opened_at, jsonb_array_length(e.questions) as questions, e.attempt_id is not null as is_handed_in
        from exam_papers e join products p on p.id = e.course_id where e.member_id = ${id} order by e.opened_at`,
    },
  ]
}

/** Erases a member's exam answers: keeps results, but deletes the questions asked and the answers given. */
export async function eraseExamAnswers(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(examPapers).where(eq(examPapers.memberId, memberId))
  await tx.update(examAttempts).set({ answers: [], isToFollow: false }).where(eq(examAttempts.memberId, memberId))
}
