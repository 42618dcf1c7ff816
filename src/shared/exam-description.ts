import { pluralize } from './pluralize.ts'

export type ExamDescription = {
  asked: number
  /** How many questions the question bank has. Null for older exams, in which all questions were asked. */
  bank: number | null
  /** The percentage that is needed to pass. */
  needed: number
}

/** Describes the exam of a certificate in two lines. The score and the number of attempts are not public. */
export function describeExam({ asked, bank, needed }: ExamDescription): [string, string] {
  const questions =
    bank !== null && bank > asked
      ? `${pluralize(asked, 'question')} chosen at random from ${bank}`
      : asked === 1
        ? '1 question'
        : `All ${asked} questions`
  return [questions, `${needed}% needed to pass`]
}
