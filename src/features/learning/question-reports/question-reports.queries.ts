import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { products, questions } from '#db/tables/catalog.ts'
import { contests } from '#db/tables/contests.ts'
import { questionVersions } from '#db/tables/study.ts'

export type AskedQuestion = { attemptId: string; version: number }

/** The question as asked in the member's attempt; undefined if they have no such submitted attempt. */
export async function findAskedQuestion(
  db: Executor,
  { memberId, paperId, questionId }: { memberId: string; paperId: string; questionId: string },
): Promise<AskedQuestion | undefined> {
  const { rows } = await db.execute<AskedQuestion>(sql`
    select p.attempt_id as "attemptId", asked.version
    from exam_papers p, jsonb_to_recordset(p.questions) as asked("questionId" uuid, version int)
    where p.id = ${paperId} and p.member_id = ${memberId} and p.attempt_id is not null and asked."questionId" = ${questionId}::uuid`)
  return rows[0]
}

/** Locks out concurrent reports by this member. */
export async function lockAndCountOpen(tx: Transaction, memberId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`contests ${memberId}`}, 0))`)
  const [counted] = await tx
    .select({ many: count() })
    .from(contests)
    .where(and(eq(contests.memberId, memberId), isNull(contests.answeredAt)))
  return counted?.many ?? 0
}

type ReportKey = { memberId: string; questionId: string; version: number }

export async function findOwnReport(tx: Transaction, { memberId, questionId, version }: ReportKey) {
  const [found] = await tx
    .select({ reason: contests.reason, source: contests.source })
    .from(contests)
    .where(and(eq(contests.memberId, memberId), eq(contests.questionId, questionId), eq(contests.version, version)))
  return found
}

export async function insertQuestionReport(tx: Transaction, report: typeof contests.$inferInsert): Promise<void> {
  await tx.insert(contests).values(report)
}

const MAX_LISTED = 200

/** Newest first. */
export function listOwnQuestionReports(db: Executor, memberId: string) {
  const { id, reason, source, contestedAt, outcome, words, answeredAt } = contests
  return db
    .select({
      id,
      courseName: products.title,
      question: questionVersions.question,
      reason,
      source,
      contestedAt,
      outcome,
      words,
      answeredAt,
    })
    .from(contests)
    .innerJoin(questions, eq(questions.id, contests.questionId))
    .innerJoin(products, eq(products.id, questions.courseId))
    .innerJoin(
      questionVersions,
      and(eq(questionVersions.questionId, contests.questionId), eq(questionVersions.version, contests.version)),
    )
    .where(eq(contests.memberId, memberId))
    .orderBy(desc(contestedAt), desc(id))
    .limit(MAX_LISTED)
}

type SubmittedPaper = {
  paper: string
  courseName: string
  handedInAt: Date
  questions: { id: string; question: string }[]
}

/** The member's submitted attempts, newest first, with their questions as asked and in order. */
export async function listSubmittedPapers(db: Executor, memberId: string, limit: number): Promise<SubmittedPaper[]> {
  const { rows } = await db.execute<SubmittedPaper & { handedInAt: string }>(sql`
    select p.id as paper, course.title as "courseName", tried.created_at as "handedInAt", asked.questions
    from exam_papers p
      join exam_attempts tried on tried.id = p.attempt_id
      join products course on course.id = p.course_id
      cross join lateral (
        select json_agg(json_build_object('id', version.question_id, 'question', version.question) order by each.place) as questions
        from jsonb_array_elements(p.questions) with ordinality as each(asked, place)
          join question_versions version
            on version.question_id = (each.asked ->> 'questionId')::uuid and version.version = (each.asked ->> 'version')::int
      ) asked
    where p.member_id = ${memberId} and asked.questions is not null
    order by tried.created_at desc, p.id limit ${limit}`)
  return rows.map((row) => ({ ...row, handedInAt: new Date(row.handedInAt) }))
}
