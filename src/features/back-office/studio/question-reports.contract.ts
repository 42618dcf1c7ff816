import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { requiredText } from '#shared/text-schema.ts'
import { MAX_ANSWER_LENGTH, REPORT_OUTCOMES } from '#features/learning/question-reports/question-reports.contract.ts'

const ID = 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11'
const params = z.strictObject({ id: z.string().max(100, 'Question report not found.') })

export const findQuestionReports = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/contests/',
  access: { may: 'answer question report' },
  summary: 'List question reports',
  description:
    'Open reports, oldest first, or answered ones, newest first. 20 at a time. `after` is the report to continue after.',
  body: z.strictObject({
    state: z.enum(['waiting', 'answered'], 'Choose open or answered reports.').default('waiting'),
    after: z.uuid('Reload the list.').nullable().default(null),
  }),
  reply: z.object({
    contests: z.array(
      z.object({
        id: z.uuid(),
        date: z.iso.datetime().describe('When it was received or answered.'),
        item: z.string(),
        question: z.string(),
        outcome: z.enum(REPORT_OUTCOMES).nullable(),
      }),
    ),
    is_more: z.boolean(),
    count: z.object({ waiting: z.int(), answered: z.int() }),
  }),
  example: {
    body: { state: 'waiting', after: null },
    reply: {
      contests: [
        {
          id: ID,
          date: '2026-11-22T15:00:00.000Z',
          item: 'Defense Medical Exam Training',
          question: 'Who chooses the examiner?',
          outcome: null,
        },
      ],
      is_more: false,
      count: { waiting: 1, answered: 0 },
    },
  },
})

const ReviewQueueEntry = z.object({
  id: z.uuid(),
  date: z.iso.datetime(),
  member: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Null if the caller may not see members.'),
  product: z.uuid().describe('The course in the studio.'),
  item: z.string(),
  key: z.string().describe('The question in the course.'),
  version: z.int().describe('The question as asked.'),
  question: z.string(),
  options: z.array(z.string()).describe('In the order shown to the member.'),
  answer: z.int().describe('The option that was correct then, counted from 0.'),
  chosen: z.string().nullable().describe("The member's answer; null if not answered."),
  is_asked_so: z.boolean().describe('False if the question or its key has changed since.'),
  is_asked: z.boolean().describe('False if the question is no longer in the course.'),
  reason: z.string(),
  source: z.string(),
  answered: z
    .object({ outcome: z.enum(REPORT_OUTCOMES), words: z.string(), date: z.iso.datetime(), by: z.string() })
    .nullable(),
  may_answer: z.boolean(),
})

export const readQuestionReport = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/contests/:id/',
  access: { may: 'answer question report' },
  summary: 'Get a question report',
  description:
    "With the question as asked, its key, and the member's answer. Callers who may not see members don't see who reported it.",
  refuses: ['not_found'],
  params,
  reply: ReviewQueueEntry,
  example: {
    params: { id: ID },
    reply: {
      id: ID,
      date: '2026-11-22T15:00:00.000Z',
      member: { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', name: 'Nora Nightingale' },
      product: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e12',
      item: 'Defense Medical Exam Training',
      key: 'who-chooses',
      version: 1,
      question: 'Who chooses the examiner?',
      options: ['The defense', 'The plaintiff'],
      answer: 1,
      chosen: 'The defense',
      is_asked_so: true,
      is_asked: true,
      reason: 'The rule was changed this year.',
      source: 'Rule 35, as amended',
      answered: null,
      may_answer: true,
    },
  },
})

export const answerQuestionReport = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/contests/:id/answer/',
  access: { may: 'answer question report' },
  summary: 'Answer a question report by email',
  description: "Only once: a second answer is rejected and changes nothing. Correct the key in the course's exam.",
  refuses: ['not_found', 'invalid', 'forbidden'],
  bodyLimit: 32 * 1024,
  params,
  body: z.strictObject({
    outcome: z.enum(REPORT_OUTCOMES, { error: 'Please choose a decision.' }),
    words: requiredText(MAX_ANSWER_LENGTH, 'Write a message to the member.'),
  }),
  reply: z.object({ message: z.string() }),
  example: {
    params: { id: ID },
    body: { outcome: 'upheld', words: 'You are right, thank you.' },
    reply: { message: 'Answered. We’re emailing your answer to the member.' },
  },
})
