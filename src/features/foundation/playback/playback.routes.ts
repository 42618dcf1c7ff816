import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { keepPosition, readPosition } from './playback.contract.ts'
import { moveTo, positionOf } from './playback.service.ts'

export function playbackRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readPosition, async ({ params, member }) => {
    const { seconds, secondsAgo } = await positionOf(deps, member, params.id)
    return { seconds, seconds_ago: secondsAgo }
  })
  serve(app, keepPosition, async ({ params: { id }, body: { seconds, seconds_ago: secondsAgo }, member }) => ({
    is_newest: await moveTo(deps, member, { fileId: id, seconds, secondsAgo }),
  }))
}
