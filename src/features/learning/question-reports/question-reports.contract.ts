import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { requiredText, optionalText } from '#shared/text-schema.ts'
import { MAX_REASON_LENGTH, MAX_SOURCE_LENGTH, REPORT_OUTCOMES } from './question-reports.rules.ts'

export { MAX_ANSWER_LENGTH, REPORT_OUTCOMES } from './question-reports.rules.ts'

export const reportQuestion = endpoint({
  method: 'POST',
  url: '/Academy/api/course/examination/contest/',
  access: 'member',
  summary: 'Report a question of a submitted exam',
  description:
    'Staff review it, and the caller gets an answer by email. A repeated request changes nothing. The response does not reveal the correct answer.',
  refuses: ['invalid', 'too_many_requests'],
  bodyLimit: 32 * 1024,
  body: z.strictObject({
    paper: z.uuid('Choose a submitted exam.').describe("One of the caller's submitted exams."),
    question_id: z.uuid({ error: 'Choose a question.' }).describe('A question of that exam.'),
    reason: requiredText(MAX_REASON_LENGTH, 'Describe what’s wrong.'),
    source: optionalText(MAX_SOURCE_LENGTH),
  }),
  reply: z.object({ message: z.string() }),
  example: {
    body: {
      paper: '1b4e28ba-2fa1-4e11-883f-0016d3cca427',
      question_id: '7d0f4c58-2f0b-4d0e-9a53-1d2a0b8c6e21',
      reason: 'The rule was changed this year.',
      source: 'Rule 35, as amended',
    },
    reply: { message: 'Report sent. We’ll review it and email you.' },
  },
})

const QuestionReport = z.object({
  id: z.uuid(),
  course_name: z.string(),
  question: z.string().describe('The question as asked.'),
  reason: z.string(),
  source: z.string(),
  sent_on: z.iso.date(),
  answer: z
    .object({ outcome: z.enum(REPORT_OUTCOMES), words: z.string(), on: z.iso.date() })
    .nullable()
    .describe('Null while it is under review.'),
})
export type QuestionReport = z.infer<typeof QuestionReport>

export const listQuestionReports = endpoint({
  method: 'GET',
  url: '/Academy/api/account/contests/',
  access: 'member',
  summary: "List the caller's question reports with the answers",
  description: 'Newest first, at most 200.',
  reply: z.array(QuestionReport),
  example: {
    reply: [
      {
        id: 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11',
        course_name: 'Defense Medical Exam Training',
        question: 'Who chooses the examiner?',
        reason: 'The rule was changed this year.',
        source: 'Rule 35, as amended',
        sent_on: '2026-11-22',
        answer: { outcome: 'upheld', words: 'You are right, thank you.', on: '2026-11-23' },
      },
    ],
  },
})

export const listReportablePapers = endpoint({
  method: 'GET',
  url: '/Academy/api/account/contests/papers/',
  access: 'member',
  summary: "List the caller's latest submitted exams with their questions",
  description: 'At most five, newest first: the questions that can be reported. Does not reveal correct answers.',
  reply: z.array(
    z.object({
      paper: z.uuid(),
      course_name: z.string(),
      handed_in_on: z.iso.date(),
      questions: z.array(z.object({ id: z.uuid(), question: z.string().describe('The question as asked.') })),
    }),
  ),
  example: {
    reply: [
      {
        paper: '1b4e28ba-2fa1-4e11-883f-0016d3cca427',
        course_name: 'Defense Medical Exam Training',
        handed_in_on: '2026-11-22',
        questions: [{ id: '7d0f4c58-2f0b-4d0e-9a53-1d2a0b8c6e21', question: 'Who chooses the examiner?' }],
      },
    ],
  },
})
