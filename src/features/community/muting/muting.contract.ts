import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export { MAX_DAYS, MAX_REASON_LENGTH } from './muting.rules.ts'

export const readOwnMute = endpoint({
  method: 'GET',
  url: '/Academy/api/account/writing/',
  access: 'member',
  summary: 'Whether the caller may write in discussions',
  description: 'Told before he writes: until when he may not, and why.',
  reply: z.object({ muted: z.string().nullable().describe('In words; null where nothing keeps him from it.') }),
  example: {
    reply: {
      muted:
        'You can’t post in discussions until 2026-11-30 10:00 EST. You can still read them. Reason: Names of patients, twice.',
    },
  },
})
