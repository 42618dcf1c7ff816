import type { FastifyInstance } from 'fastify'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import { imageUrlOf } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { cents, decimalOf } from '#shared/money.ts'
import { documentText } from '#shared/markdown.ts'
import { FEED_PATH } from './feed.rules.ts'
import { podcastFeed } from './feed.service.ts'
import {
  listPodcasts,
  listPodcastsPage,
  type PodcastInFull,
  type PodcastOnShelf,
  type PodcastToPlay,
  readPodcast,
  readPodcastAsVisitor,
} from './podcasts.contract.ts'
import { allPodcasts, pageOfPodcasts, podcastOnShelf, podcastToPlay } from './podcasts.service.ts'

export function podcastRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listPodcasts, async ({ member }) => (await allPodcasts(deps, member)).map(inFull))
  serve(app, listPodcastsPage, async ({ params, member }) => {
    const { podcasts, ...page } = await pageOfPodcasts(deps, member?.id, params.page)
    return { items: podcasts.map(onShelf), ...page }
  })
  serve(app, readPodcast, async ({ params, member }) => toPlay(deps, await podcastToPlay(deps, member, params.id)))
  serve(app, readPodcastAsVisitor, async ({ params }) => onShelf(await podcastOnShelf(deps, params.id)))

  app.get(FEED_PATH, { config: { access: 'page' }, schema: { hide: true } }, async (_, reply) =>
    reply
      .headers({
        'content-type': 'application/rss+xml; charset=utf-8',
        'cache-control': 'public, max-age=300',
        // Players in other sites' pages read it, too.
        'access-control-allow-origin': '*',
      })
      .send(await podcastFeed(deps)),
  )
}

type Playable = Awaited<ReturnType<typeof allPodcasts>>[number]

async function toPlay(
  { db }: Pick<Deps, 'db'>,
  podcast: Awaited<ReturnType<typeof podcastToPlay>>,
): Promise<PodcastToPlay> {
  const description = documentText(podcast.fullDescription)
  const rendered = await readRendered(db, [description])
  return {
    ...inFull(podcast),
    podcast_full_description_html: rendered(description).html,
    podcast_media_id: podcast.mediaId,
    podcast_captions: podcast.captionsAddress,
    podcast_poster: podcast.posterAddress,
    is_disputed: podcast.isDisputed,
  }
}

function inFull(podcast: Playable): PodcastInFull {
  return {
    ...onShelf(podcast),
    podcast_full_description: podcast.fullDescription,
    podcast_audio: podcast.audioAddress,
    podcast_video: podcast.videoAddress,
  }
}

function onShelf(podcast: Awaited<ReturnType<typeof podcastOnShelf>>): PodcastOnShelf {
  return {
    id_: podcast.slug,
    image_url: imageUrlOf(podcast.images) ?? podcast.posterAddress,
    images: podcast.images,
    podcast_title: podcast.title,
    podcast_short_description: podcast.shortDescription,
    is_for_sale: podcast.isForSale,
    is_purchased: podcast.isPurchased,
    price: decimalOf(cents(podcast.priceCents)),
    currency: podcast.currency,
    launch_date: podcast.launchDate,
  }
}
