/**
 * Whether this is the run of `npm test` for every change. `test.skipIf(isEveryChange)` leaves a test to `npm run test:long`, because it
 * repeats at length what a shorter one shows; it also runs when its file is named.
 */
export const isEveryChange = process.env['TEST_SCOPE'] === 'every-change'

/** All cases of a table, or the first one in the run for every change. */
export function firstOrAll<T>(cases: readonly T[]): readonly T[] {
  return isEveryChange ? cases.slice(0, 1) : cases
}
