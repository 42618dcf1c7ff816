import type { Executor } from '#db/open-database.ts'
import { findMember } from '#features/people/accounts/accounts.public.ts'
import {
  getEvaluation,
  type EvaluationInput,
  submitEvaluation,
  getCertificateRequirements,
} from '#features/credentials/contact-hours/evaluations.public.ts'
import {
  type CourseCompletion,
  getCompletion,
  getCompletionTime,
  hasEarnedByLectures,
} from '#features/credentials/completion/completion.public.ts'
import { findOwnedProduct } from '#features/foundation/ownership/ownership.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { formatDay } from '#shared/dates.ts'
import { formatCertificateName } from '#shared/printed-name.ts'
import { findBestAttempt, findExamTaker } from './exams.queries.ts'
import { isPassed, EVALUATION_LIMIT } from './exams.rules.ts'

type MemberCourse = { memberId: string; courseId: string }

/** The member's best attempt in a course, if it was graded and passed. */
export async function findPassedAttempt(db: Executor, { memberId, courseId }: MemberCourse) {
  const best = await findBestAttempt(db, memberId, courseId)
  return best && isPassed(best) ? best : undefined
}

async function getOwnedCourse(db: Executor, memberId: string, slugOrPurchaseId: string): Promise<MemberCourse> {
  const owned = await findOwnedProduct(db, memberId, 'course', slugOrPurchaseId)
  if (!owned) throw new AppError('not_found', 'Exam not found.')
  return { memberId, courseId: owned.id }
}

/** When the member completed everything, if there is no exam; otherwise now, because they might pass it today. */
function getUnexaminedTime(completion: CourseCompletion, now: Date): Date | null {
  return completion.earnedBy === 'exam' ? getCompletionTime(completion, now) : completion.completedAt
}

/** The steps a member still needs for a course's certificate. Throws `not_found`. */
export async function getCertificateSteps(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: string,
  slugOrPurchaseId: string,
) {
  const whose = await getOwnedCourse(db, memberId, slugOrPurchaseId)
  const [member, site, examined, passed, completion] = await Promise.all([
    findMember(db, memberId),
    readSite(db),
    findExamTaker(db, whose),
    findPassedAttempt(db, whose),
    getCompletion(db, whose),
  ])
  if (!member) throw new AppError('not_found', 'Exam not found.')
  const completedAt = passed ? getCompletionTime(completion, passed.createdAt) : getUnexaminedTime(completion, now())
  const day = completedAt && formatDay(completedAt, site.timeZone)
  const [{ contactHours }, given] = await Promise.all([
    getCertificateRequirements(db, { ...whose, day }),
    getEvaluation(db, whose),
  ])
  const { firstName, lastName, credentialsAfterName } = member
  const name = { firstName, lastName, credentialsAfterName, printed: formatCertificateName(member) }
  const isEarned = passed !== undefined || hasEarnedByLectures(completion)
  return { ...examined, isEarned, completion, contactHours, name, ...given }
}

/**
 * Stores a member's evaluation of a course whose exam they passed. Throws `not_found`, `too_many_requests`,
 * `exam_not_passed`, or `invalid` with field errors.
 */
export async function saveCertificateSteps(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  memberId: string,
  { slugOrPurchaseId, ...given }: EvaluationInput & { slugOrPurchaseId: string },
): Promise<void> {
  const whose = await getOwnedCourse(deps.db, memberId, slugOrPurchaseId)
  await enforceRateLimit(deps, deps.db, EVALUATION_LIMIT, memberId)
  // The evaluation and attestation come after the exam or, without an exam, after the lectures.
  if (!(await findPassedAttempt(deps.db, whose))) {
    const completion = await getCompletion(deps.db, whose)
    if (completion.earnedBy === 'exam') throw new AppError('exam_not_passed', 'Pass the exam first.')
    if (!hasEarnedByLectures(completion)) throw new AppError('exam_not_passed', 'Complete all lectures first.')
  }
  await submitEvaluation(deps, whose, given)
}
