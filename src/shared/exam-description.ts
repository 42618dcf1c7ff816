import { pluralize } from './pluralize.ts'

export type ExamDescription = {
  asked: number
  /** The number of questions in the bank; null for older exams, in which all questions were asked. */
  bank: number | null
  /** The percentage needed to pass. */
  needed: number
}

/** Describes the exam behind a certificate, one line each. Neither the score nor the number of attempts is public. */
export function describeExam({ asked, bank, needed }: ExamDescription): [string, string] {
  const questions =
    bank !== null && bank > asked
      ? `${pluralize(asked, 'question')} chosen at random from ${bank}`
      : asked === 1
        ? '1 question'
        : `All ${asked} questions`
  return [questions, `${needed}% needed to pass`]
}
