import type { FastifyInstance } from 'fastify'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import { getImageUrl } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint, sendCachedText } from '#platform/http/register-endpoint.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import { toDocumentMarkdown } from '#shared/markdown.ts'
import { FEED_PATH } from './feed.rules.ts'
import { buildPodcastFeed } from './feed.service.ts'
import {
  listPodcasts,
  listPodcastsPage,
  type PodcastWithRecording,
  type PodcastSummary,
  type PodcastDetail,
  readPodcast,
  readPodcastAsVisitor,
} from './podcasts.contract.ts'
import { listAllPodcasts, getPodcastsPage, getPodcastSummary, getPodcastDetail } from './podcasts.service.ts'

export function podcastRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, listPodcasts, async ({ member }) =>
    (await listAllPodcasts(deps, member)).map(toPodcastWithRecording),
  )
  registerEndpoint(app, listPodcastsPage, async ({ params, member }) => {
    const { podcasts, ...page } = await getPodcastsPage(deps, member?.id, params.page)
    return { items: podcasts.map(toPodcastSummary), ...page }
  })
  registerEndpoint(app, readPodcast, async ({ params, member }) =>
    toPodcastDetail(deps, await getPodcastDetail(deps, member, params.id)),
  )
  registerEndpoint(app, readPodcastAsVisitor, async ({ params }) =>
    toPodcastSummary(await getPodcastSummary(deps, params.id)),
  )

  app.get(FEED_PATH, { config: { access: 'page' }, schema: { hide: true } }, (request, reply) =>
    sendCachedText(request, reply, { headers: FEED_HEADERS, make: () => buildPodcastFeed(deps) }),
  )
}

const FEED_HEADERS = {
  'content-type': 'application/rss+xml; charset=utf-8',
  'cache-control': 'public, max-age=300',
  vary: 'accept-encoding',
  // Players on other sites read the feed, too.
  'access-control-allow-origin': '*',
}

type PodcastRecord = Awaited<ReturnType<typeof listAllPodcasts>>[number]

async function toPodcastDetail(
  { db }: Pick<Deps, 'db'>,
  podcast: Awaited<ReturnType<typeof getPodcastDetail>>,
): Promise<PodcastDetail> {
  const description = toDocumentMarkdown(podcast.fullDescription)
  const rendered = await readRendered(db, [description])
  return {
    ...toPodcastWithRecording(podcast),
    podcast_full_description_html: rendered(description).html,
    podcast_media_id: podcast.mediaId,
    podcast_captions: podcast.captionsAddress,
    podcast_poster: podcast.posterAddress,
    is_disputed: podcast.isDisputed,
  }
}

function toPodcastWithRecording(podcast: PodcastRecord): PodcastWithRecording {
  return {
    ...toPodcastSummary(podcast),
    podcast_full_description: podcast.fullDescription,
    podcast_audio: podcast.audioAddress,
    podcast_video: podcast.videoAddress,
  }
}

function toPodcastSummary(podcast: Awaited<ReturnType<typeof getPodcastSummary>>): PodcastSummary {
  return {
    id_: podcast.slug,
    image_url: getImageUrl(podcast.images) ?? podcast.posterAddress,
    images: podcast.images,
    podcast_title: podcast.title,
    podcast_short_description: podcast.shortDescription,
    is_for_sale: podcast.isForSale,
    is_purchased: podcast.isPurchased,
    price: formatDecimal(cents(podcast.priceCents)),
    currency: podcast.currency,
    launch_date: podcast.launchDate,
  }
}
