import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMAIL_SAMPLES } from './email-samples.ts'
import { complaintsAboutMail } from '../oracles/valid-html.ts'
import { findings } from '../oracles/axe.ts'
import { sharedBrowser } from '../harness/browser.ts'

/** An email is shown inside a page, which provides these landmarks. */
const OF_PAGES = ['region', 'landmark-one-main']

/** One page for all emails: they have no scripts, and replacing the content leaves nothing behind. */
let page: Page
beforeAll(async () => {
  const browser = await sharedBrowser()
  page = await browser.newPage({ viewport: { width: 320, height: 780 } })
})
afterAll(() => page.close())

test.each(EMAIL_SAMPLES)(
  '$name: valid, no wider than a phone, no axe violations in light or dark',
  async ({ email }) => {
    expect(await complaintsAboutMail(email.html)).toEqual([])
    const asked: string[] = []
    const ask = (request: Request) => void asked.push(request.url())
    page.on('request', ask)
    await page.setContent(email.html)
    const looks = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      looks.push(await findings(page, OF_PAGES), await page.evaluate(() => document.documentElement.scrollWidth))
    }
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const buttons = await page.locator('.button a').all()
    const heights = await Promise.all(buttons.map(async (button) => (await button.boundingBox())?.height ?? 0))
    page.off('request', ask)
    expect(looks).toEqual([[], 320, [], 320])
    expect(paper).toBe('rgb(16, 25, 43)')
    expect(heights.filter((height) => height < 44)).toEqual([])
    expect(heights).toHaveLength(email.html.split('class="button"').length - 1)
    expect(asked).toEqual([])
  },
)
