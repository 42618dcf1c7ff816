import { getQuestions, MAX_RATING, QUESTIONS } from './evaluations.contract.ts'
import { formatList } from '#shared/format-list.ts'

/** Required before the first certificate of a course that awards contact hours. */
export const STEPS = ['evaluation', 'attestation', 'license'] as const

export type Step = (typeof STEPS)[number]

const STEP_TEXT: Readonly<Record<Step, string>> = {
  evaluation: 'your evaluation of the course',
  attestation: 'your attestation that you completed it yourself',
  license: 'your license number',
}

/** Lists the missing steps in a sentence, joined with commas and 'and'. */
export function formatMissingSteps(missing: readonly Step[]): string {
  const list = formatList(
    missing.map((step) => STEP_TEXT[step]),
    'and',
  )
  return `This course awards contact hours. Before we issue the certificate, we need ${list}.`
}

export type Rating = number | null

export function isComplete(ratings: readonly Rating[]): boolean {
  return ratings.length === QUESTIONS.length && ratings.every((rating) => rating !== null)
}

export type RatingCount = { question: number; rating: number; members: number }

/**
 * How often each rating from 1 to 5 was given to a question, and the mean to two decimals; null if there are no
 * answers.
 */
export type QuestionSummary = { question: string; counts: number[]; members: number; mean: number | null }

export function summarizeRatings(counted: readonly RatingCount[], hasExam: boolean): QuestionSummary[] {
  return getQuestions(hasExam).map((question, index) => {
    const counts = Array.from({ length: MAX_RATING }, () => 0)
    for (const { question: at, rating, members } of counted) if (at === index + 1) counts[rating - 1] = members
    const members = counts.reduce((sum, many) => sum + many, 0)
    const total = counts.reduce((sum, many, at) => sum + many * (at + 1), 0)
    return { question, counts, members, mean: members === 0 ? null : Math.round((total / members) * 100) / 100 }
  })
}
