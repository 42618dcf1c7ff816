import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { courses, lectures, products, questions } from '#db/tables/catalog.ts'
import { certificates, examAttempts, type ExamAnswer } from '#db/tables/study.ts'
import { hasAddress, isPublished } from '#features/foundation/products/products.public.ts'
import type { Question } from './exams.rules.ts'

/** `lecture`: the lecture that teaches the answer, if it is still part of the course. */
export type Exam = {
  courseId: string
  title: string
  /** Whether the course has no exam. */
  isOff: boolean
  draw: number | null
  questions: (Question & { lectureId: string | null; lecture: { name: string; slug: string } | null })[]
}

/**
 * The current questions, in order; undefined if there is no such course. Members with access keep access to the exam of
 * an unpublished course.
 */
export async function findExam(
  db: Executor,
  slug: string,
  { isOwned }: { isOwned: boolean },
): Promise<Exam | undefined> {
  const rows = await db
    .select({
      courseId: courses.productId,
      title: courses.examinationTitle,
      off: courses.exam,
      draw: courses.examinationDraw,
      question: questions,
      lecture: { name: lectures.name, slug: lectures.slug },
    })
    .from(products)
    .innerJoin(courses, eq(courses.productId, products.id))
    .leftJoin(questions, and(eq(questions.courseId, courses.productId), isNull(questions.retiredAt)))
    .leftJoin(lectures, and(eq(lectures.id, questions.lectureId), isNull(lectures.retiredAt)))
    .where(isOwned ? hasAddress(slug) : and(hasAddress(slug), isPublished))
    .orderBy(asc(questions.position))
  const [first] = rows
  if (!first) return undefined
  return {
    courseId: first.courseId,
    title: first.title,
    isOff: first.off === 'none',
    draw: first.draw,
    questions: rows.flatMap(({ question, lecture }) => (question ? { ...question, lecture } : [])),
  }
}

export async function findExamTitle(db: Executor, courseId: string): Promise<string> {
  const [found] = await db
    .select({ title: courses.examinationTitle })
    .from(courses)
    .where(eq(courses.productId, courseId))
  return found?.title ?? ''
}

type NewAttempt = {
  memberId: string
  courseId: string
  score: number
  total: number
  answers: ExamAnswer[]
  isCountedByServer: boolean
  createdAt: Date
}

export async function insertAttempt(db: Executor, attempt: NewAttempt): Promise<string> {
  const [saved] = await db.insert(examAttempts).values(attempt).returning({ id: examAttempts.id })
  if (!saved) throw new Error('No attempt was kept.')
  return saved.id
}

export type Attempt = { id: string; score: number; total: number; isCountedByServer: boolean; createdAt: Date }

export async function findBestAttempt(db: Executor, memberId: string, courseId: string): Promise<Attempt | undefined> {
  const { id, score, total, isCountedByServer, createdAt } = examAttempts
  const [best] = await db
    .select({ id, score, total, isCountedByServer, createdAt })
    .from(examAttempts)
    .where(
      and(
        eq(examAttempts.memberId, memberId),
        eq(examAttempts.courseId, courseId),
        eq(examAttempts.isCountedByServer, true),
      ),
    )
    .orderBy(desc(sql`${score}::numeric / greatest(${total}, 1)`), asc(createdAt))
    .limit(1)
  return best
}

/** The course title, and whether the member has its certificate. */
export async function findExamTaker(
  db: Executor,
  { memberId, courseId }: { memberId: string; courseId: string },
): Promise<{ title: string; hasCertificate: boolean }> {
  const [found] = await db
    .select({ title: products.title, certificate: certificates.id })
    .from(products)
    .leftJoin(certificates, and(eq(certificates.courseId, products.id), eq(certificates.memberId, memberId)))
    .where(eq(products.id, courseId))
  return { title: found?.title ?? '', hasCertificate: Boolean(found?.certificate) }
}
