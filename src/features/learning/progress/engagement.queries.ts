import { and, eq, type SQL, sql } from 'drizzle-orm'
import { lectureKind } from '#db/lecture-kind.ts'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { files } from '#db/tables/files.ts'
import { playbackPositions } from '#db/tables/study.ts'
import { wasPlayed } from '#db/was-played.ts'
import { selectAccesses } from '#features/foundation/ownership/ownership.public.ts'
import type { LectureCounts } from './engagement.rules.ts'

export async function findCourseName(db: Executor, courseId: string): Promise<string | undefined> {
  const [course] = await db
    .select({ name: products.title })
    .from(products)
    .where(and(eq(products.id, courseId), eq(products.kind, 'course')))
  return course?.name
}

/**
 * How learners who have, or had, access to the course played or read the current content of its lectures, in order. Minutes are
 * counted in groups of equal ones, so that the median needs no sorting of all learners. Without `offset 0`, PostgreSQL
 * would look up the positions of each learner one by one.
 */
export async function countPlayback(db: Executor, courseId: string): Promise<LectureCounts[]> {
  const { fileId, memberId, reachedSeconds, watchedSeconds, rewinds } = playbackPositions
  const { rows } = await db.execute<LectureCounts>(sql`
    with lecture as materialized (
      select id, name, position, recording_file_id, ${lectureKind} as kind from lectures where course_id = ${courseId} and retired_at is null
    ), played as (
      select ${fileId} as file_id, round(${watchedSeconds} / 60)::int as minutes, count(*) as learners,
        count(*) filter (where ${reachedSeconds} >= ${files.seconds} / 2) as half, count(*) filter (where ${wasPlayed}) as finished,
        count(*) filter (where ${rewinds} > 0) as rewound
      from (
        select * from ${playbackPositions} where ${fileId} in (select recording_file_id from lecture) offset 0
      ) ${playbackPositions} join ${files} on ${files.id} = ${fileId}
      where ${memberId} in (select member_id from (${selectAccesses(sql`product_id = ${courseId}`)}) a)
      group by 1, 2
    ), ranked as (
      select *, sum(learners) over (partition by file_id order by minutes) * 2 >= sum(learners) over (partition by file_id) as is_upper_half
      from played
    ), read as (
      select o.lecture_id, count(*) as started, count(c.member_id) as finished
      from lecture_openings o left join lecture_completions c on c.lecture_id = o.lecture_id and c.member_id = o.member_id
      where o.lecture_id in (select id from lecture where recording_file_id is null)
        and o.member_id in (select member_id from (${selectAccesses(sql`product_id = ${courseId}`)}) a)
      group by 1
    )
    select lecture.id, lecture.name, lecture.kind, ${files.seconds}, coalesce(sum(learners), max(read.started), 0)::int as started,
      coalesce(sum(half), 0)::int as half, coalesce(sum(ranked.finished), max(read.finished), 0)::int as finished, coalesce(sum(rewound), 0)::int as rewound,
      min(minutes) filter (where is_upper_half) as minutes
    from lecture left join ${files} on ${files.id} = lecture.recording_file_id left join ranked on ranked.file_id = lecture.recording_file_id
      left join read on read.lecture_id = lecture.id
    group by lecture.id, lecture.name, lecture.kind, lecture.position, ${files.id} order by lecture.position`)
  return rows
}

/**
 * Selects the members who stopped at a lecture, as on the page of engagement: they started its current recording or
 * opened its text, but no later lecture. Who finished the last lecture didn't stop at it.
 */
export function selectStopped({ courseId, lectureId }: { courseId: string; lectureId: string }): SQL {
  return sql`
    with taught as (
      select id, position, recording_file_id from lectures where course_id = ${courseId}::uuid and retired_at is null
    ), begun as (
      select ${playbackPositions.memberId} as member_id, taught.id, taught.position, ${wasPlayed} as is_finished
      from taught join ${playbackPositions} on ${playbackPositions.fileId} = taught.recording_file_id
        join ${files} on ${files.id} = ${playbackPositions.fileId}
      union all
      select o.member_id, taught.id, taught.position, c.member_id is not null
      from taught join lecture_openings o on o.lecture_id = taught.id
        left join lecture_completions c on c.lecture_id = o.lecture_id and c.member_id = o.member_id
      where taught.recording_file_id is null
    )
    select here.member_id from begun here
    where here.id = ${lectureId}::uuid
      and not exists (select from begun later where later.member_id = here.member_id and later.position > here.position)
      and (not here.is_finished or exists (select from taught later where later.position > here.position))`
}
