import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { After, PostId, ThreadId } from './discussions.contract.ts'

const THREAD = 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11'

export const acceptReply = endpoint({
  method: 'POST',
  url: '/Academy/api/discussion/:id/accept/',
  access: 'member',
  summary: 'Mark or unmark a reply as the answer',
  description: 'For the person who asked, and for staff. Null removes the mark.',
  refuses: ['not_found', 'forbidden', 'invalid', 'too_many_requests'],
  params: z.strictObject({ id: ThreadId }),
  body: z.strictObject({ post: PostId.nullable() }),
  reply: z.object({ message: z.string() }),
  example: {
    params: { id: THREAD },
    body: { post: 'b5a1c4c0-58a1-4a7b-9f0e-3a3d1f2b7c12' },
    reply: { message: 'Marked as the answer.' },
  },
})

export const voteForDiscussion = endpoint({
  method: 'POST',
  url: '/Academy/api/discussion/:id/same-question/',
  access: 'member',
  summary: 'Add or remove "same question"',
  description: 'Counted once per member, and not for the person who asked.',
  refuses: ['not_found', 'invalid', 'too_many_requests'],
  params: z.strictObject({ id: ThreadId }),
  body: z.strictObject({ same: z.boolean() }),
  reply: z.object({ votes: z.int() }),
  example: { params: { id: THREAD }, body: { same: true }, reply: { votes: 3 } },
})

export const followDiscussion = endpoint({
  method: 'POST',
  url: '/Academy/api/discussion/:id/follow/',
  access: 'member',
  summary: 'Follow or unfollow a discussion',
  description: 'Members who post in a discussion follow it.',
  refuses: ['not_found', 'too_many_requests'],
  params: z.strictObject({ id: ThreadId }),
  body: z.strictObject({ follow: z.boolean() }),
  reply: z.object({ message: z.string() }),
  example: { params: { id: THREAD }, body: { follow: true }, reply: { message: 'You’re following this discussion.' } },
})

export const pinOrLockDiscussion = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/discussions/:id/',
  access: { may: 'moderate discussions' },
  summary: 'Pin a discussion, or close it to replies',
  description: 'The change is recorded in the audit log.',
  refuses: ['not_found', 'forbidden'],
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ is_pinned: z.boolean(), is_locked: z.boolean() }),
  reply: z.object({ message: z.string() }),
  example: {
    params: { id: THREAD },
    body: { is_pinned: true, is_locked: false },
    reply: { message: 'Done.' },
  },
})

export const listUnansweredDiscussions = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/discussions/',
  access: { may: 'moderate discussions' },
  summary: 'List unanswered discussions of all courses',
  description: 'Oldest first, 20 at a time; `next` is the value for the next page.',
  body: z.strictObject({ after: After }),
  reply: z.object({
    threads: z.array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        course: z.object({ id: z.string(), name: z.string() }),
        asked_at: z.iso.datetime(),
        asked: z.string().describe('In UTC, for pages opened before the last upgrade.'),
        is_hidden: z.boolean(),
      }),
    ),
    next: z.string().nullable(),
  }),
  example: {
    body: { after: null },
    reply: {
      threads: [
        {
          id: THREAD,
          title: 'Thirty days or forty-five?',
          course: { id: 'defense-medical-exam-training', name: 'Defense Medical Exam Training' },
          asked_at: '2026-11-23T15:14:00.000Z',
          asked: '2026-11-23 15:14 UTC',
          is_hidden: false,
        },
      ],
      next: null,
    },
  },
})
