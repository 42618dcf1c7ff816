import { timingSafeEqual, createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/app-error.ts'
import type { Deps } from '../deps.ts'
import { isLocalRequest } from './local-request.ts'
import { METRICS_TYPE, renderMetrics, requestSeconds } from '../metrics.ts'

/** Serves `/metrics` for Prometheus, and measures the duration of every request. */
export function installMetrics(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.isLive) return done()
    // Uses the declared route, not the requested URL, because clients could request any number of URLs.
    const route = request.routeOptions.url ?? 'none'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    requestSeconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000)
    done()
  })
  app.get(
    '/metrics',
    { config: { access: 'page' }, compress: false, schema: { hide: true } },
    async (request, reply) => {
      // In production, metrics require the token even from this machine: any program may run here, and a client behind
      // a proxy that sends no forwarding headers looks local.
      const isOpen = config.mode !== 'production' && isLocalRequest(request)
      // Unauthorized clients must not learn that metrics exist.
      if (!isOpen && !hasToken(request, config.metricsToken)) throw new AppError('not_found', 'Not found.')
      return reply
        .type(METRICS_TYPE)
        .header('cache-control', 'no-store')
        .send(await renderMetrics())
    },
  )
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
