import {
  getCompletion,
  hasEarnedByLectures,
  isWaitingForLectures,
} from '#features/credentials/completion/completion.public.ts'
import { requestCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { ownsProduct } from '#features/foundation/ownership/ownership.public.ts'
import { notify } from '#features/people/notifications/notifications.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { JobData } from '#shared/job.ts'
import { pageAddress } from '#shared/pages.ts'
import { findPassedAttempt } from './certificate-steps.service.ts'
import { findExamTaker } from './exams.queries.ts'
import type { issueAwaitedCertificate } from './exams.queues.ts'
import { findCourseTitle } from './regrading.queries.ts'

type MemberCourse = JobData<typeof issueAwaitedCertificate>

/**
 * Issues the certificate of a member who passed or, without an exam, completed the lectures. True if steps, lectures, or a printable name are missing. Does nothing for
 * members who already have one or no longer have access to the course.
 */
export async function issueUnlessMissing(
  deps: Deps,
  whose: MemberCourse,
  marked: { isMarkedAgain?: true } = {},
): Promise<boolean> {
  const { db } = deps
  const { hasCertificate } = await findExamTaker(db, whose)
  if (hasCertificate || !(await ownsProduct(db, whose.memberId, whose.courseId))) return false
  const passed = await findPassedAttempt(db, whose)
  if (!passed && !hasEarnedByLectures(await getCompletion(db, whose))) return false
  try {
    await requestCertificate(deps, { ...whose, passed, ...marked })
    return false
  } catch (error) {
    if (error instanceof AppError && ['steps_missing', 'lectures_missing', 'invalid'].includes(error.code)) return true
    // Access has ended in the meantime.
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}

/** The job handler: issues a certificate that was waiting for lectures, or notifies the member what else is needed. */
export async function issueAfterLectures(deps: Deps, whose: MemberCourse): Promise<void> {
  const { db, jobs, now } = deps
  const completion = await getCompletion(db, whose)
  // Under the other completion rules, the member requests the certificate.
  const isAwaited = completion.rule === 'lectures_before_certificate' || hasEarnedByLectures(completion)
  if (!isAwaited || isWaitingForLectures(completion)) return
  if (!(await issueUnlessMissing(deps, whose))) return
  const course = await findCourseTitle(db, whose.courseId)
  if (!course) return
  await db.transaction((tx) =>
    notify({ jobs }, tx, {
      kind: 'certificate',
      cause: `certificate-steps:${whose.courseId}`,
      words: `You completed all lectures in ${course.title}. Your certificate needs one more step.`,
      address: pageAddress('/Examination/:id/Evaluation', { id: course.slug }),
      to: whose.memberId,
      now: now(),
    }),
  )
}
