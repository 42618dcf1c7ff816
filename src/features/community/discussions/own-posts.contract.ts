import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { After } from './discussions.contract.ts'

export const listOwnPosts = endpoint({
  method: 'POST',
  url: '/Academy/api/account/posts/',
  access: 'member',
  summary: 'What the caller has written in discussions, the newest first',
  description:
    'Also in courses that are closed to him by now; each can be deleted. What he has deleted is not among them. Twenty at a time; `next` goes on behind them.',
  body: z.strictObject({ after: After }),
  reply: z.object({
    posts: z.array(
      z.object({
        id: z.uuid(),
        thread: z.uuid(),
        number: z.int().describe('Of the post in its discussion; 0 began it.'),
        title: z.string().nullable().describe('Of the question that he asked; null for a reply.'),
        text: z.string().describe('As it was typed.'),
        written: z.string().describe('To the minute, in the time zone of the academy.'),
        hidden_reason: z.string().nullable().describe('Why the academy has hidden it, if it has.'),
        course: z.object({ id: z.string(), name: z.string() }),
        is_open: z.boolean().describe('Whether its discussion is open to him now.'),
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
          written: '2026-11-23 10:14 EST',
          hidden_reason: null,
          course: { id: 'defense-medical-exam-training', name: 'Defense Medical Exam Training' },
          is_open: false,
        },
      ],
      next: null,
    },
  },
})
