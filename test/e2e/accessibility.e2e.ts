import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findings } from '../oracles/axe.ts'
import { getToken } from '../harness/api-client.ts'
import {
  closeWindow,
  openBrowser,
  openPage,
  getPolicyViolations,
  sharedBrowser,
  waitUntilStarted,
} from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { testScreens } from './axe-on-screens.ts'
import { isEveryChange } from '../harness/long-test.ts'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

testScreens()

test('pages contain no string rendered as HTML and no third-party script', async () => {
  const page = await browser.newPage({ baseURL: academy.url })
  await page.goto('/Course/defense-medical-exam-training')
  await waitUntilStarted(page)
  const refused = await page.evaluate(() => {
    const tries: Record<string, () => unknown> = {
      html: () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'),
      foreign: () => (document.createElement('script').src = 'https://js.stripe.com.example.com/a.js'),
      data: () => (document.createElement('script').src = 'data:text/javascript,alert(1)'),
      code: () => (document.createElement('script').text = 'alert(1)'),
      ours: () => (document.createElement('script').src = '/service-worker.js'),
      provider: () => (document.createElement('script').src = 'https://js.stripe.com/clover/stripe.js'),
    }
    return Object.keys(tries).filter((name) => {
      try {
        tries[name]?.()
        return false
      } catch (error) {
        return error instanceof TypeError
      }
    })
  })
  expect(refused).toEqual(['html', 'foreign', 'data', 'code'])
  await page.context().close()
})

test('axe reports violations when there are some', async () => {
  const page = await browser.newPage()
  await page.setContent('<main><img src="x.png"><button></button></main>')
  expect((await findings(page)).map((line) => line.split(':')[0])).toEqual(
    expect.arrayContaining(['image-alt', 'button-name', 'html-has-lang']),
  )
  await page.context().close()
})

/** State that one screen could leave behind for the next one in the same window. */
async function leftIn(page: Page) {
  await page.goto('/About/')
  return {
    ...(await page.evaluate(async () => {
      const answer = await fetch('/healthz').then(
        (reply) => reply.json() as Promise<unknown>,
        () => 'no connection',
      )
      return {
        answer,
        heading: document.querySelector('h1')?.textContent,
        local: { ...localStorage },
        session: { ...sessionStorage },
        cookies: document.cookie,
        databases: (await indexedDB.databases()).map(({ name }) => name),
        caches: await caches.keys(),
        steps: history.length,
        isDark: matchMedia('(prefers-color-scheme: dark)').matches,
        size: [innerWidth, innerHeight],
        hovered: document.querySelectorAll('main :hover').length,
        marks: Object.keys(window).filter((key) => key === 'axe'),
      }
    })),
    refused: getPolicyViolations(page),
  }
}

test.skipIf(isEveryChange)('a test leaves nothing behind in a reused window', async () => {
  // The token must be valid, because the site clears the storage if it is not.
  const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
  const unused = await openBrowser()
  const fresh = await leftIn((await openPage(unused, academy.url, 360, token)).page)
  await unused.close()
  const { page } = await openPage(browser, academy.url, 1280, token)
  await page.goto('/Courses/')
  await page.getByRole('main').getByRole('link').first().click()
  await page.evaluate(async () => {
    localStorage.setItem('token', 'another')
    localStorage.setItem('typed', 'words')
    sessionStorage.setItem('typed', 'words')
    document.cookie = 'typed=words; path=/'
    await new Promise((resolve) => (indexedDB.open('typed').onsuccess = resolve))
    await caches.open('typed')
    // The content security policy blocks this assignment, and the browser logs the violation.
    try {
      document.body.innerHTML = '<p>words</p>'
    } catch {}
  })
  await page.route('**/healthz', (route) => route.fulfill({ json: 'of the test' }))
  await page.context().route('**/About/', (route) => route.fulfill({ body: 'of the test' }))
  const heard: string[] = []
  page.on('dialog', (dialog) => {
    heard.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => heard.push(request.url()))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.mouse.move(180, 400)
  await findings(page)
  await page.context().setOffline(true)
  await expect.poll(() => getPolicyViolations(page)).not.toEqual([])
  await closeWindow(page.context())
  heard.length = 0
  const { page: next } = await openPage(browser, academy.url, 360, token)
  expect(next).toBe(page)
  expect(await leftIn(next)).toEqual(fresh)
  await page.evaluate(() => alert('anybody?'))
  expect(heard).toEqual([])
})
