import { MAX_CHUNK_BYTES } from '../uploads.rules.ts'

const MIN_CHUNK_BYTES = 128 * 1024
const INITIAL_CHUNK_BYTES = 1024 ** 2
/**
 * The target duration of a chunk. Servers end slow requests, and if the connection breaks, most of a large chunk is
 * lost.
 */
const [SHORT_MS, LONG_MS] = [1_500, 4_000]

/** Chooses the size of the next chunk based on the results of the previous ones. */
export function createChunkSizer() {
  let bytes = INITIAL_CHUNK_BYTES
  let max = MAX_CHUNK_BYTES
  const halve = () => (bytes = Math.max(MIN_CHUNK_BYTES, bytes / 2))
  return {
    bytes: () => bytes,
    came(tookMs: number): void {
      if (tookMs < SHORT_MS) bytes = Math.min(max, bytes * 2)
      if (tookMs > LONG_MS) halve()
    },
    brokeOff(): void {
      halve()
    },
    /** False at the minimum size. A size that was rejected is not tried again. */
    wasTooLarge(): boolean {
      if (bytes <= MIN_CHUNK_BYTES) return false
      max = halve()
      return true
    },
  }
}
