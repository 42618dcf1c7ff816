import { stopPlaybackAt } from '../harness/stop-playback.ts'
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiClient, getToken } from '../harness/api-client.ts'
import { openBrowser, openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { isEveryChange } from '../harness/long-test.ts'

const COURSE = 'defense-medical-exam-training'
const lecture = (slug: string) => `/MyAcademy/${COURSE}/Lecture/${slug}/`
const FIRST = lecture('what-a-defense-medical-exam-is')
const SECOND = lecture('the-rules-that-shape-the-exam')
const THIRD = lecture('the-legal-nurse-consultant-on-the-case-team')
const PODCAST = '/Podcast/what-is-a-defense-medical-exam-a-short-primer-for-nurses'

let academy: RunningAcademy
let browser: Browser
let demo: string
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
  demo = await getToken(academy.url, 'demo', 'demo-learner-2026')
})
afterAll(() => academy.close())

const isVideo = (url: URL) => /\/media\/.*\.(mp4|webm)$/.test(url.pathname)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const media = <Result>(page: Page, look: (element: HTMLMediaElement) => Result) =>
  page.locator('video, audio').evaluate(look)
const time = (page: Page) => media(page, ({ currentTime }) => currentTime)
const line = (page: Page) => page.locator('li[aria-current="true"]')

/** The seconds of a transcript time such as 1:05. */
const secondsOf = (shown: string) => shown.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/** Pauses the media at this second. */
async function pauseAt(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction(() => (document.querySelector<HTMLMediaElement>('video, audio')?.readyState ?? 0) >= 1)
  await page.locator('video, audio').evaluate(async (element: HTMLMediaElement, to) => {
    element.pause()
    const sought = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
    element.currentTime = to
    await sought
  }, seconds)
}

async function open(address: string, { width = 1280, token = demo } = {}) {
  const opened = await openPage(browser, academy.url, width, token)
  await opened.page.goto(address)
  await opened.page.locator('video, audio').waitFor()
  return opened
}

const readPositions = (page: Page) =>
  page.evaluate(() => String(Object.entries(localStorage).find(([key]) => key.endsWith(':positions')) ?? ''))

describe('resume position', () => {
  test('another device resumes there, paused, and can start over', async () => {
    const { page: phone, complaints } = await open(SECOND, { width: 390 })
    await phone.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
    await media(phone, (video) => (video.currentTime = 31))
    const saved = phone.waitForResponse(
      (reply) => reply.url().includes('/playback/') && reply.request().method() === 'POST',
    )
    await media(phone, (video) => video.pause())
    expect((await saved).status()).toBe(200)

    const { page: desk } = await open(SECOND)
    await button(desk, /^Resume at 0:3\d$/).waitFor()
    await desk.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) >= 31)
    await desk.getByText(/^You stopped at 0:3\d$/).waitFor()
    expect(await media(desk, (video) => [video.paused, video.autoplay])).toEqual([true, false])
    await button(desk, /^Resume at/).click()
    await desk.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 31.5)
    expect(await button(desk, 'Start over').count()).toBe(0)

    const again = await open(SECOND)
    await button(again.page, 'Start over').click()
    await again.page.waitForFunction(() => !document.querySelector('video')?.paused)
    expect(await time(again.page)).toBeLessThan(5)
    expect(complaints).toEqual([])
  })

  test('is sent when the page is left mid-playback', async () => {
    const { page } = await open(PODCAST)
    await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0.2)
    await media(page, (audio) => (audio.currentTime = 40))
    await page.waitForTimeout(300)
    await page.goto('/Courses/')
    const api = createApiClient(academy.url, demo)
    const { podcast_media_id: id } = (await api.get(`/Academy/api${PODCAST.toLowerCase()}/`)).body
    const seconds = async () => (await api.get(`/Academy/api/playback/${id}/`)).body.seconds
    await expect.poll(seconds, { timeout: 10_000 }).toBeGreaterThanOrEqual(40)
    await page.goto(PODCAST)
    await button(page, /^Resume at 0:4\d$/).waitFor()
  })

  test('is stored on the device while offline and sent once online', async () => {
    const { page } = await open(THIRD)
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 3)
    await page.context().setOffline(true)
    await page.getByText('You’re offline.').waitFor()
    await pauseAt(page, 20)
    await media(page, (video) => video.play())
    await media(page, (video) => video.pause())
    await expect.poll(() => readPositions(page)).toContain('"seconds":20')
    const sent = page.waitForResponse((reply) => reply.url().includes('/playback/') && reply.ok())
    await page.context().setOffline(false)
    await sent
    await expect.poll(() => readPositions(page)).toBe('')
    expect(await page.getByText('You’re offline.').count()).toBe(0)
    const { page: other } = await open(THIRD)
    await button(other, 'Resume at 0:20').waitFor()
  })
})

