import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { isEveryChange } from '../harness/long-test.ts'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
  const client = new pg.Client({ connectionString: academy.environment.DATABASE_URL })
  await client.connect()
  await client.query(
    `insert into audit_events (at, kind, actor, actor_name, subject_id)
     select timestamptz '2026-01-01' + n * interval '1 minute', 'coupon.made', 'command_line', 'sara', 'number-' || n from generate_series(1, 70) n`,
  )
  await client.end()
})
afterAll(() => academy.close())

async function staffPage(): Promise<Page> {
  return (await openPage(browser, academy.url, 1280, await getToken(academy.url, 'staff', 'demo-staff-2026'))).page
}

const entries = (page: Page) => page.locator('main').getByText(/^: number-/)
const addressOf = (page: Page) => decodeURIComponent(page.url().slice(academy.url.length))

test('a list keeps its filters, order, and page after Back, a reload, and in another browser, and keeps typed text out of its address', async () => {
  const page = await staffPage()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/Studio/Log/')
  await page.getByLabel('Event').selectOption({ label: 'Coupons' })
  await page.getByText('30 entries, newest first; more on the next page').waitFor()
  await page.getByLabel('Sort by').selectOption({ label: 'Oldest first' })
  await page.getByText('30 entries, oldest first; more on the next page').waitFor()
  await entries(page).getByText(': number-1', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Next page' }).click()
  await entries(page).getByText(': number-31', { exact: true }).waitFor()
  expect(addressOf(page)).toMatch(/^\/Studio\/Log\/\?kind=coupon&sort=oldest&after=[\w.:-]+$/)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('oldest first')

  const isSecondPage = async (of: Page) => {
    await entries(of).getByText(': number-31', { exact: true }).waitFor()
    expect(await of.getByLabel('Event').inputValue()).toBe('coupon')
    expect(await entries(of).count()).toBe(30)
  }
  await page.reload()
  await isSecondPage(page)
  const other = await staffPage()
  await other.goto(page.url())
  await isSecondPage(other)
  await page.goBack()
  await entries(page).getByText(': number-1', { exact: true }).waitFor()
  await page.goForward()
  await isSecondPage(page)

  const field = page.getByLabel('Search by person')
  await field.fill('sara')
  await field.press('Enter')
  await entries(page).getByText(': number-1', { exact: true }).waitFor()
  await page.getByLabel('Event').selectOption({ label: 'All' })
  await page.reload()
  await entries(page).getByText(': number-1', { exact: true }).waitFor()
  expect(await field.inputValue()).toBe('sara')
  await other.goto(page.url())
  await other.getByText('This link doesn’t include the search text.').waitFor()
  await field.fill('nobody-of-that-name')
  await field.press('Enter')
  await page.getByText('No log entries found').waitFor()
  await page.goBack()
  await entries(page).first().waitFor()
  expect(await field.inputValue()).toBe('sara')
  await page.goForward()
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
  await page.getByText('entries, newest first').waitFor()
  expect(addressOf(page)).toBe('/Studio/Log/')
  expect(requested.filter((url) => /sara|nobody/.test(url))).toEqual([])
})

test.skipIf(isEveryChange)('an address with hostile filters shows the list as if it had none', async () => {
  const page = await staffPage()
  for (const search of [
    'after=junk',
    `state=xx&state=yy&page=-1&since=2026-02-31&${'x'.repeat(10_000)}`,
    'kind=%00&product=%zz',
    'kind=nothing.such',
  ]) {
    for (const [address, seen] of [
      ['/Studio/Log/', '30 entries, newest first'],
      ['/Studio/Orders/', '2 orders, newest first'],
      ['/Studio/Completions/', 'What learners said'],
    ] as const) {
      await page.goto(`${address}?${search}`)
      await page.getByText(seen).waitFor()
    }
  }
})
