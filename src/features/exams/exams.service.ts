import { askForCertificate } from '#features/certificates/certificates.public.ts'
import { findOwned } from '#features/ownership/ownership.public.ts'
import { throttle } from '#features/throttling/throttling.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { Limit } from '#shared/limit.ts'
import type { readExam, submitScore } from './exams.contract.ts'
import { bestCountedAttempt, type Exam, findExam, insertAttempt } from './exams.queries.ts'
import { type Answer, type CountedAnswer, countAnswers, isPassed, percentOf, problemWith } from './exams.rules.ts'

const noSuchExam = () => new AppError('not_found', 'No such examination.')

// Every submission is kept: enough to learn by retaking, too few to fill a disk.
const SUBMISSIONS: Limit = { what: 'exam', hits: 30, windowMs: 60 * 60_000 }

/** The questions are public, as the specification has it; their answers never are. */
export async function examFor(
  { db }: Pick<Deps, 'db'>,
  memberId: string | undefined,
  id: string,
): Promise<ReplyOf<typeof readExam>> {
  const owned = memberId === undefined ? undefined : await findOwned(db, memberId, 'course', id)
  const exam = await findExam(db, owned?.slug ?? id, { isOwned: owned !== undefined })
  if (!exam) throw noSuchExam()
  return {
    title: exam.title,
    questions: exam.questions.map(({ id: questionId, question, options }) => ({
      id: questionId,
      question,
      options,
      answer: null,
    })),
  }
}

type Submission = { examId: string; score: number; total: number; answers: Answer[] | undefined }

/** Counts a handed-in examination and keeps the attempt. A score without answers is kept as claimed, and earns nothing. */
export async function submitExam(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  memberId: string,
  submission: Submission,
): Promise<ReplyOf<typeof submitScore>> {
  const { db, now } = deps
  const owned = await findOwned(db, memberId, 'course', submission.examId)
  const exam = owned && (await findExam(db, owned.slug, { isOwned: true }))
  if (!exam) throw noSuchExam()
  await throttle(deps, db, SUBMISSIONS, `${memberId}:${exam.courseId}`)

  const { answers } = submission
  if (!answers) return keepClaim({ db, now }, { memberId, exam, submission })

  const problem = problemWith(answers, exam.questions)
  if (problem) throw new AppError('invalid', problem, { fields: { answers: [problem] } })
  const counted = countAnswers(answers, exam.questions)
  const attempt = {
    score: counted.filter(({ isRight }) => isRight).length,
    total: counted.length,
    isCountedByServer: true,
  }
  await insertAttempt(db, { ...attempt, memberId, courseId: exam.courseId, answers: counted, createdAt: now() })

  const passed = isPassed(attempt)
  return {
    ...resultOf(attempt),
    passed,
    message: passed ? 'You passed.' : 'Not passed yet. You can retake the examination.',
    review: reviewOf(exam, counted, passed),
  }
}

type Claim = { memberId: string; exam: Exam; submission: Submission }

async function keepClaim(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { memberId, exam, submission }: Claim,
): Promise<ReplyOf<typeof submitScore>> {
  const { score, total } = submission
  if (score > total)
    throw new AppError('invalid', 'The score is larger than the total.', {
      fields: { score: ['The score is larger than the total.'] },
    })
  await insertAttempt(db, {
    memberId,
    courseId: exam.courseId,
    score,
    total,
    answers: [],
    isCountedByServer: false,
    createdAt: now(),
  })
  return {
    ...resultOf({ score, total }),
    passed: false,
    message: "This score came without answers, so it can't earn a certificate: hand in the examination with `answers`.",
    review: [],
  }
}

/**
 * Asks for the certificate of a course, which an examination that was passed earns. What was examined must be that course, and is
 * named as it is: by the slug, or by the member's own purchase.
 */
export async function earnCertificate(
  deps: Deps,
  memberId: string,
  { slugOrPurchaseId, examined }: { slugOrPurchaseId: string; examined: string },
): Promise<void> {
  const { db } = deps
  const owned = await findOwned(db, memberId, 'course', slugOrPurchaseId)
  const course = examined === slugOrPurchaseId ? owned : await findOwned(db, memberId, 'course', examined)
  if (!owned || owned.id !== course?.id) throw noSuchExam()
  const attempt = await bestCountedAttempt(db, memberId, owned.id)
  const passedAttemptId = attempt && isPassed(attempt) ? attempt.id : undefined
  await askForCertificate(deps, { memberId, courseId: owned.id, passedAttemptId })
}

function resultOf({ score, total }: { score: number; total: number }) {
  return { score, total, percentage: Math.round(percentOf({ score, total }) * 100) / 100 }
}

function reviewOf(
  { questions }: Exam,
  counted: CountedAnswer[],
  passed: boolean,
): ReplyOf<typeof submitScore>['review'] {
  return questions.map(({ question, options, answerIndex, rationale }, index) => ({
    question,
    chosen: counted[index]?.chosen ?? '',
    isRight: counted[index]?.isRight ?? false,
    answer: passed ? (options[answerIndex] ?? null) : null,
    rationale: passed ? rationale : null,
  }))
}
