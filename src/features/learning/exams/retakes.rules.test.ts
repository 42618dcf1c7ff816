import { describe, expect, test } from 'vitest'
import { countAttemptsLeft, getReopenTime } from './retakes.rules.ts'

describe('after failed papers', () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours))
  test.each([
    ['two', [at(2), at(1)], undefined],
    ['three within a day', [at(24), at(10), at(0)], at(36)],
    ['three within more than a day', [at(25), at(10), at(0)], undefined],
    ['a fourth after the wait', [at(30), at(16), at(10), at(0)], at(42)],
  ])('%s', (_, failed, opens) => {
    expect(getReopenTime(failed, 12)).toEqual(opens)
  })

  // Each count is the number of failures after which `getReopenTime` requires a wait.
  test.each([
    ['one', [at(0)], 2],
    ['two', [at(1), at(0)], 1],
    ['three, after the wait', [at(2), at(1), at(0)], 1],
    ['two, one of them a day ago', [at(14), at(-11)], 2],
    ['all more than a day ago', [at(-11), at(-12), at(-13)], 3],
  ])('%s leave as many attempts as there are before a wait', (_, failed, left) => {
    const now = at(14)
    expect(countAttemptsLeft(failed, now)).toBe(left)
    const waits = [1, 2, 3].map((more) => getReopenTime([...Array.from({ length: more }, () => now), ...failed], 12))
    expect(waits.findIndex((opens) => opens !== undefined) + 1).toBe(left)
  })
})
