import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { LIVE_LIMITS, type LiveLimits } from './notifications.rules.ts'
import { startLiveUpdates } from './live-updates.service.ts'

/**
 * `GET /Academy/live/` is an event stream (`text/event-stream`) that sends `data: {"unread":3,"newest":"…"}` at once
 * and after each change. Another reply in an unread thread doesn't change the count, but it becomes the newest. Clients
 * read the stream with `fetch`, because EventSource can't send the token in a header. This is not a declared endpoint,
 * because it never ends by itself.
 */
export function liveUpdateRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now' | 'catalog' | 'log'>,
  limits: LiveLimits = LIVE_LIMITS,
): void {
  const live = startLiveUpdates(deps, limits)
  // This runs before the server waits for open requests. Otherwise, it would wait for these streams forever.
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
          // Keeps a proxy from buffering the events, which would delay them.
          'x-accel-buffering': 'no',
        })
      })
    },
  )
}
