import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { MOST_REASON, OUTCOMES } from './moderation.rules.ts'

const POST = 'b5a1c4c0-58a1-4a7b-9f0e-3a3d1f2b7c12'
const THREAD = 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11'
const MEMBER = '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'
const params = { id: POST }
const PostParams = z.strictObject({ id: z.uuid('No such post.').describe('Of the post.') })
const Done = z.object({ message: z.string() })

const reason = (asked: string) =>
  z.string().trim().min(1, asked).max(MOST_REASON, `Please use at most ${MOST_REASON} characters.`)

export const reportPost = endpoint({
  method: 'POST',
  url: '/Academy/api/discussion/post/:id/report/',
  access: 'member',
  summary: 'Says that a post should not stand',
  description:
    'Staff decides. Its author is not told who it was. Once for each member: the same again changes nothing.',
  refuses: ['not_found', 'invalid', 'too_many_requests'],
  params: PostParams,
  body: z.strictObject({ reason: reason('Please say what is wrong with it.') }),
  reply: Done,
  example: {
    params,
    body: { reason: 'It names a patient.' },
    reply: { message: 'Thank you. Somebody of ours looks at it.' },
  },
})

export const findReports = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/reports/',
  access: { may: 'moderate' },
  summary: 'Posts that members have reported',
  description:
    'Those that wait, the longest waiting first, or those that are decided, the newest first. Twenty at a time; `page` counts from 0.',
  body: z.strictObject({
    state: z.enum(['waiting', 'decided']).default('waiting'),
    page: z.int().min(0).max(1_000).default(0),
  }),
  reply: z.object({
    posts: z.array(
      z.object({
        id: z.uuid(),
        thread: z.uuid(),
        course: z.object({ id: z.string(), name: z.string() }),
        title: z.string(),
        text: z.string().describe('As it was typed; empty once its author has deleted it.'),
        author: z.object({ id: z.uuid(), name: z.string() }),
        state: z.enum(['there', 'deleted', 'hidden']),
        hidden_reason: z.string().nullable(),
        has_confirmed: z.boolean().describe('Its author was warned of data of a patient, and sent it all the same.'),
        reports: z.array(z.object({ reason: z.string(), date: z.string(), outcome: z.enum(OUTCOMES).nullable() })),
        may_decide: z.boolean().describe('False for what is one’s own.'),
      }),
    ),
    is_more: z.boolean(),
  }),
  example: {
    body: { state: 'waiting', page: 0 },
    reply: {
      posts: [
        {
          id: POST,
          thread: THREAD,
          course: { id: 'defense-medical-exam-training', name: 'Defense Medical Exam Training' },
          title: 'Thirty days or forty-five?',
          text: 'Which one holds?',
          author: { id: MEMBER, name: 'Nora Nightingale' },
          state: 'there',
          hidden_reason: null,
          has_confirmed: false,
          reports: [{ reason: 'It names a patient.', date: '2026-11-23 10:14', outcome: null }],
          may_decide: true,
        },
      ],
      is_more: false,
    },
  },
})

export const hideAPost = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/posts/:id/hide/',
  access: { may: 'moderate' },
  summary: 'Hides a post from everybody but its author, who reads why',
  description: 'Its reports are decided by it. Refused where it is hidden or deleted by then.',
  refuses: ['not_found', 'forbidden', 'invalid'],
  params: PostParams,
  body: z.strictObject({ reason: reason('Please say why. Its author reads it.') }),
  reply: Done,
  example: { params, body: { reason: 'It names a patient.' }, reply: { message: 'Hidden. Its author is told why.' } },
})

export const showAPost = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/posts/:id/show/',
  access: { may: 'moderate' },
  summary: 'Shows a post that was hidden again',
  description: 'Its author is told. What was accepted as the answer before is not any more.',
  refuses: ['not_found', 'forbidden', 'invalid'],
  params: PostParams,
  body: z.strictObject({}),
  reply: Done,
  example: { params, body: {}, reply: { message: 'Everybody can read it again. Its author is told.' } },
})

export const dismissReports = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/posts/:id/dismiss/',
  access: { may: 'moderate' },
  summary: 'Leaves a post as it is, whatever was reported',
  description: 'Decides the reports that wait. Refused where somebody was sooner.',
  refuses: ['not_found', 'forbidden', 'invalid'],
  params: PostParams,
  body: z.strictObject({}),
  reply: Done,
  example: { params, body: {}, reply: { message: 'It stays as it is.' } },
})
