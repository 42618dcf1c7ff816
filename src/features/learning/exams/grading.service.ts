import { AppError } from '#shared/app-error.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { submitScore } from './exams.contract.ts'
import { type Answer, findAnswerError, getScorePercent, gradeAnswers, isPassed } from './exams.rules.ts'
import type { PaperQuestion, SubmittedAttempt } from './papers.queries.ts'
import { findLecturesToReview } from './papers.rules.ts'

type Lecture = { name: string; slug: string }

type ReviewedQuestion = {
  question: string
  chosen: string
  isRight: boolean
  answer: string
  rationale: string
  lecture: Lecture | null
}

/** `percentage` from 0 to 100, with at most two decimals. */
export type Result = {
  score: number
  total: number
  percentage: number
  isPassed: boolean
  /** True if the certificate will be issued when the last lecture is completed. */
  isWaiting: boolean
  message: string
  /** Empty unless passed, because showing the missed questions would reveal their answers. */
  review: ReviewedQuestion[]
  seeAgain: Lecture[]
  retake: Retake | null
}

/** After failing: when the next attempt may start, or how many more failures cause a wait. */
type Retake = { opensAt: Date } | { attemptsLeft: number; waitHours: number }

/** Throws `invalid` if the answers are not for these questions. */
export function gradeSubmission(answers: Answer[], questions: PaperQuestion[]): SubmittedAttempt {
  const problem = findAnswerError(answers, questions)
  if (problem) throw new AppError('invalid', problem, { fields: { answers: [problem] } })
  const counted = gradeAnswers(answers, questions)
  return {
    score: counted.filter(({ isRight }) => isRight).length,
    total: counted.length,
    isCountedByServer: true,
    answers: counted,
  }
}

/** The result of one attempt, regardless of the member's other attempts and completed lectures. */
export function toAttemptResult(attempt: SubmittedAttempt, questions: readonly PaperQuestion[]): Result {
  const result = { ...toScore(attempt), isWaiting: false, retake: null }
  const given = new Map(attempt.answers.map((answer) => [answer.questionId, answer]))
  const graded = questions.map((question) => ({ ...question, given: given.get(question.id) }))
  if (isPassed(attempt))
    return { ...result, isPassed: true, message: 'You passed.', review: graded.map(reviewAnswer), seeAgain: [] }
  const seen = graded.map(({ lecture, given }) => ({ lecture, isRight: given?.isRight ?? false }))
  const message = 'Not passed yet. You can retake the exam.'
  return { ...result, isPassed: false, message, review: [], seeAgain: findLecturesToReview(seen) }
}

function reviewAnswer({
  question,
  options,
  answerIndex,
  rationale,
  lecture,
  given,
}: PaperQuestion & { given: { chosen: string; isRight: boolean } | undefined }): ReviewedQuestion {
  const { chosen = '', isRight = false } = given ?? {}
  return { question, chosen, isRight, answer: options[answerIndex] ?? '', rationale, lecture }
}

export function toScore({ score, total }: { score: number; total: number }) {
  return { score, total, percentage: Math.round(getScorePercent({ score, total }) * 100) / 100 }
}

/** The same in the contract's spelling. */
export function toResultView({
  isPassed,
  isWaiting,
  seeAgain,
  retake,
  ...result
}: Result): EndpointReply<typeof submitScore> {
  return {
    ...result,
    passed: isPassed,
    waits_for_lectures: isWaiting,
    lectures: seeAgain,
    retake:
      retake &&
      ('opensAt' in retake
        ? { opens_at: retake.opensAt.toISOString(), attempts_left: 0, wait_hours: null }
        : { opens_at: null, attempts_left: retake.attemptsLeft, wait_hours: retake.waitHours }),
  }
}
