import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { products, questions } from '#db/tables/catalog.ts'
import { members } from '#db/tables/members.ts'
import { contests } from '#db/tables/contests.ts'
import { examAttempts, examPapers, questionVersions } from '#db/tables/study.ts'
import type { ReportOutcome } from './question-reports.rules.ts'

const askedVersion = and(
  eq(questionVersions.questionId, contests.questionId),
  eq(questionVersions.version, contests.version),
)

export async function countQuestionReports(db: Executor): Promise<{ waiting: number; answered: number }> {
  const [counted] = await db
    .select({
      waiting: sql<number>`count(*) filter (where ${contests.answeredAt} is null)`.mapWith(Number),
      answered: sql<number>`count(*) filter (where ${contests.answeredAt} is not null)`.mapWith(Number),
    })
    .from(contests)
  return counted ?? { waiting: 0, answered: 0 }
}

export function countOpenReports(db: Executor): Promise<number> {
  return db.$count(contests, isNull(contests.answeredAt))
}

export type ReviewQueueFilter = { state: 'waiting' | 'answered'; after: string | undefined; limit: number }

/** Open reports oldest first, or answered ones newest first. */
export function listReviewQueue(db: Executor, { state, after, limit }: ReviewQueueFilter) {
  const { id, contestedAt, answeredAt, outcome } = contests
  const isWaiting = state === 'waiting'
  const at = isWaiting ? contestedAt : answeredAt
  const last = sql`(select ${isWaiting ? sql`last.contested_at` : sql`last.answered_at`} from ${contests} last where last.id = ${after}::uuid), ${after}::uuid`
  const behind =
    after === undefined ? undefined : isWaiting ? sql`(${at}, ${id}) > (${last})` : sql`(${at}, ${id}) < (${last})`
  return db
    .select({
      id,
      at: sql<Date>`${at}`.mapWith(contestedAt),
      title: products.title,
      question: questionVersions.question,
      outcome,
    })
    .from(contests)
    .innerJoin(questions, eq(questions.id, contests.questionId))
    .innerJoin(products, eq(products.id, questions.courseId))
    .innerJoin(questionVersions, askedVersion)
    .where(and(isWaiting ? isNull(answeredAt) : isNotNull(answeredAt), behind))
    .orderBy(isWaiting ? asc(at) : desc(at), isWaiting ? asc(id) : desc(id))
    .limit(limit)
}

/**
 * Includes the question as asked, the order of its options in the member's attempt, and the member's answer; undefined
 * if there is no such report.
 */
export async function findQuestionReport(db: Executor, id: string) {
  const [found] = await db
    .select({
      report: contests,
      member: { username: members.username, firstName: members.firstName, lastName: members.lastName },
      courseId: questions.courseId,
      slug: products.slug,
      title: products.title,
      key: questions.key,
      isAskedSo: sql<boolean>`${questions.version} = ${contests.version}`,
      isAsked: sql<boolean>`${questions.retiredAt} is null`,
      question: questionVersions.question,
      options: questionVersions.options,
      answerIndex: questionVersions.answerIndex,
      order: sql<number[] | null>`(select asked."order" from ${examPapers} paper,
        jsonb_to_recordset(paper.questions) as asked("questionId" uuid, "order" jsonb)
        where paper.attempt_id = ${contests.attemptId} and asked."questionId" = ${contests.questionId})`,
      answers: examAttempts.answers,
      answeredByName: sql<string | null>`(select m.username from ${members} m where m.id = ${contests.answeredBy})`,
    })
    .from(contests)
    .innerJoin(members, eq(members.id, contests.memberId))
    .innerJoin(questions, eq(questions.id, contests.questionId))
    .innerJoin(products, eq(products.id, questions.courseId))
    .innerJoin(questionVersions, askedVersion)
    .innerJoin(examAttempts, eq(examAttempts.id, contests.attemptId))
    .where(sql`${contests.id}::text = ${id}`)
  return found
}

type Answer = { outcome: ReportOutcome; words: string; answeredAt: Date; answeredBy: string | null }

/** False if it was already answered. */
export async function saveAnswerOnce(tx: Transaction, id: string, answer: Answer): Promise<boolean> {
  const answered = await tx
    .update(contests)
    .set(answer)
    .where(and(eq(contests.id, id), isNull(contests.answeredAt)))
    .returning({ id: contests.id })
  return answered.length > 0
}
