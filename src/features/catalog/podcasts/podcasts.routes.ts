import type { FastifyInstance } from 'fastify'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint, sendCachedText } from '#platform/http/register-endpoint.ts'
import { toDocumentMarkdown } from '#shared/markdown.ts'
import { FEED_PATH } from './feed.rules.ts'
import { buildPodcastFeed } from './feed.service.ts'
import {
  listPodcasts,
  listPodcastsPage,
  type PodcastDetail,
  readPodcast,
  readPodcastAsVisitor,
} from './podcasts.contract.ts'
import { toPodcastDetail, toPodcastSummary, toPodcastWithRecording } from './podcast-details.service.ts'
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
    renderDetail(deps, await getPodcastDetail(deps, member, params.id)),
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

async function renderDetail(
  { db }: Pick<Deps, 'db'>,
  podcast: Awaited<ReturnType<typeof getPodcastDetail>>,
): Promise<PodcastDetail> {
  const description = toDocumentMarkdown(podcast.fullDescription)
  const rendered = await readRendered(db, [description])
  return toPodcastDetail(podcast, rendered(description).html)
}
