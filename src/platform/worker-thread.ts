import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import { busyError } from '#shared/app-error.ts'
import { library, lazy } from './lazy.ts'

const MAX_QUEUED = 200
const TIMEOUT_MS = 20_000

/**
 * There is one thread for documents, one for pictures, which take longer, and one for file checksums, each of which may
 * take minutes. Each thread starts on demand and ends when idle. Use them only for trusted input, because threads share
 * the process's thread pool, and native code in them can't be stopped. For untrusted input, use `sandbox.ts`.
 */
const threads = {
  documents: lazy(createThread),
  pictures: lazy(createThread),
  checksums: lazy(createThread),
}

function createThread(): Piscina {
  const { Piscina: Threads }: typeof import('piscina') = library('piscina')
  return new Threads({
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    maxQueue: MAX_QUEUED,
    // Page requests have priority over documents.
    niceIncrement: 5,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  })
}

const NOTHING = 'data:text/javascript,export default () => {}'

/**
 * Returns a function that runs an exported function of a module in a worker thread. Arguments and results are copied,
 * so they may be plain data, dates, and bytes. Throws `busy` if 200 other calls are waiting, or if a call waits and
 * runs for more than 20 seconds, except for checksums.
 */
export function runInWorker<Work extends (what: never) => unknown>(
  module: URL,
  name: string,
  kind: keyof typeof threads,
): (what: Parameters<Work>[0]) => Promise<Awaited<ReturnType<Work>>> {
  const filename = fileURLToPath(module)
  const run = async (what: Parameters<Work>[0]): Promise<unknown> => {
    const line = threads[kind]()
    if (line.queueSize >= MAX_QUEUED) throw busyError()
    const signal = kind === 'checksums' ? null : AbortSignal.timeout(TIMEOUT_MS)
    try {
      return await line.run(what, { filename, name, signal })
    } catch (error) {
      // When a thread ends, its queue would wait for the next request. So send an empty request to start another
      // thread.
      if (line.queueSize > 0 && line.threads.length === 0)
        void line.run(null, { filename: NOTHING, name: 'default' }).catch(() => {})
      throw signal?.aborted ? busyError() : error
    }
  }
  return run as (what: Parameters<Work>[0]) => Promise<Awaited<ReturnType<Work>>>
}
