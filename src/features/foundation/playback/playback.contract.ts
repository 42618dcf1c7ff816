import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const Params = z.strictObject({
  id: z.uuid().describe('The file being played: `videoId` of a lecture, `podcast_media_id` of a podcast.'),
})

const DAY_SECONDS = 86_400
const YEAR_SECONDS = 365 * DAY_SECONDS

export const Position = z.object({
  seconds: z.number(),
  seconds_ago: z.number().nullable().describe('How long ago it was stored; null without a position.'),
})
export type Position = z.infer<typeof Position>

export const readPosition = endpoint({
  method: 'GET',
  url: '/Academy/api/playback/:id/',
  access: 'member',
  summary: 'Get the playback position of a recording, from any device',
  description:
    "Zero if none is stored, or if the recording was played to its end. A file that the caller can't access or play gets the same response as one that does not exist.",
  refuses: ['not_found'],
  params: Params,
  reply: Position,
  example: {
    params: { id: '1f7e0c52-8a55-4d6d-9a9e-4f100d6d3a9e' },
    reply: { seconds: 221.4, seconds_ago: 7_200 },
  },
})

export const savePosition = endpoint({
  method: 'POST',
  url: '/Academy/api/playback/:id/',
  access: 'member',
  summary: 'Store the playback position of a recording',
  description:
    'Sent every ten seconds during playback, on pause, and when leaving the page. A late report has `seconds_ago`, and counts only if no newer position is stored. Near the end, the position returns to zero.',
  refuses: ['not_found', 'invalid'],
  params: Params,
  body: z.strictObject({
    seconds: z.number().min(0).max(DAY_SECONDS).describe('At most the length of the recording.'),
    seconds_ago: z.number().min(0).max(YEAR_SECONDS).describe("How long ago, by the caller's clock; 0 for now."),
  }),
  reply: z.object({ is_newest: z.boolean().describe('False if a newer position is stored, which is kept.') }),
  example: {
    params: { id: '1f7e0c52-8a55-4d6d-9a9e-4f100d6d3a9e' },
    body: { seconds: 221.4, seconds_ago: 0 },
    reply: { is_newest: true },
  },
})
