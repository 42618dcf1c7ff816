import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { busy } from '#shared/app-error.ts'

const MOST_WAITING = 200
const LIMIT_MS = 20_000

/** One thread for documents and one for pictures, which take longer. Each begins when it is needed and ends when it is idle. */
const threads = { documents: thread(), pictures: thread() }

function thread(): Piscina {
  return new Piscina({
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

type Draw = (what: never) => Promise<Buffer>

/**
 * A drawing function of a module, run in a thread beside the one where requests are answered. What it is given is copied: plain
 * data, dates and bytes. Refuses with `busy` while 200 others wait, and what has waited for 20 seconds.
 */
export function drawnInThread<Drawing extends Draw>(
  module: URL,
  name: string,
  kind: keyof typeof threads = 'documents',
): (what: Parameters<Drawing>[0]) => Promise<Buffer> {
  const filename = fileURLToPath(module)
  return async (what) => {
    const line = threads[kind]
    if (line.queueSize >= MOST_WAITING) throw busy()
    const signal = AbortSignal.timeout(LIMIT_MS)
    try {
      const bytes = (await line.run(what, { filename, name, signal })) as Uint8Array
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    } catch (error) {
      // A thread that was ended leaves the line standing until somebody asks for the next drawing: an empty one starts another.
      if (line.queueSize > 0 && line.threads.length === 0)
        void line.run(null, { filename: NOTHING, name: 'default' }).catch(() => {})
      throw signal.aborted ? busy() : error
    }
  }
}
