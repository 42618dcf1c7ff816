import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { MAX_FILE_BYTES } from './question-import.contract.ts'

// Staff actions on a course's questions, apart from editing them.

const CourseParams = z.strictObject({ id: z.uuid('No such course.') })
const QuestionParams = CourseParams.extend({ key: z.string().min(1).max(100) })

const id = '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'

export const readQuestionFile = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/question-files/',
  access: { may: 'edit content' },
  summary: 'Reads questions of a file of CSV, GIFT or QTI 2.1 or 3',
  description:
    'All of them, or, where anything is wrong, none, and what it is, line by line. Nothing is stored. `content` is the file in base64; it may have 1 MB.',
  body: z.strictObject({
    name: z.string().min(1).max(300).describe('It decides only between kinds of text: .csv, .tsv or .gift.'),
    content: z.base64('Please choose a file.').max(Math.ceil(MAX_FILE_BYTES / 3) * 4, 'The file may have 1 MB.'),
  }),
  bodyLimit: 1_500_000,
  reply: z.object({
    questions: z
      .array(
        z.object({
          question: z.string(),
          options: z.array(z.string()),
          answer: z.int().describe('Counts the options from 0.'),
          rationale: z.string(),
        }),
      )
      .describe('None where anything is wrong.'),
    mistakes: z.array(
      z.object({
        file: z.string().nullable().describe('Within a package.'),
        line: z.int().nullable(),
        message: z.string(),
      }),
    ),
    more_mistakes: z.int().describe('How many are left out.'),
  }),
  example: {
    body: { name: 'questions.csv', content: 'cXVlc3Rpb24sb3B0aW9uIDE=' },
    reply: {
      questions: [],
      mistakes: [{ file: null, line: 1, message: 'These columns are missing: “answer”.' }],
      more_mistakes: 0,
    },
  },
})

const QuestionStats = z.object({
  members: z.int().describe('Whose first attempt was asked this.'),
  is_too_few: z.boolean().describe('Below 20 there are no figures.'),
  right: z.number().nullable().describe('The share that answered right; shares are from 0 to 1.'),
  discrimination: z
    .number()
    .nullable()
    .describe('How strongly answering this right goes with answering the others right, from -1 to 1.'),
  chosen: z.array(z.number()).describe('The share that chose each option, in their order.'),
  left_out: z.number().nullable(),
  attracts: z.int().nullable().describe('The wrong option that most chose, counted from 0.'),
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
  right: z.string().describe('What counts, too, once attempts are marked again.'),
  attempts: z.int(),
  members: z.int(),
  more_pass: z.int().describe('Members who have not passed and would have.'),
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
  summary: 'What first attempts say of each question of a course',
  description:
    'By the key of the question, its newest version first; and questions whose key was corrected with attempts that were not marked by it yet.',
  params: CourseParams,
  reply: z.object({
    questions: z.array(z.object({ key: z.string(), versions: z.array(Version) })),
    to_mark: z.array(RegradeEffect),
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
    },
  },
})

export const readKeyEffect = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/questions/:key/effect/',
  access: { may: 'edit content' },
  summary: 'What it would mean that another option is right',
  description: 'Before it is published: for how many it would change anything. Changes nothing.',
  params: QuestionParams,
  body: z.strictObject({ right: z.string().max(5_000) }),
  reply: z.object({ effect: RegradeEffect.nullable().describe('Null where nothing changes for anybody.') }),
  example: { params: { id, key: 'first-note' }, body: { right: 'The time' }, reply: { effect: regradeEffectExample } },
})

export const regradeQuestion = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/questions/:key/mark-again/',
  access: { may: 'mark again' },
  summary: 'Marks earlier attempts by a corrected key, too',
  description:
    'What counted goes on counting, and issued certificates stand. Only attempts that were asked the same question with the same options.',
  params: QuestionParams,
  body: z.strictObject({}),
  reply: z.object({ message: z.string() }),
  example: {
    params: { id, key: 'first-note' },
    body: {},
    reply: { message: '12 attempts of 9 members regraded. 4 more passed.' },
  },
})
