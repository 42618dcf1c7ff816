import { expect, test } from 'vitest'
import { library, loadAllLazy, lazy } from './lazy.ts'

test('what is needed is made when it is first asked for, and once', () => {
  let made = 0
  const thing = lazy(() => ({ number: (made += 1) }))
  expect(made).toBe(0)
  expect([thing(), thing()]).toEqual([{ number: 1 }, { number: 1 }])
})

test('a server that answers many has everything made before, what comes later too', async () => {
  let isThere = false
  lazy(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    isThere = true
  })
  await loadAllLazy()
  expect(isThere).toBe(true)
})

test('a library is the same each time, as CommonJS has it', () => {
  expect(library('sanitize-html')).toBe(library('sanitize-html'))
})
