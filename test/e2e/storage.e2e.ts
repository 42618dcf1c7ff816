import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ObjectStorage, startObjectStorage } from '../harness/object-storage.ts'
import { getToken } from '../harness/api-client.ts'
import { sharedBrowser, openPage } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const COURSE = 'defense-medical-exam-training'

let storage: ObjectStorage
let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  storage = await startObjectStorage()
  ;[academy, browser] = await Promise.all([
    runAcademy({ settings: { FILES_URL: storage.url, ...storage.environment } }),
    sharedBrowser(),
  ])
})
afterAll(async () => {
  await academy.close()
  await storage.close()
})

test('with object storage a lecture plays from there, with captions and seeking; no video bytes pass through the academy', async () => {
  const demo = await getToken(academy.url, 'demo', 'demo-learner-2026')
  const { page, complaints } = await openPage(browser, academy.url, 1280, demo)
  const answers: { url: string; status: number; bytes: number }[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.mp4') || response.url().startsWith(storage.origin))
      answers.push({
        url: response.url(),
        status: response.status(),
        bytes: Number(response.headers()['content-length'] ?? 0),
      })
  })
  await page.goto(`/MyAcademy/${COURSE}`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Watch lecture/ })
    .first()
    .click()
  const video = page.locator('video')
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
  await video.evaluate((element: HTMLVideoElement) => (element.currentTime = element.duration - 20))
  await page.waitForFunction(() => {
    const element = document.querySelector('video')
    return element && element.currentTime > element.duration - 19 && element.readyState >= 3
  })
  expect(await video.evaluate((element: HTMLVideoElement) => element.textTracks[0]?.cues?.length ?? 0)).toBeGreaterThan(
    3,
  )
  const fromUs = answers.filter(({ url }) => url.startsWith(academy.url))
  expect(fromUs.length).toBeGreaterThan(0)
  for (const { status, bytes } of fromUs) expect([status, bytes]).toEqual([302, 0])
  expect(answers.some(({ url, bytes }) => url.startsWith(storage.origin) && bytes > 100_000)).toBe(true)
  expect(complaints).toEqual([])
})

test('a player whose signed address expired requests the file again and resumes at the same position', async () => {
  const demo = await getToken(academy.url, 'demo', 'demo-learner-2026')
  const { page } = await openPage(browser, academy.url, 1280, demo)
  let asked = 0
  page.on('request', (request) => /\/media\/.*\.mp4\?/.test(request.url()) && (asked += 1))
  await page.goto(`/MyAcademy/${COURSE}`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Watch lecture/ })
    .first()
    .click()
  const video = page.locator('video')
  const isPlayingFrom = (second: number) =>
    page.waitForFunction((from) => {
      const element = document.querySelector('video')
      return element !== null && !element.paused && element.currentTime > from && element.readyState >= 3
    }, second)
  await video.evaluate((element: HTMLVideoElement) => element.play())
  await video.evaluate((element: HTMLVideoElement) => (element.currentTime = 20))
  await isPlayingFrom(20)
  const before = asked
  // The event that a browser fires if the URL to which it was redirected has expired.
  await video.evaluate((element) => element.dispatchEvent(new Event('error')))
  await isPlayingFrom(20)
  expect(asked).toBeGreaterThan(before)
  expect(await page.getByText('could not be loaded').count()).toBe(0)
})
