import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { LIVE_LIMITS, type LiveLimits } from './notifications.rules.ts'
import { startLiveUpdates } from './live-updates.service.ts'

/**
 * `GET /Academy/live/`: an event stream (`text/event-stream`) with `data: {"unread":3,"newest":"…"}` at once and after each change: a
 * further reply in a thread that is not read yet leaves the number as it is, and is the newest. It is read by `fetch`,
 * with the token in its header: an EventSource could send none but in its address. It never ends by itself, so it is no declared call.
 */
export function liveUpdateRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now' | 'catalogue' | 'log'>,
  limits: LiveLimits = LIVE_LIMITS,
): void {
  const live = startLiveUpdates(deps, limits)
  // Before the server waits for its open requests, of which these would be some for ever.
  app.addHook('preClose', async () => live.close())
  app.get(
    '/Academy/live/',
    { config: { access: 'member', isLive: true }, schema: { hide: true } },
    async (request, reply) => {
      if (!request.caller) throw new AppError('sign_in_required', 'Please log in.')
      live.open(request.caller, () => {
        reply.hijack()
        return reply.raw.writeHead(200, {
          ...(reply.getHeaders() as Record<string, string>),
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          // A proxy that waits for more would hold every event back.
          'x-accel-buffering': 'no',
        })
      })
    },
  )
}
