import { MAX_CHUNK_BYTES } from '../uploads.rules.ts'

const MIN_CHUNK_BYTES = 128 * 1024
const INITIAL_CHUNK_BYTES = 1024 ** 2
/**
 * How long sending a chunk should take. Servers end slow requests, and if the connection breaks, most of a large chunk
 * is lost.
 */
const [SHORT_MS, LONG_MS] = [1_500, 4_000]

/** Creates a function that chooses the size of the next chunk, depending on how long the previous ones took. */
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
    /**
     * Call this when a chunk was rejected because it was too large. This size is not tried again. Returns false if
     * chunks can't be any smaller.
     */
    wasTooLarge(): boolean {
      if (bytes <= MIN_CHUNK_BYTES) return false
      max = halve()
      return true
    },
  }
}
