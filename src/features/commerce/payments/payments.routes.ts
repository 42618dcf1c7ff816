import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { receiveEvent } from './webhook.service.ts'

// An event brings its whole object along, with all that the operator has written on it.
const MAX_EVENT_BYTES = 256 * 1024

/** The address that the card provider sends its events to. In a scope of its own: a signature is over raw bytes. */
export function purchaseRoutes(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      '/webhooks/stripe',
      { bodyLimit: MAX_EVENT_BYTES, config: { access: 'page' }, schema: { hide: true } },
      async ({ body, headers }) => {
        const signature = headers['stripe-signature']
        if (!Buffer.isBuffer(body) || typeof signature !== 'string') {
          throw new AppError('invalid', 'This is not an event that the card provider signed.')
        }
        await receiveEvent(deps, body, signature)
        return { received: true }
      },
    )
  })
}
