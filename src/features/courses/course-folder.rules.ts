import { z } from 'zod'
import { type Finding, group, handouts, line, list, productKeys, text } from '#features/folders/folders.contract.ts'

export const CourseFile = group({
  ...productKeys,
  level: line.default(''),
  sources: list(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })).default([]),
})

export const LectureFile = group({
  name: line,
  video: line,
  captions: line.optional(),
  poster: line.optional(),
  sub_lectures: list(line).default([]),
  attachments: handouts.default([]),
})

const Question = group({
  question: text,
  options: list(line).min(2, 'must hold at least two'),
  answer: line,
  rationale: text.optional(),
})

export const ExaminationFile = group({
  title: line,
  questions: list(Question).min(1, 'must hold at least one'),
})

const Loose = z.object({
  questions: z.array(
    z.looseObject({ question: text.optional(), options: z.array(text).optional(), answer: text.optional() }).catch({}),
  ),
})

/** What holds between the parts of an examination, looked at even where other parts are wrong. */
export function checkExamination(raw: unknown): Finding[] {
  const questions = Loose.safeParse(raw).data?.questions ?? []
  const findings = questions.flatMap(({ options, answer }, index): Finding[] => [
    ...repeated(options ?? []).map((at) => ({
      path: ['questions', index, 'options', at],
      message: `question ${index + 1}: this option says the same as one above it`,
    })),
    ...(options && answer !== undefined && !options.includes(answer)
      ? [
          {
            path: ['questions', index, 'answer'],
            message: `question ${index + 1}: answer must be one of the options, word for word`,
          },
        ]
      : []),
  ])
  const texts = questions.map(({ question }, index) => question ?? index)
  const twice = repeated(texts).map((index) => ({
    path: ['questions', index, 'question'],
    message: `question ${index + 1} is asked before: each must differ from the others`,
  }))
  return [...findings, ...twice]
}

function repeated(items: (string | number)[]): number[] {
  return items.flatMap((item, index) => (items.indexOf(item) === index ? [] : [index]))
}
