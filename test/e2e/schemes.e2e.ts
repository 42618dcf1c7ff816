import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

const groundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor)

const DAY = 'rgb(251, 250, 247)'
const NIGHT = 'rgb(14, 22, 38)'
const WHITE = 'rgba(0, 0, 0, 0)'
const LECTURE = '/MyAcademy/defense-medical-exam-training/Lecture/what-a-defense-medical-exam-is/'

test.each(['/', '/Courses/', '/Login/', '/Studio/', '/nowhere'])(
  '%s is dark when the device asks for it, light otherwise, and white on paper',
  async (address) => {
    const { page } = await openPage(browser, academy.url)
    await page.goto(address)
    const grounds: string[] = []
    for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { media: 'print' }] as const) {
      await page.emulateMedia(media)
      grounds.push(await groundOf(page, 'body'))
    }
    expect(grounds).toEqual([DAY, NIGHT, WHITE])
    expect(await page.locator('header').first().isVisible()).toBe(false)
    expect(await page.locator('footer').isVisible()).toBe(false)
    await page.context().close()
  },
)

test('a lecture is dark in the light theme, too; on paper it is the full text in black, without the player', async () => {
  const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
  const { page } = await openPage(browser, academy.url, 1280, token)
  await page.goto(LECTURE)
  const list = page.getByRole('list', { name: 'Transcript' })
  await list.waitFor()
  const wrapper = 'main [data-theme=dark]'
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await groundOf(page, wrapper)).toBe(NIGHT)
  expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await groundOf(page, wrapper)).toBe(DAY)
  expect(await list.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(20, 33, 61)')
  expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(false)
  expect(await page.locator('video').isVisible()).toBe(false)
  await page.context().close()
})
