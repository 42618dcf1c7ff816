import { z } from 'zod'
import { cents } from '#shared/money.ts'

// What may stand in the files of an imported folder. Every scalar arrives as text (see yaml-text.rules.ts).

const LONGEST_LINE = 300

const text = z.string('must be a text').trim().min(1, 'must not be empty')
const line = text.max(LONGEST_LINE, `must be at most ${LONGEST_LINE} characters`)
const list = <Item extends z.ZodType>(item: Item) => z.array(item, 'must be a list')
const group = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape, 'must be a group of keys')

const price = text.regex(/^\d{1,6}(\.\d{1,2})?$/, 'must be an amount such as 149 or 149.00').transform((amount) => {
  const [whole = '', fraction = ''] = amount.split('.')
  return cents(Number(whole) * 100 + Number(fraction.padEnd(2, '0')))
})

const position = text
  .regex(/^\d{1,4}$/, 'must be a whole number')
  .transform(Number)
  .default(0)

const namedFiles = list(group({ name: line, file: line }))

export const CourseFile = group({
  name: line,
  short: line,
  price,
  level: line.default(''),
  position,
  cover: line.optional(),
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
}).superRefine(({ options, answer }, context) => {
  const repeated = options.findIndex((option, index) => options.indexOf(option) !== index)
  if (repeated !== -1) {
    context.addIssue({ code: 'custom', path: ['options', repeated], message: 'says the same as an option above it' })
  }
  if (!options.includes(answer)) {
    context.addIssue({ code: 'custom', path: ['answer'], message: 'must be one of the options, word for word' })
  }
})

export const ExaminationFile = group({
  title: line,
  questions: list(Question).min(1, 'must hold at least one'),
}).superRefine(({ questions }, context) => {
  const texts = questions.map(({ question }) => question)
  const repeated = texts.findIndex((question, index) => texts.indexOf(question) !== index)
  if (repeated !== -1) {
    context.addIssue({ code: 'custom', path: ['questions', repeated, 'question'], message: 'is asked twice' })
  }
})

export const PodcastFile = group({
  name: line,
  short: line,
  price,
  position,
  launch_date: z.iso.date('must be a date such as 2026-01-15'),
  cover: line.optional(),
  audio: line.optional(),
  video: line.optional(),
  captions: line.optional(),
  poster: line.optional(),
}).superRefine(({ audio, video }, context) => {
  if (audio === undefined && video === undefined) {
    context.addIssue({ code: 'custom', path: [], message: 'file needs either audio or video' })
  }
  if (audio !== undefined && video !== undefined) {
    context.addIssue({ code: 'custom', path: ['video'], message: 'can not stand beside audio: give one of them' })
  }
})

export const DocumentFile = group({
  name: line,
  short: line,
  price,
  position,
  cover: line.optional(),
  files: namedFiles.min(1, 'must hold at least one'),
})

export type CourseFile = z.output<typeof CourseFile>
export type LectureFile = z.output<typeof LectureFile>
export type ExaminationFile = z.output<typeof ExaminationFile>
export type PodcastFile = z.output<typeof PodcastFile>
export type DocumentFile = z.output<typeof DocumentFile>
