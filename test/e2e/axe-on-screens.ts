import { afterAll, beforeAll, expect, test } from 'vitest'
import { darkFindings, findings } from '../oracles/axe.ts'
import { refusalsOn, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import type { Who } from '../harness/screen.ts'
import { openScreens, SCREENS } from '../harness/screens.ts'

const NARROW = 360

/** Declares a test for each screen that one of these looks at: what axe, a narrow window and the page's policy say of it. */
export function testScreensOf(...viewers: Who[]): void {
  let academy: RunningAcademy
  let screens: Awaited<ReturnType<typeof openScreens>>
  beforeAll(async () => {
    academy = await runAcademy()
    screens = await openScreens(await sharedBrowser(), academy)
  })
  afterAll(() => academy.close())

  test.each(SCREENS.filter((screen) => viewers.includes(screen.as)))(
    'axe finds nothing on $name, wide or narrow, by day or in the dark, 320 px need no sideways scrolling, and its policy refuses nothing',
    async (screen) => {
      const page = await screens.open(screen.as, NARROW)
      await screens.show(screen, page)
      const narrow = await findings(page)
      // 320 px is what 1280 are at 400 %.
      await page.setViewportSize({ width: 320, height: 780 })
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
      await page.setViewportSize({ width: 1280, height: 900 })
      const wide = await findings(page)
      const dark = await darkFindings(page)
      const refused = refusalsOn(page)
      expect({ narrow, wide, dark, scrolled, refused }).toEqual({
        narrow: [],
        wide: [],
        dark: [],
        scrolled: 320,
        refused: [],
      })
    },
  )
}
