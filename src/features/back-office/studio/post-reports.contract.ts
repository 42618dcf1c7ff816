import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Done, PostParams } from '#features/community/discussions/moderation-actions.contract.ts'
import { OUTCOMES, CURSOR_PATTERN } from '#features/community/moderation/moderation.contract.ts'

const POST = 'b5a1c4c0-58a1-4a7b-9f0e-3a3d1f2b7c12'
const THREAD = 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11'
const MEMBER = '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'
const params = { id: POST }

export const listPostReports = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/reports/',
  access: { may: 'moderate' },
  summary: 'List reported posts',
  description:
    "Open reports, longest waiting first, or decided ones, newest first. 20 at a time; `next` is the value for the next page. Loading the first page of open reports marks the caller's notifications about them as read.",
  body: z.strictObject({
    state: z.enum(['waiting', 'decided']).default('waiting'),
    after: z.string().regex(CURSOR_PATTERN).nullable().default(null).describe('`next` from the previous page.'),
  }),
  reply: z.object({
    posts: z.array(
      z.object({
        id: z.uuid(),
        thread: z.uuid(),
        course: z.object({ id: z.string(), name: z.string() }),
        title: z.string().describe("The discussion's title; empty if the author deleted the first post."),
        number: z.int().describe("The post's number in its discussion; 0 is the first post."),
        written: z.iso.datetime(),
        text: z.string().describe('The text as typed; empty if the author deleted it.'),
        author: z.object({
          id: z.uuid(),
          name: z.string(),
          muted_until: z.iso.datetime().nullable(),
          may_mute: z.boolean().describe('Whether the caller may do this.'),
        }),
        state: z.enum(['there', 'deleted', 'hidden']),
        hidden_reason: z.string().nullable(),
        changed_since: z.iso
          .datetime()
          .nullable()
          .describe('When the author edited it, if it was reported before that.'),
        has_confirmed: z.boolean().describe('The author was warned that it might contain PHI, and posted it anyway.'),
        reports: z
          .array(z.object({ reason: z.string(), date: z.iso.datetime(), outcome: z.enum(OUTCOMES).nullable() }))
          .describe('Open reports first, at most 50.'),
        report_count: z.int(),
        may_decide: z.boolean().describe("False for the caller's own post."),
      }),
    ),
    next: z.string().nullable(),
    waiting: z.int().describe('How many posts need a decision.'),
  }),
  example: {
    body: { state: 'waiting', after: null },
    reply: {
      posts: [
        {
          id: POST,
          thread: THREAD,
          course: { id: 'defense-medical-exam-training', name: 'Defense Medical Exam Training' },
          title: 'Thirty days or forty-five?',
          number: 0,
          written: '2026-11-23T15:02:00.000Z',
          text: 'Which one holds?',
          author: { id: MEMBER, name: 'Nora Nightingale', muted_until: null, may_mute: true },
          state: 'there',
          hidden_reason: null,
          changed_since: null,
          has_confirmed: false,
          reports: [{ reason: 'It names a patient.', date: '2026-11-23T15:14:00.000Z', outcome: null }],
          report_count: 1,
          may_decide: true,
        },
      ],
      next: null,
      waiting: 1,
    },
  },
})

export const dismissPostReports = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/posts/:id/dismiss/',
  access: { may: 'moderate' },
  summary: 'Dismiss the reports of a post',
  description: 'Closes the open reports and leaves the post unchanged. Fails if someone else already decided.',
  refuses: ['not_found', 'forbidden', 'invalid'],
  params: PostParams,
  body: z.strictObject({}),
  reply: Done,
  example: { params, body: {}, reply: { message: 'Reports closed. Nothing else changed.' } },
})
