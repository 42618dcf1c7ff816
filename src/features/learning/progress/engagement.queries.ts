import { and, eq, type SQL, sql } from 'drizzle-orm'
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
 * How learners who have, or had, access to the course played the current videos of its lectures, in order. Minutes are
 * counted in groups of equal ones, so that the median needs no sorting of all learners. Without `offset 0`, PostgreSQL
 * would look up the positions of each learner one by one.
 */
export async function countPlayback(db: Executor, courseId: string): Promise<LectureCounts[]> {
  const { fileId, memberId, reachedSeconds, watchedSeconds, rewinds } = playbackPositions
  const { rows } = await db.execute<LectureCounts>(sql`
    with lecture as materialized (
      select id, name, position, video_file_id from lectures where course_id = ${courseId} and retired_at is null
    ), played as (
      select ${fileId} as file_id, round(${watchedSeconds} / 60)::int as minutes, count(*) as learners,
        count(*) filter (where ${reachedSeconds} >= ${files.seconds} / 2) as half, count(*) filter (where ${wasPlayed}) as finished,
        count(*) filter (where ${rewinds} > 0) as rewound
      from (
        select * from ${playbackPositions} where ${fileId} in (select video_file_id from lecture) offset 0
      ) ${playbackPositions} join ${files} on ${files.id} = ${fileId}
      where ${memberId} in (select member_id from (${selectAccesses(sql`product_id = ${courseId}`)}) a)
      group by 1, 2
    ), ranked as (
      select *, sum(learners) over (partition by file_id order by minutes) * 2 >= sum(learners) over (partition by file_id) as is_upper_half
      from played
    )
    select lecture.id, lecture.name, ${files.seconds}, coalesce(sum(learners), 0)::int as started,
      coalesce(sum(half), 0)::int as half, coalesce(sum(finished), 0)::int as finished, coalesce(sum(rewound), 0)::int as rewound,
      min(minutes) filter (where is_upper_half) as minutes
    from lecture left join ${files} on ${files.id} = lecture.video_file_id left join ranked on ranked.file_id = lecture.video_file_id
    group by lecture.id, lecture.name, lecture.position, ${files.id} order by lecture.position`)
  return rows
}

/**
 * Selects the members who stopped at a lecture, as on the page of engagement: they started its current video, but the
 * video of no later lecture. Who finished the last lecture didn't stop at it.
 */
export function selectStopped({ courseId, lectureId }: { courseId: string; lectureId: string }): SQL {
  return sql`
    select ${playbackPositions.memberId} as member_id
    from lectures here join ${playbackPositions} on ${playbackPositions.fileId} = here.video_file_id
      join ${files} on ${files.id} = ${playbackPositions.fileId}
    where here.id = ${lectureId}::uuid and here.course_id = ${courseId}::uuid and here.retired_at is null
      and not exists (
        select from lectures later join playback_positions other on other.file_id = later.video_file_id
        where later.course_id = here.course_id and later.retired_at is null and later.position > here.position
          and other.member_id = ${playbackPositions.memberId})
      and (not ${wasPlayed} or exists (
        select from lectures later where later.course_id = here.course_id and later.retired_at is null and later.position > here.position))`
}
