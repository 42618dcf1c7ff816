import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { FEED_PATH } from './feed.rules.ts'
import { podcastFeed } from './feed.service.ts'
import { listPodcasts, listPodcastsPage, readPodcast, readPodcastAsVisitor } from './podcasts.contract.ts'
import { allPodcasts, pageOfPodcasts, podcastOnShelf, podcastToPlay } from './podcasts.service.ts'

export function podcastRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listPodcasts, ({ member }) => allPodcasts(deps, member))
  serve(app, listPodcastsPage, ({ params, member }) => pageOfPodcasts(deps, member?.id, params.page))
  serve(app, readPodcast, ({ params, member }) => podcastToPlay(deps, member, params.id))
  serve(app, readPodcastAsVisitor, ({ params }) => podcastOnShelf(deps, params.id))

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
