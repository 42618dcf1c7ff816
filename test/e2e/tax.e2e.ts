import { runCommand } from '../harness/command-line.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { sharedBrowser, openPage } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const COURSE = '/Course/defense-medical-exam-training'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
  await setSite('automatic_tax: true')
})
afterAll(() => academy.close())

/** Changes site.yaml and imports the folder again, as the operator does. */
async function setSite(line: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'taxed-site-'))
  await writeFile(path.join(folder, 'site.yaml'), `name: Legal Nurse Academy\n${line}\n`)
  await runCommand(academy.environment, 'import', folder)
  await rm(folder, { recursive: true })
}

const lines = (page: Page) => page.getByRole('status').locator('dt, dd').allTextContents()

test('an unknown payment is reported next to the address form, too, after a reload', async () => {
  const { page } = await openPage(
    browser,
    academy.url,
    390,
    await getToken(academy.url, 'newcomer', 'demo-newcomer-2026'),
  )
  page.on('dialog', (dialog) => void dialog.dismiss())
  await page.route('**/v1/payment_intents/*/confirm', (route) => route.abort())
  await page.route('**/Academy/api/*/payment/**', (route) => route.abort())
  await page.goto('/Document/dme-observer-starter-kit')
  await page.getByLabel('Postal code').fill('90210')
  await page.getByRole('button', { name: 'Show total' }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiration date').fill('12/40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.getByText('We don’t know yet whether your payment went through.').waitFor()
  await page.reload()
  await page.getByLabel('Postal code').waitFor()
  await page.getByText('We don’t know yet whether your payment went through.').waitFor()
  await page.getByRole('button', { name: 'Check again' }).waitFor()
})

test('on a phone: country and postal code, then price, tax, and total, then the card; the receipt says the same', async () => {
  const { page, complaints } = await openPage(
    browser,
    academy.url,
    390,
    await getToken(academy.url, 'newcomer', 'demo-newcomer-2026'),
  )
  await page.goto(COURSE)
  await page.getByLabel('Country').waitFor()
  expect(await page.getByLabel('Card number').count()).toBe(0)

  await page.getByLabel('Postal code').fill('9021')
  await page.getByRole('button', { name: 'Show total' }).click()
  await page
    .getByText('We couldn’t calculate the tax for this address. Please check the country and the ZIP or postal code.')
    .waitFor()
  expect(await page.getByLabel('Postal code').inputValue()).toBe('9021')

  await page.getByLabel('Country').selectOption('United Kingdom')
  await page.getByLabel('Postal code').fill('sw1a 1aa')
  await page.getByRole('button', { name: 'Show total' }).click()
  await page.getByText('Tax (GB SW1A 1AA)').waitFor()
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByLabel('Country').selectOption('United States')
  await page.getByLabel('Postal code').fill('90210')
  await page.getByRole('button', { name: 'Show total' }).click()
  await page.getByText('Tax (US 90210)').waitFor()
  const [price = '', tax = '', total = ''] = (await lines(page)).filter((text) => text.startsWith('$'))
  expect(Math.round(Number(price.slice(1)) * 8.5) / 100).toBe(Number(tax.slice(1)))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiration date').fill('12/40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: `Pay ${total}` }).click()
  await page.waitForURL(/\/MyAcademy\/[0-9a-f-]{36}$/)
  const receipt = await academy.findEmail('receipt')
  expect(receipt.text).toMatch(
    new RegExp(`Price: \\${price}\\s+Tax 8\\.5% \\(CA 90210, United States\\): \\${tax}\\s+Total: \\${total}`),
  )
  // The request with the invalid postal code got a 400.
  expect(complaints.filter((line) => !line.includes('400'))).toEqual([])
})
