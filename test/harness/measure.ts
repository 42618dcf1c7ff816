/** Whether the proofs run in full (`npm run test:long`) or shortened (`npm test`). */
export const isFullMeasure = process.env['TEST_MEASURE'] === 'full'

/** How often a proof is repeated. */
export function repetitions({ full, short }: { full: number; short: number }): number {
  return isFullMeasure ? full : short
}

export function timeLimit(seconds: number): number {
  return isFullMeasure ? 3_600_000 : seconds * 1_000
}
