import { sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'

/** Opened and completed lectures. They remain after erasure, without a name, so that course statistics stay correct. */
export function selectMemberCompletions(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'lecture_completions',
      rows: sql`select p.slug as course, l.slug as lecture, c.completed_at, c.is_played from lecture_completions c
        join lectures l on l.id = c.lecture_id join products p on p.id = l.course_id
        where c.member_id = ${id} order by c.completed_at`,
    },
    {
      name: 'lecture_openings',
      rows: sql`select p.slug as course, l.slug as lecture, o.opened_at from lecture_openings o
        join lectures l on l.id = o.lecture_id join products p on p.id = l.course_id
        where o.member_id = ${id} order by o.opened_at`,
    },
  ]
}
