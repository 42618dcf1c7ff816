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

async function openStudio(path: string, width = 1280): Promise<Page> {
  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const { page } = await openPage(browser, academy.url, width, token)
  await page.goto(path)
  return page
}

/** Types into a field and expects what is announced and described as understood. */
async function type(page: Page, label: string, typed: string, shown: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.fill('')
  await field.pressSequentially(typed)
  const hint = page.getByText(shown, { exact: true })
  await hint.waitFor()
  expect(await hint.getAttribute('aria-live')).toBe('polite')
  expect((await field.getAttribute('aria-describedby'))?.split(' ')).toContain(await hint.getAttribute('id'))
}

test('a coupon shows how its amount and dates are understood, keeps what was refused, and takes a date from the calendar', async () => {
  const page = await openStudio('/Studio/Coupons/', 360)
  await page.getByRole('button', { name: 'Create a coupon' }).click()
  await page.getByLabel('Code').fill('typed')
  await page.getByLabel('Fixed amount').check()
  await type(page, 'Amount in dollars', '$1,299', 'Understood as $1,299.00')
  await type(page, 'First day (optional)', '11-27-26', 'Understood as Nov 27, 2026')
  await type(page, 'Total uses (optional)', '1,000', 'Understood as 1,000 uses')
  const last = page.getByLabel('Last day (optional)', { exact: true })
  await last.fill('27/12/2026')
  await page.getByRole('button', { name: 'Create coupon' }).click()
  await page.getByText('This must start with the month, such as 12/27/2026.').waitFor()
  expect(await last.inputValue()).toBe('27/12/2026')
  expect(await page.getByLabel('Amount in dollars').inputValue()).toBe('$1,299')

  await page.evaluate(() => {
    HTMLInputElement.prototype.showPicker = function showPicker() {
      this.dataset['opened'] = 'yes'
    }
  })
  await page.getByRole('button', { name: 'Open calendar' }).last().click()
  await page.locator('input[type="date"][data-opened]').fill('2026-12-27', { force: true })
  expect(await last.inputValue()).toBe('12/27/2026')
  await page.getByRole('button', { name: 'Create coupon' }).click()
  await page.getByText('Coupon TYPED created.').waitFor()
  await page.getByText('$1,299.00 off').waitFor()
})

test('settings show how a phone number, a time zone, and a number of days are understood, and a time zone is found by any name', async () => {
  const page = await openStudio('/Studio/Site/')
  await type(page, 'Phone', '555.010.0142 x12', 'Understood as (555) 010-0142, ext. 12')
  await type(page, 'Refund window (days)', '2 weeks', 'Understood as 14 days')
  await type(page, 'Time zone', 'US/Pacific', 'Understood as America/Los_Angeles (Pacific Time)')
  await type(page, 'Time zone', 'cst', 'Understood as America/Chicago (Central Time)')
  await page.getByLabel('Academy name').fill('Night School')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Visitors see the changes within a second.').waitFor()
  await page.getByRole('banner').getByText('Night School').waitFor()
  await page.reload()
  const values = ['Phone', 'Refund window (days)', 'Time zone'].map((label) =>
    page.getByLabel(label, { exact: true }).inputValue(),
  )
  expect(await Promise.all(values)).toEqual(['(555) 010-0142, ext. 12', '14', 'America/Chicago'])
})

test('a list applies a typed date, and keeps its filter while a date is not understood', async () => {
  const page = await openStudio('/Studio/Log/')
  await page.getByLabel('From', { exact: true }).fill('1/2/2026')
  await page.waitForURL(/since=2026-01-02/)
  await page.getByLabel('From', { exact: true }).fill('31/12/2026')
  await page.getByLabel('To', { exact: true }).focus()
  await page.getByText('This must start with the month, such as 12/31/2026.').waitFor()
  expect(page.url()).toContain('since=2026-01-02')
  await page.getByLabel('From', { exact: true }).fill('')
  await page.waitForURL((url) => !url.search.includes('since'))
})
