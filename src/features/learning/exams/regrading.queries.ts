import { eq, type SQL, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { isPassFor } from '#db/is-pass.ts'
import { products } from '#db/tables/catalog.ts'
import { MIN_PASSING_PERCENT } from './exams.rules.ts'

/** A question whose answer key has changed or will change: `right` is the text of its correct option. */
export type AnswerKey = { key: string; right: string }

/**
 * Attempts that chose the option that is now correct, in a version with the same text and options where it did not
 * count. Covers every changed answer key in the course, or a proposed one. Excludes attempts from before versioning,
 * whose questions are unknown.
 */
function selectAffectedAttempts(courseId: string, proposed: AnswerKey | undefined): SQL {
  const sorted = (options: SQL) => sql`(select array_agg(o order by o) from jsonb_array_elements_text(${options}) as o)`
  const right = proposed ? sql`${proposed.right}::text` : sql`today.options ->> today.answer_index`
  return sql`
    select q.id as question_id, q.key, today.question, chosen.text as chosen, earlier.version,
      a.id as attempt_id, a.member_id, a.score, a.total
    from questions q
    join question_versions today on today.question_id = q.id and today.version = q.version
    cross join lateral (select ${right} as text) as chosen
    join question_versions earlier on earlier.question_id = q.id and earlier.question = today.question
      and earlier.options ->> earlier.answer_index is distinct from chosen.text and earlier.options ? chosen.text
      and ${sorted(sql`earlier.options`)} = ${sorted(sql`today.options`)}
    join exam_attempts a on a.course_id = q.course_id and a.is_counted_by_server and a.answers @> jsonb_build_array(
      jsonb_build_object('questionId', q.id, 'version', earlier.version, 'chosen', chosen.text, 'isRight', false))
    where q.course_id = ${courseId} and q.retired_at is null ${proposed ? sql`and q.key = ${proposed.key}` : sql``}`
}

export type RegradeEffect = {
  key: string
  question: string
  right: string
  attempts: number
  members: number
  morePass: number
}

/** The effect of a regrade, per question with attempts to regrade. */
export async function listRegradeEffects(
  db: Executor,
  courseId: string,
  proposed?: AnswerKey,
): Promise<RegradeEffect[]> {
  const { rows } = await db.execute<RegradeEffect>(sql`
    with affected as (${selectAffectedAttempts(courseId, proposed)})
    select key, question, chosen as "right", count(*)::int as attempts, count(distinct member_id)::int as members,
      count(distinct member_id) filter (
        where (score + 1) * 100 >= total * ${MIN_PASSING_PERCENT}::int and not exists (
          select from exam_attempts passed where passed.member_id = affected.member_id and passed.course_id = ${courseId}
            and ${isPassFor('passed')})
      )::int as "morePass"
    from affected group by key, question, chosen order by key`)
  return rows
}

/**
 * In these attempts, also counts the newly correct option as correct; answers that were already correct stay correct.
 * Marks members who pass for the first time for follow-up.
 */
export async function regradeAttempts(tx: Transaction, courseId: string, newKey: AnswerKey): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with affected as (${selectAffectedAttempts(courseId, newKey)})
    update exam_attempts a set score = a.score + 1, is_to_follow = a.is_to_follow or (
      (a.score + 1) * 100 >= a.total * ${MIN_PASSING_PERCENT}::int and not exists (
        select from exam_attempts passed where passed.member_id = a.member_id and passed.course_id = a.course_id
          and ${isPassFor('passed')})
    ), answers = (
      select jsonb_agg(
        case when given ->> 'questionId' = affected.question_id::text then jsonb_set(given, '{isRight}', 'true') else given end order by place
      ) from jsonb_array_elements(a.answers) with ordinality as each(given, place))
    from affected where a.id = affected.attempt_id`)
  return rowCount ?? 0
}

/**
 * Locks the exam until the transaction ends. Submissions share the lock `being handed in`. `being regraded` excludes
 * them and other regrades, so that each attempt is either graded with one answer key or regraded.
 */
export async function lockExam(
  tx: Transaction,
  courseId: string,
  why: 'being handed in' | 'being regraded',
): Promise<void> {
  const lock = why === 'being regraded' ? sql`for update` : sql`for share`
  await tx.execute(sql`select from courses where product_id = ${courseId} ${lock}`)
}

/** Undefined if there is no such course. */
export async function findCourseTitle(
  db: Executor,
  courseId: string,
): Promise<{ slug: string; title: string } | undefined> {
  const [course] = await db
    .select({ slug: products.slug, title: products.title })
    .from(products)
    .where(eq(products.id, courseId))
  return course
}
