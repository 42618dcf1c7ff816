import { afterAll, beforeAll, expect, test } from 'vitest'
import { darkFindings, findings } from '../oracles/axe.ts'
import { getPolicyViolations, sharedBrowser } from '../harness/browser.ts'
import { isFullMeasure } from '../harness/measure.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import type { Screen, Viewer } from '../harness/screen.ts'
import { openScreens, SCREENS } from '../harness/screens.ts'

const NARROW = 360

const hasErrors = ({ name }: Screen) => name.includes('errors')

/**
 * Each page in its initial state, and one form with errors for each viewer, since all forms show errors with the same
 * components. The full run covers every state for every viewer.
 */
const ONE_OF_EACH_PAGE = SCREENS.filter(
  (screen) =>
    screen === SCREENS.find(({ address }) => pageOf(address) === pageOf(screen.address)) ||
    screen === SCREENS.find((other) => hasErrors(other) && other.as === screen.as),
)

function pageOf(address: string): string {
  const [, area = '', part = '', ...rest] = address.split(/[?#]/, 1).join('').split('/')
  const isStatic = area === 'Account' || area === 'Studio'
  return `${area}/${isStatic ? part : part === '' ? '' : ':id'}${rest.some((name) => name !== '') ? '/…' : ''}`
}

/**
 * Declares a test for each screen of these viewers that checks axe, a narrow window, and the page's policy. The full
 * run also checks a wide window and dark colors.
 */
export function testScreens(...viewers: Viewer[]): void {
  let academy: RunningAcademy
  let screens: Awaited<ReturnType<typeof openScreens>>
  beforeAll(async () => {
    academy = await runAcademy()
    screens = await openScreens(await sharedBrowser(), academy)
  })
  afterAll(() => academy.close())

  test.each((isFullMeasure ? SCREENS : ONE_OF_EACH_PAGE).filter((screen) => viewers.includes(screen.as)))(
    '$name has no accessibility violations, fits 320 px, and breaks no page policy',
    async (screen) => {
      const page = await screens.open(screen.as, NARROW)
      await screens.show(screen, page)
      const narrow = await findings(page)
      // 1280 px at 400% zoom is 320 px.
      await page.setViewportSize({ width: 320, height: 780 })
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
      await page.setViewportSize({ width: 1280, height: 900 })
      const wide = isFullMeasure ? await findings(page) : []
      const dark = isFullMeasure ? await darkFindings(page) : []
      const refused = getPolicyViolations(page)
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
