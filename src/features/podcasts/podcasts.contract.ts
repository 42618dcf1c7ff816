import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** A cover in one format and width; `url` is a path on the API host. */
const Image = z.object({ format: z.enum(['avif', 'webp']), width: z.number(), url: z.string() })

const PodcastOnShelf = z.object({
  id_: z.string(),
  /** A path on the API host; the poster where there is no cover. */
  image_url: z.string().nullable(),
  images: z.array(Image),
  podcast_title: z.string(),
  podcast_short_description: z.string(),
  /** False: every member may listen. */
  is_for_sale: z.boolean(),
  /** Always false without a token. */
  is_purchased: z.boolean(),
  /** Decimal, such as "9.99". */
  price: z.string(),
  currency: z.string(),
  /** Such as "2026-01-15". */
  launch_date: z.string(),
})

const PodcastToPlay = z.object({
  ...PodcastOnShelf.shape,
  /** Markdown. */
  podcast_full_description: z.string(),
  /** The same as HTML, sanitized. */
  podcast_full_description_html: z.string(),
  /** Signed paths that expire; null where there is none, and for who has to buy the podcast first. */
  podcast_audio: z.string().nullable(),
  podcast_video: z.string().nullable(),
  podcast_captions: z.string().nullable(),
  /** The poster is public. */
  podcast_poster: z.string().nullable(),
  /** What is said, in paragraphs with the second at which each begins; empty for who has to buy the podcast first. */
  transcript: z.array(z.object({ seconds: z.number(), text: z.string() })),
})

export type PodcastOnShelf = z.infer<typeof PodcastOnShelf>
export type PodcastToPlay = z.infer<typeof PodcastToPlay>

export const listPodcasts = endpoint({
  method: 'GET',
  url: '/Academy/api/podcasts/',
  access: 'anyone',
  summary: 'The podcasts; with a token also which of them the caller has bought',
  reply: z.array(PodcastOnShelf),
})

export const readPodcast = endpoint({
  method: 'GET',
  url: '/Academy/api/podcast/:id/',
  access: 'member',
  summary: 'A podcast, with its sound or video where it is free or bought',
  params: z.strictObject({ id: z.string().min(1).max(200) }),
  reply: PodcastToPlay,
})
