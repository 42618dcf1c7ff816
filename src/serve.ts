import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import {
  type Academy,
  lockDataFolder,
  type OpenOptions,
  openAcademy,
  getStartTimeout,
  logConfigWarnings,
} from './academy.ts'
import { logSigningWarnings } from '#features/credentials/open-badges/credentials.public.ts'
import { printWelcome } from './welcome.ts'
import { EndedAtStart, openWorkers } from './workers.ts'
import type { Config } from '#platform/config.ts'
import { reportWorkerMetrics } from '#platform/cluster-metrics.ts'
import { getCurrentProgram } from '#platform/versions.ts'

// Each process can open about 15 connections, and the embedded server allows 100.
const MAX_WORKERS_ON_EMBEDDED = 4

/** `npm run serve`: one process per core on one port. This function runs in each of them. */
export async function serveWithWorkers(config: Config, joining: OpenOptions): Promise<void> {
  await (cluster.isPrimary ? runPrimary(config, joining) : runWorker(config))
}

/**
 * The primary process serves no requests. It owns what must exist only once (the embedded database, its lock, the
 * emulator), migrates the schema, and keeps the workers running.
 */
async function runPrimary(config: Config, joining: OpenOptions): Promise<void> {
  // SIGHUP must not end the process before it has workers to restart.
  process.on('SIGHUP', () => {})
  const academy = await openAcademy(config, { ...joining, ...getStartTimeout(config) })
  const lock = await lockDataFolder(academy)
  await logConfigWarnings(academy)
  await logSigningWarnings(academy.deps)
  const workers = openWorkers({
    environment: { DATABASE_URL: academy.connectionString },
    log: academy.deps.log,
  })
  let isEnding = false
  const stop = async () => {
    if (isEnding) return
    isEnding = true
    await workers.stop()
    await lock?.release()
    await academy.close()
    process.exit(process.exitCode ?? 0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())

  const many = getWorkerCount(config)
  const loaded = await workers.start(many).catch(async (error: unknown) => {
    if (isEnding) return undefined
    const hasSaidWhy = error instanceof EndedAtStart && error.hasSaidWhy
    if (!hasSaidWhy) console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
    await stop()
    return undefined
  })
  const renew = async () => workers.renew(await getCurrentProgram())
  process.on('SIGHUP', () => {
    renew().catch((error: unknown) =>
      academy.deps.log.error({ err: error }, 'processes could not be restarted; the previous version is still running'),
    )
  })
  if (isEnding) return
  if (config.mode !== 'production') await printWelcome(academy, loaded)
  academy.deps.log.info({ workers: many, port: config.port }, 'the academy is running')
}

function getWorkerCount({ workers, databaseUrl }: Config): number {
  if (workers !== undefined) return workers
  return databaseUrl ? availableParallelism() : Math.min(availableParallelism(), MAX_WORKERS_ON_EMBEDDED)
}

/** A worker is an ordinary academy whose database another process runs. Only the primary process stops it. */
async function runWorker(config: Config): Promise<void> {
  // The terminal sends these signals to all processes.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  const { startServing } = await import('./start.ts')
  // In the meantime, a newer version may have started next to the primary process; a worker that died must be replaced
  // anyway.
  const academy = await openAcademy(config, { isOverlapping: true })
  const { loaded, close } = await startServing(academy, { isHot: false })
  process.once('SIGTERM', () => void shutDown(academy, close))
  reportWorkerMetrics()
  process.send?.({ opened: loaded ?? '' })
}

async function shutDown(academy: Academy, close: () => Promise<void>): Promise<void> {
  await close()
  await academy.close()
  process.exit(0)
}
