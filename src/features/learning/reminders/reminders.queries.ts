import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { readingWords } from '#db/lecture-kind.ts'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { lectures, products } from '#db/tables/catalog.ts'
import { files } from '#db/tables/files.ts'
import { members } from '#db/tables/members.ts'
import { studyReminders } from '#db/tables/notices.ts'
import { lectureCompletions, playbackPositions } from '#db/tables/study.ts'
import { hasUnsubscribed } from '#features/people/notifications/email-preferences.public.ts'
import { ownedBy } from '#features/foundation/ownership/ownership.public.ts'
import { canReceiveOptionalEmail } from '#features/foundation/suppressions/suppressions.public.ts'
import { READING_WORDS_PER_MINUTE } from '#shared/lecture-kind.ts'
import type { LectureProgress } from './reminders.rules.ts'

export type Reminder = { memberId: string; courseId: string }
type LastStudiedRange = { from: Date; until: Date }

/** Members who can be emailed and have not requested deletion. */
const isReachable = sql`m.erased_at is null and m.locked_at is null and m.email_verified_at is not null and m.deletion_due_at is null
  and ${canReceiveOptionalEmail(sql`m.id`)}`

/**
 * Selects started courses that these members (`looked_at`, their IDs) have access to, have neither finished nor earned
 * a certificate for, and last studied in the given range. Looks everything up by member ID, so that the cost depends
 * only on the number of members; `offset 0` keeps the planner from scanning whole tables.
 */
function selectAbandonedCourses({ from, until }: LastStudiedRange): SQL {
  return sql`studied as (
    select looked_at.id as member_id, his.course_id, max(his.at) as last from looked_at cross join lateral (
      select l.course_id, c.completed_at as at from (select * from lecture_completions where member_id = looked_at.id offset 0) c
        join lectures l on l.id = c.lecture_id
      union all
      select l.course_id, p.updated_at from (select * from playback_positions where member_id = looked_at.id offset 0) p
        join lectures l on l.recording_file_id = p.file_id
      union all
      select e.course_id, e.created_at from exam_attempts e where e.member_id = looked_at.id
    ) as his group by looked_at.id, his.course_id
  ), left_lying as (
    select s.member_id, s.course_id, s.last from studied s join ${products} on ${products.id} = s.course_id
    where s.last between ${from.toISOString()}::timestamptz and ${until.toISOString()}::timestamptz
      and ${ownedBy(sql`s.member_id`)}
      and not ${hasUnsubscribed(sql`s.member_id`, 'study-reminder')}
      and not exists (select from certificates t where t.member_id = s.member_id and t.course_id = s.course_id)
      and exists (select from lectures l where l.course_id = s.course_id and l.retired_at is null and not exists (
        select from lecture_completions c where c.member_id = s.member_id and c.lecture_id = l.id))
  )`
}

/** The course that each member studied last, unless they were already reminded of it, or of another course today. */
const selectDueReminders = (day: string) => sql`to_remind as (
  select distinct on (member_id) member_id, course_id from left_lying d
  where not exists (select from study_reminders r where r.member_id = d.member_id and r.course_id = d.course_id)
    and not exists (select from study_reminders r where r.member_id = d.member_id and r.day = ${day}::date)
  order by member_id, last desc, course_id
)`

type ReminderSearch = { studied: LastStudiedRange; day: string }

/**
 * Checks the next batch of members, after this ID. Returns the reminders that are due, and the last member checked;
 * undefined at the end.
 */
export async function findMembersToRemind(
  db: Executor,
  { after, limit, studied, day }: ReminderSearch & { after: string; limit: number },
): Promise<{ due: Reminder[]; last: string | undefined }> {
  const { rows } = await db.execute<{ due: Reminder[]; last: string | null }>(sql`
    with looked_at as materialized (
      select m.id from members m where m.id > ${after}::uuid and ${isReachable} order by m.id limit ${limit}
    ), ${selectAbandonedCourses(studied)}, ${selectDueReminders(day)}
    select (select id from looked_at order by id desc limit 1) as last,
      (select coalesce(json_agg(json_build_object('memberId', member_id, 'courseId', course_id)), '[]') from to_remind) as due`)
  return { due: rows[0]?.due ?? [], last: rows[0]?.last ?? undefined }
}

