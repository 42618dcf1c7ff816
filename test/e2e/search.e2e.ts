import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser, waitUntilStarted } from '../harness/browser.ts'
import { waitForMotion } from '../harness/phone.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { isEveryChange } from '../harness/long-test.ts'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

test('without scripts, the page finds products, rejects queries that are too long, and asks not to be indexed', async () => {
  const found = await (await fetch(`${academy.url}/Search/?q=examination`)).text()
  expect(found).toMatch(/<meta name="robots" content="noindex"/)
  expect(found).toContain('<mark')
  expect(found).toContain('/Course/defense-medical-exam-training')
  expect(found).not.toContain('/Lecture/')
  const long = await fetch(`${academy.url}/Search/?q=${'x'.repeat(4_000)}`)
  expect([long.status, await long.text()]).toEqual([200, expect.stringContaining('Use 200 characters or fewer')])
  const hostile = await (await fetch(`${academy.url}/Search/?q=${encodeURIComponent('"><script>x()</script>')}`)).text()
  expect(hostile).not.toContain('<script>x()')
})

test('text typed before the scripts run is still there after they run', async () => {
  const { page } = await openPage(browser, academy.url)
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.mainFrame().goto('/Search/')
  const field = page.getByRole('main').getByRole('searchbox')
  await field.fill('observer')
  scripts.resolve()
  await waitUntilStarted(page)
  expect(await field.inputValue()).toBe('observer')
  await field.press('Enter')
  await page.waitForURL('**/Search/?q=observer')
})

/** Words spoken in a lecture, but not in its handouts, which would rank above it. */
const SAID = 'condition in controversy'

type Found = { products: { hits: { kind: string; lecture_id: string | null }[] }[] }

/** Waits until the job that indexes lectures has finished. */
async function untilLecturesAreRead(): Promise<void> {
  const member = await logIn(academy.url, 'demo', 'demo-learner-2026')
  const kinds = async () => {
    const { body } = await member.post('/Academy/api/search/', { words: SAID })
    const hits = (body as Found).products.flatMap(({ hits }) => hits)
    return hits.filter(({ lecture_id: lecture }) => lecture !== null).map(({ kind }) => kind)
  }
  await expect.poll(kinds, { timeout: 100_000, interval: 500 }).toContain('transcript')
}

test.skipIf(isEveryChange)(
  'the shortcut key opens the box, arrow keys choose, and a found timestamp plays',
  { timeout: 160_000 },
  async () => {
    await untilLecturesAreRead()
    const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
    const { page, complaints } = await openPage(browser, academy.url, 1280, token)
    await page.goto('/Courses/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Account' }).waitFor()
    await page.keyboard.press('/')
    const box = page.getByRole('dialog', { name: 'Search' })
    const field = box.getByRole('combobox')
    await field.waitFor()
    await page.keyboard.type('defense/')
    expect(await field.inputValue()).toBe('defense/')
    await page.keyboard.press('Backspace')
    await box
      .getByRole('status')
      .getByText(/suggestion/)
      .waitFor()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Search', exact: true }).first().click()
    await field.fill('Defense Medical Exam Training')
    await box.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/MyAcademy/defense-medical-exam-training')

    await page.goto(`/Search/?q=${encodeURIComponent(SAID)}`)
    // Podcasts have timestamps, too.
    const said = page
      .locator('main a[href*="/Lecture/"]')
      .filter({ hasText: /said at \d/ })
      .first()
    await said.waitFor()
    const seconds = Number(new URL((await said.getAttribute('href')) ?? '', academy.url).searchParams.get('at'))
    await said.click()
    await waitForMotion(page, seconds)

    // A link to another timestamp in the lecture that is already playing seeks there without restarting.
    const film = await page.waitForSelector('video')
    const { pathname } = new URL(page.url())
    const before = await page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
    await goWithin(page, `${pathname}?at=${Math.floor(before) + 60}`)
    await waitForMotion(page, before + 60)
    await goWithin(page, `${pathname}?at=3`)
    await page.waitForFunction(() => {
      const { currentTime = 0, paused = true } = document.querySelector('video') ?? {}
      return !paused && currentTime > 3 && currentTime < 30
    })
    expect(await film.evaluate((video) => video.isConnected)).toBe(true)
    await film.evaluate((video: HTMLVideoElement) => {
      video.pause()
      video.currentTime = 100
    })
    await page.goBack()
    await page.waitForURL(/at=[^3]/)
    expect(await film.evaluate((video: HTMLVideoElement) => [video.paused, video.currentTime])).toEqual([true, 100])
    expect(complaints).toEqual([])
  },
)