describe('the player', () => {
  test.skipIf(isEveryChange)('remembers speed and captions for every lecture', async () => {
    const { page } = await open(FIRST)
    await page.getByLabel('Speed').selectOption('1.5')
    await button(page, 'Captions').click()
    const state = () => media(page, (video) => [video.playbackRate, video.textTracks[0]?.mode])
    await expect.poll(state).toEqual([1.5, 'hidden'])
    await page.goto(SECOND)
    await page.locator('video').waitFor()
    await expect.poll(state).toEqual([1.5, 'hidden'])
    expect(await page.getByLabel('Speed').inputValue()).toBe('1.5')
    expect(await button(page, 'Captions').getAttribute('aria-pressed')).toBe('false')

    // Changes made in the browser's own menus appear on the page, too.
    await media(page, (video) => {
      video.playbackRate = 2
      const [track] = video.textTracks
      if (track) track.mode = 'showing'
    })
    await expect.poll(() => page.getByLabel('Speed').inputValue()).toBe('2')
    await expect.poll(() => button(page, 'Captions').getAttribute('aria-pressed')).toBe('true')
  })

  test('responds to space, arrows, c, and f, unless another control has the focus', async () => {
    const { page, complaints } = await open(FIRST)
    await pauseAt(page, 20)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => time(page)).toBe(25)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(() => time(page)).toBe(10)
    await page.keyboard.press('Space')
    await expect.poll(() => media(page, ({ paused }) => paused)).toBe(false)
    await page.keyboard.press('Space')
    await expect.poll(() => media(page, ({ paused }) => paused)).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.keyboard.press('c')
    await expect.poll(() => button(page, 'Captions').getAttribute('aria-pressed')).toBe('false')
    await page.keyboard.press('c')
    await page.keyboard.press('f')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('VIDEO')
    await page.keyboard.press('f')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()

    await page.getByLabel('Speed').focus()
    await page.keyboard.press('c')
    await button(page, 'Shortcuts').focus()
    await page.keyboard.press('Space')
    expect(await media(page, ({ paused }) => paused)).toBe(true)
    expect(await button(page, 'Captions').getAttribute('aria-pressed')).toBe('true')
    // Users of speech input, and members who press keys by mistake, can turn these shortcuts off.
    await page.getByLabel('Turn on shortcuts').uncheck()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('c')
    expect(await button(page, 'Captions').getAttribute('aria-pressed')).toBe('true')
    expect(complaints).toEqual([])
  })
})

