import { MAX_CHUNK_BYTES } from '../uploads.rules.ts'

const MIN_CHUNK_BYTES = 128 * 1024
const INITIAL_CHUNK_BYTES = 1024 ** 2
/** A piece should take about so long: servers end what comes too slowly, and much of a large one is lost with the line. */
const [SHORT_MS, LONG_MS] = [1_500, 4_000]

/** How large the next piece is, by how it went with those before. */
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
    /** False where it can be no smaller. What was too large once is not tried again. */
    wasTooLarge(): boolean {
      if (bytes <= MIN_CHUNK_BYTES) return false
      max = halve()
      return true
    },
  }
}
