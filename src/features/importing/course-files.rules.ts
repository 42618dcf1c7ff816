import { z } from 'zod'
import { cents, LEAST_CHARGE_CENTS } from '#shared/money.ts'
import type { Finding } from './yaml-text.rules.ts'

// What may stand in the files of an imported folder. Every scalar arrives as text (see yaml-text.rules.ts).

const LONGEST_LINE = 300

const text = z.string('must be a text').trim().min(1, 'must not be empty')
const line = text.max(LONGEST_LINE, `must be at most ${LONGEST_LINE} characters`)
const list = <Item extends z.ZodType>(item: Item) => z.array(item, 'must be a list')
const group = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape, 'must be a group of keys')

const price = text
  .regex(/^\d{1,6}(\.\d{1,2})?$/, 'must be an amount such as 149 or 149.00')
  .transform((amount) => {
    const [whole = '', fraction = ''] = amount.split('.')
    return cents(Number(whole) * 100 + Number(fraction.padEnd(2, '0')))
  })
  .refine(
    (amount) => amount === 0 || amount >= LEAST_CHARGE_CENTS,
    'must be 0 or at least 0.50, the least that a card is charged',
  )

const position = text
  .regex(/^\d{1,4}$/, 'must be a whole number')
  .transform(Number)
  .default(0)

const namedFiles = list(group({ name: line, file: line }))

/** Without it a product is on sale. */
const published = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((word) => word === 'true')
  .default(true)

const product = { name: line, short: line, price, position, published, cover: line.optional() }

export const CourseFile = group({
  ...product,
  level: line.default(''),
  sources: list(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })).default([]),
})

export const LectureFile = group({
  name: line,
  video: line,
  captions: line.optional(),
  poster: line.optional(),
  sub_lectures: list(line).default([]),
  attachments: namedFiles.default([]),
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

function repeated(list: (string | number)[]): number[] {
  return list.flatMap((item, index) => (list.indexOf(item) === index ? [] : [index]))
}

export const PodcastFile = group({
  ...product,
  launch_date: z.iso.date('must be a date such as 2026-01-15'),
  audio: line.optional(),
  video: line.optional(),
  captions: line.optional(),
  poster: line.optional(),
})

export function checkPodcast(raw: unknown): Finding[] {
  const { audio, video } = z
    .looseObject({ audio: z.unknown(), video: z.unknown() })
    .catch({ audio: '', video: undefined })
    .parse(raw)
  if (audio === undefined && video === undefined) return [{ path: [], message: 'either audio or video is missing' }]
  if (audio === undefined || video === undefined) return []
  return [{ path: ['video'], message: 'video cannot stand beside audio: give only one of them' }]
}

export const DocumentFile = group({
  ...product,
  files: namedFiles.min(1, 'must hold at least one'),
})

export type CourseFile = z.output<typeof CourseFile>
export type LectureFile = z.output<typeof LectureFile>
export type ExaminationFile = z.output<typeof ExaminationFile>
export type PodcastFile = z.output<typeof PodcastFile>
export type DocumentFile = z.output<typeof DocumentFile>
