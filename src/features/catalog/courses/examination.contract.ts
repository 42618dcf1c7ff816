import { z } from 'zod'
import { type Finding, group, line, list, text } from '#features/foundation/product-folders/product-folders.contract.ts'
import { isSlug } from '#shared/ids.ts'

// These rules apply to every exam, whether it comes from a folder or the studio.

const INVALID_ID = 'must be lowercase words and numbers joined by hyphens, beginning with a letter, such as first-page'

/**
 * The permanent ID of a lecture, question, or option. It starts with a letter, because numeric object keys would lose
 * their order.
 */
export const itemId = line.refine((name) => isSlug(name) && /^[a-z]/.test(name), INVALID_ID)

const MIN_TWO_MESSAGE = 'must have at least two'
const Listed = list(line).min(2, MIN_TWO_MESSAGE)
const Named = z
  .record(itemId, line, 'must be a list, or a group of IDs and options')
  .refine((options) => Object.keys(options).length >= 2, MIN_TWO_MESSAGE)

/** Options may be written as a list of texts, or as a map from IDs to texts. */
export const options = z.unknown().transform((written, context) => {
  const isList = Array.isArray(written)
  const { data, error } = (isList ? Listed : Named).safeParse(written)
  if (!data) {
    for (const { path, code, message } of error.issues)
      context.addIssue({ code: 'custom', path, message: code === 'invalid_key' ? INVALID_ID : message })
    return z.NEVER
  }
  return { texts: Object.values(data), keys: isList ? [] : Object.keys(data) }
})

/** The maximum length of questions and rationales that were typed in the studio. In folders, they may be longer. */
export const MAX_TEXT_LENGTH = 2_000

export const ExaminationQuestion = group({
  id: itemId.optional(),
  question: text,
  options,
  answer: line,
  rationale: text.optional(),
  /** The ID of the lecture that teaches the answer. */
  lecture: line.optional(),
})

/**
 * The maximum number of questions in published exams, imported files, and folders, because no more answers can be
 * submitted at once.
 */
export const MAX_QUESTIONS_PER_EXAM = 500

const WHOLE_NUMBER = 'must be a whole number, 1 or more'

export const ExaminationFile = group({
  title: line,
  /** How many questions are drawn for an exam attempt. If it is missing, all are asked. */
  draw: z
    .string(WHOLE_NUMBER)
    .regex(/^[1-9]\d{0,3}$/, WHOLE_NUMBER)
    .transform(Number)
    .optional(),
  questions: list(ExaminationQuestion)
    .min(1, 'must have at least one question')
    .max(MAX_QUESTIONS_PER_EXAM, `must have at most ${MAX_QUESTIONS_PER_EXAM} questions`),
})

const Loose = z.object({
  draw: z.coerce.number().optional().catch(undefined),
  questions: z.array(
    z
      .looseObject({
        id: text.optional(),
        question: text.optional(),
        options: z.union([z.array(text), z.record(z.string(), text)]).optional(),
        answer: text.optional(),
        lecture: text.optional(),
      })
      .catch({}),
  ),
})

/** Checks rules that involve several parts of an exam, even if other parts are invalid. */
export function checkExamination(raw: unknown): Finding[] {
  const { questions = [], draw = 0 } = Loose.safeParse(raw).data ?? {}
  const tooMany =
    draw > questions.length
      ? [{ path: ['draw'], message: `draw must be at most ${questions.length}, the number of questions in the exam` }]
      : []
  const findings = questions.flatMap(({ options, answer }, index): Finding[] => {
    if (!options) return []
    const texts = Object.values(options)
    const keys = Array.isArray(options) ? undefined : Object.keys(options)
    const doubled = findRepeated(texts).map((at) => ({
      path: ['questions', index, 'options', keys?.[at] ?? at],
      message: `question ${index + 1}: this option is the same as an earlier option`,
    }))
    if (answer === undefined || texts.includes(answer)) return doubled
    const message = `question ${index + 1}: answer must be one of the options, word for word`
    return [...doubled, { path: ['questions', index, 'answer'], message }]
  })
  const texts = questions.map(({ question }, index) => question ?? index)
  const twice = findRepeated(texts).map((index) => ({
    path: ['questions', index, 'question'],
    message: `question ${index + 1} is the same as an earlier question: each must be different`,
  }))
  const ids = questions.map(({ id }, index) => id ?? index)
  const doubled = findRepeated(ids).map((index) => ({
    path: ['questions', index, 'id'],
    message: `question ${index + 1} has the same ID as an earlier question: give each its own ID`,
  }))
  return [...tooMany, ...findings, ...twice, ...doubled]
}

/** Finds questions that refer to a lecture that the course doesn't have. */
export function findUnknownLectures(raw: unknown, known: readonly string[]): Finding[] {
  const questions = Loose.safeParse(raw).data?.questions ?? []
  return questions.flatMap(({ lecture }, index) =>
    lecture === undefined || known.includes(lecture)
      ? []
      : [
          {
            path: ['questions', index, 'lecture'],
            message: `question ${index + 1}: there is no lecture '${lecture}': use the ID of a lecture in this course`,
          },
        ],
  )
}

function findRepeated(items: (string | number)[]): number[] {
  return items.flatMap((item, index) => (items.indexOf(item) === index ? [] : [index]))
}
