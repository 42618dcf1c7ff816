import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Callers are told to come back on another connection until nobody has asked for so long, or at most for so long. */
const QUIET_MS = 300
const MAX_DRAIN_MS = 2_000

/** How long requests in flight may take to finish after that. */
const STOP_LIMIT_MS = 7_500

/** Ends the server so that no caller loses a request: each reply says that its connection closes, and only then it does. */
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
    // On a machine under load requests may have waited longer than this timer: they are read first.
    await afterReading()
  } while (Date.now() - lastAsked < QUIET_MS && Date.now() - since < MAX_DRAIN_MS)

  // A reply that began before the farewell leaves its connection open: nobody would close it but the caller.
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  // Once it is closing, Node no longer looks for slow sockets: without this one of them would keep us for ever.
  const cut = setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(cut)
}
