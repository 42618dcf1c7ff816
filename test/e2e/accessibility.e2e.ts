import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findings } from './axe.ts'
import { openBrowser } from './browser.ts'
import { type RunningAcademy, runAcademy } from './running-academy.ts'
import { openScreens, SCREENS } from './screens.ts'

let academy: RunningAcademy
let browser: Browser
let show: Awaited<ReturnType<typeof openScreens>>
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), openBrowser()])
  show = await openScreens(browser, academy)
})
afterAll(async () => {
  await browser.close()
  await academy.close()
})

test.each(SCREENS)(
  'axe finds nothing on $name, wide or narrow, and 320 px need no sideways scrolling',
  async (screen) => {
    const page = await show(screen, 360)
    const narrow = await findings(page)
    // 320 px is what 1280 are at 400 %.
    await page.setViewportSize({ width: 320, height: 780 })
    const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
    await page.setViewportSize({ width: 1280, height: 900 })
    const wide = await findings(page)
    expect({ narrow, wide, scrolled }).toEqual({ narrow: [], wide: [], scrolled: 320 })
    await page.context().close()
  },
)

test('axe finds what is wrong, when something is', async () => {
  const page = await browser.newPage()
  await page.setContent('<main><img src="x.png"><button></button></main>')
  expect((await findings(page)).map((line) => line.split(':')[0])).toEqual(
    expect.arrayContaining(['image-alt', 'button-name', 'html-has-lang']),
  )
  await page.context().close()
})
