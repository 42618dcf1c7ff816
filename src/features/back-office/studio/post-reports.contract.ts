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
  summary: 'Posts that members have reported',
  description:
    'Those that wait, the longest waiting first, or those that are decided, the newest first. Twenty at a time; `next` goes on behind them. Whoever asks for the first of those that wait has read what he was told of them.',
  body: z.strictObject({
    state: z.enum(['waiting', 'decided']).default('waiting'),
    after: z.string().regex(CURSOR_PATTERN).nullable().default(null).describe('What the part before said in `next`.'),
  }),
  reply: z.object({
    posts: z.array(
      z.object({
        id: z.uuid(),
        thread: z.uuid(),
        course: z.object({ id: z.string(), name: z.string() }),
        title: z.string().describe('Of the discussion; empty once who began it has deleted that.'),
        number: z.int().describe('Of the post in its discussion; 0 began it.'),
        written: z.string(),
        text: z.string().describe('As it was typed; empty once its author has deleted it.'),
        author: z.object({
          id: z.uuid(),
          name: z.string(),
          muted_until: z.string().nullable(),
          may_mute: z.boolean().describe('Whether the caller may.'),
        }),
        state: z.enum(['there', 'deleted', 'hidden']),
        hidden_reason: z.string().nullable(),
        changed_since: z.string().nullable().describe('When its author changed it, if it was reported before.'),
        has_confirmed: z.boolean().describe('Its author was warned of data of a patient, and sent it all the same.'),
        reports: z
          .array(z.object({ reason: z.string(), date: z.string(), outcome: z.enum(OUTCOMES).nullable() }))
          .describe('Those that wait first, fifty at most.'),
        report_count: z.int(),
        may_decide: z.boolean().describe('False for what is one’s own.'),
      }),
    ),
    next: z.string().nullable(),
    waiting: z.int().describe('How many posts wait for a decision.'),
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
          written: '2026-11-23 10:02 EST',
          text: 'Which one holds?',
          author: { id: MEMBER, name: 'Nora Nightingale', muted_until: null, may_mute: true },
          state: 'there',
          hidden_reason: null,
          changed_since: null,
          has_confirmed: false,
          reports: [{ reason: 'It names a patient.', date: '2026-11-23 10:14 EST', outcome: null }],
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
  summary: 'Leaves a post as it is, whatever was reported',
  description: 'Decides the reports that wait. Refused where somebody was sooner.',
  refuses: ['not_found', 'forbidden', 'invalid'],
  params: PostParams,
  body: z.strictObject({}),
  reply: Done,
  example: { params, body: {}, reply: { message: 'Report dismissed. The post stays visible.' } },
})
