import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { darkFindings, findings } from '../oracles/axe.ts'
import { refusalsOn, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import type { Page } from 'playwright-core'
import type { Who } from '../harness/screen.ts'
import { openScreens, SCREENS } from '../harness/screens.ts'

const NARROW = 360

/** Declares a test for each screen that one of these looks at: what axe, a narrow window and the page's policy say of it. */
export function testScreensOf(...viewers: Who[]): void {
  let academy: RunningAcademy
  let screens: Awaited<ReturnType<typeof openScreens>>
  const windows = new Map<Who, Page>()
  beforeAll(async () => {
    academy = await runAcademy()
    screens = await openScreens(await sharedBrowser(), academy)
    for (const as of viewers) windows.set(as, await screens.open(as, NARROW))
  })
  afterAll(() => academy.close())

  /** One window a viewer, who goes from screen to screen in it; after a mistake each screen has a new one. */
  async function windowOf(as: Who): Promise<Page> {
    const kept = windows.get(as)
    return kept && !kept.isClosed() ? kept : screens.open(as, NARROW)
  }

  test.each(SCREENS.filter((screen) => viewers.includes(screen.as)))(
    'axe finds nothing on $name, wide or narrow, by day or in the dark, 320 px need no sideways scrolling, and its policy refuses nothing',
    async (screen) => {
      const page = await windowOf(screen.as)
      onTestFailed(() => page.context().close())
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
      await screens.empty(page, screen.as, NARROW)
    },
  )
}
