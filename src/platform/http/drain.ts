import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Clients are asked to reconnect until no request has arrived for `QUIET_MS`, but for at most `MAX_DRAIN_MS`. */
const QUIET_MS = 300
const MAX_DRAIN_MS = 2_000

/** After that, the requests in progress have this much time to finish. */
const STOP_LIMIT_MS = 7_500

/**
 * Stops the server without losing a request. Each response announces that its connection will close, and the connection
 * closes only after that.
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
    // On a busy machine, received requests may still be waiting to be read, so read them first.
    await afterReading()
  } while (Date.now() - lastAsked < QUIET_MS && Date.now() - since < MAX_DRAIN_MS)

  // A response that began before this announcement leaves its connection open, and only its client would close it. So
  // close idle connections here.
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  // While closing, Node no longer checks for slow sockets. Without this limit, one slow socket would block the stop
  // forever.
  const cut = setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(cut)
}
