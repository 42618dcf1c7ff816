import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { AppError } from '#shared/app-error.ts'

const MOST_WAITING = 60
const LIMIT_MS = 20_000

/** Two, so that what is quick to draw need not wait for a picture; begun when they are needed, ended when they are not. */
const threads = new Piscina({
  minThreads: 0,
  maxThreads: Math.min(2, availableParallelism()),
  idleTimeout: 30_000,
  maxQueue: MOST_WAITING,
  // Who waits for a page goes before who waits for a document.
  niceIncrement: 10,
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
})

type Draw = (what: never) => Promise<Buffer>

/**
 * A drawing function of a module, run in a thread beside the one where requests are answered. What it is given is copied: plain
 * data, dates and bytes. Refuses with `busy` while sixty drawings wait, and what has taken 20 seconds.
 */
export function drawnInThread<Drawing extends Draw>(
  module: URL,
  name: string,
): (what: Parameters<Drawing>[0]) => Promise<Buffer> {
  const filename = fileURLToPath(module)
  return async (what) => {
    if (threads.queueSize >= MOST_WAITING) throw busy()
    const signal = AbortSignal.timeout(LIMIT_MS)
    try {
      const bytes = (await threads.run(what, { filename, name, signal })) as Uint8Array
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    } catch (error) {
      throw signal.aborted ? busy() : error
    }
  }
}

function busy(): AppError {
  return new AppError('busy', 'The academy is busy. Please try again in a moment.', { retryAfterSeconds: 2 })
}
