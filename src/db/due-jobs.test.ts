import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollDueJobs } from './due-jobs.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('wakes kinds with due jobs, and starts no poll while another is pending', async () => {
  const woken: string[] = []
  let answer: (due: { name: string }[]) => void = () => {}
  const ask = vi.fn(() => new Promise<unknown[]>((resolve) => (answer = resolve)))
  const wakers = new Map(['letters', 'refunds'].map((name) => [name, () => void woken.push(name)]))
  const timer = pollDueJobs(wakers, ask)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(ask).toHaveBeenCalledWith(expect.any(String), [['letters', 'refunds']])
  answer([{ name: 'refunds' }])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(woken).toEqual(['refunds'])
  expect(ask).toHaveBeenCalledTimes(2)
  clearInterval(timer)
})

test('a hanging poll times out, and the next one wakes', async () => {
  const woken: string[] = []
  const ask = vi
    .fn()
    .mockReturnValueOnce(new Promise(() => {}))
    .mockResolvedValue([{ name: 'letters' }])
  const timer = pollDueJobs(new Map([['letters', () => void woken.push('letters')]]), ask)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(woken).toEqual([])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(woken).toContain('letters')
  clearInterval(timer)
})
