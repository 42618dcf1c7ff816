import { type SQL, sql } from 'drizzle-orm'
import { isPass } from '#db/is-pass.ts'
import { hasWord } from '#db/like-patterns.ts'
import { buildNewestRowsQuery } from '#db/newest-rows.ts'
import type { Executor } from '#db/open-database.ts'
import { type Sort, sortBy } from '#db/sort.ts'
import { courses, products } from '#db/tables/catalog.ts'
import { members } from '#db/tables/members.ts'
import { ownedBy, selectAccesses } from '#features/foundation/ownership/ownership.public.ts'
import { selectExamResult } from '#features/learning/exams/results.public.ts'
import { selectProgress } from '#features/learning/study/progress.public.ts'
import type { ProgressState } from './progress-states.contract.ts'

/** Whose progress: all learners of a course, perhaps only those in a group; a member; or a group in its courses. */
export type ProgressScope =
  | { of: 'course'; courseId: string; groupId?: string | undefined }
  | { of: 'member'; memberId: string }
  | { of: 'group'; groupId: string; courseId?: string | undefined }

export type ProgressSearch = {
  scope: ProgressScope
  state?: ProgressState | undefined
  /** All words must match the learner's name or email address. */
  words?: readonly string[] | undefined
  /** Lists the rows after the row with this ID. */
  after?: string | undefined
  sort?: Sort | undefined
  limit: number
}

export type ProgressRow = {
  id: string
  /** When the learner last got access; in a group, when they were added to it. */
  accessedAt: Date
  memberId: string
  username: string
  email: string
  firstName: string
  lastName: string
  /** Null in a group without courses. */
  courseId: string | null
  course: string | null
  hasAccess: boolean
  completed: number
  lectures: number
  state: ProgressState
  /** The best graded exam attempt; null if there is none. */
  score: number | null
  total: number | null
  certificate: string | null
  isRevoked: boolean
  lastSeenAt: Date | null
}

type StoredRow = Omit<ProgressRow, 'accessedAt' | 'lastSeenAt'> & {
  accessedAt: string | Date
  lastSeenAt: string | Date | null
}

const learners = sql.identifier('learners')

/** One row for each learner and course, sorted by when the learner last got access or was added to the group. */
export async function listProgress(db: Executor, search: ProgressSearch): Promise<ProgressRow[]> {
  const { order } = sortBy(search.sort)
  const page = search.state === undefined ? selectLearners(search, search.limit) : selectInState(db, search)
  const { rows } = await db.execute<StoredRow>(sql`
    with learners as not materialized (${selectScope(search.scope)}), page as materialized (${page})
    select s.id, s.accessed_at as "accessedAt", s.member_id as "memberId", m.username, m.email, m.first_name as "firstName", m.last_name as "lastName",
      s.product_id as "courseId", ${products.title} as course,
      coalesce(${ownedBy(sql`s.member_id`)}, false) as "hasAccess",
      s.completed, s.lectures, s.state, s.score, s.total, s.certificate, s.is_revoked as "isRevoked",
      greatest(
        (select max(last_used_at) from sessions where member_id = s.member_id),
        (select max(completed_at) from lecture_completions where member_id = s.member_id),
        (select max(reported_at) from playback_positions where member_id = s.member_id),
        (select max(created_at) from exam_attempts where member_id = s.member_id)
      ) as "lastSeenAt"
    from (${withStates(db, 'page')}) s
    join ${members} m on m.id = s.member_id left join ${products} on ${products.id} = s.product_id
    order by s.accessed_at ${order}, s.id ${order}`)
  return rows.map((row) => ({
    ...row,
    accessedAt: new Date(row.accessedAt),
    lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt),
  }))
}

function selectScope(scope: ProgressScope): SQL {
  if (scope.of === 'course') return selectAccesses(sql`product_id = ${scope.courseId}`)
  if (scope.of === 'member')
    return selectAccesses(sql`member_id = ${scope.memberId} and product_id in (select product_id from ${courses})`)
  const { groupId, courseId } = scope
  const ofCourse = courseId === undefined ? sql`` : sql` and gc.course_id = ${courseId}`
  // The ID consists of halves of the two IDs, so that a member's courses are next to each other.
  return sql`
    select (left(gm.member_id::text, 18) || right(coalesce(gc.course_id, gm.member_id)::text, 18))::uuid as id,
      gm.member_id, gc.course_id as product_id, gm.added_at as accessed_at
    from group_members gm left join group_courses gc on gc.group_id = gm.group_id${ofCourse} where gm.group_id = ${groupId}`
}

/** Selects rows of `learners`. */
function selectLearners(search: ProgressSearch, limit: number): SQL {
  const columns = ['accessed_at', 'member_id', 'product_id']
  const { conditions, behind } = getConditions(search)
  const { sort } = search
  return buildNewestRowsQuery({
    table: sql`${learners}`,
    at: sql`accessed_at`,
    conditions,
    behind,
    sort,
    limit,
    columns,
  })
}

