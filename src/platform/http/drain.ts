import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Clients are asked to reconnect until none has sent a request for this long, up to this maximum. */
const QUIET_MS = 300
const MAX_DRAIN_MS = 2_000

/** After that, the maximum time for requests in flight to finish. */
const STOP_LIMIT_MS = 7_500

/**
 * Stops the server without losing a request: each reply announces that its connection will close, and only then is it
 * closed.
 */
export async function closeGracefully(app: FastifyInstance): Promise<void> {
  const { server } = app
  const since = Date.now()
  let lastAsked = since
  server.prependListener('request', (_request, reply) => {
    lastAsked = Date.now()
    reply.setHeader('connection', 'close')
  })
  do {
    await sleep(50)
    // On a busy machine requests may have waited longer than this timer, so they are read first.
    await afterReading()
  } while (Date.now() - lastAsked < QUIET_MS && Date.now() - since < MAX_DRAIN_MS)

  // A reply that began before the announcement leaves its connection open, and only the client would close it.
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  // While closing, Node no longer checks for slow sockets: without this, a single one would block the stop forever.
  const cut = setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(cut)
}
