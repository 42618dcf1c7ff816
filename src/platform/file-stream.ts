import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { Deps } from './deps.ts'

// A reader who has gone without a word must not hold a connection of the database for ever.
const READER_TIMEOUT_MS = 60_000

/** Puts the next piece of a file; resolves when there is room for more, throws when nobody reads it any more. */
export type WriteChunk = (some: string | Uint8Array) => Promise<void>

/** A file that is sent while `write` puts it together, so that no more of it is in memory than is on its way. Broken off where `write` throws, which the log is told with `what`. */
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
      log.warn({ err: error }, `${what} could not be handed out whole`)
      file.destroy(error instanceof Error ? error : new Error(String(error)))
    },
  )
  return file
}
