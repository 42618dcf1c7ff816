import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { courses, products } from '#db/tables/catalog.ts'
import { certificates, examAttempts, type ExamRequirements, type Syllabus } from '#db/tables/study.ts'
import { isPublished } from '#features/foundation/products/products.public.ts'
import { MIN_PASSING_PERCENT } from '#shared/passing-score.ts'
import type { ExamDescription } from '#shared/exam-description.ts'

const lectureNames = sql<string[]>`coalesce(
  (select json_agg(l.name order by l.position) from lectures l where l.course_id = ${courses.productId} and l.retired_at is null), '[]')`

/** The exam requirements of the attempt, if any, and the course's current contents, to be stored with its certificate. */
export async function snapshotCertificateContents(
  db: Executor,
  courseId: string,
  attemptId: string | undefined,
): Promise<{ examined: ExamRequirements | null; taught: Syllabus }> {
  const [found] = await db
    .select({
      asked: examAttempts.total,
      isOnPaper: sql<boolean>`exists (select from exam_papers e where e.attempt_id = ${examAttempts.id})`,
      bank: sql<number>`(select count(*)::int from questions q where q.course_id = ${courses.productId} and q.retired_at is null)`,
      outcomes: courses.outcomes,
      lectures: lectureNames,
    })
    .from(courses)
    .leftJoin(
      examAttempts,
      attemptId === undefined
        ? sql`false`
        : and(eq(examAttempts.courseId, courses.productId), eq(examAttempts.id, attemptId)),
    )
    .where(eq(courses.productId, courseId))
  if (!found) throw new Error(`There is no course ${courseId}.`)
  const { asked, isOnPaper, bank, ...taught } = found
  if (asked === null || !isOnPaper) return { examined: null, taught }
  return { examined: { asked, bank: Math.max(asked, bank), needed: MIN_PASSING_PERCENT }, taught }
}

/** When the holder passed, and when they completed everything; used by `getClaim`. */
export const claimColumns = { passedAt: examAttempts.createdAt, completedAt: certificates.completedAt }

/** Columns of certificates with their exam attempts; used by `summarizeExam`. */
export const examinedColumns = {
  recorded: certificates.examined,
  asked: examAttempts.total,
}

/**
 * The stored exam requirements, or what is known for certificates from before they were stored. Null if the course had
 * no exam.
 */
export function summarizeExam({
  recorded,
  asked,
}: {
  recorded: ExamRequirements | null
  asked: number | null
}): ExamDescription | null {
  return recorded ?? (asked === null ? null : { asked, bank: null, needed: MIN_PASSING_PERCENT })
}

export const isSigned = sql<boolean>`exists (select from credentials c
  where c.certificate_id = ${certificates.id} and c.signed is not null and c.ended_at is null)`

export type CertificateContents = {
  taught: Syllabus & { isOfToday: boolean }
  isSigned: boolean
  courseSlug: string
  isShown: boolean
}

/** The stored course contents, or what is known if none were stored. */
export async function findCertificateContents(db: Executor, certificateId: string): Promise<CertificateContents> {
  const [found] = await db
    .select({
      taught: certificates.taught,
      outcomes: courses.outcomes,
      lectures: lectureNames,
      isSigned,
      courseSlug: products.slug,
      isShown: sql<boolean>`${isPublished}`,
    })
    .from(certificates)
    .innerJoin(products, eq(products.id, certificates.courseId))
    .innerJoin(courses, eq(courses.productId, certificates.courseId))
    .where(eq(certificates.id, certificateId))
  if (!found) throw new Error(`There is no certificate ${certificateId}.`)
  const { taught, outcomes, lectures, ...rest } = found
  return {
    taught: taught ? { ...taught, isOfToday: false } : { outcomes, lectures, isOfToday: true },
    ...rest,
  }
}
