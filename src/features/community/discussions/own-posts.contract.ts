import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { After } from './discussions.contract.ts'

export const listOwnPosts = endpoint({
  method: 'POST',
  url: '/Academy/api/account/posts/',
  access: 'member',
  summary: "List the caller's posts in discussions, newest first",
  description:
    'Including posts in courses the caller is no longer enrolled in. Each can be deleted. Deleted ones are not listed. 20 at a time; `next` is the value for the next page.',
  body: z.strictObject({ after: After }),
  reply: z.object({
    posts: z.array(
      z.object({
        id: z.uuid(),
        thread: z.uuid(),
        number: z.int().describe("The post's number in its discussion; 0 is the first post."),
        title: z.string().nullable().describe("The question's title; null for a reply."),
        text: z.string().describe('The text as typed.'),
        written_at: z.iso.datetime(),
        written: z.string().describe('In UTC, for pages opened before the last upgrade.'),
        hidden_reason: z.string().nullable().describe('Why it was hidden, if it was.'),
        course: z.object({ id: z.string(), name: z.string() }),
        is_open: z.boolean().describe('Whether the caller can open its discussion now.'),
      }),
    ),
    next: z.string().nullable(),
  }),
  example: {
    body: { after: null },
    reply: {
      posts: [
        {
          id: 'b5a1c4c0-58a1-4a7b-9f0e-3a3d1f2b7c12',
          thread: 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11',
          number: 2,
          title: null,
          text: 'Forty-five.',
          written_at: '2026-11-23T15:14:00.000Z',
          written: '2026-11-23 15:14 UTC',
          hidden_reason: null,
          course: { id: 'defense-medical-exam-training', name: 'Defense Medical Exam Training' },
          is_open: false,
        },
      ],
      next: null,
    },
  },
})
