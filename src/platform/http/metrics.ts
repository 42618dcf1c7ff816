import { timingSafeEqual, createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/app-error.ts'
import type { Deps } from '../deps.ts'
import { METRICS_TYPE, metricsText, requestSeconds } from '../metrics.ts'

/** `/metrics` for Prometheus, and the time of every request. */
export function installMetrics(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    // The declared address: what was called may hold anything, and there is no end of it.
    const route = request.routeOptions.url ?? 'none'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    requestSeconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000)
    done()
  })
  app.get(
    '/metrics',
    { config: { access: 'page' }, compress: false, schema: { hide: true } },
    async (request, reply) => {
      // Whoever may not see them is not told that they are there.
      if (!isLocal(request) && !hasToken(request, config.metricsToken)) throw new AppError('not_found', 'Not found.')
      return reply
        .type(METRICS_TYPE)
        .header('cache-control', 'no-store')
        .send(await metricsText())
    },
  )
}

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/** From this machine, and not by a proxy on it, which speaks for anybody. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  const isLoopback = /^(::ffff:)?127[.]|^::1$/.test(socket.remoteAddress ?? '')
  return isLoopback && FORWARDED.every((name) => headers[name] === undefined)
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
