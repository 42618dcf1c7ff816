import { afterAll, afterEach, beforeEach } from 'vitest'
import { openWindows } from './browser.ts'

// What a test has opened closes when it ends: films that go on playing would slow down the tests after it.
let kept = openWindows()
beforeEach(() => {
  kept = openWindows()
})
afterEach(async () => {
  const opened = openWindows().filter((window) => !kept.includes(window))
  await Promise.all(opened.map((window) => window.close()))
})
// The browser goes on to the next file.
afterAll(async () => {
  await Promise.all(openWindows().map((window) => window.close()))
})
