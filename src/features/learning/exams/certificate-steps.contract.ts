import { z } from 'zod'
import {
  ATTESTATION,
  MIN_RATING,
  MAX_RATING,
  QUESTIONS,
} from '#features/credentials/contact-hours/evaluations.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { optionalText } from '#shared/text-schema.ts'

const params = z.strictObject({
  id: z.string().min(1).max(200).describe("A course's ID, or the ID of the caller's purchase of it."),
})

const CHOOSE = 'Choose a rating from 1 to 5.'

const ratings = z
  .array(
    z.int(CHOOSE).min(MIN_RATING, CHOOSE).max(MAX_RATING, CHOOSE).nullable(),
    `Must have ${QUESTIONS.length} ratings.`,
  )
  .length(QUESTIONS.length, `Must have ${QUESTIONS.length} ratings.`)
  .describe('In the order of the questions; null for unanswered ones.')

export const readCertificateSteps = endpoint({
  method: 'GET',
  url: '/Academy/api/course/examination/evaluation/:id/',
  access: 'member',
  summary: "Get the steps before a course's first certificate, and which are done",
  description:
    'With `contact_hours`, evaluation and attestation are required. Otherwise they are optional, and the certificate can be requested at once. Callers who have the certificate need no steps.',
  refuses: ['not_found'],
  params,
  reply: z.object({
    course: z.string(),
    exam: z.literal('none').optional().describe('If the course has no exam.'),
    has_passed: z
      .boolean()
      .describe(
        'Whether the exam is passed or, without an exam, all lectures are completed. Before that, nothing is accepted.',
      ),
    has_certificate: z.boolean(),
    contact_hours: z.string().nullable().describe('As text, such as "1.5 contact hours"; null if none are awarded.'),
    lectures: z
      .object({
        total: z.int(),
        completed: z.int(),
        missing: z.array(z.object({ name: z.string(), slug: z.string() })),
        wait: z.string().nullable().describe('As text, if the certificate requires the missing lectures.'),
        warning: z
          .string()
          .nullable()
          .describe('As text, what the certificate would lack without the missing lectures.'),
      })
      .describe("The caller's evaluation, if it counts for the certificate."),
    needs_license: z.boolean().describe('Whether a license number is required, too.'),
    name: z.object({
      printed: z.string().describe('As the certificate would print it.'),
      first_name: z.string(),
      last_name: z.string(),
      credentials_after_name: z.string(),
    }),
    attestation: z.string(),
    is_attested: z.boolean(),
    questions: z.array(z.string()),
    ratings: z.array(z.int().nullable()),
    words: z.string(),
  }),
  example: {
    params: { id: 'defense-medical-exam-training' },
    reply: {
      course: 'Defense Medical Exam Training',
      has_passed: true,
      has_certificate: false,
      contact_hours: null,
      lectures: { total: 5, completed: 5, missing: [], wait: null, warning: null },
      needs_license: false,
      name: {
        printed: 'Nora Nightingale, RN',
        first_name: 'Nora',
        last_name: 'Nightingale',
        credentials_after_name: 'RN',
      },
      attestation: ATTESTATION,
      is_attested: false,
      questions: [...QUESTIONS],
      ratings: [null, null, null, null, null],
      words: '',
    },
  },
})

export const submitCertificateSteps = endpoint({
  method: 'POST',
  url: '/Academy/api/course/examination/evaluation/:id/',
  access: 'member',
  summary:
    'Evaluate a course after passing its exam, or completing a course without one, and attest to having completed it',
  description:
    'A repeated request replaces the evaluation; the time of the first attestation is kept. `name` confirms the name in `printed`.',
  refuses: ['not_found', 'exam_not_passed', 'too_many_requests'],
  params,
  body: z.strictObject({
    ratings,
    words: optionalText(2_000).describe('Other comments.'),
    attested: z.boolean('Must be true or false.').default(false),
    name: z.string('Please enter text.').max(400, 'Please use at most 400 characters.').default(''),
  }),
  reply: z.object({ message: z.string() }),
  example: {
    params: { id: 'defense-medical-exam-training' },
    body: {
      ratings: [5, 4, 5, 5, 5],
      words: 'More cases, please.',
      attested: true,
      name: 'Nora Nightingale, RN',
    },
    reply: { message: 'Thank you. Your evaluation was saved.' },
  },
})
