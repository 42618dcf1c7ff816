import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { Deps } from './deps.ts'

// A client that stalls must not occupy a database connection forever.
const READER_TIMEOUT_MS = 60_000

/** Writes the next chunk of a file. Resolves when there is room for more. Throws if the client has disconnected. */
export type WriteChunk = (some: string | Uint8Array) => Promise<void>

/**
 * Sends a file while `write` produces it, so that only the bytes in transit are in memory. If `write` throws, aborts
 * and logs the error together with `what`.
 */
export function createFileStream(
  { log }: Pick<Deps, 'log'>,
  what: string,
  write: (put: WriteChunk) => Promise<unknown>,
): Readable {
  const file = new PassThrough()
  const put: WriteChunk = async (some) => {
    if (file.destroyed) throw new Error(`nobody reads the ${what} any more`)
    if (!file.write(some)) await once(file, 'drain', { signal: AbortSignal.timeout(READER_TIMEOUT_MS) })
  }
  void write(put).then(
    () => file.end(),
    (error: unknown) => {
      log.warn({ err: error }, `${what} could not be sent in full`)
      file.destroy(error instanceof Error ? error : new Error(String(error)))
    },
  )
  return file
}
