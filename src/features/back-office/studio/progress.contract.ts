import { z } from 'zod'
import { PROGRESS_STATES } from '#features/learning/progress/progress-states.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { sort, words } from './orders.contract.ts'

const course = { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', name: 'Defense Medical Exam Training' }

export const ProgressRow = z.object({
  id: z.uuid().describe('Identifies the row, for `after`.'),
  member: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
  course: z.object({ id: z.uuid(), name: z.string() }),
  since: z.iso.datetime().describe('When the learner last got access.'),
  has_access: z.boolean().describe('False after a refund, during a dispute, or if free access was revoked.'),
  state: z.enum(PROGRESS_STATES),
  completed: z.int().describe('Lectures completed, as on the learner’s own page.'),
  lectures: z.int(),
  percent: z.int(),
  last_seen: z.iso.datetime().nullable().describe('Last use of the site, as far as known.'),
  best: z.string().nullable().describe('The best exam score: "9 of 10".'),
  certificate: z.object({ id: z.string(), is_revoked: z.boolean() }).nullable(),
})

const filters = {
  course: z.uuid('Choose a course.'),
  state: z.enum(PROGRESS_STATES).nullable().default(null),
  words,
  sort,
}

export const listProgressChoices = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/progress/',
  access: { may: 'see members' },
  summary: 'List the courses whose progress can be listed',
  description: 'All courses, by name, also those that are not for sale.',
  reply: z.object({
    courses: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        last_access: z.iso.datetime().nullable().describe('When a learner last got access; null if none ever did.'),
      }),
    ),
  }),
  example: { reply: { courses: [{ ...course, last_access: '2026-11-20T14:00:00.000Z' }] } },
})

export const findProgress = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/progress/',
  access: { may: 'see members' },
  summary: "List learners' progress in a course",
  description:
    'One row for each learner who has, or had, access to the course, 20 at a time. Those who got access last come first. Every word must match the name or email address. `after` is the row to continue after.',
  body: z.strictObject({ ...filters, after: z.uuid().nullable().default(null) }),
  reply: z.object({ learners: z.array(ProgressRow), is_more: z.boolean() }),
  example: {
    body: { course: course.id, state: 'in_progress', words: '', sort: 'newest', after: null },
    reply: {
      learners: [
        {
          id: '7d0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
          member: { id: '5c0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', name: 'Nora Nightingale', email: 'nora@example.com' },
          course,
          since: '2026-11-20T14:00:00.000Z',
          has_access: true,
          state: 'in_progress',
          completed: 3,
          lectures: 12,
          percent: 25,
          last_seen: '2026-11-22T15:10:00.000Z',
          best: '5 of 10',
          certificate: null,
        },
      ],
      is_more: false,
    },
  },
})

export const exportProgress = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/progress/file/',
  access: { may: 'export lists' },
  summary: 'Export the list of progress as CSV',
  description: 'All pages in the same order. It names members, so the export is recorded in the audit log.',
  body: z.strictObject(filters),
  reply: { file: 'text/csv' },
  example: { body: { course: course.id, state: null, words: '', sort: 'newest' } },
})
