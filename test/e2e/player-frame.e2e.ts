import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const FIRST = '/MyAcademy/defense-medical-exam-training/Lecture/what-a-defense-medical-exam-is/'
const SECOND = '/MyAcademy/defense-medical-exam-training/Lecture/the-rules-that-shape-the-exam/'

let academy: RunningAcademy
let browser: Browser
let demo: string
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
  demo = await getToken(academy.url, 'demo', 'demo-learner-2026')
})
afterAll(() => academy.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const media = <Result>(page: Page, look: (element: HTMLMediaElement) => Result) => page.locator('video').evaluate(look)

/** The first lecture, as if the member had stopped at this second. */
async function open(seconds: number, [width, height]: [number, number] = [1280, 900]) {
  const opened = await openPage(browser, academy.url, width, demo)
  await opened.page.setViewportSize({ width, height })
  await opened.page.route('**/Academy/api/playback/**', (route) =>
    route.fulfill({ json: { seconds, seconds_ago: 60 } }),
  )
  await opened.page.goto(FIRST)
  await opened.page.locator('video').waitFor()
  return opened
}

test('the Keys button appears on a key press or keyboard focus, and a question mark lists the keys', async () => {
  const { page } = await open(0)
  const width = async () => (await button(page, 'Shortcuts').boundingBox())?.width ?? 0
  const isInSight = async () => (await width()) > 40
  expect(await isInSight()).toBe(false)
  await button(page, 'Captions').focus()
  await page.keyboard.press('Tab')
  expect([await isInSight(), await page.evaluate(() => document.activeElement?.textContent)]).toEqual([
    true,
    'Shortcuts',
  ])
  await page.keyboard.press('Tab')
  expect(await isInSight()).toBe(false)
  await page.keyboard.press('c')
  await expect.poll(isInSight).toBe(true)
  await page.keyboard.press('?')
  await page.getByText('Full screen on or off').waitFor()
  await page.keyboard.press('?')
  await expect.poll(() => page.getByText('Full screen on or off').count()).toBe(0)
  // Turning it off once applies to every lecture.
  await page.goto(SECOND)
  await page.locator('video').waitFor()
  expect(await isInSight()).toBe(true)
})

test.each([
  [390, 844, 0],
  [1366, 768, 0],
  // When its text needs more room than the picture has.
  [320, 640, 24],
])(
  'shows the resume choice over the picture at %i x %i, with everything needed on the first screen',
  async (width, height, max) => {
    const { page, complaints } = await open(31, [width, height])
    const video = page.locator('video')
    const card = page.getByRole('region', { name: 'Welcome back' })
    await card.waitFor()
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) >= 31)
    const boxes = async () => {
      const [film, over, row, title] = await Promise.all(
        [video, card, page.getByLabel('Speed'), page.getByRole('heading', { level: 1 })].map((each) =>
          each.boundingBox(),
        ),
      )
      return { film, over, row, title }
    }
    const { film, over, row, title } = await boxes()
    expect(over?.x).toBeCloseTo(film?.x ?? 0)
    expect(over?.width).toBeCloseTo(film?.width ?? 0)
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual((row?.y ?? 0) + 1)
    expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThanOrEqual(height)
    // The picture behind it is dark, and the controls below it can't be reached.
    expect(await media(page, ({ controls }) => controls)).toBe(false)

    await card.getByRole('button', { name: /^Resume at/ }).press('Enter')
    await expect.poll(() => card.count()).toBe(0)
    expect(await media(page, (element) => [element.controls, document.activeElement === element])).toEqual([true, true])
    expect((row?.y ?? 0) - ((await page.getByLabel('Speed').boundingBox())?.y ?? 0)).toBeLessThanOrEqual(max)
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 31.2)
    await media(page, (element) => {
      element.muted = true
      element.currentTime = element.duration - 0.3
    })
    // The focus moves from the video to the card.
    const next = page.getByRole('region', { name: 'Up next' })
    await next.waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Go to the next lecture')
    await page
      .getByRole('status')
      .getByText('The lecture has ended. Next lecture: 2. The Rules')
      .waitFor({ state: 'attached' })
    await next.getByRole('button', { name: 'Stay here' }).press('Enter')
    expect(await media(page, (element) => [element.controls, document.activeElement === element])).toEqual([true, true])
    expect(complaints).toEqual([])
  },
)

test("on phones captions appear below the picture, where the browser’s controls can't cover them; the button hides them", async () => {
  const { page } = await open(0, [390, 844])
  await media(page, (element) => {
    element.muted = true
  })
  const box = page.locator('video + p')
  await expect.poll(() => box.textContent()).not.toBe('')
  const [picture, said] = await Promise.all([page.locator('video').boundingBox(), box.boundingBox()])
  expect(said?.y).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0) - 1)
  expect(await media(page, ({ textTracks }) => textTracks[0]?.mode)).toBe('hidden')
  // The browser's own menu turns them on in the picture: they stay below it.
  await media(page, ({ textTracks: [track] }) => {
    if (track) track.mode = 'showing'
  })
  await expect.poll(() => media(page, ({ textTracks }) => textTracks[0]?.mode)).toBe('hidden')
  await button(page, 'Captions').click()
  await expect.poll(() => box.count()).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await button(page, 'Captions').click()
  await expect.poll(() => media(page, ({ textTracks }) => textTracks[0]?.mode)).toBe('showing')
  expect(await box.count()).toBe(0)
})

test('on phones the transcript follows the lecture; progress and exam come after it', async () => {
  const { page } = await open(0, [390, 844])
  await page.getByRole('list', { name: 'Transcript' }).waitFor()
  const top = async (name: string) => (await page.getByText(name, { exact: true }).first().boundingBox())?.y ?? 0
  const tops = [await top('Transcript'), await top('Your progress'), await top('Take the Examination')]
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
})

test('a transcript line plays from there while the resume choice is open', async () => {
  const { page } = await open(31)
  await button(page, 'Resume at 0:31').waitFor()
  const third = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem').nth(2).locator('button')
  const from = Number((await third.innerText()).split(':')[1])
  await third.click()
  await page.waitForFunction((begin) => (document.querySelector('video')?.currentTime ?? 0) > begin + 0.3, from)
  expect(await media(page, ({ paused }) => paused)).toBe(false)
  expect(await button(page, /^Resume at/).count()).toBe(0)
})
