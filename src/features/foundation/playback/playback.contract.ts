import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const Params = z.strictObject({
  id: z.uuid().describe('The file that plays: `videoId` of a lecture, `podcast_media_id` of a podcast.'),
})

const DAY_SECONDS = 86_400
const YEAR_SECONDS = 365 * DAY_SECONDS

export const readPosition = endpoint({
  method: 'GET',
  url: '/Academy/api/playback/:id/',
  access: 'member',
  summary: 'Where the caller stopped in a recording, on whatever device',
  description:
    'Zero where nothing is kept and where the recording was heard to its end. A file that the caller may not fetch, or that does not play, answers like one that does not exist.',
  refuses: ['not_found'],
  params: Params,
  reply: z.object({
    seconds: z.number(),
    seconds_ago: z.number().nullable().describe('How long ago that was; null where nothing is kept.'),
  }),
  example: {
    params: { id: '1f7e0c52-8a55-4d6d-9a9e-4f100d6d3a9e' },
    reply: { seconds: 221.4, seconds_ago: 7_200 },
  },
})

export const savePosition = endpoint({
  method: 'POST',
  url: '/Academy/api/playback/:id/',
  access: 'member',
  summary: 'Keeps where the caller is in a recording; the newest counts',
  description:
    'Sent every ten seconds while it plays, when it pauses and when the page is left. What could not be sent at once is sent later with `seconds_ago`, and counts only where no newer position is kept. Near the end the position goes back to zero.',
  refuses: ['not_found', 'invalid'],
  params: Params,
  body: z.strictObject({
    seconds: z.number().min(0).max(DAY_SECONDS).describe('At most the length of the recording.'),
    seconds_ago: z.number().min(0).max(YEAR_SECONDS).describe("How long ago, by the caller's clock; 0 for now."),
  }),
  reply: z.object({ is_newest: z.boolean().describe('False where a newer position is kept, which then stays.') }),
  example: {
    params: { id: '1f7e0c52-8a55-4d6d-9a9e-4f100d6d3a9e' },
    body: { seconds: 221.4, seconds_ago: 0 },
    reply: { is_newest: true },
  },
})
