import { z } from 'zod'
import { Image } from '#features/foundation/media/media.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { PageParams, createPageSchema } from '#shared/paging.ts'

const Params = z.strictObject({ id: z.string().min(1).max(200).describe("The podcast's ID.") })

const PodcastSummary = z.object({
  id_: z.string(),
  image_url: z.string().nullable().describe('A path on the API host; the poster if there is no cover.'),
  images: z.array(Image),
  podcast_title: z.string(),
  podcast_short_description: z.string(),
  is_for_sale: z.boolean().describe('False if every member may listen from the launch date on.'),
  is_purchased: z.boolean().describe('Always false without a token.'),
  price: z.string().describe('Decimal, such as "9.99".'),
  currency: z.string(),
  launch_date: z.string().describe('Such as "2026-01-15".'),
})

const PodcastWithRecording = z.object({
  ...PodcastSummary.shape,
  podcast_full_description: z.string().describe('Markdown.'),
  podcast_audio: z
    .string()
    .nullable()
    .describe(
      'Signed paths that expire. Null if there is no such file, without a token, before the launch date of a free podcast, and if the caller has to buy the podcast first.',
    ),
  podcast_video: z.string().nullable(),
})

export const PodcastDetail = z.object({
  ...PodcastWithRecording.shape,
  podcast_full_description_html: z.string().describe('The same as sanitized HTML.'),
  podcast_media_id: z.string().nullable().describe('The ID under which the playback position is stored.'),
  podcast_captions: z.string().nullable().describe('WebVTT, for captions and the transcript.'),
  podcast_poster: z.string().nullable().describe('The poster is public.'),
  is_disputed: z.boolean().describe('The caller bought it, and access is paused because the payment is disputed.'),
})

export type PodcastSummary = z.infer<typeof PodcastSummary>
export type PodcastWithRecording = z.infer<typeof PodcastWithRecording>
export type PodcastDetail = z.infer<typeof PodcastDetail>

/** Examples of what visitors see. */
const SUMMARY_EXAMPLE: PodcastSummary = {
  id_: 'eyes-ears-watch-the-observers-three-tools',
  image_url: '/images/7f20…/cover-640.webp',
  images: [{ format: 'webp', width: 640, url: '/images/4c1f…/cover-640.webp' }],
  podcast_title: "Eyes, Ears, Watch: The Observer's Three Tools",
  podcast_short_description: 'What to bring into the room, and how to use it.',
  is_for_sale: true,
  is_purchased: false,
  price: '9.99',
  currency: 'usd',
  launch_date: '2026-01-15',
}
const DETAIL_EXAMPLE: PodcastWithRecording = {
  ...SUMMARY_EXAMPLE,
  podcast_full_description: 'Fifteen minutes for the drive to the exam.',
  podcast_audio: null,
  podcast_video: null,
}

export const listPodcasts = endpoint({
  method: 'GET',
  url: '/Academy/api/podcasts/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'List podcasts, and with a token, which of them the caller bought',
  description:
    'Free podcasts and those for sale, in catalog order. Without a token, `is_purchased` is false and there is nothing to play.',
  reply: z.array(PodcastWithRecording),
  example: {
    reply: [DETAIL_EXAMPLE],
  },
})

export const listPodcastsPage = endpoint({
  method: 'GET',
  url: '/Academy/api/podcasts/pages/:page/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'List one page of the podcasts',
  description: 'One page of the shop without full descriptions, and the number of pages.',
  refuses: ['not_found'],
  params: PageParams,
  reply: createPageSchema(PodcastSummary),
  example: { params: { page: '1' }, reply: { items: [SUMMARY_EXAMPLE], page: 1, pages: 1 } },
})

export const readPodcast = endpoint({
  method: 'GET',
  url: '/Academy/api/podcast/:id/',
  access: 'member',
  summary: 'Get a podcast, with its recording if it is free or bought',
  description:
    'Media addresses are signed for the caller and expire. They are null if the caller has to buy the podcast first.',
  refuses: ['not_found'],
  params: Params,
  reply: PodcastDetail,
  example: {
    params: { id: 'eyes-ears-watch-the-observers-three-tools' },
    reply: {
      ...DETAIL_EXAMPLE,
      is_purchased: true,
      podcast_full_description_html: '<p>Fifteen minutes for the drive to the exam.</p>',
      podcast_media_id: '0a9d0c52-8a55-4d6d-9a9e-4f100d6d3a9e',
      podcast_audio: '/media/0a9d…/episode.m4a?expires=…&signature=…',
      podcast_captions: '/media/33e1…/episode.vtt?expires=…&signature=…',
      podcast_poster: null,
      is_disputed: false,
    },
  },
})

export const readPodcastAsVisitor = endpoint({
  method: 'GET',
  url: '/Academy/api/podcast/:id/notAuthenticated/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'Get a podcast, the same for everyone',
  description: 'Nothing to play: that takes a token and the call above. `is_purchased` is always false.',
  refuses: ['not_found'],
  params: Params,
  reply: PodcastSummary,
  example: {
    params: { id: 'eyes-ears-watch-the-observers-three-tools' },
    reply: SUMMARY_EXAMPLE,
  },
})
