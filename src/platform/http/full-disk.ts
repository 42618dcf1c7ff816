import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/app-error.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { hasFreeSpace } from '../disk-space.ts'
import { SAFE_METHODS } from './security.ts'

const CHECK_INTERVAL_MS = 2_000

/**
 * While the disk of the embedded database is almost full, rejects requests that would store something. Reading is still
 * possible.
 */
export function refuseWhenFull(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  if (!isOnLocalDisk(config)) return
  let room = Promise.resolve(true)
  let lookedAt = Number.NEGATIVE_INFINITY
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method)) return
    if (performance.now() - lookedAt > CHECK_INTERVAL_MS) {
      lookedAt = performance.now()
      room = hasFreeSpace(config.dataDir)
      if (!(await room)) request.log.error('the disk is almost full: nothing is stored until space is freed')
    }
    if (await room) return
    throw new AppError('unavailable', 'We can’t save anything right now. Try again later.', {
      retryAfterSeconds: 60,
    })
  })
}

/**
 * Whether the database is on this machine's disk. If several processes run, each gets the socket of the embedded
 * database in its URL. An external database has its own disk.
 */
function isOnLocalDisk({ databaseUrl }: Config): boolean {
  return databaseUrl === undefined || /[?&]host=(?:%2F|\/)/i.test(databaseUrl)
}
