import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { receiveEvent } from './webhook.service.ts'

// An event contains the whole Stripe object, including metadata and descriptions that the operator added.
const MAX_EVENT_BYTES = 256 * 1024

/** The card provider's webhook. It is in its own scope, because signatures are made from the raw bytes of the body. */
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
          throw new AppError('invalid', 'This event was not signed by Stripe.')
        }
        await receiveEvent(deps, body, signature)
        return { received: true }
      },
    )
  })
}
