import { MIN_PASSING_PERCENT } from '#shared/passing-score.ts'
import type { RateLimit } from '#shared/rate-limit.ts'

export { MIN_PASSING_PERCENT }

export type Question = {
  id: string
  version: number
  question: string
  options: string[]
  answerIndex: number
  rationale: string
}
export type Answer = { questionId: string; chosen: string }
export type GradedAnswer = Answer & { version: number; isRight: boolean }

export function getScorePercent({ score, total }: { score: number; total: number }): number {
  return total === 0 ? 0 : (score / total) * 100
}

/** What earns a certificate: enough correct answers, graded by the server. Duplicated in SQL in `db/is-pass.ts`. */
export function isPassed(attempt: { score: number; total: number; isCountedByServer: boolean }): boolean {
  return attempt.isCountedByServer && attempt.total > 0 && getScorePercent(attempt) >= MIN_PASSING_PERCENT
}

/** Why these answers can't be graded, with the position of the first wrong one; undefined if they can. */
export function findAnswerError(answers: readonly Answer[], questions: readonly Question[]): string | undefined {
  const asked = new Map(questions.map((question) => [question.id, question]))
  const seen = new Set<string>()
  for (const [index, { questionId, chosen }] of answers.entries()) {
    const place = `Answer ${index + 1}`
    const question = asked.get(questionId)
    if (!question) return `${place} is for a question that isn’t in this exam.`
    if (seen.has(questionId)) return `${place} is for a question that was already answered.`
    if (!question.options.includes(chosen)) return `${place} isn’t one of the question’s options.`
    seen.add(questionId)
  }
  return undefined
}

export function gradeAnswers(answers: readonly Answer[], questions: readonly Question[]): GradedAnswer[] {
  const chosen = new Map(answers.map((answer) => [answer.questionId, answer.chosen]))
  return questions.map(({ id, version, options, answerIndex }) => {
    const given = chosen.get(id) ?? ''
    return { questionId: id, version, chosen: given, isRight: given !== '' && given === options[answerIndex] }
  })
}

/** Every submission is stored, so this allows enough retakes for learning but too few to fill a disk. */
export const SUBMISSION_LIMIT: RateLimit = { what: 'exam', hits: 30, windowMs: 60 * 60_000 }
/** Limits certificate requests for courses that the member has no access to. */
export const CERTIFICATE_GUESS_LIMIT: RateLimit = { what: 'certificate-guess', hits: 60, windowMs: 60 * 60_000 }

export const EVALUATION_LIMIT: RateLimit = { what: 'evaluation', hits: 30, windowMs: 60 * 60_000 }
