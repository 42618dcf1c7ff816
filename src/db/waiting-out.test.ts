import { expect, onTestFinished, test, vi } from 'vitest'
import { AwayError } from '#shared/away.ts'
import { waitingOut } from './waiting-out.ts'

const AWAY = new AwayError('The post', new Error('nobody answers'))

test('work that has waited for twenty minutes makes room; what is no absence is never waited for', async () => {
  const unlessAway = waitingOut(() => {})
  const { signal } = new AbortController()
  const { now } = performance
  let minutes = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + minutes * 60_000)
  onTestFinished(() => void vi.restoreAllMocks())
  let tries = 0
  const waiting = unlessAway(async () => {
    tries += 1
    minutes = tries * 19
    throw AWAY
  }, signal)
  await expect(waiting).rejects.toBe(AWAY)
  expect(tries).toBe(2)

  const broken = new Error('no such member')
  await expect(unlessAway(() => Promise.reject(broken), signal)).rejects.toBe(broken)
})
