import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { MAX_FILE_BYTES } from './question-import.contract.ts'

// Staff actions on a course's questions, other than editing them.

const CourseParams = z.strictObject({ id: z.uuid('Course not found.') })
const QuestionParams = CourseParams.extend({ key: z.string().min(1).max(100) })

const id = '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'

export const readQuestionFile = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/question-files/',
  access: { may: 'edit content' },
  summary: 'Read questions from a Word, Moodle, Canvas, QTI, GIFT, text, or spreadsheet file',
  description:
    'Returns the questions that can be used, and why the others can’t. Stores nothing. `content` is the file in base64, up to 1 MB: XML (Moodle, QTI 1.2, 2, or 3), a ZIP with it, GIFT, Word (.docx), text with numbered questions or Aiken, Excel, or CSV.',
  body: z.strictObject({
    name: z
      .string()
      .min(1)
      .max(300)
      .describe(
        'Only distinguishes text formats, such as .csv or .gift, and names documents that can’t be read, such as .odt.',
      ),
    content: z.base64('Please choose a file.').max(Math.ceil(MAX_FILE_BYTES / 3) * 4, 'The file can be up to 1 MB.'),
  }),
  bodyLimit: 1_500_000,
  reply: z.object({
    questions: z
      .array(
        z.object({
          question: z.string(),
          options: z.array(z.string()),
          answer: z.int().describe('The correct option, counted from 0.'),
          rationale: z.string(),
        }),
      )
      .describe('Only questions with one correct option.'),
    refused: z.int().describe('How many questions can’t be used.'),
    mistakes: z.array(
      z.object({
        file: z.string().nullable().describe('The file within a package, or the title of one of several quizzes.'),
        line: z.int().nullable(),
        number: z.int().nullable().describe('The question’s number in the file, from 1; null for the whole file.'),
        excerpt: z.string().nullable().describe('The beginning of the question.'),
        message: z.string(),
      }),
    ),
    more_mistakes: z.int().describe('How many are not listed here.'),
  }),
  example: {
    body: { name: 'questions.csv', content: 'cXVlc3Rpb24sb3B0aW9uIDE=' },
    reply: {
      questions: [],
      refused: 0,
      mistakes: [
        {
          file: null,
          line: 1,
          number: null,
          excerpt: null,
          message: 'Missing columns: “answer” (the correct option).',
        },
      ],
      more_mistakes: 0,
    },
  },
})

const QuestionStats = z.object({
  members: z.int().describe('How many first attempts included this question.'),
  is_too_few: z.boolean().describe('Null below 20 first attempts.'),
  right: z.number().nullable().describe('The share who answered correctly. Shares are from 0 to 1.'),
  discrimination: z
    .number()
    .nullable()
    .describe('How strongly a correct answer correlates with correct answers to the other questions, from -1 to 1.'),
  chosen: z.array(z.number()).describe('The share who chose each option, in order.'),
  left_out: z.number().nullable(),
  attracts: z.int().nullable().describe('The most common wrong option, counted from 0.'),
})

const Reliability = z.object({
  members: z.int().describe('How many first attempts it is from, at most the newest 2,000.'),
  is_too_few: z.boolean().describe('Null below 20 first attempts.'),
  kr20: z.number().nullable().describe('Up to 1; may be negative. Null if scores do not vary.'),
  sem: z.number().nullable().describe('The standard error of measurement, in questions.'),
  asked: z.number().nullable().describe('Questions per attempt, on average.'),
})

const Version = z.object({
  version: z.int(),
  since: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  answer: z.int(),
  figures: QuestionStats,
})

const RegradeEffect = z.object({
  key: z.string(),
  question: z.string(),
  right: z.string().describe('What also counts once attempts are regraded.'),
  attempts: z.int(),
  members: z.int(),
  more_pass: z.int().describe('Members who failed and would pass.'),
})

const regradeEffectExample: z.infer<typeof RegradeEffect> = {
  key: 'first-note',
  question: 'What is written down first?',
  right: 'The time',
  attempts: 12,
  members: 9,
  more_pass: 4,
}

export const readQuestionStats = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/products/:id/questions/',
  access: { may: 'edit content' },
  summary: 'Get question statistics of a course, from first attempts',
  description:
    "By the question's key, newest version first. Also lists questions with a corrected key and attempts not yet regraded.",
  params: CourseParams,
  reply: z.object({
    questions: z.array(z.object({ key: z.string(), versions: z.array(Version) })),
    to_mark: z.array(RegradeEffect),
    reliability: Reliability,
  }),
  example: {
    params: { id },
    reply: {
      questions: [
        {
          key: 'first-note',
          versions: [
            {
              version: 1,
              since: '2026-11-22',
              question: 'What is written down first?',
              options: ['The time', 'The weather'],
              answer: 0,
              figures: {
                members: 40,
                is_too_few: false,
                right: 0.75,
                discrimination: 0.31,
                chosen: [0.75, 0.2],
                left_out: 0.05,
                attracts: 1,
              },
            },
          ],
        },
      ],
      to_mark: [regradeEffectExample],
      reliability: { members: 40, is_too_few: false, kr20: 0.78, sem: 1.4, asked: 20 },
    },
  },
})

export const readKeyEffect = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/questions/:key/effect/',
  access: { may: 'edit content' },
  summary: 'Preview the effect of a corrected answer key',
  description: 'Before publishing: how many attempts it would affect. Changes nothing.',
  params: QuestionParams,
  body: z.strictObject({ right: z.string().max(5_000) }),
  reply: z.object({ effect: RegradeEffect.nullable().describe('Null if nothing changes for anyone.') }),
  example: { params: { id, key: 'first-note' }, body: { right: 'The time' }, reply: { effect: regradeEffectExample } },
})

export const regradeQuestion = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/questions/:key/mark-again/',
  access: { may: 'regrade' },
  summary: 'Regrade earlier attempts by a corrected answer key',
  description:
    'No one loses points, and issued certificates stay valid. Only regrades attempts with the same question and options.',
  params: QuestionParams,
  body: z.strictObject({}),
  reply: z.object({ message: z.string() }),
  example: {
    params: { id, key: 'first-note' },
    body: {},
    reply: { message: '12 attempts by 9 members regraded. 4 more passed.' },
  },
})
