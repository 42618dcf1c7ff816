import { z } from 'zod'
import { MAX_QUESTIONS_PER_EXAM } from '#features/catalog/courses/examination.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ExamResult, FirstAttempt, submitScore } from './exams.contract.ts'

// A trial of a draft's exam. Nothing about it is stored.

const params = z.strictObject({ id: z.uuid('Course not found.') })
const QuestionId = z.string().min(1).max(100)

const example = { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' }

export const openTrialExam = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/products/:id/trial-exam/',
  access: { may: 'edit content' },
  summary: "Get a trial of a draft's exam",
  description:
    'Questions drawn by the rules of the draft, or of the published course if there is no draft. Different ones each time. Questions with errors, and those after the maximum number, are left out. Stores nothing.',
  refuses: ['not_found'],
  params,
  reply: z.object({
    title: z.string(),
    first_attempt: FirstAttempt,
    questions: z.array(z.object({ id: QuestionId, question: z.string(), options: z.array(z.string()) })),
  }),
  example: {
    params: example,
    reply: {
      title: 'Examination',
      first_attempt: { max_failures: 3, wait_hours: 12 },
      questions: [{ id: 'first-page', question: 'A question of the examination?', options: ['Yes', 'No'] }],
    },
  },
})

export const submitTrialExam = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/trial-exam/',
  access: { may: 'edit content' },
  summary: "Grade a trial of a draft's exam",
  description:
    'By the draft as it is now, like a first attempt of a learner who completed all lectures. Fails if an answered question or a chosen option is no longer in it. Stores nothing: no attempt, no statistics, no certificate.',
  refuses: ['not_found'],
  params,
  body: z.strictObject({
    answers: z
      .array(z.strictObject({ question_id: QuestionId, answer: z.string().max(2_000) }))
      .min(1)
      .max(MAX_QUESTIONS_PER_EXAM),
  }),
  bodyLimit: submitScore.bodyLimit,
  reply: ExamResult,
  example: {
    params: example,
    body: { answers: [{ question_id: 'first-page', answer: 'No' }] },
    reply: submitScore.example.reply,
  },
})
