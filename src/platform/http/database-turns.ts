import type { FastifyInstance } from 'fastify'
import { getCurrentClient, runAsClient } from '#db/current-client.ts'
import { clientKeyFor } from '../client-key.ts'
import { getClientAddress, isInProcess } from './in-process.ts'

/**
 * Members, and networks of visitors, take turns using database connections. Their requests wait instead of being
 * rejected, because many nurses may share one IP address.
 */
export function installDatabaseTurns(app: FastifyInstance): void {
  // Runs after the body has been read, because the events of the body's stream would lose the information about the
  // client.
  app.addHook('preHandler', (request, _reply, done) => {
    // The calls of a page's loaders belong to its visitor.
    if (isInProcess(request) && getCurrentClient() !== undefined) return done()
    const { network, wider } = clientKeyFor(getClientAddress(request))
    runAsClient(request.caller?.id ?? wider ?? network, done)
  })
}
