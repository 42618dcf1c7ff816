import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export { MAX_DAYS, MAX_REASON_LENGTH } from './muting.rules.ts'

export const readOwnMute = endpoint({
  method: 'GET',
  url: '/Academy/api/account/writing/',
  access: 'member',
  summary: 'Check whether the caller may post in discussions',
  description: 'To show before the caller writes: until when, and why not.',
  reply: z.object({ muted: z.string().nullable().describe('As text; null if the caller is not muted.') }),
  example: {
    reply: {
      muted:
        'You can’t post in discussions until Nov 30, 2026, 10:00 AM ET. You can still read them. Reason: Names of patients, twice.',
    },
  },
})
