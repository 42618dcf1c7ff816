/**
 * Whether this is the run of `npm test` for every change. `test.skipIf(isEveryChange)` leaves a test to `npm run
 * test:long`, because it only repeats at length what a shorter test covers. The test also runs if its file is named.
 */
export const isEveryChange = process.env['TEST_SCOPE'] === 'every-change'

/** All cases of a table, or only the first in the run for every change. */
export function firstOrAll<T>(cases: readonly T[]): readonly T[] {
  return isEveryChange ? cases.slice(0, 1) : cases
}
