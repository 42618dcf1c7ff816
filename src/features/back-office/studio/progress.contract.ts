import { z } from 'zod'
import { PROGRESS_STATES } from '#features/learning/progress/progress-states.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { sort, words } from './orders.contract.ts'

const course = { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', name: 'Defense Medical Exam Training' }

export const ProgressRow = z.object({
  id: z.uuid().describe('Identifies the row, for `after`.'),
  member: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
  course: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Null in a group without courses.'),
  since: z.iso.datetime().describe('When the learner last got access, or was added to the group.'),
  has_access: z.boolean().describe('False after a refund, during a dispute, or if free access was revoked.'),
  state: z.enum(PROGRESS_STATES),
  completed: z.int().describe('Lectures completed, as on the learner’s own page.'),
  lectures: z.int(),
  percent: z.int(),
  last_seen: z.iso.datetime().nullable().describe('Last use of the site, as far as known.'),
  best: z.string().nullable().describe('The best exam score: "9 of 10".'),
  certificate: z.object({ id: z.string(), is_revoked: z.boolean() }).nullable(),
})

export const progressExample: z.infer<typeof ProgressRow> = {
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
}

type Scope = { of: 'course' | 'group'; course: string | null; group: string | null }
/** The list of a course needs the course, and the list of a group needs the group. */
const hasScope = (body: Scope) => body[body.of] !== null
const noScope = { path: ['course'], error: 'Choose a course or a group.' }

const filters = {
  course: z.uuid('Choose a course.').nullable().default(null).describe('Null for all courses of the group.'),
  group: z.uuid('Choose a group.').nullable().default(null).describe('Lists only this group.'),
  state: z.enum(PROGRESS_STATES).nullable().default(null),
  words,
  of: z
    .enum(['course', 'group'])
    .default('course')
    .describe('Whether to list all learners of the course, or all members of the group.'),
  sort,
}

export const listProgressChoices = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/progress/',
  access: { may: 'see members' },
  summary: 'List the courses whose progress can be listed',
  description: 'All courses and groups, by name, also courses that are not for sale.',
  reply: z.object({
    courses: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        last_access: z.iso.datetime().nullable().describe('When a learner last got access; null if none ever did.'),
      }),
    ),
    groups: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
  example: {
    reply: {
      courses: [{ ...course, last_access: '2026-11-20T14:00:00.000Z' }],
      groups: [{ id: '9a0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', name: 'St. Mary’s' }],
    },
  },
})

export const findProgress = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/progress/',
  access: { may: 'see members' },
  summary: "List learners' progress in a course",
  description:
    'One row for each learner who has, or had, access to the course, 20 at a time. Those who got access last come first. With `of: group`, one row for each member and course of the group, also without access. Every word must match the name or email address. `after` is the row to continue after.',
  body: z.strictObject({ ...filters, after: z.uuid().nullable().default(null) }).refine(hasScope, noScope),
  reply: z.object({ learners: z.array(ProgressRow), is_more: z.boolean() }),
  example: {
    body: {
      course: course.id,
      group: null,
      state: 'in_progress',
      words: '',
      of: 'course',
      sort: 'newest',
      after: null,
    },
    reply: {
      learners: [progressExample],
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
  body: z.strictObject(filters).refine(hasScope, noScope),
  reply: { file: 'text/csv' },
  example: { body: { course: course.id, group: null, state: null, words: '', of: 'course', sort: 'newest' } },
})
