import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { isPass } from '#db/is-pass.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { type DrawnQuestion, examAttempts, examPapers, type ExamAnswer } from '#db/tables/study.ts'
import type { CompletionRule } from '#shared/completion-rule.ts'
import { MIN_PASSING_PERCENT } from './exams.rules.ts'

type MemberCourse = { memberId: string; courseId: string }

const matchesMemberCourse = ({ memberId, courseId }: MemberCourse) =>
  and(eq(examPapers.memberId, memberId), eq(examPapers.courseId, courseId))

export type Paper = { id: string; questions: DrawnQuestion[]; openedAt: Date; attemptId: string | null }

const paper = {
  id: examPapers.id,
  questions: examPapers.questions,
  openedAt: examPapers.openedAt,
  attemptId: examPapers.attemptId,
}

export async function findOpenPaper(db: Executor, whose: MemberCourse): Promise<Paper | undefined> {
  const [found] = await db
    .select(paper)
    .from(examPapers)
    .where(and(matchesMemberCourse(whose), isNull(examPapers.attemptId)))
  return found
}

/**
 * Starts an attempt unless another request just did, and deletes open ones older than `since`. Returns the open
 * attempt.
 */
export async function openPaper(
  tx: Transaction,
  {
    since,
    ...opened
  }: MemberCourse & { questions: DrawnQuestion[]; completionRule: CompletionRule; openedAt: Date; since: Date },
): Promise<Paper> {
  await tx
    .delete(examPapers)
    .where(and(matchesMemberCourse(opened), isNull(examPapers.attemptId), lt(examPapers.openedAt, since)))
  await tx
    .insert(examPapers)
    .values(opened)
    .onConflictDoNothing({
      target: [examPapers.memberId, examPapers.courseId],
      where: sql`${examPapers.attemptId} is null`,
    })
  const found = await findOpenPaper(tx, opened)
  if (!found) throw new Error('No paper was opened.')
  return found
}

/** The member's attempt in this course, locked until the transaction ends. */
export async function lockPaper(tx: Transaction, id: string, whose: MemberCourse): Promise<Paper | undefined> {
  const [found] = await tx
    .select(paper)
    .from(examPapers)
    .where(and(eq(examPapers.id, id), matchesMemberCourse(whose)))
    .for('update')
  return found
}

export async function closePaper(tx: Transaction, id: string, attemptId: string): Promise<void> {
  await tx.update(examPapers).set({ attemptId }).where(eq(examPapers.id, id))
}

export type PaperQuestion = {
  id: string
  version: number
  question: string
  options: string[]
  answerIndex: number
  rationale: string
  lecture: { name: string; slug: string } | null
}

/**
 * The questions of an attempt, with the texts of the versions that were asked, and the current rationales and lectures.
 */
export async function listPaperQuestions(db: Executor, asked: readonly DrawnQuestion[]): Promise<PaperQuestion[]> {
  const { rows } = await db.execute<PaperQuestion>(sql`
    select q.id, v.version, v.question, q.rationale,
      (select jsonb_agg(v.options -> i::int order by place) from jsonb_array_elements_text(asked."order") with ordinality as each(i, place)) as options,
      (select place - 1 from jsonb_array_elements_text(asked."order") with ordinality as each(i, place) where i::int = v.answer_index)::int as "answerIndex",
      case when l.id is not null then jsonb_build_object('name', l.name, 'slug', l.slug) end as lecture
    from jsonb_to_recordset(${JSON.stringify(asked.map((each, place) => ({ ...each, place })))}::jsonb)
      as asked("questionId" uuid, version int, "order" jsonb, place int)
    join question_versions v on v.question_id = asked."questionId" and v.version = asked.version
    join questions q on q.id = v.question_id
    left join lectures l on l.id = q.lecture_id and l.retired_at is null
    order by asked.place`)
  return rows
}

export type SubmittedAttempt = { score: number; total: number; isCountedByServer: boolean; answers: ExamAnswer[] }

export async function findAttempt(db: Executor, id: string): Promise<SubmittedAttempt | undefined> {
  const { score, total, isCountedByServer, answers } = examAttempts
  const [attempt] = await db
    .select({ score, total, isCountedByServer, answers })
    .from(examAttempts)
    .where(eq(examAttempts.id, id))
  return attempt
}

/**
 * The member's last passed attempt and its questions, which are null if the attempt is from before questions were
 * stored with it.
 */
export async function findLastPassedAttempt(db: Executor, { memberId, courseId }: MemberCourse) {
  const { score, total, isCountedByServer, answers, createdAt } = examAttempts
  const [found] = await db
    .select({
      attempt: { score, total, isCountedByServer, answers },
      passedAt: createdAt,
      paper: { id: examPapers.id, questions: examPapers.questions },
    })
    .from(examAttempts)
    .leftJoin(examPapers, eq(examPapers.attemptId, examAttempts.id))
    .where(and(eq(examAttempts.memberId, memberId), eq(examAttempts.courseId, courseId), isPass))
    .orderBy(desc(createdAt))
    .limit(1)
  return found
}

/** The latest failed attempts, newest first: when each was submitted, and which questions it contained. */
export function listRecentFailures(db: Executor, whose: MemberCourse, max: number) {
  const { score, total, createdAt, answers } = examAttempts
  return db
    .select({ at: createdAt, answers, asked: examPapers.questions })
    .from(examPapers)
    .innerJoin(examAttempts, eq(examAttempts.id, examPapers.attemptId))
    .where(and(matchesMemberCourse(whose), sql`${score} * 100 < ${total} * ${MIN_PASSING_PERCENT}::int`))
    .orderBy(desc(createdAt))
    .limit(max)
}
