import { afterEach, expect, test, vi } from 'vitest'
import { parseChunkName, CHUNK_LIMIT_MS, findFailedChunk, createFailedPage, loadChunk } from './chunks.ts'

afterEach(() => void vi.useRealTimers())

test.each([
  ['Failed to fetch dynamically imported module: http://a.test/assets/about.page-COeU0B_v.js', 'about.page'],
  ['error loading dynamically imported module: http://a.test/assets/pay-form-kxSfcOJ5.js', 'pay-form'],
  ['Importing a module script failed.', 'of this page'],
  ['Unable to preload CSS for /assets/root-Bg92N_6u.css', 'root'],
  ['Loading chunk about.page failed', 'about.page'],
])('%s: %s', (message, chunk) => {
  expect(findFailedChunk(new TypeError(message))).toBe(chunk)
})

test('other errors name no chunk', () => {
  expect(findFailedChunk(new Error('undefined is not a function'))).toBeUndefined()
  expect(findFailedChunk('Loading chunk x failed')).toBeUndefined()
  expect(parseChunkName('/Courses/')).toBeUndefined()
})

test('a chunk that takes longer than 120 seconds fails by name; a loaded one is returned', async () => {
  expect(CHUNK_LIMIT_MS).toBe(120_000)
  vi.useFakeTimers()
  const never = loadChunk(new Promise(() => {}), '/assets/about.page-COeU0B_v.js')
  const failed = never.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(CHUNK_LIMIT_MS)
  expect(await failed).toMatchObject({ message: 'Loading chunk about.page failed' })
  expect(await loadChunk(Promise.resolve('module'), 'a.js')).toBe('module')
  expect(vi.getTimerCount()).toBe(0)
})

test('any use of a page that failed to load throws the reason', () => {
  const reason = new Error('Loading chunk about.page failed')
  for (const part of Object.values(createFailedPage(reason))) expect(part).toThrow(reason)
})
