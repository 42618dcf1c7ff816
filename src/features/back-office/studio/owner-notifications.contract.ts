import { z } from 'zod'
import { LawChange, MAX_TEXT_LENGTH } from '#features/catalog/law-review/law-changes.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { requiredText, optionalText } from '#shared/text-schema.ts'

const params = z.strictObject({
  id: z.uuid(),
  lecture: z.string().min(1).max(100).describe("The lecture's key in the course."),
})
const ID = '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'

export const readOwnerNotifications = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/products/:id/lectures/:lecture/told/',
  access: { may: 'notify learners' },
  summary: 'List notifications sent about a lecture, and whether another can be sent',
  description: 'About the published lecture, not its draft.',
  refuses: ['not_found'],
  params,
  reply: z.object({
    kind: z.enum(['new', 'changed']).describe('What learners would be notified of: a new lecture or a changed one.'),
    owners: z.int(),
    is_told: z.boolean().describe('Learners have already been notified of this version.'),
    begins: z.string().describe('How the notification begins; what changed and why follow it.'),
    told: z.array(LawChange).describe('Newest first.'),
  }),
  example: {
    params: { id: ID, lecture: 'the-rules-that-shape-the-exam' },
    reply: {
      kind: 'changed',
      owners: 12,
      is_told: false,
      begins: '“The Rules That Shape the Exam” in Defense Medical Exam Training has changed.',
      told: [{ day: '2026-11-23', kind: 'changed', what: 'The deadline in Rule 35 changed.', why: 'It was amended.' }],
    },
  },
})

export const notifyOwners = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/lectures/:lecture/tell/',
  access: { may: 'notify learners' },
  summary: 'Notify the learners in a course about a new or changed lecture',
  description:
    'Once per published version: a second request is rejected. Each learner gets a notification at once, and an email as they chose.',
  refuses: ['not_found', 'invalid'],
  params,
  body: z.strictObject({
    what: requiredText(MAX_TEXT_LENGTH, 'Describe what changed or what was added.'),
    why: optionalText(MAX_TEXT_LENGTH),
  }),
  reply: z.object({ message: z.string() }),
  example: {
    params: { id: ID, lecture: 'the-rules-that-shape-the-exam' },
    body: { what: 'The deadline in Rule 35 changed.', why: 'It was amended.' },
    reply: { message: '12 members were notified.' },
  },
})
