import { afterAll, afterEach, beforeEach, inject } from 'vitest'
import { closeWindows, closeWindow, getOpenWindows, setPageTranslation } from './browser.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether a page translator works on every page. */
    isTranslated?: boolean
  }
}

setPageTranslation(inject('isTranslated') ?? false)

// Pages end with their test: videos that keep playing would slow down the tests after it.
let openWindows = getOpenWindows()
beforeEach(() => {
  openWindows = getOpenWindows()
})
afterEach(async ({ task }) => {
  const opened = getOpenWindows().filter((window) => !openWindows.includes(window))
  const isDoubtful = task.result?.state === 'fail'
  await Promise.all(opened.map((window) => (isDoubtful ? window.close() : closeWindow(window))))
})
// The browser continues with the next file, which has its own academy.
afterAll(closeWindows)
