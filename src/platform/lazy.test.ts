import { expect, test } from 'vitest'
import { library, loadAllLazy, lazy } from './lazy.ts'

test('creates a value when it is first requested, and only once', () => {
  let made = 0
  const thing = lazy(() => ({ number: (made += 1) }))
  expect(made).toBe(0)
  expect([thing(), thing()]).toEqual([{ number: 1 }, { number: 1 }])
})

test('a server with many requests creates all values up front, including later ones', async () => {
  let isThere = false
  lazy(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    isThere = true
  })
  await loadAllLazy()
  expect(isThere).toBe(true)
})

test('a library is the same each time, as with CommonJS', () => {
  expect(library('sanitize-html')).toBe(library('sanitize-html'))
})
