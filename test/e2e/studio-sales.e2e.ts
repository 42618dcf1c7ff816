import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { runCommand } from '../harness/command-line.ts'
import { demoPrice } from '../harness/demo-prices.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

// The demo learner's purchases.
const KIT = demoPrice('documents/dme-observer-starter-kit')
const SOLD = `$${(Number(demoPrice('courses/defense-medical-exam-training')) + Number(KIT)).toFixed(2)}`

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

/** The demo's purchases are test payments. This makes them count. */
async function asRealMoney(): Promise<void> {
  const client = new pg.Client({ connectionString: academy.environment.DATABASE_URL })
  await client.connect()
  await client.query('update purchases set is_live = true where payment_intent_id is not null')
  await client.end()
}

test("by keyboard: from today's totals to their lists, orders filtered and exported, a coupon created, used, and ended", async () => {
  await asRealMoney()
  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const { page } = await openPage(browser, academy.url, 1280, token)
  await page.goto('/Studio/')
  const sold = page.getByRole('link', { name: SOLD })
  await sold.press('Enter')
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  const sums = page.getByRole('region', { name: 'Totals' })
  await sums.getByText('Sold (2 sales)').waitFor()
  await sums.getByText(SOLD).first().waitFor()

  const days = page.getByLabel('Period')
  expect(await days.inputValue()).toBe('days')
  await page.getByLabel('Product').selectOption({ label: 'DME Observer Starter Kit' })
  await sums.getByText('Sold (1 sale)').waitFor()
  await page.getByText('1 order, newest first').waitFor()
  const button = sums.getByRole('button', { name: 'Download sales CSV' })
  const [file] = await Promise.all([page.waitForEvent('download'), button.press('Enter')])
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',')[9])).toEqual(['Gross', KIT])
  await page.getByLabel('Mode').selectOption({ label: 'Test' })
  await page.getByText('Test payments are excluded').waitFor()

  await page.getByRole('link', { name: 'Marketing' }).press('Enter')
  await page.getByRole('button', { name: 'Create a coupon' }).press('Enter')
  await page.getByLabel('Code').fill('spring 20')
  await page.getByLabel('Percent', { exact: true }).fill('120')
  await page.keyboard.press('Enter')
  await page.getByText('This must be a whole number from 1 to 100, such as 20.').waitFor()
  expect(await page.getByLabel('Code').inputValue()).toBe('spring 20')
  await page.getByLabel('Percent', { exact: true }).fill('20')
  await page.keyboard.press('Enter')
  await page.getByText('Coupon SPRING20 created.').waitFor()
  await page.getByRole('button', { name: 'End SPRING20…' }).press('Enter')
  await page.getByRole('button', { name: 'End coupon' }).press('Enter')
  await page.getByText('SPRING20, ended').waitFor()

  await page.getByRole('link', { name: /^Home( \d|$)/ }).press('Enter')
  await page.getByText('New members', { exact: true }).waitFor()
  await page.locator('summary', { hasText: 'Show as table' }).press('Enter')
  await page.getByRole('rowheader').first().waitFor()
  expect(await page.getByRole('rowheader').count()).toBe(30)
  const log = await runCommand(academy.environment, 'log')
  for (const entry of ['Sales exported', 'Coupon created', 'Coupon ended']) expect(log).toContain(entry)
})
