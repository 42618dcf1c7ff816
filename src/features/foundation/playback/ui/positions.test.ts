import { afterEach, expect, test, vi } from 'vitest'
import { savePlaybackPosition, sendUnsentPositions } from './positions.ts'

const POSITIONS = 'saved:a-member.an-epoch:positions'
const FILE = '1f7e0c52-8a55-4d6d-9a9e-4f100d6d3a9e'

afterEach(() => void vi.unstubAllGlobals())

/** Simulates a browser's storage with a token. Also returns the requests that were sent. */
function browser({ isFull = false, isOffline = false } = {}) {
  const owner = { id: 'a-member', epoch: 'an-epoch', session: 'a-token' }
  const stored = new Map([
    ['token', 'a-token'],
    ['member', JSON.stringify(owner)],
  ])
  const sent: unknown[] = []
  const state = { isOffline }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      stored.set(key, value)
    },
  })
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    if (state.isOffline) return Promise.reject(new TypeError('Failed to fetch'))
    sent.push(JSON.parse(body))
    return Promise.resolve(Response.json({ is_newest: true }))
  })
  return { stored, sent, state }
}

test('sends a position and then removes it from the device', async () => {
  const { stored, sent } = browser()
  await savePlaybackPosition(FILE, 31)
  expect(sent).toEqual([{ seconds: 31, seconds_ago: expect.any(Number) }])
  expect([...stored.keys()]).toEqual(['token', 'member'])
})

test("sends the position even when the device can't store anything", async () => {
  const { sent } = browser({ isFull: true })
  await savePlaybackPosition(FILE, 31)
  expect(sent).toMatchObject([{ seconds: 31 }])
})

test('keeps an unsent position on the device and sends it with the next attempt', async () => {
  const { stored, sent, state } = browser({ isOffline: true })
  await savePlaybackPosition(FILE, 31)
  expect([sent, stored.get(POSITIONS)]).toEqual([[], expect.stringContaining('"seconds":31')])
  state.isOffline = false
  await sendUnsentPositions()
  expect(sent).toMatchObject([{ seconds: 31 }])
  expect(stored.has(POSITIONS)).toBe(false)
})
