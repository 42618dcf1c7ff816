import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products, questions } from '#db/tables/catalog.ts'
import { questionTallies, questionVersions } from '#db/tables/study.ts'
import { MISSED_BY_MOST_SHARE, MIN_MEMBERS, type Tally } from './analysis.rules.ts'

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
