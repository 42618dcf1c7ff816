import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { Deps } from './deps.ts'

// A reader that stalls must not keep a database connection forever.
const READER_TIMEOUT_MS = 60_000

/** Writes the next chunk of a file; resolves when there is room for more, throws when the reader is gone. */
export type WriteChunk = (some: string | Uint8Array) => Promise<void>

/**
 * A file that is sent while `write` produces it, so that memory holds only what is in transit. Aborted if `write`
 * throws, which is logged with `what`.
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
