import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { savePosition, readPosition } from './playback.contract.ts'
import { updatePosition, getPosition } from './resume-positions.service.ts'

export function playbackRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readPosition, ({ params, member }) => getPosition(deps, member, params.id))
  registerEndpoint(
    app,
    savePosition,
    async ({ params: { id }, body: { seconds, seconds_ago: secondsAgo }, member }) => ({
      is_newest: await updatePosition(deps, member, { fileId: id, seconds, secondsAgo }),
    }),
  )
}
