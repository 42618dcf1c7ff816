import { describe, expect, test } from 'vitest'
import { getReopenTime } from './retakes.rules.ts'

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
})
