import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import { busy } from '#shared/app-error.ts'
import { library, whenNeeded } from './when-needed.ts'

const MOST_WAITING = 200
const LIMIT_MS = 20_000

/**
 * One thread for documents, one for pictures, which take longer, and one for checksums of files, each of which may take minutes. Each begins when it is needed
 * and ends when it is idle. For trusted input alone: a thread shares the pool of threads of its process, and what is native in it can't be ended. All else: `sandbox.ts`.
 */
const threads = {
  documents: whenNeeded(thread),
  pictures: whenNeeded(thread),
  checksums: whenNeeded(thread),
}

function thread(): Piscina {
  const { Piscina: Threads }: typeof import('piscina') = library('piscina')
  return new Threads({
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    maxQueue: MOST_WAITING,
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
export function inThread<Work extends (what: never) => unknown>(
  module: URL,
  name: string,
  kind: keyof typeof threads,
): (what: Parameters<Work>[0]) => Promise<Awaited<ReturnType<Work>>> {
  const filename = fileURLToPath(module)
  const run = async (what: Parameters<Work>[0]): Promise<unknown> => {
    const line = threads[kind]()
    if (line.queueSize >= MOST_WAITING) throw busy()
    const signal = kind === 'checksums' ? null : AbortSignal.timeout(LIMIT_MS)
    try {
      return await line.run(what, { filename, name, signal })
    } catch (error) {
      // A thread that was ended leaves the line standing until somebody asks for more: nothing, asked of it, starts another.
      if (line.queueSize > 0 && line.threads.length === 0)
        void line.run(null, { filename: NOTHING, name: 'default' }).catch(() => {})
      throw signal?.aborted ? busy() : error
    }
  }
  return run as (what: Parameters<Work>[0]) => Promise<Awaited<ReturnType<Work>>>
}
