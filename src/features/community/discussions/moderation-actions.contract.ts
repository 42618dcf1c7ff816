import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { requiredText } from '#shared/text-schema.ts'
import { PostId } from './discussions.contract.ts'
import { MAX_REASON_LENGTH } from './discussions.rules.ts'

// Moderation of others' posts, on the discussion page or in the list of reports; handled by
// `features/community/moderation`.

const params = { id: 'b5a1c4c0-58a1-4a7b-9f0e-3a3d1f2b7c12' }
export const PostParams = z.strictObject({ id: PostId })
export const Done = z.object({ message: z.string() })

const reason = (asked: string) => requiredText(MAX_REASON_LENGTH, asked)

export const reportPost = endpoint({
  method: 'POST',
  url: '/Academy/api/discussion/post/:id/report/',
  access: 'member',
  summary: 'Report a post',
  description:
    'A moderator decides. The author can’t see who reported it. One report per member: a repeated request changes nothing.',
  refuses: ['not_found', 'invalid', 'conflict', 'too_many_requests'],
  params: PostParams,
  body: z.strictObject({ reason: reason('Describe what is wrong with the post.') }),
  reply: Done,
  example: {
    params,
    body: { reason: 'It names a patient.' },
    reply: { message: 'Thank you. A moderator will review it.' },
  },
})

export const hidePost = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/posts/:id/hide/',
  access: { may: 'moderate' },
  summary: 'Hide a post from everyone but its author, who sees the reason',
  description: 'Closes its reports. Fails if it is already hidden or deleted.',
  refuses: ['not_found', 'forbidden', 'invalid'],
  params: PostParams,
  body: z.strictObject({ reason: reason('Enter a reason. The author sees it.') }),
  reply: Done,
  example: {
    params,
    body: { reason: 'It names a patient.' },
    reply: { message: 'Post hidden. We’re notifying the author of the reason.' },
  },
})

export const unhidePost = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/posts/:id/show/',
  access: { may: 'moderate' },
  summary: 'Unhide a post',
  description:
    'Notifies the author. If it was marked as the answer, it becomes the answer again, unless another reply has been marked since.',
  refuses: ['not_found', 'forbidden', 'invalid'],
  params: PostParams,
  body: z.strictObject({}),
  reply: Done,
  example: { params, body: {}, reply: { message: 'Post unhidden. We’re notifying the author.' } },
})
