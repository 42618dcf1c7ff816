import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const MAX_QUESTIONS = 500

/** A course's id, or the caller's own purchase id of it. */
const CourseId = z.string().min(1).max(200)

export const readExam = endpoint({
  method: 'GET',
  url: '/Academy/api/course/examination/:id/',
  access: 'anyone',
  summary: 'The examination of a course, without its answers',
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
})

export const submitScore = endpoint({
  method: 'POST',
  url: '/Academy/api/course/examination/submit/score/',
  access: 'member',
  summary:
    'Hands in an examination. The server counts `answers`; without them the claimed score is kept but earns nothing',
  body: z.strictObject({
    exam_id: CourseId,
    score: z.int().min(0).max(MAX_QUESTIONS),
    total: z.int().min(0).max(MAX_QUESTIONS),
    answers: z
      .array(z.strictObject({ question_id: z.uuid(), answer: z.string().max(2_000) }))
      .max(MAX_QUESTIONS)
      .optional(),
  }),
  reply: z.object({
    score: z.number(),
    total: z.number(),
    /** 0 to 100, two decimals at most. */
    percentage: z.number(),
    passed: z.boolean(),
    message: z.string(),
    /** After passing with the right answers and rationales; after failing only which questions were missed. */
    review: z.array(
      z.object({
        question: z.string(),
        chosen: z.string(),
        isRight: z.boolean(),
        answer: z.string().nullable(),
        rationale: z.string().nullable(),
      }),
    ),
  }),
})

// Asked from the result of an examination; answered by the certificates feature.
export const requestCertificate = endpoint({
  method: 'POST',
  url: '/Academy/api/course/examination/request/certificate/:id',
  access: 'member',
  summary: "Asks for the course's certificate by e-mail; SUCCESS means that it is stored and will be sent",
  params: z.strictObject({ id: CourseId }),
  body: z.strictObject({ exam_id: CourseId }),
  reply: z.object({ message: z.literal('SUCCESS') }),
})
