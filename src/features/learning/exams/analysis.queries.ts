import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products, questions } from '#db/tables/catalog.ts'
import { examAttempts, questionTallies, questionVersions } from '#db/tables/study.ts'
import {
  MAX_RELIABILITY_ATTEMPTS,
  MISSED_BY_MOST_SHARE,
  MIN_MEMBERS,
  type ReliabilitySums,
  type Tally,
} from './analysis.rules.ts'

/** All versions of a course's current questions, in order, newest version first. */
export function listQuestionVersions(db: Executor, courseId: string) {
  return db
    .select({
      questionId: questions.id,
      key: questions.key,
      version: questionVersions.version,
      question: questionVersions.question,
      options: questionVersions.options,
      answerIndex: questionVersions.answerIndex,
      since: questionVersions.since,
    })
    .from(questions)
    .innerJoin(questionVersions, eq(questionVersions.questionId, questions.id))
    .where(and(eq(questions.courseId, courseId), isNull(questions.retiredAt)))
    .orderBy(asc(questions.position), asc(questions.id), sql`${questionVersions.version} desc`)
}

export function listTallies(
  db: Executor,
  questionIds: readonly string[],
): Promise<(Tally & { questionId: string; version: number })[]> {
  const { questionId, version, option, isRight, members, rest, restSquares } = questionTallies
  return db
    .select({ questionId, version, option, isRight, members, rest, restSquares })
    .from(questionTallies)
    .where(and(inArray(questionId, [...questionIds]), sql`${members} > 0`))
}

const askedQuestions = sql<number>`sum(${questionTallies.members})::int`
const hits = sql<number>`coalesce(sum(${questionTallies.members}) filter (where ${questionTallies.isRight}), 0)::int`

/** Current questions that almost everyone misses on the first attempt, worst first. */
export function listMissedQuestions(db: Executor, limit: number) {
  return db
    .select({
      courseId: products.id,
      slug: products.slug,
      title: products.title,
      questionId: questions.id,
      key: questions.key,
      question: questions.question,
      members: askedQuestions,
      right: hits,
      total: sql<number>`count(*) over ()::int`,
    })
    .from(questionTallies)
    .innerJoin(
      questions,
      and(eq(questions.id, questionTallies.questionId), eq(questions.version, questionTallies.version)),
    )
    .innerJoin(products, eq(products.id, questions.courseId))
    .where(isNull(questions.retiredAt))
    .groupBy(products.id, questions.id)
    .having(sql`${askedQuestions} >= ${MIN_MEMBERS} and ${hits} < ${askedQuestions} * ${MISSED_BY_MOST_SHARE}::numeric`)
    .orderBy(sql`${hits}::numeric / ${askedQuestions}`, asc(products.slug), asc(questions.position))
    .limit(limit)
}

/**
 * The sums for the reliability of a course's exam, from its newest first attempts. Each answer is compared with the share
 * of correct answers in the other attempts that had this version of the question.
 */
export async function sumAnswerDeviations(db: Executor, courseId: string): Promise<ReliabilitySums> {
  const { answers, createdAt, isFirst } = examAttempts
  const { rows } = await db.execute<ReliabilitySums>(sql`
    with attempts as (
      select id, answers from ${examAttempts}
      where ${eq(examAttempts.courseId, courseId)} and ${isFirst} and ${answers} <> '[]' and not ${answers} @? '$[*] ? (!exists(@.version))'
      order by ${createdAt} desc limit ${MAX_RELIABILITY_ATTEMPTS}
    ), given as materialized (
      select id, "questionId" as question, version, "isRight"::int as hit
      from attempts cross join jsonb_to_recordset(answers) as answer("questionId" text, version text, "isRight" boolean)
    ), items as (
      select question, version, count(*)::float8 as members, avg(hit)::float8 as share from given group by question, version
    ), deviations as (
      select id, hit - share as from_all, (hit - share) * members / nullif(members - 1, 0) as from_others
      from given join items using (question, version)
    ), papers as (
      select id, count(*) as asked, count(from_others) as compared, sum(from_all * from_others) as squares,
        sum(from_others) ^ 2 - sum(from_others ^ 2) as products
      from deviations group by id
    )
    select count(*)::int as members, coalesce(avg(asked), 0)::float8 as asked, coalesce(sum(compared), 0)::float8 as answers,
      coalesce(sum(squares), 0) as squares, coalesce(sum(compared * (compared - 1)), 0)::float8 as pairs,
      coalesce(sum(products), 0) as products
    from papers`)
  // An aggregate without groups has exactly one row.
  return rows[0] as ReliabilitySums
}
