import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { keepPosition, readPosition } from './playback.contract.ts'
import { moveTo, positionOf } from './playback.service.ts'

export function playbackRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readPosition, ({ params, member }) => positionOf(deps, member, params.id))
  serve(app, keepPosition, ({ params: { id }, body: { seconds, seconds_ago: secondsAgo }, member }) =>
    moveTo(deps, member, { fileId: id, seconds, secondsAgo }),
  )
}
