import { afterAll, beforeAll, expect, test } from 'vitest'
import { darkFindings, findings } from '../oracles/axe.ts'
import { getPolicyViolations, sharedBrowser } from '../harness/browser.ts'
import { isFullMeasure } from '../harness/measure.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import type { Screen } from '../harness/screen.ts'
import { openScreens, SCREENS } from '../harness/screens.ts'

const NARROW = 360

const hasErrors = ({ name }: Screen) => name.includes('errors')

/** Areas whose pages consist of the same components. */
const ALIKE = [
  ['About', 'Books', 'PrivacyPolicy', 'TermsOfService'],
  ['Courses', 'Podcasts', 'Documents'],
  ['Podcast', 'Document'],
]

function area({ address }: Screen): string | undefined {
  const first = /^\/([^/?#]*)/.exec(address)?.[1] ?? ''
  return ALIKE.find((areas) => areas.includes(first))?.[0] ?? first
}

/**
 * One page of each area and one form with errors for each kind of viewer, because all pages of an area, and all forms,
 * consist of the same components. The full run covers every page in every state.
 */
const ONE_OF_EACH_AREA = SCREENS.filter(
  (screen) =>
    screen === SCREENS.find((other) => area(other) === area(screen)) ||
    screen === SCREENS.find((other) => hasErrors(other) && other.as === screen.as),
)

/**
 * Declares a test for each screen that runs axe and checks a narrow window and the page's Content Security Policy. The
 * full run also checks a wide window and dark colors.
 */
export function testScreens(): void {
  let academy: RunningAcademy
  let screens: Awaited<ReturnType<typeof openScreens>>
  beforeAll(async () => {
    academy = await runAcademy()
    screens = await openScreens(await sharedBrowser(), academy)
  })
  afterAll(() => academy.close())

  test.each(isFullMeasure ? SCREENS : ONE_OF_EACH_AREA)(
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
