import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RecordedStripeEmulator, startRecordedStripeEmulator } from '../harness/recorded-stripe-emulator.ts'
import { getToken } from '../harness/api-client.ts'
import { sharedBrowser, openPage } from '../harness/browser.ts'
import { API_URL, serveScript, routeProvider, SCRIPT_URL } from './card-provider.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { isEveryChange } from '../harness/long-test.ts'

// The provider's own form as in production: its keys, its script's URL, and the page's real policy. Only its two hosts
// are emulated.
const COURSE = '/Course/unethical-defense-medical-exam-challenges'
const DOCUMENT = '/Document/exam-test-quick-reference'

let emulator: RecordedStripeEmulator
let academy: RunningAcademy
let browser: Browser
let token: string
beforeAll(async () => {
  emulator = await startRecordedStripeEmulator()
  const { url, secretKey, publishableKey } = emulator
  const keys = { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_API_URL: url }
  ;[academy, browser] = await Promise.all([runAcademy({ settings: keys }), sharedBrowser()])
  token = await getToken(academy.url, 'newcomer', 'demo-newcomer-2026')
})
afterAll(async () => {
  await academy.close()
  await emulator.close()
})

async function openForm(address: string, prepare: (page: Page) => Promise<unknown> = async () => {}) {
  const { page, complaints } = await openPage(browser, academy.url, 360, token)
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  await routeProvider(page, emulator.url)
  await prepare(page)
  await page.goto(address)
  return { page, complaints, alerts }
}

const paymentsOpened = () =>
  emulator.exchanges.filter(({ method, path }) => method === 'POST' && path === '/v1/payment_intents').length

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / })

async function fill(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12/40')
  await page.getByLabel('Security code').fill('123')
}

const HTML = (route: Route) =>
  route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Log in to the wifi.' })

test.each([
  ['blocked', (route: Route) => route.abort('blockedbyclient')],
  ['replaced by an HTML page', HTML],
])('when the script is %s, the form says so, disables payment, and works on retry', async (_, answer) => {
  const { page } = await openForm(COURSE, (page) => page.route(SCRIPT_URL, answer))
  await page.getByRole('alert').getByText('We couldn’t load the card form.').waitFor()
  expect(await payButton(page).count()).toBe(0)
  await page.unroute(SCRIPT_URL, answer)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Card number').waitFor()
  await expect.poll(() => payButton(page).isEnabled()).toBe(true)
})

test.skipIf(isEveryChange)(
  'a script that never loads shows a notice after 3 s and an error after 20 s; a retry loads it',
  async () => {
    let asked = 0
    const never = () => void asked++
    const { page } = await openForm(COURSE, async (page) => {
      await page.route(SCRIPT_URL, never)
      await page.clock.install()
    })
    await page.getByText('Loading the card form…').waitFor()
    expect(await payButton(page).isDisabled()).toBe(true)
    await page.clock.fastForward(3_000)
    await page.getByText('The card form is taking longer than usual.').waitFor()
    await page.clock.fastForward(17_000)
    await page.getByText('We couldn’t load the card form.').waitFor()

    // The script hangs again, and then loads.
    const before = asked
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Loading the card form…').waitFor()
    await expect.poll(() => asked).toBeGreaterThan(before)
    await page.clock.fastForward(20_000)
    await page.unroute(SCRIPT_URL, never)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Card number').waitFor()
  },
)

test.skipIf(isEveryChange)(
  'a form that the provider does not show leaves no Pay button over an empty box',
  async () => {
    const refuse = (route: Route) => route.fulfill({ status: 401, json: { error: { message: 'Invalid API Key' } } })
    const { page } = await openForm(COURSE, (page) => page.route(`${API_URL}elements/sessions**`, refuse))
    await page.getByRole('alert').getByText('The card form couldn’t be loaded. Nothing was charged.').waitFor()
    expect(await payButton(page).count()).toBe(0)
    await page.unroute(`${API_URL}elements/sessions**`, refuse)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Card number').waitFor()
  },
)

test('the buyer corrects an incomplete or declined card, authenticates when asked, pays, and the course opens', async () => {
  const { page, alerts } = await openForm(COURSE)
  await page.getByLabel('Card number').fill('4242')
  await payButton(page).click()
  await page.getByText('Your card number is incomplete.').waitFor()
  // No payment was created at the academy or the provider.
  expect(paymentsOpened()).toBe(0)

  await fill(page, '4000 0000 0000 0002')
  await payButton(page).click()
  await page.getByText('Your card was declined. Nothing was charged.').waitFor()

  await fill(page, '4000 0025 0000 3155')
  await payButton(page).click()
  await page.getByRole('button', { name: 'Fail' }).click()
  await page.getByText('We are unable to authenticate your payment method.').waitFor()
  await payButton(page).click()
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.waitForURL(/\/MyAcademy\/[0-9a-f-]{36}$/)
  expect(new Set(alerts)).toEqual(new Set(['Payment failed. Please check your card details and try again.']))
  // There is one payment intent for all tries.
  expect(paymentsOpened()).toBe(1)
})

test('a form that throws on submit shows our own message and opens no payment', async () => {
  // Throws the error that occurs when something has removed the form's frame from the page.
  const throwing = `{
    const open = window.Stripe
    window.Stripe = (key) => {
      const stripe = open(key)
      const { elements } = stripe
      return Object.assign(stripe, {
        elements: (options) => Object.assign(elements(options), { submit: () => Promise.reject(new Error('IntegrationError')) }),
      })
    }
  }`
  const { page } = await openForm(DOCUMENT, (page) => page.route(SCRIPT_URL, (route) => serveScript(route, throwing)))
  await page.getByLabel('Card number').waitFor()
  const before = paymentsOpened()
  await payButton(page).click()
  await page.getByText('The card form didn’t respond. Nothing was charged. Try again.').waitFor()
  expect(paymentsOpened()).toBe(before)
})

test('when the reply is lost after the charge, the document still opens', async () => {
  const { page, alerts } = await openForm(DOCUMENT, (page) =>
    page.route(`${API_URL}confirm`, async (route) => {
      const { pathname } = new URL(route.request().url())
      await route.fetch({ url: `${emulator.url}${pathname}` })
      await route.abort('connectionreset')
    }),
  )
  await fill(page, '4242 4242 4242 4242')
  await payButton(page).click()
  await page.waitForURL(/\/MyDocuments\/[0-9a-f-]{36}$/)
  expect(alerts).toEqual([])
})
