import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { runCommand } from '../harness/command-line.ts'
import { demoPrice } from '../harness/demo-prices.ts'
import { findEmailedLink, register } from '../harness/register-member.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const COURSE = '/Course/unethical-defense-medical-exam-challenges'
const LIST = demoPrice('courses/unethical-defense-medical-exam-challenges')
const REDUCED = `$${(Number(LIST) * 0.8).toFixed(2)}`

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
  await runCommand(academy.environment, 'coupon', 'create', 'spring20', '--percent', '20')
  await runCommand(academy.environment, 'coupon', 'create', 'gone', '--percent', '50')
  await runCommand(academy.environment, 'coupon', 'end', 'gone')
})
afterAll(() => academy.close())

const card = (page: Page) => page.getByRole('region', { name: 'Buy this course' })

async function pay(page: Page): Promise<void> {
  await card(page).getByLabel('Card number').fill('4242 4242 4242 4242')
  await card(page).getByLabel('Expiration date').fill('12/40')
  await card(page).getByLabel('CVC').fill('123')
  await card(page)
    .getByRole('button', { name: `Pay ${REDUCED}` })
    .click()
  await page.waitForURL(/\/MyAcademy\/[0-9a-f-]{36}$/)
}

test('the link’s coupon is shown to a visitor, survives registration in another tab, and is charged', async () => {
  const { page } = await openPage(browser, academy.url, 390)
  // The cached page, which is the same for everyone, does not contain the coupon.
  const [plain, linked] = await Promise.all(
    ['', '?coupon=SPRING20'].map(async (query) => (await fetch(academy.url + COURSE + query)).text()),
  )
  expect(linked).toBe(plain)
  await page.goto(`/Courses/?coupon=spring20`)
  await page.getByText('Coupon spring20 will be applied at checkout').waitFor()
  await page.locator(`a[href="${COURSE}"]`).first().click()
  await card(page).getByText(`Coupon SPRING20: you pay ${REDUCED}.`).waitFor()
  await card(page).getByText(`${REDUCED} regular price $${LIST}`).waitFor()
  await page.getByRole('link', { name: 'Register To Pay' }).click()
  await register(page, 'clara')
  const find = () => findEmailedLink(academy, 'clara@example.com', 'VerifyEmail')
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  const other = await page.context().newPage()
  await other.goto((await find()) ?? '')
  await other.getByRole('button', { name: /Verify/ }).click()
  await other.waitForURL(`**${COURSE}?coupon=spring20#buy`)
  await card(other).getByRole('button', { name: 'Remove coupon' }).waitFor()
  await pay(other)
  expect((await academy.findEmail('receipt')).text).toContain(`Total: ${REDUCED}`)
  // Another course can be bought without hints about a used coupon.
  await other.goto('/Course/defense-medical-exam-training')
  await card(other).getByLabel('Card number').waitFor()
  expect(await card(other).getByText('SPRING20').count()).toBe(0)
})

test('a coupon that has ended is explained to visitors and members, who can buy at the regular price', async () => {
  const { page } = await openPage(browser, academy.url, 1280)
  await page.goto(`${COURSE}?coupon=gone`)
  await card(page).getByText('Coupon GONE has expired. You can still buy at the regular price.').waitFor()
  await page.goto(`${COURSE}?coupon=${encodeURIComponent('<img src=x>//evil.example')}`)
  await card(page).getByText('Coupon not found. Please check the spelling. You can still buy').waitFor()
  const token = await getToken(academy.url, 'newcomer', 'demo-newcomer-2026')
  const { page: member } = await openPage(browser, academy.url, 1280, token)
  await member.goto(`${COURSE}?coupon=gone`)
  await card(member).getByText('Coupon GONE has expired. You can still buy at the regular price.').waitFor()
  await card(member)
    .getByRole('button', { name: `Pay $${LIST}` })
    .waitFor()
  // A link opened before the login.
  await page.goto(`${COURSE}?coupon=SPRING20`)
  await page.getByRole('link', { name: 'Log In', exact: true }).first().click()
  await page.getByLabel('Username').fill('newcomer')
  await page.getByLabel('Password', { exact: true }).fill('demo-newcomer-2026')
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL(`${academy.url}/`)
  await page.goto(COURSE)
  await card(page)
    .getByRole('button', { name: `Pay ${REDUCED}` })
    .waitFor()
  await card(page).getByRole('button', { name: 'Remove coupon' }).click()
  await card(page)
    .getByRole('button', { name: `Pay $${LIST}` })
    .waitFor()
})

test('a coupon changed while someone is in checkout: the new price is shown before anything is charged', async () => {
  await runCommand(academy.environment, 'coupon', 'create', 'fall', '--percent', '20')
  const token = await getToken(academy.url, 'newcomer', 'demo-newcomer-2026')
  const { page } = await openPage(browser, academy.url, 1280, token)
  await page.goto(`${COURSE}?coupon=fall`)
  await card(page)
    .getByRole('button', { name: `Pay ${REDUCED}` })
    .waitFor()

  const { page: staff } = await openPage(
    browser,
    academy.url,
    768,
    await getToken(academy.url, 'staff', 'demo-staff-2026'),
  )
  await staff.goto('/Studio/Coupons/')
  await staff.getByRole('button', { name: 'Change FALL…' }).click()
  const form = staff.getByRole('form', { name: 'Change FALL' })
  await form.getByLabel('Percent', { exact: true }).fill('101')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByText('This must be a whole number from 1 to 100, such as 20.').waitFor()
  await form.getByLabel('Percent', { exact: true }).fill('10')
  await form.getByLabel('Name (optional)').fill('Fall <b>letter</b>')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await staff.getByText('Coupon FALL changed.').waitFor()
  await staff.getByText('Fall <b>letter</b>').waitFor()

  await card(page).getByLabel('Card number').fill('4242 4242 4242 4242')
  await card(page).getByLabel('Expiration date').fill('12/40')
  await card(page).getByLabel('CVC').fill('123')
  page.on('dialog', (dialog) => void dialog.dismiss())
  await card(page)
    .getByRole('button', { name: `Pay ${REDUCED}` })
    .click()
  const price = `$${(Number(LIST) * 0.9).toFixed(2)}`
  await card(page).getByText(`The price has changed. It is now ${price}.`).waitFor()
  await card(page)
    .getByRole('button', { name: `Pay ${price}` })
    .click()
  await page.waitForURL(/\/MyAcademy\/[0-9a-f-]{36}$/)
})

test('staff copy a coupon’s link and download its QR code', async () => {
  const { page } = await openPage(browser, academy.url, 390, await getToken(academy.url, 'staff', 'demo-staff-2026'))
  await page.goto('/Studio/Coupons/')
  await page.getByRole('button', { name: 'Link to SPRING20' }).press('Enter')
  const link = page.getByLabel('Link', { exact: true })
  expect(await link.inputValue()).toBe(`${academy.url}/Courses/?coupon=SPRING20`)
  await page.getByLabel('Page', { exact: true }).selectOption({ value: COURSE })
  await expect.poll(() => link.inputValue()).toBe(`${academy.url}${COURSE}?coupon=SPRING20`)
  await page.getByRole('img', { name: `QR code with the link ${academy.url}${COURSE}` }).waitFor()
  const file = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
  }
  const svg = await file('Download SVG')
  expect(svg.name).toBe('coupon-SPRING20.svg')
  expect(svg.bytes.toString()).toMatch(/^<svg .*<\/svg>$/)
  const png = await file('Download PNG')
  expect([png.name, png.bytes.subarray(1, 4).toString()]).toEqual(['coupon-SPRING20.png', 'PNG'])
})
