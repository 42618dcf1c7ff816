import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser, waitUntilStarted } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const LECTURE = '/MyAcademy/defense-medical-exam-training/Lecture/what-a-defense-medical-exam-is/'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

/** A new browser with the service worker enabled, unlike in all other tests. */
async function newcomer(): Promise<Page> {
  const context = await browser.newContext({ baseURL: academy.url, viewport: { width: 390, height: 780 } })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return page
}

/** A page controlled by its service worker. */
async function regular(address: string): Promise<Page> {
  const page = await newcomer()
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.goto(address)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await waitUntilStarted(page)
  return page
}

test('the first page makes no extra requests; the service worker is installed long after load', async () => {
  const page = await newcomer()
  await page.goto('/', { waitUntil: 'load' })
  await page.waitForTimeout(2_000)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
})

test("without a connection, a page says so in the academy's design and reloads by itself once online", async () => {
  const page = await regular('/Courses/')
  await page.context().setOffline(true)
  await page.goto('/About/')
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/About/')
  expect(await page.title()).toBe('You’re offline')
  await page.getByRole('banner').getByText('Legal Nurse Academy').waitFor()
  expect(
    await page.evaluate(() => document.fonts.ready.then((fonts) => [...fonts].map(({ status }) => status))),
  ).toEqual(['loaded', 'loaded'])
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'About', exact: false }).first().waitFor()
})

test('caches only built assets: no page, no call, no media', async () => {
  const page = await regular('/Login')
  const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  await page.goto(LECTURE)
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
  await page.goto('/Podcasts/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const cached = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = await Promise.all(caches.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached.length).toBeGreaterThan(10)
  expect(cached.filter((address) => !/^\/assets\/[\w.-]+-[\w-]{8}\.(js|css|woff2|svg)$/.test(address))).toEqual([])
})

test('a missing chunk is reported with the service worker active, too; a 404 is not cached', async () => {
  const page = await regular('/Courses/')
  const gone = await page.evaluate(async () => {
    const { status } = await fetch('/assets/about.page-OldBuild.js')
    const cached = await caches.match('/assets/about.page-OldBuild.js')
    return [status, cached]
  })
  expect(gone).toEqual([404, undefined])

  await page.context().setOffline(true)
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/Register"]')?.click())
  await page.getByText('Loading chunk register.page failed').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Reload this page' }).click()
  await page.getByRole('heading', { name: 'Create an Account' }).waitFor()
})

test('cached assets need neither a connection nor the browser’s HTTP cache', async () => {
  const page = await regular('/About/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.context().setOffline(true)
  const replies = await page.evaluate(() => {
    const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(({ href }) => href)
    return Promise.all(scripts.map(async (script) => (await fetch(script, { cache: 'reload' })).status))
  })
  expect(replies.length).toBeGreaterThan(3)
  expect(replies.every((status) => status === 200)).toBe(true)
})

test('without a connection, a pressed link waits while the lecture plays on, and opens by itself once online', async () => {
  const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
  const { page } = await openPage(browser, academy.url, 390, token)
  await page.goto(LECTURE)
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
  await page.context().setOffline(true)
  await page.getByText('You’re offline. The loaded part').waitFor()
  const notice = page.getByText('You’re offline. The page will open when you’re back online.')
  // The linked page's script has not been loaded, so the page could not be opened.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await notice.waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect.poll(() => notice.count()).toBe(0)
  await page.getByRole('link', { name: /^Next lecture/ }).click()
  await notice.waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  const stood = await page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime)
  await page.waitForFunction((from) => (document.querySelector('video')?.currentTime ?? 0) > from + 0.3, stood)
  expect(new URL(page.url()).pathname).toBe(LECTURE)
  // A proxy responds with 502 while the academy is down.
  await page.route('**/healthz', (route) => route.fulfill({ status: 502 }))
  const refused = page.waitForResponse('**/healthz')
  await page.context().setOffline(false)
  await refused
  await page.waitForTimeout(500)
  await notice.waitFor()
  await page.unroute('**/healthz')
  await page.getByRole('heading', { name: '2. The Rules That Shape the Exam', level: 1 }).waitFor()
  expect(await notice.count()).toBe(0)
})
