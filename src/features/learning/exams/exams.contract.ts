import { z } from 'zod'
import { MAX_QUESTIONS_PER_EXAM } from '#features/catalog/courses/examination.contract.ts'
import { endpoint } from '#shared/endpoint.ts'

const CourseId = z.string().min(1).max(200).describe("A course's id, or the caller's own purchase id of it.")

const Lecture = z.object({ name: z.string(), slug: z.string() })

export const readExam = endpoint({
  method: 'GET',
  url: '/Academy/api/course/examination/:id/',
  access: 'anyone',
  cached: 'catalogue',
  summary: 'The examination of a course, without its answers',
  description:
    'An owner gets a paper: questions drawn for him, the same until they are handed in or a day old; after the third that did not pass within a day the next one is refused for a while, with `opens_at`, `opens_at_in_words`, and `lectures`. Where the course requires its lectures first, `lectures` of the refusal are those that are missing. Everybody else gets what the examination is like, and HEAD opens no paper. `answer` is always null: the right answers never leave the server before an examination is passed.',
  refuses: ['not_found', 'too_many_requests', 'lectures_missing'],
  params: z.strictObject({ id: CourseId }),
  reply: z.object({
    title: z.string(),
    paper: z.uuid().nullable().describe('To be handed in with the answers; null for who does not own the course.'),
    questions: z.array(
      z.object({
        id: z.uuid(),
        question: z.string(),
        options: z.array(z.string()),
        // The specification includes `answer`; it is always null, so that the serializer can't leak one.
        answer: z.null(),
      }),
    ),
  }),
  example: {
    params: { id: 'defense-medical-exam-training' },
    reply: {
      title: 'Defense Medical Exam Training: Examination',
      paper: '1b4e28ba-2fa1-4e11-883f-0016d3cca427',
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
    'Hands in a paper. The server counts `answers`; without them or without `paper` the claimed score is kept but earns nothing',
  description:
    '`answers` are compared with the questions of the paper on the server; `score` and `total` count for nothing. The same paper again gets the same result. The review comes only after passing. The body may have 256 kB.',
  refuses: ['not_found', 'too_many_requests'],
  body: z.strictObject({
    exam_id: CourseId,
    score: z.int().min(0).max(MAX_QUESTIONS_PER_EXAM),
    total: z.int().min(0).max(MAX_QUESTIONS_PER_EXAM),
    paper: z.uuid().optional().describe('Whose questions are answered, as the examination named it.'),
    answers: z
      .array(z.strictObject({ question_id: z.uuid(), answer: z.string().max(2_000) }))
      .max(MAX_QUESTIONS_PER_EXAM)
      .optional(),
  }),
  // Enough for the answers of the longest exam, a few sentences each.
  bodyLimit: 256 * 1024,
  reply: z.object({
    score: z.number(),
    total: z.number(),
    percentage: z.number().describe('0 to 100, two decimals at most.'),
    passed: z.boolean(),
    waits_for_lectures: z
      .boolean()
      .describe('True where the certificate is issued by itself when the last lecture is completed.'),
    message: z.string(),
    /** For a passing paper. */
    review: z.array(
      z.object({
        question: z.string(),
        chosen: z.string(),
        isRight: z.boolean(),
        answer: z.string(),
        rationale: z.string(),
        lecture: Lecture.nullable().describe('That teaches it, by its address in the course.'),
      }),
    ),
    lectures: z
      .array(Lecture)
      .describe('After failing: lectures that three or more of the questions were about, and too little was right of.'),
  }),
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
    },
  },
})

export const requestCertificate = endpoint({
  method: 'POST',
  url: '/Academy/api/course/examination/request/certificate/:id',
  access: 'member',
  summary: "Asks for the course's certificate by email; SUCCESS means that it is stored and will be sent",
  description:
    'Needs 80% or more in an examination that the server counted, and a name to print. Where the course awards contact hours, it also needs what `missing` names (`evaluation`, `attestation`, `license`). Where the course requires its lectures before the certificate, `lectures` of the refusal are those that are missing. One certificate for each course: asking again sends the same one again.',
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
