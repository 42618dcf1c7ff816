import { askForCertificate } from '#features/certificates/certificates.public.ts'
import { findOwned } from '#features/ownership/ownership.public.ts'
import { throttle } from '#features/throttling/throttling.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { Limit } from '#shared/limit.ts'
import { bestCountedAttempt, type Exam, findExam, insertAttempt } from './exams.queries.ts'
import { holdExam } from './marking.queries.ts'
import {
  type Answer,
  type CountedAnswer,
  countAnswers,
  isPassed,
  lecturesToSeeAgain,
  percentOf,
  problemWith,
} from './exams.rules.ts'

const noSuchExam = () => new AppError('not_found', 'No such examination.')

// Every submission is kept: enough to learn by retaking, too few to fill a disk.
const SUBMISSIONS: Limit = { what: 'exam', hits: 30, windowMs: 60 * 60_000 }

/** Its questions are public, as the specification has it. Its right answers are not: the route leaves them out. Refuses (`not_found`). */
export async function examFor(
  { db }: Pick<Deps, 'db'>,
  memberId: string | undefined,
  slugOrPurchaseId: string,
): Promise<Exam> {
  const owned = memberId === undefined ? undefined : await findOwned(db, memberId, 'course', slugOrPurchaseId)
  const exam = await findExam(db, owned?.slug ?? slugOrPurchaseId, { isOwned: owned !== undefined })
  if (!exam) throw noSuchExam()
  return exam
}

type Submission = { slugOrPurchaseId: string; score: number; total: number; answers: Answer[] | undefined }

/** Told after passing alone: who learned from each failed attempt which questions were missed would pass without a lecture. */
type Reviewed = {
  question: string
  chosen: string
  isRight: boolean
  answer: string | null
  rationale: string | null
  lecture: TaughtIn | null
}
type TaughtIn = { name: string; slug: string }

/** `percentage` from 0 to 100, with two decimals at most. */
type Result = {
  score: number
  total: number
  percentage: number
  isPassed: boolean
  message: string
  review: Reviewed[]
  /** Those to see again after failing, as far as that names no question. */
  lectures: TaughtIn[]
}

/** Counts a handed-in examination and keeps the attempt. A score without answers is kept as claimed, and earns nothing. */
export async function submitExam(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  memberId: string,
  submission: Submission,
): Promise<Result> {
  const { db, now } = deps
  const owned = await findOwned(db, memberId, 'course', submission.slugOrPurchaseId)
  if (!owned) throw noSuchExam()
  await throttle(deps, db, SUBMISSIONS, `${memberId}:${owned.id}`)

  const { answers } = submission
  if (!answers) return keepClaim({ db, now }, { memberId, courseId: owned.id, submission })

  const { exam, counted, attempt } = await db.transaction(async (tx) => {
    await holdExam(tx, owned.id, 'being handed in')
    const exam = await findExam(tx, owned.slug, { isOwned: true })
    if (!exam) throw noSuchExam()
    const problem = problemWith(answers, exam.questions)
    if (problem) throw new AppError('invalid', problem, { fields: { answers: [problem] } })
    const counted = countAnswers(answers, exam.questions)
    const score = counted.filter(({ isRight }) => isRight).length
    const attempt = { score, total: counted.length, isCountedByServer: true }
    await insertAttempt(tx, { ...attempt, memberId, courseId: exam.courseId, answers: counted, createdAt: now() })
    return { exam, counted, attempt }
  })

  const hasPassed = isPassed(attempt)
  return {
    ...resultOf(attempt),
    isPassed: hasPassed,
    message: hasPassed ? 'You passed.' : 'Not passed yet. You can retake the examination.',
    review: hasPassed ? reviewOf(exam, counted) : [],
    lectures: hasPassed ? [] : lecturesToSee(exam, counted),
  }
}

type Claim = { memberId: string; courseId: string; submission: Submission }

async function keepClaim(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { memberId, courseId, submission }: Claim,
): Promise<Result> {
  const { score, total } = submission
  if (score > total)
    throw new AppError('invalid', 'The score is larger than the total.', {
      fields: { score: ['The score is larger than the total.'] },
    })
  await insertAttempt(db, {
    memberId,
    courseId,
    score,
    total,
    answers: [],
    isCountedByServer: false,
    createdAt: now(),
  })
  return {
    ...resultOf({ score, total }),
    isPassed: false,
    message: "This score came without answers, so it can't earn a certificate: hand in the examination with `answers`.",
    review: [],
    lectures: [],
  }
}

/**
 * Asks for the certificate of a course, which a passed examination earns. `examined` must name the same course as
 * `slugOrPurchaseId`; each may be its slug or the id of the member's purchase.
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

function lecturesToSee({ questions }: Exam, counted: CountedAnswer[]): TaughtIn[] {
  const lectures = new Map(questions.flatMap(({ lecture }) => (lecture ? [[lecture.slug, lecture] as const] : [])))
  const asked = questions.map(({ lecture }, index) => ({
    taughtIn: lecture?.slug,
    isRight: counted[index]?.isRight ?? false,
  }))
  return lecturesToSeeAgain(asked).flatMap((slug) => lectures.get(slug) ?? [])
}

function reviewOf({ questions }: Exam, counted: CountedAnswer[]): Reviewed[] {
  return questions.map(({ question, options, answerIndex, rationale, lecture }, index) => ({
    question,
    chosen: counted[index]?.chosen ?? '',
    isRight: counted[index]?.isRight ?? false,
    answer: options[answerIndex] ?? null,
    rationale,
    lecture,
  }))
}