function getConditions({ scope, words = [], state, after, sort }: ProgressSearch) {
  const { past } = sortBy(sort)
  // The page of an erased member still shows what they completed.
  const present = scope.of === 'member' ? sql`` : sql` and m.erased_at is null`
  const named = words.map((word) => sql` and ${hasWord(sql`m.words`, word)}`)
  return {
    conditions: [
      // Of a learner who got access to a course more than once, only the latest time is listed.
      sql`not exists (select from learners later where later.member_id = learners.member_id
        and later.product_id = learners.product_id and (later.accessed_at, later.id) > (learners.accessed_at, learners.id))`,
      sql`exists (select from ${members} m where m.id = learners.member_id${present}${sql.join(named)})`,
      ...(scope.of === 'course' && scope.groupId !== undefined
        ? [sql`learners.member_id in (select member_id from group_members where group_id = ${scope.groupId})`]
        : []),
      ...(scope.of === 'course' && state !== undefined ? mayBeIn(state, scope.courseId) : []),
    ],
    behind:
      after === undefined
        ? undefined
        : sql`(accessed_at, id) ${past} ((select last.accessed_at from learners last where last.id = ${after}::uuid), ${after}::uuid)`,
  }
}

/**
 * Returns conditions that every learner in this state meets, but perhaps others, too. They leave few learners quickly
 * if the state is rare; `withStates` decides.
 */
function mayBeIn(state: ProgressState, courseId: string): SQL[] {
  const ofLearner = sql`member_id = learners.member_id and course_id = ${courseId}`
  const isCertified = sql`exists (select from certificates where ${ofLearner} and revoked_at is null)`
  const hasPassed = sql`exists (select from exam_attempts where ${ofLearner} and ${isPass})`
  const hasTried = sql`exists (select from exam_attempts where ${ofLearner})`
  const hasStarted = sql`exists (select from lecture_completions c join lectures l on l.id = c.lecture_id
    where c.member_id = learners.member_id and l.course_id = ${courseId} and l.retired_at is null)`
  const hasCompletedLast = sql`exists (select from lecture_completions where member_id = learners.member_id and lecture_id = (
    select id from lectures where course_id = ${courseId} and retired_at is null order by position desc limit 1))`
  return {
    not_started: [sql`not ${isCertified}`, sql`not ${hasTried}`, sql`not ${hasStarted}`],
    in_progress: [sql`not ${isCertified}`, sql`not ${hasPassed}`, sql`(${hasStarted} or ${hasTried})`],
    finished: [sql`not ${isCertified}`, sql`not ${hasPassed}`, hasCompletedLast],
    passed: [sql`not ${isCertified}`, hasPassed],
    certificate: [isCertified],
  }[state]
}

/**
 * Like `selectLearners`, with this state. Usually enough of the next learners who may be in this state are in it; only
 * if not, the progress of all of them is read.
 */
function selectInState(db: Executor, search: ProgressSearch): SQL {
  const { state, limit } = search
  const { order } = sortBy(search.sort)
  const { conditions, behind = sql`true` } = getConditions(search)
  const nearby = 3 * limit
  const isEnough = sql`((select count(*) from found) >= ${limit} or (select count(*) from nearby) < ${nearby})`
  const inState = sql`state = ${state} order by accessed_at ${order}, id ${order} limit ${limit}`
  return sql`
    with nearby as materialized (${selectLearners(search, nearby)}),
    found as materialized (select id, accessed_at, member_id, product_id from (${withStates(db, 'nearby')}) s where ${inState}),
    every as materialized (select * from learners where not ${isEnough} and ${sql.join([...conditions, behind], sql` and `)})
    select * from found where ${isEnough}
    union all
    (select id, accessed_at, member_id, product_id from (${withStates(db, 'every')}) s where ${inState})`
}

/** Adds progress, exam result, certificate, and state to rows of `learners`. */
function withStates(db: Executor, rows: 'page' | 'nearby' | 'every'): SQL {
  const study = { memberId: sql`l.member_id`, courseId: sql`l.product_id` }
  return sql`
    select l.*, progress.lectures::int, progress.completed::int, result.score, result.total, c.id as certificate,
      c.revoked_at is not null as is_revoked,
      case when c.id is not null and c.revoked_at is null then 'certificate'
        when result.is_passed then 'passed'
        when progress.lectures > 0 and progress.completed = progress.lectures then 'finished'
        when progress.completed > 0 or result.tries > 0 then 'in_progress'
        else 'not_started' end as state
    from ${sql.identifier(rows)} l
    cross join lateral ${selectProgress(db, study)}
    cross join lateral ${selectExamResult(db, study)}
    left join certificates c on c.member_id = l.member_id and c.course_id = l.product_id`
}

/** All courses, by name, and when a learner last got access to each. */
export async function listCourses(db: Executor): Promise<{ id: string; name: string; accessedAt: Date | null }[]> {
  const { rows } = await db.execute<{ id: string; name: string; accessedAt: string | Date | null }>(sql`
    select id, title as name, (select max(accessed_at) from (${selectAccesses(sql`product_id = products.id`)}) a) as "accessedAt"
    from ${products} where kind = 'course' order by title`)
  return rows.map((row) => ({ ...row, accessedAt: row.accessedAt === null ? null : new Date(row.accessedAt) }))
}
