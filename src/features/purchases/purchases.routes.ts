import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { lookForStrays } from './strays.jobs.ts'
import { tellStrays } from './strays.service.ts'
import { recordSale, reverseSale } from './tax-books.service.ts'
import { recordTax, reverseTax } from './tax.jobs.ts'
import { receiveEvent } from './webhook.service.ts'

// An event brings its whole object along, with all that the operator has written on it.
const MAX_EVENT_BYTES = 256 * 1024

/** The address that the card provider sends its events to. In a scope of its own: a signature is over raw bytes. */
export function purchaseRoutes(app: FastifyInstance, deps: Deps): void {
  deps.jobs.handle(recordTax, async ({ purchaseId }) => void (await recordSale(deps, purchaseId)))
  deps.jobs.handle(reverseTax, (refund) => reverseSale(deps, refund))
  deps.jobs.repeat(lookForStrays, '41 7 * * *', () => tellStrays(deps))

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
