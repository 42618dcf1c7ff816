import { sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import type { CompletionRule } from '#shared/completion-rule.ts'
import type { EarnedBy, LectureStatus } from './completion.rules.ts'

export type MemberCourse = { memberId: string; courseId: string }

/**
 * The rule that applied when the member started their first exam attempt, or otherwise the course's current rule; null
 * if the author chose none. Members who took the exam before started attempts were stored have the rule `none`. Also
 * returns what earns the course's certificate.
 */
export async function findChosenRule(
  db: Executor,
  { memberId, courseId }: MemberCourse,
): Promise<{ rule: CompletionRule | null; earnedBy: EarnedBy }> {
  const { rows } = await db.execute<{ rule: CompletionRule | null; earnedBy: EarnedBy }>(sql`
    select (select case when c.exam is null then 'exam' when c.is_completion_certificate then 'lectures' else 'nothing' end
      from courses c where c.product_id = ${courseId}) as "earnedBy", coalesce(
      (select e.completion_rule from exam_papers e where e.member_id = ${memberId} and e.course_id = ${courseId} order by e.opened_at limit 1),
      (select 'none' from exam_attempts a where a.member_id = ${memberId} and a.course_id = ${courseId} and a.is_counted_by_server limit 1),
      (select c.completion_rule from courses c where c.product_id = ${courseId})) as rule`)
  return rows[0] ?? { rule: null, earnedBy: 'exam' }
}

export async function listLectureStatuses(
  db: Executor,
  { memberId, courseId }: MemberCourse,
): Promise<LectureStatus[]> {
  const { rows } = await db.execute<{
    name: string
    slug: string
    completedAt: string | Date | null
    isPlayed: boolean
  }>(sql`
    select l.name, l.slug, c.completed_at as "completedAt", coalesce(c.is_played, false) as "isPlayed"
    from lectures l left join lecture_completions c on c.lecture_id = l.id and c.member_id = ${memberId}
    where l.course_id = ${courseId} and l.retired_at is null order by l.position`)
  return rows.map((row) => ({ ...row, completedAt: row.completedAt === null ? null : new Date(row.completedAt) }))
}
