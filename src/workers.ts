import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#platform/deps.ts'
import { answerMetrics } from '#platform/metrics-of-all.ts'

// Ending takes a worker ten seconds of requests and eight of jobs at most.
const PATIENCE_MS = 20_000
const SHORT_LIFE_MS = 30_000
const PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000

/** A process ended before it answered requests. */
export class EndedAtStart extends Error {
  /** Whether it said itself why, on stderr. */
  readonly hasSaidWhy: boolean

  constructor(message: string, hasSaidWhy: boolean) {
    super(message)
    this.hasSaidWhy = hasSaidWhy
  }
}

type Options = { environment: Record<string, string>; log: Log }

// Each process takes connections from the port itself. By default the first one takes and hands them over: when a process
// is killed meanwhile, nobody ever answers the connection that was on its way to it.
cluster.schedulingPolicy = cluster.SCHED_NONE

/** The processes that answer requests: whichever dies is replaced, and all can be renewed without a pause. */
export function openWorkers({ environment, log }: Options) {
  /** Those that are to serve; one that ends while it is not among them was told to. */
  const serving = new Set<Worker>()
  let isEnding = false
  let shortLives = 0
  let renewing: Promise<void> = Promise.resolve()
  const replacing = new Set<Promise<void>>()

  function take(worker: Worker): void {
    serving.add(worker)
    const since = Date.now()
    worker.once('exit', (code, signal) => {
      if (!serving.delete(worker) || isEnding) return
      log.error({ pid: worker.process.pid, code, signal }, 'a process ended by itself; another takes its place')
      shortLives = Date.now() - since < SHORT_LIFE_MS ? shortLives + 1 : 0
      const replaced = replace().finally(() => replacing.delete(replaced))
      replacing.add(replaced)
    })
  }

  async function replace(): Promise<void> {
    while (!isEnding) {
      if (shortLives > 0) await sleep(Math.min(PAUSE_MS * 2 ** shortLives, LONGEST_PAUSE_MS))
      if (isEnding) return
      try {
        const { worker } = await fork(environment)
        return take(worker)
      } catch (error) {
        shortLives += 1
        log.error({ err: error }, 'a process could not be started; it is tried again')
      }
    }
  }

  /** One after the other: the new one answers before the old one is told to end. */
  async function renewAll(): Promise<void> {
    // One that is just starting may have read what is to be renewed.
    await Promise.all(replacing)
    const before = [...serving]
    for (const old of before) {
      if (isEnding) return
      try {
        const { worker } = await fork(environment)
        take(worker)
      } catch (error) {
        log.error({ err: error }, 'a new process could not be started; the old ones stay')
        return
      }
      serving.delete(old)
      await end(old)
    }
    log.info({ workers: serving.size }, 'all processes are renewed')
  }

  cluster.on('message', (asker, message: unknown) => {
    answerMetrics(asker, message, [...serving]).catch((error: unknown) => log.warn({ err: error }, 'no figures'))
  })

  return {
    /** The first alone, since it may find a demo academy to load; throws when it can't start. */
    async start(many: number): Promise<string | undefined> {
      const { worker, loaded } = await fork(environment)
      take(worker)
      const openAnother = async () => take((await fork(environment)).worker)
      await Promise.all(Array.from({ length: many - 1 }, openAnother))
      return loaded || undefined
    },
    renew(): Promise<void> {
      renewing = renewing.then(renewAll)
      return renewing
    },
    async stop(): Promise<void> {
      isEnding = true
      const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      await Promise.all(all.map(end))
    },
  }
}

/** Resolves when the new worker answers requests. */
function fork(environment: Record<string, string>): Promise<{ worker: Worker; loaded: string }> {
  const worker = cluster.fork(environment)
  return new Promise((resolve, reject) => {
    worker.once('exit', (code, signal) =>
      reject(
        new EndedAtStart(`A process of the academy ended while it started (${signal ?? `code ${code}`}).`, code === 1),
      ),
    )
    worker.on('message', (message: unknown) => {
      if (typeof message === 'object' && message && 'opened' in message)
        resolve({ worker, loaded: String(message.opened) })
    })
  })
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  const kill = setTimeout(() => worker.process.kill('SIGKILL'), PATIENCE_MS)
  await ended
  clearTimeout(kill)
}
