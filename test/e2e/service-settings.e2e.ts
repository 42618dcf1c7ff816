import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StripeEmulator, startStripeEmulator } from '../../stripe-emulator/server.ts'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const MAX_PRESSES = 6

let academy: RunningAcademy
let browser: Browser
let emulator: StripeEmulator
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stripe-'))
  emulator = await startStripeEmulator({ folder })
  ;[academy, browser] = await Promise.all([runAcademy({ settings: { STRIPE_API_URL: emulator.url } }), sharedBrowser()])
})
afterAll(async () => {
  await academy.close()
  await emulator.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens the studio's first page, and counts presses of links and buttons. */
async function openStudio(width: number) {
  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const { page, complaints } = await openPage(browser, academy.url, width, token)
  await page.goto('/Studio/')
  let presses = 0
  return {
    page,
    complaints,
    presses: () => presses,
    press: async (role: 'link' | 'button', name: string) => {
      presses += 1
      await page.getByRole('main').getByRole(role, { name, exact: true }).first().click()
    },
  }
}

const say = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

test('an owner sets up email from the setup list and sees why a test email fails, then that it is sent', async () => {
  const server = await startMailServer()
  const { page, press, presses } = await openStudio(390)
  await press('link', 'Set up email')
  await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Encryption').selectOption('none')
  await page.getByLabel('Port').fill(String(server.port))
  await page.getByLabel('Sender address').fill('office@academy.test')
  await press('button', 'Save')
  await say(page, 'Saved. Now send a test email.')
  server.refuse({ at: 'sender', code: 550 })
  await press('button', 'Send a test email')
  await say(page, /The server rejected the sender’s address\..*550 5\.1\.1/)
  server.refuse(undefined)
  await press('button', 'Send a test email')
  await say(page, /^Sent to /)
  await page.getByRole('link', { name: 'Next: set up two-factor authentication' }).waitFor()
  expect(presses()).toBeLessThanOrEqual(MAX_PRESSES)
  expect(server.received.at(-1)?.source).toContain('Test email from')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('an owner enters Stripe keys: wrong ones keep what was typed, right ones apply at once', async () => {
  const { page, press, presses } = await openStudio(1280)
  await press('link', 'Enter keys')
  await page.getByText('Enter your Stripe keys first. Then you can turn on sales tax here.').waitFor()
  await page.getByLabel('Publishable key').fill(emulator.publishableKey)
  await page.getByLabel('Secret key', { exact: true }).fill('sk_test_wrong_key')
  await press('button', 'Save')
  await say(page, 'Stripe rejects this key. Copy it again from the Stripe Dashboard.')
  expect(await page.getByLabel('Publishable key').inputValue()).toBe(emulator.publishableKey)
  await page.getByLabel('Secret key', { exact: true }).fill(emulator.secretKey)
  await press('button', 'Save')
  await say(page, 'Saved. Stripe accepts the keys. On a public server, saving also adds the webhook.')
  await page.getByRole('button', { name: 'Turn on sales tax' }).waitFor()
  await press('button', 'Check keys')
  await page.getByRole('list', { name: 'Results' }).getByText('it can charge cards').waitFor()
  expect(presses()).toBeLessThanOrEqual(MAX_PRESSES)
  expect(await page.getByLabel('Secret key', { exact: true }).inputValue()).toBe('')
  await expect
    .poll(async () => (await (await fetch(`${academy.url}/Academy/api/site/`)).json()).cards.publishableKey)
    .toBe(emulator.publishableKey)
})

test('after saving, a setting’s page links to the first open setup step, unless that step is on this page', async () => {
  const { page, press } = await openStudio(360)
  let open = 'keys'
  await page.route('**/studio/setting-up/', async (route) => {
    const reply = await route.fetch()
    const { steps } = await reply.json()
    const shown = steps.map((step: { step: string }) => ({ ...step, is_done: step.step !== open }))
    await route.fulfill({ response: reply, json: { steps: shown } })
  })
  const save = async () => {
    await press('button', 'Save')
    await say(page, 'No changes to save.')
  }
  const next = page.getByRole('main').getByRole('link', { name: /^Next:/ })
  await page.goto('/Studio/Policies/')
  expect(await next.count()).toBe(0)
  await save()
  await press('link', 'Next: connect Stripe')
  await page.waitForURL('**/Studio/Payments/')
  open = 'site'
  await page.goto('/Studio/Site/')
  const answered = page.waitForResponse('**/studio/setting-up/')
  await save()
  await answered
  expect(await next.count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('neither page loses what was typed when another page is opened, unless the owner leaves without saving', async () => {
  const { page } = await openStudio(1280)
  const openAnother = (name: string) =>
    page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name, exact: true }).click()
  for (const [address, label, typed] of [
    ['/Studio/Email', 'User name', 'new-user'],
    ['/Studio/Payments', 'Secret key', 'sk_test_new_key'],
  ] as const) {
    await page.goto(address)
    await page.getByLabel(label, { exact: true }).fill(typed)
    await openAnother('Policies')
    await say(page, 'You have unsaved changes.')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(typed)
    await openAnother('Policies')
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.waitForURL('**/Studio/Policies/')
  }
})
