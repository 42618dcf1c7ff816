import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { LIVE_LIMITS, type LiveLimits } from './notifications.rules.ts'
import { startLiveUpdates } from './live-updates.service.ts'

/**
 * `GET /Academy/live/`: an event stream (`text/event-stream`) with `data: {"unread":3,"newest":"…"}` at once and after
 * each change. Another reply in an unread thread doesn't change the count but becomes the newest. Clients read it with
 * `fetch`, which can send the token in a header; EventSource can't. It never ends by itself, so it is not a declared
 * endpoint.
 */
export function liveUpdateRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now' | 'catalog' | 'log'>,
  limits: LiveLimits = LIVE_LIMITS,
): void {
  const live = startLiveUpdates(deps, limits)
  // Runs before the server waits for open requests; otherwise it would wait for these streams forever.
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
          // Otherwise, a buffering proxy would delay the events.
          'x-accel-buffering': 'no',
        })
      })
    },
  )
}
