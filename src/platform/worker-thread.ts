import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import { busyError } from '#shared/app-error.ts'
import { library, lazy } from './lazy.ts'

const MAX_QUEUED = 200
const TIMEOUT_MS = 20_000

/**
 * One thread for documents, one for pictures, which take longer, and one for checksums of files, each of which may take minutes. Each begins when it is needed
 * and ends when it is idle. For trusted input alone: a thread shares the pool of threads of its process, and what is native in it can't be ended. All else: `sandbox.ts`.
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
    // Who waits for a page goes before who waits for a document.
    niceIncrement: 5,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  })
}

const NOTHING = 'data:text/javascript,export default () => {}'

/**
 * A function of a module, run in a thread beside the one where requests are answered. What it is given and what it answers are copied: plain data, dates and
 * bytes. Refuses with `busy` while 200 others wait, and what has waited and run for 20 seconds, checksums excepted.
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
      // A thread that was ended leaves the line standing until somebody asks for more: nothing, asked of it, starts another.
      if (line.queueSize > 0 && line.threads.length === 0)
        void line.run(null, { filename: NOTHING, name: 'default' }).catch(() => {})
      throw signal?.aborted ? busyError() : error
    }
  }
  return run as (what: Parameters<Work>[0]) => Promise<Awaited<ReturnType<Work>>>
}
