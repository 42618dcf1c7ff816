import { z } from 'zod'
import { LawChange, MAX_TEXT_LENGTH } from '#features/catalog/law-review/law-changes.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { requiredText, optionalText } from '#shared/text-schema.ts'

const params = z.strictObject({ id: z.uuid(), lecture: z.string().min(1).max(100).describe('Its key in the course.') })
const ID = '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'

export const readOwnerNotifications = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/products/:id/lectures/:lecture/told/',
  access: { may: 'tell owners' },
  summary: 'What owners were told of a lecture, and whether there is more to tell',
  description: 'Of a lecture as learners see it, not of its draft.',
  refuses: ['not_found'],
  params,
  reply: z.object({
    kind: z
      .enum(['new', 'changed'])
      .describe('What owners would be told now: that it is new to them, or that it changed.'),
    owners: z.int(),
    is_told: z.boolean().describe('Of the lecture as it stands owners were told already.'),
    begins: z.string().describe('How their notice begins; what and why come behind it.'),
    told: z.array(LawChange).describe('The newest first.'),
  }),
  example: {
    params: { id: ID, lecture: 'the-rules-that-shape-the-exam' },
    reply: {
      kind: 'changed',
      owners: 12,
      is_told: false,
      begins: '“The Rules That Shape the Exam” of Defense Medical Exam Training has changed.',
      told: [{ day: '2026-11-23', kind: 'changed', what: 'Rule 35 is explained anew.', why: 'It was amended.' }],
    },
  },
})

export const notifyOwners = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/lectures/:lecture/tell/',
  access: { may: 'tell owners' },
  summary: 'Tells everybody who owns the course what changed in a lecture, or that it is new',
  description:
    'Once for what stands: whoever comes second is told so, and nobody is told twice. Each owner gets a notice at once, and a mail as each has chosen.',
  refuses: ['not_found', 'invalid'],
  params,
  body: z.strictObject({
    what: requiredText(MAX_TEXT_LENGTH, 'Describe what changed or what was added.'),
    why: optionalText(MAX_TEXT_LENGTH),
  }),
  reply: z.object({ message: z.string() }),
  example: {
    params: { id: ID, lecture: 'the-rules-that-shape-the-exam' },
    body: { what: 'Rule 35 is explained anew.', why: 'It was amended.' },
    reply: { message: '12 members were told.' },
  },
})
