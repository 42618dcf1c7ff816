import { assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import { requestCertificate } from '#features/credentials/certificates/certificates.public.ts'
import {
  formatCertificateWait,
  formatMissingLecturesWarning,
  getCompletion,
  isWaitingForLectures,
} from '#features/credentials/completion/completion.public.ts'
import { hasExam } from '#features/credentials/contact-hours/evaluations.public.ts'
import { findOwnedProduct } from '#features/foundation/ownership/ownership.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Transaction } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { findBestAttempt, findExam, findExamTaker, insertAttempt } from './exams.queries.ts'
import { type Answer, CERTIFICATE_GUESS_LIMIT, SUBMISSION_LIMIT } from './exams.rules.ts'
import { gradeSubmission, type Result, toAttemptResult, toScore } from './grading.service.ts'
import { lockExam } from './regrading.queries.ts'
import {
  closePaper,
  findAttempt,
  type SubmittedAttempt,
  type PaperQuestion,
  listPaperQuestions,
} from './papers.queries.ts'
import { pickSampleQuestions } from './papers.rules.ts'
import { findPassedAttempt } from './certificate-steps.service.ts'
import { getOrCreatePaper, getSubmittedPaper } from './papers.service.ts'
import { formatTimeUntil } from './retakes.rules.ts'
import { getAttemptsLeft, getRetakeRules, getWait } from './retakes.service.ts'

export const examNotFoundError = () => new AppError('not_found', 'Exam not found.')
const noExamError = () => new AppError('not_found', 'This course has no exam.')

type ExamView = {
  title: string
  paper: string | null
  /** What the learner should know before the first attempt; null after it. */
  firstAttempt: { maxFailures: number; waitHours: number } | null
  questions: { id: string; question: string; options: string[] }[]
}

/**
 * The questions of the member's current attempt, or a preview for visitors without access. With `isShownOnly`, no
 * attempt is started. The route removes the correct answers. Throws `not_found`, or `too_many_requests` while the
 * member must wait.
 */
export async function getExam(
  deps: Pick<Deps, 'db' | 'now' | 'random'>,
  memberId: string | undefined,
  { slugOrPurchaseId, isShownOnly = false }: { slugOrPurchaseId: string; isShownOnly?: boolean },
): Promise<ExamView> {
  const { db } = deps
  const owned = memberId === undefined ? undefined : await findOwnedProduct(db, memberId, 'course', slugOrPurchaseId)
  const exam = await findExam(db, owned?.slug ?? slugOrPurchaseId, { isOwned: owned !== undefined })
  if (!exam) throw examNotFoundError()
  if (exam.isOff) throw noExamError()
  const { title, draw } = exam
  if (memberId === undefined || !owned || isShownOnly || exam.questions.length === 0)
    return { title, paper: null, firstAttempt: null, questions: [...pickSampleQuestions(exam.questions, draw)] }
  const { id: paper, questions } = await getOrCreatePaper(deps, memberId, exam)
  const isFirst = (await findBestAttempt(db, memberId, exam.courseId)) === undefined
  return { title, paper, firstAttempt: isFirst ? await getRetakeRules(db) : null, questions }
}

type Submission = {
  slugOrPurchaseId: string
  score: number
  total: number
  answers: Answer[] | undefined
  paper: string | undefined
}

/**
 * Grades a submitted attempt and stores the result; submitting it again returns the same result and counts once. A
 * score without answers, or answers without a started attempt, are stored as reported and earn nothing. Throws
 * `not_found`, `invalid`, or `too_many_requests`.
 */
export async function submitExam(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  memberId: string,
  submission: Submission,
): Promise<Result> {
  const { db, now } = deps
  const owned = await findOwnedProduct(db, memberId, 'course', submission.slugOrPurchaseId)
  if (!owned) throw examNotFoundError()
  // Also for an attempt that was started before the exam was turned off.
  if (!(await hasExam(db, owned.id))) throw noExamError()
  await enforceRateLimit(deps, db, SUBMISSION_LIMIT, `${memberId}:${owned.id}`)

  const { answers, paper: paperId } = submission
  const whose = { memberId, courseId: owned.id }
  if (!answers || paperId === undefined) return saveSubmission({ db, now }, { ...whose, submission })

  return db.transaction(async (tx) => {
    const time = now()
    await assertActive(tx, { kind: 'member', memberId })
    await lockExam(tx, owned.id, 'being handed in')
    const paper = await getSubmittedPaper(tx, paperId, { ...whose, now: time })
    const questions = await listPaperQuestions(tx, paper.questions)
    const before = paper.attemptId === null ? undefined : await findAttempt(tx, paper.attemptId)
    const attempt = before ?? gradeSubmission(answers, questions)
    if (!before) await closePaper(tx, paper.id, await insertAttempt(tx, { ...whose, ...attempt, createdAt: time }))
    return getPaperResult(tx, { ...whose, attempt, questions, now: time })
  })
}

type MemberCourse = { memberId: string; courseId: string }

export async function getPaperResult(
  tx: Transaction,
  {
    attempt,
    questions,
    now,
    ...whose
  }: MemberCourse & { attempt: SubmittedAttempt; questions: PaperQuestion[]; now: Date },
): Promise<Result> {
  const result = toAttemptResult(attempt, questions)
  if (result.isPassed) return { ...result, ...(await getLectureWait(tx, whose)) }
  const wait = await getWait(tx, whose, now)
  if (!wait) return { ...result, retake: await getAttemptsLeft(tx, whose, now) }
  const message = `Not passed yet. You can try again ${formatTimeUntil(wait.opensAt, now)}.`
  return { ...result, message, retake: { opensAt: wait.opensAt } }
}

/** The message for a member who passed. Mentions lectures that their certificate or its contact hours still require. */
async function getLectureWait(tx: Transaction, whose: MemberCourse): Promise<Pick<Result, 'isWaiting' | 'message'>> {
  const { hasCertificate } = await findExamTaker(tx, whose)
  const completion = await getCompletion(tx, whose)
  const isWaiting = !hasCertificate && isWaitingForLectures(completion)
  if (isWaiting) return { isWaiting, message: `You passed. ${formatCertificateWait(completion)}` }
  const warning = hasCertificate ? undefined : formatMissingLecturesWarning(completion)
  return { isWaiting, message: warning === undefined ? 'You passed.' : `You passed. ${warning}` }
}

async function saveSubmission(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { memberId, courseId, submission: { score, total, answers } }: MemberCourse & { submission: Submission },
): Promise<Result> {
  if (score > total)
    throw new AppError('invalid', 'The score can’t be higher than the total.', {
      fields: { score: ['The score can’t be higher than the total.'] },
    })
  await insertAttempt(db, { memberId, courseId, score, total, answers: [], isCountedByServer: false, createdAt: now() })
  return {
    ...toScore({ score, total }),
    isPassed: false,
    isWaiting: false,
    message: answers
      ? 'These answers came without the exam’s `paper`, so they can’t earn a certificate. Open the exam while you’re logged in, and submit its `paper` with your answers.'
      : 'This score came without answers, so it can’t earn a certificate. Submit the exam with `answers`.',
    review: [],
    seeAgain: [],
    retake: null,
  }
}

/**
 * Requests the certificate earned by a passed exam or, without an exam, by completed lectures. `examined` and `slugOrPurchaseId` must name the same course, each
 * by slug or purchase ID.
 */
export async function issueEarnedCertificate(
  deps: Deps,
  memberId: string,
  { slugOrPurchaseId, examined }: { slugOrPurchaseId: string; examined: string },
): Promise<void> {
  const { db } = deps
  const owned = await findOwnedProduct(db, memberId, 'course', slugOrPurchaseId)
  const course = examined === slugOrPurchaseId ? owned : await findOwnedProduct(db, memberId, 'course', examined)
  if (!owned || owned.id !== course?.id) {
    await enforceRateLimit(deps, db, CERTIFICATE_GUESS_LIMIT, memberId)
    throw examNotFoundError()
  }
  const passed = await findPassedAttempt(db, { memberId, courseId: owned.id })
  await requestCertificate(deps, { memberId, courseId: owned.id, passed })
}
