import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#platform/deps.ts'
import { handleMetricsRequest } from '#platform/cluster-metrics.ts'
import type { Program } from '#platform/versions.ts'

// A worker needs at most ten seconds to finish requests and eight seconds to finish jobs.
const END_TIMEOUT_MS = 20_000
const SHORT_LIFE_MS = 30_000
const RESTART_PAUSE_MS = 250
const MAX_RESTART_PAUSE_MS = 30_000
// Longer than the wait for a database, but shorter than an upgrade waits.
const OPEN_TIMEOUT_MS = 150_000

/** A process ended before it could serve requests. */
export class EndedAtStart extends Error {
  /** Whether it printed the reason on stderr. */
  readonly hasSaidWhy: boolean

  constructor(message: string, hasSaidWhy: boolean) {
    super(message)
    this.hasSaidWhy = hasSaidWhy
  }
}

type Options = { environment: Record<string, string>; log: Log; openingMs?: number }

// Each process accepts connections from the port itself. By default, the primary process accepts them and passes them
// on; if a worker is then killed, a connection on its way to that worker never gets a response.
cluster.schedulingPolicy = cluster.SCHED_NONE

/**
 * The processes that serve requests. Those that die are replaced, and all of them can be replaced by a new version
 * without downtime.
 */
export function openWorkers({ environment, log, openingMs = OPEN_TIMEOUT_MS }: Options) {
  /**
   * The current workers, with the program that each one runs. A worker that ends and is not in this map was stopped on
   * purpose.
   */
  const serving = new Map<Worker, Program>()
  let isEnding = false
  let shortLives = 0
  let program = getOwnProgram()
  let renewing: Promise<void> = Promise.resolve()

  function take(worker: Worker, runs: Program): void {
    serving.set(worker, runs)
    const since = Date.now()
    worker.once('exit', (code, signal) => {
      if (!serving.delete(worker) || isEnding) return
      log.error({ pid: worker.process.pid, code, signal }, 'a process ended; starting a replacement')
      shortLives = Date.now() - since < SHORT_LIFE_MS ? shortLives + 1 : 0
      void replace()
    })
  }

  async function replace(): Promise<void> {
    while (!isEnding) {
      if (shortLives > 0) await sleep(Math.min(RESTART_PAUSE_MS * 2 ** shortLives, MAX_RESTART_PAUSE_MS))
      if (isEnding) return
      const runs = program
      try {
        const { worker } = await fork(runs, environment, openingMs)
        if (runs === program) return take(worker, runs)
        // All workers have been replaced in the meantime.
        await end(worker)
      } catch (error) {
        shortLives += 1
        log.error({ err: error }, 'a process could not be started; retrying')
      }
    }
  }

  /**
   * Replaces the workers one by one: each new worker serves requests before the old one is stopped. Workers that die in
   * the meantime are replaced by the previous version.
   */
  async function renewAll(next: Program): Promise<void> {
    const before = program
    try {
      await renewWith(next)
      log.info({ workers: serving.size, program: next.exec }, 'all processes were restarted')
    } catch (error) {
      log.error(
        { err: error, program: next.exec },
        'a new process could not be started; the previous version is still running',
      )
      if (program === before) return
      // Two versions must not serve parts of the same page.
      await renewWith(before).catch((again: unknown) =>
        log.error({ err: again }, 'processes of two versions are running: restart the academy'),
      )
    }
  }

  async function renewWith(next: Program): Promise<void> {
    while (!isEnding) {
      const [old] = [...serving].find(([, runs]) => runs !== next) ?? []
      if (!old) break
      const { worker } = await fork(next, environment, openingMs)
      program = next
      // A worker that died in the meantime has already been replaced.
      const ended = serving.delete(old) ? old : worker
      if (ended === old) take(worker, next)
      await end(ended)
    }
    program = next
  }

  cluster.on('message', (asker, message: unknown) => {
    handleMetricsRequest(asker, message, [...serving.keys()]).catch((error: unknown) =>
      log.warn({ err: error }, 'metrics could not be collected'),
    )
  })

  return {
    /** Starts the first worker alone, because it may load a demo academy; throws if it can't start. */
    async start(many: number): Promise<string | undefined> {
      const { worker, loaded } = await fork(program, environment)
      take(worker, program)
      const openAnother = async () => take((await fork(program, environment)).worker, program)
      await Promise.all(Array.from({ length: many - 1 }, openAnother))
      return loaded || undefined
    },
    /** Replaces all workers with the given version, by default the version that is running. */
    renew(next: Program = getOwnProgram()): Promise<void> {
      renewing = renewing.then(() => renewAll(next))
      return renewing
    },
    async stop(): Promise<void> {
      isEnding = true
      const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      await Promise.all(all.map(end))
    },
  }
}

/** The program that the primary process itself runs. */
function getOwnProgram(): Program {
  const { exec = process.argv[1] ?? '', execArgv = process.execArgv } = cluster.settings
  return { exec, execArgv }
}

/** Resolves when the new worker serves requests. Kills it if it takes too long, because others are waiting for it. */
function fork(
  program: Program,
  environment: Record<string, string>,
  limitMs?: number,
): Promise<{ worker: Worker; loaded: string }> {
  cluster.setupPrimary(program)
  const worker = cluster.fork(environment)
  const limit = limitMs === undefined ? undefined : setTimeout(() => worker.process.kill('SIGKILL'), limitMs)
  return new Promise((resolve, reject) => {
    worker.once('exit', (code, signal) => {
      clearTimeout(limit)
      reject(new EndedAtStart(`An academy process ended during startup (${signal ?? `code ${code}`}).`, code === 1))
    })
    worker.on('message', (message: unknown) => {
      if (typeof message !== 'object' || !message || !('opened' in message)) return
      clearTimeout(limit)
      resolve({ worker, loaded: String(message.opened) })
    })
  })
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  const kill = setTimeout(() => worker.process.kill('SIGKILL'), END_TIMEOUT_MS)
  await ended
  clearTimeout(kill)
}
