import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { courses, products } from '#db/tables/catalog.ts'
import { certificates, examAttempts, type ExamRequirements, type Syllabus } from '#db/tables/study.ts'
import { isPublished } from '#features/foundation/products/products.public.ts'
import { MIN_PASSING_PERCENT } from '#shared/passing-score.ts'
import type { ExamDescription } from '#shared/exam-description.ts'

const lectureNames = sql<string[]>`coalesce(
  (select json_agg(l.name order by l.position) from lectures l where l.course_id = ${courses.productId} and l.retired_at is null), '[]')`

/** The exam requirements of the attempt and the course's current contents, to be stored with its certificate. */
export async function snapshotCertificateContents(
  db: Executor,
  attemptId: string,
): Promise<{ examined: ExamRequirements | null; taught: Syllabus }> {
  const [found] = await db
    .select({
      asked: examAttempts.total,
      isOnPaper: sql<boolean>`exists (select from exam_papers e where e.attempt_id = ${examAttempts.id})`,
      bank: sql<number>`(select count(*)::int from questions q where q.course_id = ${examAttempts.courseId} and q.retired_at is null)`,
      outcomes: courses.outcomes,
      lectures: lectureNames,
    })
    .from(examAttempts)
    .innerJoin(courses, eq(courses.productId, examAttempts.courseId))
    .where(eq(examAttempts.id, attemptId))
  if (!found) throw new Error(`There is no attempt ${attemptId}.`)
  const { asked, isOnPaper, bank, ...taught } = found
  const examined = { asked, bank: Math.max(asked, bank), needed: MIN_PASSING_PERCENT }
  return { examined: isOnPaper ? examined : null, taught }
}

/** When the holder passed, and when they completed everything; used by `getClaim`. */
export const claimColumns = { passedAt: examAttempts.createdAt, completedAt: certificates.completedAt }

/** Columns of certificates with their exam attempts; used by `summarizeExam`. */
export const examinedColumns = {
  recorded: certificates.examined,
  asked: examAttempts.total,
}

/** The stored exam requirements, or what is known for certificates from before they were stored. */
export function summarizeExam({
  recorded,
  asked,
}: {
  recorded: ExamRequirements | null
  asked: number
}): ExamDescription {
  return recorded ?? { asked, bank: null, needed: MIN_PASSING_PERCENT }
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