describe.skipIf(isEveryChange)('the player, blocked or at the end of a lecture or course', () => {
  test('offers the next lecture at the end and never opens it by itself', async () => {
    const { page, complaints } = await open(FIRST)
    const playToEnd = async () => {
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1)
      await media(page, async (video) => {
        video.muted = true
        video.currentTime = video.duration - 0.4
        await video.play()
      })
    }
    await playToEnd()
    const card = page.getByRole('region', { name: 'Up next' })
    await card.getByText('2. The Rules That Shape the Exam').waitFor()
    await card.getByRole('button', { name: 'Stay here' }).click()
    expect(await card.count()).toBe(0)
    await playToEnd()
    await page.waitForTimeout(1_500)
    expect(new URL(page.url()).pathname).toBe(FIRST)
    await card.getByRole('link', { name: 'Go to the next lecture' }).click()
    await page.waitForURL((url) => url.pathname === SECOND)
    await page.getByRole('heading', { name: '2. The Rules That Shape the Exam', level: 1 }).waitFor()

    // A lecture that was played to its end starts from the beginning when it is opened again.
    await page.goto(FIRST)
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
    expect(await time(page)).toBeLessThan(10)

    expect(complaints).toEqual([])
  })

  test('says when media cannot load, keeps the transcript, and resumes where it was on retry', async () => {
    const { page } = await openPage(browser, academy.url, 1280, demo)
    await page.route(isVideo, (route) => route.abort())
    await page.goto(lecture('exam-vocabulary-for-the-observer'))
    await page.getByRole('alert').getByText('The video couldn’t be loaded.').waitFor()
    await page.getByRole('list', { name: 'Transcript' }).waitFor()
    expect(await media(page, (video) => video.controls)).toBe(false)
    expect(await page.getByText('If it keeps failing').count()).toBe(0)
    await button(page, 'Try again').click()
    await page.getByRole('alert').filter({ hasText: 'If it keeps failing, email' }).getByRole('link').waitFor()
    await page.unroute(isVideo)
    await button(page, 'Try again').click()
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await media(page, (video) => video.controls)).toBe(true)
    await page.getByRole('heading', { name: 'Transcript' }).waitFor()
  })

  test('shows one large button when autoplay is blocked; pressing it moves the focus into the player', async () => {
    const strict = await openBrowser('--autoplay-policy=user-gesture-required')
    try {
      const { page, complaints } = await openPage(strict, academy.url, 390, demo)
      await stopPlaybackAt(page, 0)
      await page.goto(FIRST)
      const play = button(page, 'Play 1. What a Defense Medical Exam Is')
      await play.waitFor()
      expect(await media(page, ({ controls, paused }) => [controls, paused])).toEqual([false, true])
      await play.press('Enter')
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
      expect(await play.count()).toBe(0)
      expect(await media(page, (video) => [video.controls, document.activeElement === video])).toEqual([true, true])
      expect(complaints).toEqual([])
    } finally {
      await strict.close()
    }
  })

  test('offers what remains at the end of the last lecture, and the exam once nothing does', async () => {
    const { page, complaints } = await openPage(browser, academy.url, 1280, demo)
    const open = [THIRD, lecture('exam-vocabulary-for-the-observer')]
    const playLastToEnd = async () => {
      await page.goto(lecture('confidentiality-and-professional-boundaries'))
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1)
      await media(page, async (video) => {
        video.muted = true
        video.currentTime = video.duration - 0.4
        await video.play()
      })
    }
    const card = page.getByRole('region', { name: 'Up next' })
    await playLastToEnd()
    await card.getByText('2 lectures left').waitFor()
    await card.getByText('Next: 3. The Legal Nurse Consultant on the Case Team').waitFor()
    expect(await card.getByRole('link', { name: 'Go to lecture 3' }).getAttribute('href')).toBe(THIRD)
    expect(await card.getByText('examination').count()).toBe(0)

    const api = createApiClient(academy.url, demo)
    for (const address of open) {
      const slug = address.split('/')[4]
      const reply = await api.post(`/Academy/api/course/${COURSE}/lecture/${slug}/update/progress/`)
      expect(reply.status).toBe(200)
    }
    await playLastToEnd()
    expect(await card.getByRole('link', { name: 'Take the Examination' }).getAttribute('href')).toBe(
      `/Examination/${COURSE}`,
    )
    // Only one button at a time is prominent.
    const colors = () =>
      page
        .getByRole('link', { name: 'Take the Examination' })
        .evaluateAll((links) => links.map((link) => getComputedStyle(link).backgroundColor))
    await expect.poll(async () => new Set(await colors()).size).toBe(2)
    const [prominent] = await colors()
    await button(page, 'Stay here').click()
    await expect.poll(colors).toEqual([prominent])
    expect(complaints).toEqual([])
  })

  test('resumes where the member had stopped when media that failed to start loads on retry', async () => {
    const { page } = await openPage(browser, academy.url, 1280, demo)
    await stopPlaybackAt(page, 25)
    await page.route(isVideo, (route) => route.abort())
    await page.goto(FIRST)
    await page.getByRole('alert').getByText('The video couldn’t be loaded.').waitFor()
    await page.unroute(isVideo)
    await button(page, 'Try again').click()
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
    expect(await time(page)).toBeGreaterThanOrEqual(25)
  })

  test('starts over when that was chosen while still loading', async () => {
    const { page } = await openPage(browser, academy.url, 1280, demo)
    await stopPlaybackAt(page, 25)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(isVideo, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(FIRST, { waitUntil: 'commit' })
    await button(page, 'Start over').click()
    release()
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
    expect(await time(page)).toBeLessThan(10)
  })
})

