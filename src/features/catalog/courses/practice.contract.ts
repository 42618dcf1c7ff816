import { z } from 'zod'
import { type Finding, group, line, list, text } from '#features/foundation/product-folders/product-folders.contract.ts'
import { checkExamination, itemId, options } from './examination.contract.ts'

// These are the rules for practice questions, which are shown with their answers. They don't count, and they must not
// be exam questions.

const MAX_PRACTICE_QUESTIONS = 10

export const PracticeFile = list(
  group({ id: itemId.optional(), question: text, options, answer: line, rationale: text }),
).max(MAX_PRACTICE_QUESTIONS, `must have at most ${MAX_PRACTICE_QUESTIONS} questions`)

export type ParsedPractice = z.output<typeof PracticeFile>

export function checkPractice(raw: unknown): Finding[] {
  const questions = LoosePractice.safeParse(raw).data?.practice ?? []
  return checkExamination({ questions }).map(({ path, message }) => ({
    path: ['practice', ...path.slice(1)],
    message: `practice ${message}`,
  }))
}

const LoosePractice = z.object({ practice: z.array(z.unknown()) })

/** Finds exam questions that are also practice questions, because members would know the answer. */
export function findPracticedQuestions(raw: unknown, practiced: readonly string[]): Finding[] {
  const known = new Set(practiced.map(isSameText))
  const questions = LooseExamination.safeParse(raw).data?.questions ?? []
  return questions.flatMap(({ question }, index) =>
    question === undefined || !known.has(isSameText(question))
      ? []
      : [
          {
            path: ['questions', index, 'question'],
            message: `question ${index + 1} is also a practice question in a lecture: change one of them`,
          },
        ],
  )
}

const LooseExamination = z.object({
  questions: z.array(z.looseObject({ question: z.string().optional() }).catch({})),
})

/** Normalizes a question, so that questions that look the same to a reader are equal. */
function isSameText(question: string): string {
  return question
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