/** Navigates as a clicked link does. */
function goWithin(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => {
    const { __reactRouterDataRouter: router } = globalThis as unknown as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> }
    }
    return router.navigate(to)
  }, address)
}

test.skipIf(isEveryChange)(
  'a discussion post is found, opens in its thread, and leaves the search when it is deleted',
  async () => {
    const [demo, staff] = await Promise.all([
      logIn(academy.url, 'demo', 'demo-learner-2026'),
      logIn(academy.url, 'staff', 'demo-staff-2026'),
    ])
    const course = 'defense-medical-exam-training'
    const thread = crypto.randomUUID()
    const lecture = 'the-rules-that-shape-the-exam'
    const asked = { id: thread, title: 'Who keeps the kinkajou?', text: 'Nobody says.', lecture, seconds: 40 }
    const reply = (by: typeof demo, text: string) =>
      by.post(`/Academy/api/discussion/${thread}/reply/`, { id: crypto.randomUUID(), text })
    expect((await demo.post(`/Academy/api/take/course/${course}/discussions/ask/`, asked)).status).toBe(200)
    // Adds more posts than the first part of a thread shows.
    for (let n = 1; n <= 24; n += 1) expect((await reply(staff, `Answer ${n}.`)).status).toBe(200)
    expect((await reply(staff, 'The **pangolin** does.')).status).toBe(200)
    expect((await reply(staff, 'After it.\n\n'.repeat(60))).status).toBe(200)

    const { page, complaints } = await openPage(
      browser,
      academy.url,
      1280,
      await getToken(academy.url, 'demo', 'demo-learner-2026'),
    )
    await page.goto('/Search/?q=pangolin')
    const hit = page.locator('main a', { hasText: 'Who keeps the kinkajou?' }).first()
    await hit.getByText('Reply 25 in a discussion of 2. The Rules That Shape the Exam at 0:40').waitFor()
    await hit.click()
    const post = page.getByRole('article', { name: /^Reply 25 by/ })
    const isReached = async () => {
      await post.getByText('The pangolin does.').waitFor()
      await expect.poll(() => post.evaluate((article) => document.activeElement === article)).toBe(true)
      const box = await post.boundingBox()
      expect([box && box.y >= 0 && box.y < 400]).toEqual([true])
    }
    await isReached()
    // The URL works for other people, too.
    await page.reload()
    await isReached()

    await page.goto('/Courses/')
    await page.getByRole('link', { name: 'Account' }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('combobox').fill('kinkajou')
    await page.getByRole('option', { name: 'Who keeps the kinkajou?' }).click()
    await page.waitForURL(`**/Discussions/${thread}*`)
    await page.getByRole('heading', { level: 1, name: 'Who keeps the kinkajou?' }).waitFor()

    const opening = (await demo.get(`/Academy/api/discussion/${thread}/from/0/`)).body.posts[0].id as string
    await demo.post(`/Academy/api/discussion/post/${opening}/delete/`)
    await page.goto('/Search/?q=kinkajou')
    await page.getByText('Results include what’s inside your courses.').waitFor()
    expect(await page.getByText('Log in to search').count()).toBe(0)
    await page.getByText('No results for “kinkajou.”').waitFor()
    expect(complaints).toEqual([])
  },
)