type Handler = (details: { action: string; seekTime?: number; seekOffset?: number }) => void

describe('Media Session', () => {
  test.skipIf(isEveryChange).each([
    ['a lecture', FIRST, '1. What a Defense Medical Exam Is', 'Defense Medical Exam Training'],
    ['a podcast', PODCAST, 'What Is a Defense Medical Exam? A Short Primer for Nurses', 'Podcasts'],
  ])('%s responds to the lock screen and media keys', async (_, address, title, album) => {
    const { page, complaints } = await openPage(browser, academy.url, 390, demo)
    // Only the device can press these keys, so the handlers that the page registers are stored here and called.
    await page.addInitScript(() => {
      const handlers: Record<string, Handler | null> = {}
      const session = navigator.mediaSession
      const hand = session.setActionHandler.bind(session)
      session.setActionHandler = (action, handler) => {
        handlers[action] = handler as Handler | null
        hand(action, handler)
      }
      Object.assign(window, { handlers })
    })
    const press = (action: string, details: { seekTime?: number; seekOffset?: number } = {}) =>
      page.evaluate(
        (pressed) =>
          (window as unknown as { handlers: Record<string, Handler | null> }).handlers[pressed.action]?.(pressed),
        { action, ...details },
      )
    await page.goto(address)
    await pauseAt(page, 20)
    const shown = await page.evaluate(() => {
      const { metadata } = navigator.mediaSession
      return { title: metadata?.title, album: metadata?.album, cover: metadata?.artwork[0]?.src ?? '' }
    })
    expect(shown).toMatchObject({ title, album })
    const cover = await page.request.get(shown.cover)
    expect([cover.status(), cover.headers()['content-type']]).toEqual([200, expect.stringMatching(/^image\//)])

    await press('seekforward')
    await expect.poll(() => time(page)).toBe(30)
    await press('seekbackward', { seekOffset: 5 })
    await expect.poll(() => time(page)).toBe(25)
    await press('seekto', { seekTime: 12 })
    await expect.poll(() => time(page)).toBe(12)
    await press('play')
    await expect.poll(() => media(page, ({ paused }) => paused)).toBe(false)
    await press('pause')
    await expect.poll(() => media(page, ({ paused }) => paused)).toBe(true)

    await page.getByRole('link', { name: 'Legal Nurse Academy' }).first().click()
    await page.waitForURL((url) => url.pathname === '/')
    await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata === null)).toBe(true)
    expect(complaints).toEqual([])
  })
})

describe('the transcript', () => {
  test.each([
    ['a lecture', FIRST],
    ['a podcast', PODCAST],
  ])('of %s follows playback, and a click on a line plays from there', async (_, address) => {
    const { page, complaints } = await open(address, { width: 390 })
    await page.getByRole('list', { name: 'Transcript' }).waitFor()
    await pauseAt(page, 45.95)
    const place = () => line(page).locator('button').innerText()
    const starts = await page.getByRole('list', { name: 'Transcript' }).locator('li button').allInnerTexts()
    await expect.poll(place).toBe(starts.findLast((start) => secondsOf(start) <= 45))
    const isInSight = () =>
      line(page).evaluate((element) => {
        const [own, frame] = [element.getBoundingClientRect(), element.parentElement?.getBoundingClientRect()]
        return frame !== undefined && own.top >= frame.top && own.bottom <= frame.bottom
      })
    await expect.poll(isInSight).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBe(0)

    // Clicking the text works as well as clicking the time.
    const third = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem').nth(2)
    await third.scrollIntoViewIfNeeded()
    await third.click({ position: { x: 150, y: 12 } })
    const start = await third.locator('button').innerText()
    await expect.poll(place).toBe(start)
    await expect.poll(() => time(page)).toBeGreaterThanOrEqual(secondsOf(start))
    expect(complaints).toEqual([])
  })

  test.skipIf(isEveryChange)('stays where the member scrolled it until they choose to follow again', async () => {
    const { page } = await open(FIRST)
    const list = page.getByRole('list', { name: 'Transcript' })
    await list.hover()
    await pauseAt(page, 5.5)
    // Waits until the list has stopped scrolling smoothly.
    await page.waitForTimeout(700)
    await page.mouse.wheel(0, 2_000)
    await button(page, 'Follow along').waitFor()
    await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100)
    await page.waitForTimeout(700)
    const scrolled = await list.evaluate(({ scrollTop }) => scrollTop)
    await pauseAt(page, 20)
    await page.waitForTimeout(400)
    expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(scrolled)
    await button(page, 'Follow along').click()
    await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(scrolled)
  })

  test.skipIf(isEveryChange)('starts with a whole line when scrolled to its end, too', async () => {
    const { page } = await open(FIRST, { width: 360 })
    const list = page.getByRole('list', { name: 'Transcript' })
    await list.waitFor()
    await pauseAt(page, 5.5)
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight, behavior: 'instant' }))
    const cutOff = () =>
      list.evaluate(({ children, scrollTop }) => {
        const lines = [...children] as HTMLElement[]
        const tops = lines.map(({ offsetTop }) => offsetTop - (lines[0]?.offsetTop ?? 0) - scrollTop)
        return [scrollTop > 100, Math.min(...tops.map(Math.abs)) < 1]
      })
    await expect.poll(cutOff).toEqual([true, true])
  })

  test.skipIf(isEveryChange)('is a single tab stop, with arrow keys from line to line', async () => {
    const { page } = await open(FIRST)
    await page.getByRole('list', { name: 'Transcript' }).waitFor()
    await pauseAt(page, 13)
    const second = await line(page).locator('xpath=following-sibling::li[2]').locator('button').innerText()
    await line(page).locator('button').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => line(page).locator('button').innerText()).toBe(second)
    await page.keyboard.press('End')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    expect(await focused()).toMatch(/^Play from \d:\d\d$/)
    await page.keyboard.press('Tab')
    expect(await focused()).not.toMatch(/^Play from/)
  })
})

test.skipIf(isEveryChange).each([
  ['a lecture, in the dark theme', FIRST, 1280],
  ['a lecture, on a phone', FIRST, 360],
  ['a podcast, in the light theme', PODCAST, 1280],
  ['a podcast, on a phone', PODCAST, 360],
])('no serious axe violations in %s', async (_, address, width) => {
  const { page } = await open(address, { width })
  await page.getByRole('list', { name: 'Transcript' }).waitFor()
  await pauseAt(page, 20)
  await page.keyboard.press('?')
  expect(await faultsOf(page)).toEqual([])
  await media(page, async (element) => {
    element.currentTime = element.duration - 0.3
    await element.play()
  })
  await page.waitForFunction(() => document.querySelector<HTMLMediaElement>('video, audio')?.ended)
  await page.context().setOffline(true)
  await page.getByText('You’re offline.').waitFor()
  expect(await faultsOf(page)).toEqual([])
})

async function faultsOf(page: Page): Promise<string[]> {
  // Evaluates the script as the console would, because the page's policy allows no added scripts.
  await page.evaluate(await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8'))
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  })
}