export async function countMembersToRemind(db: Executor, { studied, day }: ReminderSearch): Promise<number> {
  const { rows } = await db.execute<{ members: number }>(sql`
    with looked_at as materialized (select m.id from members m where ${isReachable}), ${selectAbandonedCourses(studied)}, ${selectDueReminders(day)}
    select count(*)::int as members from to_remind`)
  return rows[0]?.members ?? 0
}

/** Records the reminders. Returns those that no other process recorded at the same time. */
export async function insertReminders(tx: Transaction, due: Reminder[], day: string): Promise<Reminder[]> {
  if (due.length === 0) return []
  return tx
    .insert(studyReminders)
    .values(due.map((each) => ({ ...each, day })))
    .onConflictDoNothing()
    .returning({ memberId: studyReminders.memberId, courseId: studyReminders.courseId })
}

/**
 * Records a reminder for each abandoned course without sending any. The latest gets this day and the others earlier
 * days, because a member has at most one reminder per day.
 */
export async function markAllReminded(
  db: Executor,
  { studied, day }: { studied: { from: Date; until: Date }; day: string },
): Promise<void> {
  await db.execute(sql`
    with looked_at as materialized (select m.id from members m where ${isReachable}), ${selectAbandonedCourses(studied)}
    insert into study_reminders (member_id, course_id, day)
    select member_id, course_id, ${day}::date - (row_number() over (partition by member_id order by last desc, course_id))::int + 1
    from left_lying on conflict do nothing`)
}

/** Deletes the record of a reminder that was not sent, so that a later one can be sent. */
export async function deleteReminder(db: Executor, { memberId, courseId }: Reminder): Promise<void> {
  await db
    .delete(studyReminders)
    .where(and(eq(studyReminders.memberId, memberId), eq(studyReminders.courseId, courseId)))
}

type ReminderToSend = {
  email: string
  username: string
  firstName: string
  lastName: string
  slug: string
  title: string
}

/** The recipient and content; undefined if the reminder is no longer due. */
export async function findReminderToSend(
  db: Executor,
  { memberId, courseId, studied }: Reminder & { studied: LastStudiedRange },
): Promise<ReminderToSend | undefined> {
  const { rows } = await db.execute<ReminderToSend>(sql`
    with looked_at as materialized (
      select m.id from members m where m.id = ${memberId}::uuid and ${isReachable}
        and exists (select from study_reminders r where r.member_id = m.id and r.course_id = ${courseId}::uuid)
    ), ${selectAbandonedCourses(studied)}
    select ${members.email} as email, ${members.username} as username, ${members.firstName} as "firstName",
      ${members.lastName} as "lastName", ${products.slug} as slug, ${products.title} as title from left_lying d
      join ${members} on ${members.id} = d.member_id join ${products} on ${products.id} = d.course_id
      where d.course_id = ${courseId}::uuid`)
  return rows[0]
}

export function listLectureProgress(db: Executor, { memberId, courseId }: Reminder): Promise<LectureProgress[]> {
  const isCompleted = sql<boolean>`exists (select from ${lectureCompletions}
    where ${lectureCompletions.lectureId} = ${lectures.id} and ${lectureCompletions.memberId} = ${memberId})`
  return db
    .select({
      slug: lectures.slug,
      name: lectures.name,
      // A text takes as long as reading it.
      length: sql<
        number | null
      >`coalesce(${files.seconds}, nullif(${readingWords}, 0) * 60.0 / ${READING_WORDS_PER_MINUTE}::int)`.mapWith(
        Number,
      ),
      isCompleted,
      stoppedAt: playbackPositions.seconds,
      stoppedOn: playbackPositions.updatedAt,
    })
    .from(lectures)
    .leftJoin(files, eq(files.id, lectures.recordingFileId))
    .leftJoin(
      playbackPositions,
      and(eq(playbackPositions.fileId, lectures.recordingFileId), eq(playbackPositions.memberId, memberId)),
    )
    .where(and(eq(lectures.courseId, courseId), isNull(lectures.retiredAt)))
    .orderBy(asc(lectures.position))
}

export function selectMemberReminders(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'study_reminders',
      rows: sql`select p.slug as course, r.day from study_reminders r join products p on p.id = r.course_id
        where r.member_id = ${id} order by r.day`,
    },
  ]
}

export async function eraseReminders(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(studyReminders).where(eq(studyReminders.memberId, memberId))
}
