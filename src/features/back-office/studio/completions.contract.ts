import { z } from 'zod'
import { state } from '#features/credentials/contact-hours/licenses.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { day } from './orders.contract.ts'

const course = { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', slug: 'depositions', name: 'Depositions' }

export const listCoursesWithEvaluations = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/evaluations/',
  access: { may: 'see evaluations' },
  summary: 'List courses with the number of evaluations',
  description: 'By name. `may_export` says whether the caller may download completions.',
  reply: z.object({
    courses: z.array(z.object({ id: z.uuid(), slug: z.string(), name: z.string(), evaluations: z.int() })),
    may_export: z.boolean(),
  }),
  example: { reply: { courses: [{ ...course, evaluations: 12 }], may_export: true } },
})

export const readEvaluations = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/evaluations/:id/:from/',
  access: { may: 'see evaluations' },
  summary: 'Summarize the evaluations of a course',
  description: 'Anonymous. 20 comments at a time, newest first. `from` skips that many.',
  params: z.strictObject({
    id: z.uuid('Course not found.').describe("The course's ID."),
    from: z.coerce.number<string>().int().min(0).max(100_000).describe('0 for the newest comments.'),
  }),
  reply: z.object({
    members: z.int(),
    questions: z.array(
      z.object({
        question: z.string(),
        members: z.int(),
        mean: z.number().nullable().describe('From 1 to 5; null if no one answered it.'),
        counts: z.array(z.int()).describe('How often each rating was given, from 1 to 5.'),
      }),
    ),
    words: z.array(z.string()),
    is_more: z.boolean(),
  }),
  example: {
    params: { id: course.id, from: '0' },
    reply: {
      members: 3,
      questions: [
        { question: 'The lectures were clear and easy to follow.', members: 3, mean: 4.33, counts: [0, 0, 1, 0, 2] },
      ],
      words: ['More cases, please.'],
      is_more: false,
    },
  },
})

/** Digits, without the prefix that CE Broker shows before them. */
const digits = (prefix: string, message: string) =>
  z
    .string(message)
    .trim()
    .overwrite((typed) => typed.replace(new RegExp(`^${prefix} ?- ?`), ''))
    .regex(/^\d{1,12}$/, message)

export const exportCompletions = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/completions/csv/',
  access: { may: 'export completions' },
  summary: 'Export completions with contact hours: a CSV file, or a CE Broker roster as an Excel workbook',
  description:
    'Names members and their licenses, including members deleted within the last six years. The export is recorded in the audit log before it is sent.',
  body: z
    .strictObject({
      course: z
        .string('Please choose a course.')
        .max(200, 'Please choose a course.')
        .nullable()
        .default(null)
        .describe("The last part of the course's address; null for all courses."),
      since: day,
      until: day,
      ce_broker: z
        .strictObject(
          {
            provider: digits('50', 'Enter the provider number: digits only.').describe(
              'The provider number at CE Broker, without 50-.',
            ),
            course: digits('20', 'Enter the course number: digits only.').describe('The course number, without 20-.'),
            state,
          },
          {
            error: ({ code }) =>
              code === 'invalid_type' ? 'Enter the CE Broker numbers, or null for a spreadsheet.' : undefined,
          },
        )
        .nullable()
        .default(null)
        .describe('Null for a spreadsheet.'),
    })
    .refine(({ course: slug, ce_broker: broker }) => broker === null || slug !== null, {
      path: ['course'],
      error: 'Choose one course. A CE Broker roster reports the completions of one course.',
    })
    .refine(({ since, until }) => since === null || until === null || since <= until, {
      path: ['until'],
      error: 'The end date can’t be before the start date.',
    }),
  reply: { file: 'text/csv' },
  example: { body: { course: course.slug, since: '2026-10-25', until: '2026-11-23', ce_broker: null } },
})
