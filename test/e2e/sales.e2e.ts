import { runCommand } from '../harness/command-line.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '../harness/api-client.ts'
import { sharedBrowser, openPage } from '../harness/browser.ts'
import { demoPrice } from '../harness/demo-prices.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { isEveryChange } from '../harness/long-test.ts'

const COURSE = '/Course/defense-medical-exam-training'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  academy = await runAcademy()
  browser = await sharedBrowser()
})
afterAll(() => academy.close())

const typed = (...args: string[]) => runCommand(academy.environment, ...args)

async function memberPage(username: string, width?: number) {
  const response = await fetch(`${academy.url}/Academy/api/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: `demo-${username === 'demo' ? 'learner' : username}-2026` }),
  })
  const { token } = (await response.json()) as { token: string }
  return openPage(browser, academy.url, width, token)
}

const card = (page: Page) => page.getByRole('region', { name: 'Buy this course' })

test('a coupon: rejected with the reason, then accepted; paid at the new price; receipt, order, and invoice', async () => {
  await typed('coupon', 'create', 'spring20', '--percent', '20')
  const { page } = await memberPage('newcomer')
  await page.goto(COURSE)
  await card(page).getByRole('button', { name: 'Have a coupon?' }).click()
  await card(page).getByLabel('Coupon').fill('sprung20')
  await card(page).getByRole('button', { name: 'Apply' }).click()
  await card(page).getByText('Coupon not found. Please check the spelling.').waitFor()
  expect(await card(page).getByLabel('Coupon').inputValue()).toBe('sprung20')
  await card(page).getByLabel('Coupon').fill('spring20')
  await card(page).getByRole('button', { name: 'Apply' }).click()
  await card(page).getByText('Coupon SPRING20').waitFor()
  const pay = card(page).getByRole('button', { name: /^Pay / })
  const total = (await card(page).getByRole('status').locator('dd').last().textContent()) ?? ''
  expect(await pay.textContent()).toBe(`Pay ${total}`)
  // The total is in the largest type, next to the original price, which is struck through.
  await card(page)
    .getByText(`${total} regular price $${demoPrice('courses/defense-medical-exam-training')}`, { exact: true })
    .waitFor()

  await card(page).getByLabel('Card number').fill('4242 4242 4242 4242')
  await card(page).getByLabel('Expiration date').fill('12/40')
  await card(page).getByLabel('CVC').fill('123')
  await pay.click()
  await page.waitForURL(/\/MyAcademy\/[0-9a-f-]{36}$/)
  const receipt = await academy.findEmail('receipt')
  expect(receipt.text).toContain(`Total: ${total}`)

  await page.getByRole('region', { name: 'Contact and account' }).getByRole('link', { name: 'Account' }).click()
  await page.getByRole('definition').filter({ hasText: 'newcomer@example.com' }).waitFor()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  const newcomer = await logIn(academy.url, 'newcomer', 'demo-newcomer-2026')
  const [order] = (await newcomer.get('/Academy/api/account/orders/')).body as {
    order_number: string
    invoice_number: string
    total: string
  }[]
  expect(`$${order?.total}`).toBe(total)
  await page.getByText(order?.order_number ?? 'no order').waitFor()
  const invoice = page.getByRole('button', { name: `Invoice for order ${order?.order_number}` })
  const [download] = await Promise.all([page.waitForEvent('download'), invoice.click()])
  expect(download.suggestedFilename()).toBe(`Invoice ${order?.invoice_number}.pdf`)
  expect(await download.failure()).toBeNull()

  // Repeated downloads are rate limited, and the message says how long to wait.
  const again = { headers: { authorization: `Token ${await page.evaluate(() => localStorage.getItem('token'))}` } }
  const address = `${academy.url}/Academy/api/account/orders/${order?.order_number}/invoice/`
  await Promise.all(Array.from({ length: 20 }, async () => (await fetch(address, again)).arrayBuffer()))
  await invoice.click()
  await page.getByRole('alert').getByText('Too many attempts. Try again in 60 minutes.').waitFor()

  const billing = page.getByRole('region', { name: 'Billing details' })
  await billing.getByLabel('Company').fill('李')
  await billing.getByRole('button', { name: 'Save billing details' }).click()
  await billing.getByText('Invoices can’t include 李.').waitFor()
  await billing.getByLabel('Company').fill('Nightingale LLC')
  await billing.getByLabel(/^Add these details, dated today, to 1 earlier invoice/).waitFor()
  await billing.getByRole('button', { name: 'Save billing details' }).click()
  await billing.getByText('Billing details saved.').waitFor()
  expect(await billing.getByLabel(/^Add these details/).count()).toBe(0)
})

test('a 100% coupon enrolls without a card, on a phone', async () => {
  await typed('coupon', 'create', 'GIFT', '--percent', '100', '--product', 'dme-observer-starter-kit')
  const { page } = await memberPage('newcomer', 360)
  await page.goto('/Document/dme-observer-starter-kit')
  const offer = page.getByRole('region', { name: 'Buy this document' })
  await offer.getByRole('button', { name: 'Have a coupon?' }).click()
  await offer.getByLabel('Coupon').fill('gift')
  await page.keyboard.press('Enter')
  await offer.getByRole('button', { name: 'Enroll' }).waitFor()
  expect(await offer.getByLabel('Card number').count()).toBe(0)
  await offer.getByRole('button', { name: 'Remove coupon' }).click()
  await offer.getByLabel('Card number').waitFor()
  // Typed values are still there.
  await offer.getByRole('button', { name: 'Apply' }).click()
  await offer.getByRole('button', { name: 'Enroll' }).click()
  await page.waitForURL(/\/MyDocuments\/[0-9a-f-]{36}$/)
})

test.skipIf(isEveryChange)('a coupon result for one item does not carry over to the next', async () => {
  await typed('coupon', 'create', 'TENTH', '--percent', '10')
  const { page } = await memberPage('newcomer')
  await page.goto('/Course/defense-medical-exam-observation-practice')
  await card(page).getByRole('button', { name: 'Have a coupon?' }).click()
  await card(page).getByLabel('Coupon').fill('tenth')
  await card(page).getByRole('button', { name: 'Apply' }).click()
  await card(page)
    .getByText(`regular price $${demoPrice('courses/defense-medical-exam-observation-practice')}`)
    .waitFor()
  await page.locator('footer').getByRole('link', { name: 'Unethical Defense Medical Exam Challenges' }).click()
  await card(page)
    .getByRole('button', { name: `Pay $${demoPrice('courses/unethical-defense-medical-exam-challenges')}` })
    .waitFor()
  expect(await card(page).getByText('instead of').count()).toBe(0)
})

test.skipIf(isEveryChange)('the page of orders without any, for a visitor, and while the academy fails', async () => {
  const { page } = await memberPage('staff')
  await page.goto('/Account/Orders/')
  await page.getByText('You have no orders yet').waitFor()
  await page.route('**/Academy/api/account/orders/', (route) =>
    route.fulfill({ status: 500, json: { message: 'No.' } }),
  )
  await page.reload()
  await page.getByText('We couldn’t load your account.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  const visitor = await openPage(browser, academy.url)
  await visitor.page.goto('/Account/Orders/')
  await visitor.page.getByText("You don't have permission to access this page.").waitFor()
})
