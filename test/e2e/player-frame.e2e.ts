import { stopPlaybackAt } from '../harness/stop-playback.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const FIRST = '/MyAcademy/defense-medical-exam-training/Lecture/what-a-defense-medical-exam-is/'
const PODCAST = '/Podcast/what-is-a-defense-medical-exam-a-short-primer-for-nurses'
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

/** Opens the first lecture, as if the member had stopped at this second. */
async function open(seconds: number, [width, height]: [number, number] = [1280, 900], address = FIRST) {
  const opened = await openPage(browser, academy.url, width, demo)
  await opened.page.setViewportSize({ width, height })
  await stopPlaybackAt(opened.page, seconds)
  await opened.page.goto(address)
  await opened.page.locator('video, audio').waitFor()
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
  // After one key press, the button is visible in every lecture.
  await page.goto(SECOND)
  await page.locator('video').waitFor()
  expect(await isInSight()).toBe(true)
})

test.each([
  [390, 844, 0],
  [844, 390, 0],
  [1366, 768, 0],
  // On this screen, the text needs more room than the video has.
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
    // The title is read before the player, and the whole video is on the first screen.
    expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0)
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(height)
    // The video behind it is dark, and the controls below it can't be reached.
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

test.each([
  ['a lecture', FIRST],
  ['a podcast', PODCAST],
])('%s has buttons for 10 seconds back and forward, also while the resume choice is open', async (_, address) => {
  const { page, complaints } = await open(25, [390, 844], address)
  await button(page, 'Resume at 0:25').waitFor()
  const time = () => page.locator('video, audio').evaluate(({ currentTime }: HTMLMediaElement) => currentTime)
  await expect.poll(time).toBe(25)
  const [back, forward] = [button(page, 'Back 10 seconds'), button(page, 'Forward 10 seconds')]
  await forward.click()
  await expect.poll(time).toBe(35)
  expect(await button(page, 'Resume at 0:25').count()).toBe(0)
  await back.click()
  await back.click()
  await expect.poll(time).toBe(15)
  const sizes = await Promise.all(
    [back, forward].map(async (each) => (await each.boundingBox()) ?? { width: 0, height: 0 }),
  )
  expect(Math.min(...sizes.flatMap(({ width, height }) => [width, height]))).toBeGreaterThanOrEqual(44)
  expect(complaints).toEqual([])
})

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
  // The browser's own menu turns captions on over the video; they stay below it.
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

test('on phones the transcript follows the lecture, then practice, the next lecture, the outline, and last discussions, which move nothing', async () => {
  const { page } = await openPage(browser, academy.url, 390, demo)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/lecture/*/discussions/', async (route) => {
    await held
    const moment = { id: 'a', seconds: 5, title: 'Who may come along?', replies: 0, is_answered: false }
    await route.fulfill({ json: [moment] })
  })
  await page.goto(FIRST)
  await page.getByRole('list', { name: 'Transcript' }).waitFor()
  await button(page, 'Ask a question here').waitFor()
  const places = () =>
    Promise.all(
      ['Transcript', 'Practice questions', 'Next lecture', 'Your progress', 'Take the Examination', 'Discussions'].map(
        async (name) => (await page.getByText(name, { exact: true }).first().boundingBox())?.y ?? 0,
      ),
    )
  const before = await places()
  const asking = await button(page, 'Ask a question here').boundingBox()
  expect(before).toEqual(before.toSorted((a, b) => a - b))
  release()
  await page.getByText('Who may come along?').waitFor()
  expect(await places()).toEqual(before)
  expect(await button(page, 'Ask a question here').boundingBox()).toEqual(asking)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
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
