import { z } from 'zod'
import { MOST_ASKED } from '#features/courses/examination.contract.ts'
import { endpoint } from '#shared/endpoint.ts'

const CourseId = z.string().min(1).max(200).describe("A course's id, or the caller's own purchase id of it.")

export const readExam = endpoint({
  method: 'GET',
  url: '/Academy/api/course/examination/:id/',
  access: 'anyone',
  cached: 'catalogue',
  summary: 'The examination of a course, without its answers',
  description: '`answer` is always null: the right answers never leave the server before an examination is passed.',
  refuses: ['not_found'],
  params: z.strictObject({ id: CourseId }),
  reply: z.object({
    title: z.string(),
    questions: z.array(
      z.object({
        id: z.uuid(),
        question: z.string(),
        options: z.array(z.string()),
        // The specification names `answer`; it can only be null, so that the serializer lets none out.
        answer: z.null(),
      }),
    ),
  }),
  example: {
    params: { id: 'defense-medical-exam-training' },
    reply: {
      title: 'Defense Medical Exam Training: Examination',
      questions: [
        {
          id: '7d0f4c58-2f0b-4d0e-9a53-1d2a0b8c6e21',
          question: 'A question of the examination?',
          options: ['One answer', 'Another answer', 'A third answer'],
          answer: null,
        },
      ],
    },
  },
})

export const submitScore = endpoint({
  method: 'POST',
  url: '/Academy/api/course/examination/submit/score/',
  access: 'member',
  summary:
    'Hands in an examination. The server counts `answers`; without them the claimed score is kept but earns nothing',
  description:
    '`answers` are compared with the questions on the server; `score` and `total` count for nothing. The review comes only after passing: failing tells the score, and no question. The body may have 256 kB.',
  refuses: ['not_found', 'too_many_requests'],
  body: z.strictObject({
    exam_id: CourseId,
    score: z.int().min(0).max(MOST_ASKED),
    total: z.int().min(0).max(MOST_ASKED),
    answers: z
      .array(z.strictObject({ question_id: z.uuid(), answer: z.string().max(2_000) }))
      .max(MOST_ASKED)
      .optional(),
  }),
  // The answers of an examination of the most questions, a few sentences each.
  bodyLimit: 256 * 1024,
  reply: z.object({
    score: z.number(),
    total: z.number(),
    percentage: z.number().describe('0 to 100, two decimals at most.'),
    passed: z.boolean(),
    message: z.string(),
    review: z.array(
      z.object({
        question: z.string(),
        chosen: z.string(),
        isRight: z.boolean(),
        answer: z.string().nullable(),
        rationale: z.string().nullable(),
        lecture: z
          .object({ name: z.string(), slug: z.string() })
          .nullable()
          .describe('That teaches it, by its address in the course.'),
      }),
    ),
    lectures: z
      .array(z.object({ name: z.string(), slug: z.string() }))
      .describe('After failing: lectures to see again, where so much was asked of one that no question is told by it.'),
  }),
  example: {
    body: {
      exam_id: 'defense-medical-exam-training',
      score: 0,
      total: 1,
      answers: [{ question_id: '7d0f4c58-2f0b-4d0e-9a53-1d2a0b8c6e21', answer: 'One answer' }],
    },
    reply: {
      score: 0,
      total: 1,
      percentage: 0,
      passed: false,
      message: 'You can only request certificate if your average score is more than 80%',
      review: [],
      lectures: [{ name: 'What a DME is', slug: 'what-a-dme-is' }],
    },
  },
})

export const requestCertificate = endpoint({
  method: 'POST',
  url: '/Academy/api/course/examination/request/certificate/:id',
  access: 'member',
  summary: "Asks for the course's certificate by email; SUCCESS means that it is stored and will be sent",
  description:
    'Needs 80% or more in an examination that the server counted, and a name to print. One certificate for each course: asking again sends the same one again.',
  refuses: ['not_found', 'exam_not_passed'],
  params: z.strictObject({ id: CourseId }),
  body: z.strictObject({ exam_id: CourseId }),
  reply: z.object({ message: z.literal('SUCCESS') }),
  example: {
    params: { id: 'defense-medical-exam-training' },
    body: { exam_id: 'defense-medical-exam-training' },
    reply: { message: 'SUCCESS' },
  },
})
