import { z } from 'zod'
import { MAX_QUESTIONS_PER_EXAM } from '#features/catalog/courses/examination.contract.ts'
import { endpoint } from '#shared/endpoint.ts'

const CourseId = z.string().min(1).max(200).describe("A course's ID, or the ID of the caller's purchase of it.")

const Lecture = z.object({ name: z.string(), slug: z.string() })

export const FirstAttempt = z.object({ max_failures: z.int(), wait_hours: z.int() })

export const readExam = endpoint({
  method: 'GET',
  url: '/Academy/api/course/examination/:id/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'Get the exam of a course, without its answers',
  description:
    'A learner who has the course gets an exam form (`paper`): questions chosen at random, the same until they are submitted or a day old. After three failed attempts in a day, the next is rejected for some time, with `opens_at` (and `opens_at_in_words`, for pages opened before the last upgrade) and `lectures`. If the course requires its lectures first, `lectures` lists the missing ones. Others get a preview. HEAD opens no exam form. `answer` is always null: correct answers never leave the server before the exam is passed.',
  refuses: ['not_found', 'too_many_requests', 'lectures_missing'],
  params: z.strictObject({ id: CourseId }),
  reply: z.object({
    title: z.string(),
    paper: z.uuid().nullable().describe('Submit it with the answers; null for callers who do not have the course.'),
    first_attempt: FirstAttempt.nullable().describe(
      'After how many failed attempts in a day the next one waits; null without a paper or after an attempt.',
    ),
    questions: z.array(
      z.object({
        id: z.uuid(),
        question: z.string(),
        options: z.array(z.string()),
        // The specification includes `answer`; it is always null, so that the serializer can't leak an answer.
        answer: z.null(),
      }),
    ),
  }),
  example: {
    params: { id: 'defense-medical-exam-training' },
    reply: {
      title: 'Defense Medical Exam Training: Examination',
      paper: '1b4e28ba-2fa1-4e11-883f-0016d3cca427',
      first_attempt: { max_failures: 3, wait_hours: 12 },
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

export const ExamResult = z.object({
  score: z.number(),
  total: z.number(),
  percentage: z.number().describe('0 to 100, at most two decimals.'),
  passed: z.boolean(),
  waits_for_lectures: z
    .boolean()
    .describe('Whether the certificate is issued automatically when the last lecture is completed.'),
  message: z.string(),
  /** Empty unless the attempt passed. */
  review: z.array(
    z.object({
      question: z.string(),
      chosen: z.string(),
      isRight: z.boolean(),
      answer: z.string(),
      rationale: z.string(),
      lecture: Lecture.nullable().describe('The address of the lecture that teaches it.'),
    }),
  ),
  lectures: z
    .array(Lecture)
    .describe('After failing: lectures with three or more questions and too few correct answers.'),
  retake: z
    .object({
      attempts_left: z.int().describe('How many more failed attempts cause a wait.'),
      wait_hours: z.int().nullable().describe('How long it is; null while waiting.'),
      opens_at: z.iso.datetime().nullable().describe('When the next attempt may start; null if it may start now.'),
    })
    .nullable()
    .describe('After failing; null if the academy requires no wait.'),
})

export const submitScore = endpoint({
  method: 'POST',
  url: '/Academy/api/course/examination/submit/score/',
  access: 'member',
  summary: 'Submit an exam, which the server grades',
  description:
    'The server compares `answers` with the questions of `paper`. `score` and `total` do not count: without `answers` or `paper`, the claimed score is stored but earns nothing. The same paper gets the same result again. The review is included only after passing. The body may have up to 256 KB.',
  refuses: ['not_found', 'too_many_requests'],
  body: z.strictObject({
    exam_id: CourseId,
    score: z.int().min(0).max(MAX_QUESTIONS_PER_EXAM),
    total: z.int().min(0).max(MAX_QUESTIONS_PER_EXAM),
    paper: z.uuid().optional().describe('Keyed by question ID, as in the exam.'),
    answers: z
      .array(z.strictObject({ question_id: z.uuid(), answer: z.string().max(2_000) }))
      .max(MAX_QUESTIONS_PER_EXAM)
      .optional(),
  }),
  // Large enough for the longest exam if each answer has a few sentences.
  bodyLimit: 256 * 1024,
  reply: ExamResult,
  example: {
    body: {
      exam_id: 'defense-medical-exam-training',
      score: 0,
      total: 1,
      paper: '1b4e28ba-2fa1-4e11-883f-0016d3cca427',
      answers: [{ question_id: '7d0f4c58-2f0b-4d0e-9a53-1d2a0b8c6e21', answer: 'One answer' }],
    },
    reply: {
      score: 0,
      total: 1,
      percentage: 0,
      passed: false,
      waits_for_lectures: false,
      message: 'Not passed yet. You can retake the exam.',
      review: [],
      lectures: [],
      retake: { attempts_left: 2, wait_hours: 12, opens_at: null },
    },
  },
})

export const readPassedExam = endpoint({
  method: 'GET',
  url: '/Academy/api/course/examination/result/:id/',
  access: 'member',
  summary: 'Get the result of the last attempt that the caller passed',
  description:
    'The same as after submitting it, with the questions to report. `passed` is null if the exam is not passed. An attempt from before exam forms were stored has no `paper` and no review.',
  refuses: ['not_found'],
  params: z.strictObject({ id: CourseId }),
  reply: z.object({
    title: z.string(),
    passed: z
      .object({
        passed_on: z.iso.date().describe("In the academy's time zone."),
        paper: z.uuid().nullable(),
        questions: z.array(z.object({ id: z.uuid(), question: z.string() })),
        result: ExamResult,
      })
      .nullable(),
  }),
  example: {
    params: { id: 'defense-medical-exam-training' },
    reply: {
      title: 'Defense Medical Exam Training: Examination',
      passed: {
        passed_on: '2026-02-03',
        paper: '1b4e28ba-2fa1-4e11-883f-0016d3cca427',
        questions: [{ id: '7d0f4c58-2f0b-4d0e-9a53-1d2a0b8c6e21', question: 'A question of the examination?' }],
        result: {
          score: 1,
          total: 1,
          percentage: 100,
          passed: true,
          waits_for_lectures: false,
          message: 'You passed.',
          review: [
            {
              question: 'A question of the examination?',
              chosen: 'One answer',
              isRight: true,
              answer: 'One answer',
              rationale: 'Because the rule says so.',
              lecture: null,
            },
          ],
          lectures: [],
          retake: null,
        },
      },
    },
  },
})

export const requestCertificate = endpoint({
  method: 'POST',
  url: '/Academy/api/course/examination/request/certificate/:id',
  access: 'member',
  summary: "Request the course's certificate by email; SUCCESS means it is stored and will be sent",
  description:
    'Requires 80% or more on an exam graded by the server, and a name to print. If the course awards contact hours, it also requires what `missing` lists (`evaluation`, `attestation`, `license`). If the course requires its lectures first, `lectures` lists the missing ones. One certificate per course: a repeated request sends the same one again.',
  refuses: ['not_found', 'exam_not_passed', 'steps_missing', 'lectures_missing', 'too_many_requests'],
  params: z.strictObject({ id: CourseId }),
  body: z.strictObject({ exam_id: CourseId }),
  reply: z.object({ message: z.literal('SUCCESS') }),
  example: {
    params: { id: 'defense-medical-exam-training' },
    body: { exam_id: 'defense-medical-exam-training' },
    reply: { message: 'SUCCESS' },
  },
})
