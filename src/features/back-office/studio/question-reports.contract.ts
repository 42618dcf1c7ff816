import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { requiredText } from '#shared/text-schema.ts'
import { MAX_ANSWER_LENGTH, REPORT_OUTCOMES } from '#features/learning/question-reports/question-reports.contract.ts'

const ID = 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11'
const params = z.strictObject({ id: z.string().max(100, 'Question report not found.') })

export const findQuestionReports = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/contests/',
  access: { may: 'answer contest' },
  summary: 'Questions that members contest',
  description:
    'Those that wait, the oldest first, or those that are answered, the newest first. Twenty at a time; `after` goes on behind one.',
  body: z.strictObject({
    state: z.enum(['waiting', 'answered'], 'Choose open or answered reports.').default('waiting'),
    after: z.uuid('Please load the list again.').nullable().default(null),
  }),
  reply: z.object({
    contests: z.array(
      z.object({
        id: z.uuid(),
        date: z.string().describe('When it came or was answered, to the minute, in the time zone of the academy.'),
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
          date: '2026-11-22 10:00 EST',
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
  date: z.string(),
  member: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Null for callers who may not see members.'),
  product: z.uuid().describe('The course in the studio.'),
  item: z.string(),
  key: z.string().describe('The question in the course.'),
  version: z.int().describe('Of the question, as it was asked.'),
  question: z.string(),
  options: z.array(z.string()).describe('In the order of the member’s paper.'),
  answer: z.int().describe('Which option was right then, from 0.'),
  chosen: z.string().nullable().describe('What the member chose; null where he left it out.'),
  is_asked_so: z.boolean().describe('False where the question or its key was changed since.'),
  is_asked: z.boolean().describe('False where the course does not ask it any more.'),
  reason: z.string(),
  source: z.string(),
  answered: z
    .object({ outcome: z.enum(REPORT_OUTCOMES), words: z.string(), date: z.string(), by: z.string() })
    .nullable(),
  may_answer: z.boolean(),
})

export const readQuestionReport = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/contests/:id/',
  access: { may: 'answer contest' },
  summary: 'A question that a member contests, as it was asked',
  description: 'With its key, and what the member chose. Who may not see members is not told who it was.',
  refuses: ['not_found'],
  params,
  reply: ReviewQueueEntry,
  example: {
    params: { id: ID },
    reply: {
      id: ID,
      date: '2026-11-22 10:00 EST',
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
  access: { may: 'answer contest' },
  summary: 'Answers a contested question; the member gets the words by mail',
  description:
    'Once: whoever comes second is told so, and nothing changes. The key is corrected in the examination of the course.',
  refuses: ['not_found', 'invalid', 'forbidden'],
  bodyLimit: 32 * 1024,
  params,
  body: z.strictObject({
    outcome: z.enum(REPORT_OUTCOMES, { error: 'Please choose one.' }),
    words: requiredText(MAX_ANSWER_LENGTH, 'Write a message to the member.'),
  }),
  reply: z.object({ message: z.string() }),
  example: {
    params: { id: ID },
    body: { outcome: 'upheld', words: 'You are right, thank you.' },
    reply: { message: 'Answered. We’re emailing your answer to the member.' },
  },
})
