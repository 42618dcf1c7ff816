import { z } from 'zod'
import { MAX_DAYS, MAX_REASON_LENGTH } from '#features/community/muting/muting.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { requiredText } from '#shared/text-schema.ts'

const params = { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' }
const MemberParams = z.strictObject({ id: z.uuid('Member not found.').describe("The member's ID.") })
const Done = z.object({ message: z.string() })

export const readMute = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/members/:id/mute/',
  access: { may: 'mute member' },
  summary: 'Check whether a member is muted',
  description: 'Until when, and the reason shown to the member.',
  params: MemberParams,
  reply: z.object({
    mute: z
      .object({ until: z.iso.datetime(), reason: z.string() })
      .nullable()
      .describe('Null if the member is not muted.'),
  }),
  example: { params, reply: { mute: { until: '2026-11-30T15:00:00.000Z', reason: 'Names of patients, twice.' } } },
})

export const muteAMember = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/mute/',
  access: { may: 'mute member' },
  summary: 'Mute a member for some days',
  description:
    'Replaces an earlier mute. The member can still read discussions, is notified of the end date, and sees the reason when trying to post.',
  refuses: ['not_found', 'forbidden'],
  params: MemberParams,
  body: z.strictObject({
    days: z
      .int('Please choose how many days.')
      .min(1, 'Please choose at least one day.')
      .max(MAX_DAYS, `Please choose at most ${MAX_DAYS} days.`),
    reason: requiredText(MAX_REASON_LENGTH, 'Enter a reason. The member sees it.'),
  }),
  reply: Done.extend({ until: z.iso.datetime() }),
  example: {
    params,
    body: { days: 7, reason: 'Names of patients, twice.' },
    reply: {
      message: 'Muted. The member can still read discussions and can post again on Nov 30, 2026, 10:00 AM ET.',
      until: '2026-11-30T15:00:00.000Z',
    },
  },
})

export const unmuteAMember = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/unmute/',
  access: { may: 'mute member' },
  summary: 'Unmute a member',
  description: 'Before the mute ends.',
  refuses: ['not_found', 'forbidden', 'invalid'],
  params: MemberParams,
  body: z.strictObject({}),
  reply: Done,
  example: { params, body: {}, reply: { message: 'Unmuted. The member can post again.' } },
})
