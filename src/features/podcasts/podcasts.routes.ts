import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { listPodcasts, readPodcast } from './podcasts.contract.ts'
import { podcastsOnShelf, podcastToPlay } from './podcasts.service.ts'

export function podcastRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listPodcasts, ({ member }) => podcastsOnShelf(deps, member?.id))
  serve(app, readPodcast, ({ params, member }) => podcastToPlay(deps, member.id, params.id))
}
