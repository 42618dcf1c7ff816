import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { createIdleWaiter } from '../harness/idle-waiter.ts'
import { firstOrAll } from '../harness/long-test.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const COURSE = 'defense-medical-exam-training'

let academy: RunningAcademy
let browser: Browser
let demo: string
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
  demo = await getToken(academy.url, 'demo', 'demo-learner-2026')
})
afterAll(() => academy.close())

/**
 * The words that are broken in two without a hyphen or reach beyond the screen, except in navigation that scrolls
 * sideways. Addresses may break.
 */
const findCutWords = (page: Page) =>
  page.evaluate(() => {
    const cut: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
      if (node.parentElement.closest('script, style, noscript, dialog:not([open]), [class*=sr-only], [inert], nav ul'))
        continue
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/(?<![\w@./-])[\p{L}’]{2,16}(?![\w@./-])/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
        const { hyphens } = getComputedStyle(node.parentElement)
        const isBroken = new Set(boxes.map(({ top }) => Math.round(top))).size > (hyphens === 'auto' ? 2 : 1)
        if (isBroken || boxes.some(({ left, right }) => left < -1 || right > innerWidth + 1)) cut.push(word)
      }
    }
    return cut
  })

test.each(
  firstOrAll([
    ['/', undefined],
    ['/', 'demo'],
    ['/Courses/', undefined],
    [`/Course/${COURSE}`, undefined],
    ['/Certificate/', undefined],
    ['/Register/', undefined],
    ['/MyAcademy/', 'demo'],
    [`/MyAcademy/${COURSE}`, 'demo'],
    [`/MyAcademy/${COURSE}/Lecture/what-a-defense-medical-exam-is/`, 'demo'],
    [`/Examination/${COURSE}`, 'demo'],
    ['/Account/Notices/', 'demo'],
  ] as const),
)('%s for %s at 320 px and twice the text size: no sideways scrolling, and no word is cut', async (address, who) => {
  const { page } = await openPage(browser, academy.url, 320, who && demo)
  const rest = createIdleWaiter(page, 500)
  await page.goto(address)
  await rest()
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect(await findCutWords(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
