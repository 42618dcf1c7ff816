import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** `/healthz` succeeds while the process is running. `/readyz` succeeds while the process can do its work. */
export function installHealth(app: FastifyInstance, { jobs, isDatabaseUp }: Pick<Deps, 'jobs' | 'isDatabaseUp'>): void {
  const config = { access: 'page' as const }
  app.get('/healthz', { config }, () => ({ status: 'ok' }))
  app.get('/readyz', { config }, async (_request, reply) => {
    const database = await isDatabaseUp()
    const ready = database && jobs.isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready', database, jobs: jobs.isReady() })
  })
}
