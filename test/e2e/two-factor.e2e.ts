import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser, openPage, waitUntilStarted } from '../harness/browser.ts'
import { generateTotp } from '../harness/totp.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { isEveryChange } from '../harness/long-test.ts'

const LEARNER = ['demo', 'demo-learner-2026'] as const
const NEWCOMER = ['newcomer', 'demo-newcomer-2026'] as const
const PERIOD = 30_000

let academy: RunningAcademy
let browser: Browser
let url: string
beforeAll(async () => {
  // Browsers allow passkeys only on named hosts, not IP addresses.
  ;[academy, browser] = await Promise.all([runAcademy({ settings: { HOST: 'localhost' } }), sharedBrowser()])
  url = academy.url.replace('127.0.0.1', 'localhost')
})
afterAll(() => academy.close())

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const seeHeading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
/** The accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    return at instanceof HTMLInputElement ? (at.labels?.[0]?.textContent ?? at.name) : (at?.textContent ?? '')
  })

async function typePassword(page: Page, [username, password]: readonly [string, string]): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function open(path: string, width = 390): Promise<Page> {
  const { page } = await openPage(browser, url, width)
  await page.goto(path)
  return page
}

/** Uses only Tab to reach a button or field with this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    if ((await focused(page)).trim() === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No way by keyboard to '${name}'`)
}

test('an app is set up and used by keyboard, and a wrong code loses nothing', async () => {
  const page = await open('/login?next=/Account/Security')
  await typePassword(page, LEARNER)
  await seeHeading(page, 'Security')
  await tabTo(page, 'Set up authenticator app')
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'QR code for the key below' }).waitFor()
  expect(await focused(page)).toBe('Code')
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await see(page, 'That code is incorrect')
  // The wrong code is selected, so that typing replaces it.
  const used = Date.now()
  await page.keyboard.type(generateTotp(key, used))
  await page.keyboard.press('Enter')
  await seeHeading(page, 'Save these recovery codes')
  expect(await focused(page)).toBe('Save these recovery codes')
  const codes = await page.locator('section[aria-labelledby=new-codes] li').allTextContents()
  expect(codes).toHaveLength(10)
  const download = page.waitForEvent('download')
  await tabTo(page, 'Download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await tabTo(page, 'I’ve saved them')
  await page.keyboard.press('Enter')
  await see(page, '10 left.')
  await academy.findEmail('Two-factor authentication is on')

  const other = await open('/login?next=/MyAcademy/')
  await typePassword(other, LEARNER)
  await see(other, 'Confirm it’s you to finish logging in.')
  const field = other.getByLabel('Code', { exact: true })
  expect([
    await focused(other),
    await field.getAttribute('autocomplete'),
    await field.getAttribute('inputmode'),
  ]).toEqual(['Code', 'one-time-code', 'numeric'])
  expect(await token(other)).toBeNull()
  await other.keyboard.type('123456')
  await other.keyboard.press('Enter')
  await other.getByRole('alert').getByText('That code is incorrect').waitFor()
  expect(await field.inputValue()).toBe('123456')
  // The next code after the used one, as from an app whose clock is slightly ahead.
  await field.fill(generateTotp(key, used + PERIOD))
  await other.keyboard.press('Enter')
  await other.waitForURL(({ pathname }) => pathname === '/MyAcademy/')
  expect(await token(other)).not.toBeNull()

  const third = await open('/login')
  await typePassword(third, LEARNER)
  await tabTo(third, 'Use a recovery code')
  await third.keyboard.press('Enter')
  expect(await focused(third)).toBe('Recovery code')
  await third.keyboard.type((codes[0] ?? '').toLowerCase())
  await third.keyboard.press('Enter')
  await third.waitForURL(`${url}/`)
  expect(await token(third)).not.toBeNull()

  await page.reload()
  await waitUntilStarted(page)
  await see(page, '9 left.')
  await press(page, 'Remove the authenticator app')
  await press(page, 'Remove')
  await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor()
})

test.skipIf(isEveryChange)(
  'two tabs of a session each ask to confirm identity, and canceling shows the error',
  async () => {
    const first = await open('/login?next=/Account/Security', 1280)
    await typePassword(first, LEARNER)
    await press(first, 'Set up authenticator app')
    const key = (await first.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
    const used = Date.now()
    await first.getByLabel('Code', { exact: true }).fill(generateTotp(key, used))
    await first.keyboard.press('Enter')
    await seeHeading(first, 'Save these recovery codes')
    const codes = await first.locator('section[aria-labelledby=new-codes] li').allTextContents()

    const second = await first.context().newPage()
    for (const tab of [first, second]) {
      // Responds as if the last confirmation were ten minutes old, until this tab has confirmed; the server checks the
      // confirmation.
      let isShown = false
      tab.on('response', (reply) => {
        if (reply.url().endsWith('/account/confirm/') && reply.request().method() === 'POST' && reply.ok())
          isShown = true
      })
      const ask = { status: 403, json: { code: 'confirm_identity', message: 'Confirm it’s you.' } }
      await tab.route('**/recovery-codes/', (route) => (isShown ? route.continue() : route.fulfill(ask)))
      await tab.goto('/Account/Security')
      await waitUntilStarted(tab)
      await tab.getByRole('button', { name: 'Get new recovery codes' }).click()
      await tab.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
    }
    expect(await focused(second)).toBe('Code')
    await second.keyboard.press('Escape')
    await second.getByRole('dialog').waitFor({ state: 'detached' })
    await second.getByRole('alert').getByText('Confirm it’s you').waitFor()
    expect(await focused(second)).toBe('Get new recovery codes')
    await second.keyboard.press('Enter')
    await second.getByRole('dialog').getByLabel('Code', { exact: true }).fill('000000')
    await second.keyboard.press('Enter')
    await second.getByRole('alert').getByText('That code is incorrect').waitFor()

    // Each tab uses its own code; the newer recovery codes invalidate those from the other tab.
    await second.getByRole('button', { name: 'Use a recovery code' }).click()
    await second.getByLabel('Recovery code', { exact: true }).fill(codes[1] ?? '')
    await second.keyboard.press('Enter')
    await seeHeading(second, 'Save these recovery codes')
    await first.getByLabel('Code', { exact: true }).fill(generateTotp(key, used + PERIOD))
    await first.keyboard.press('Enter')
    await seeHeading(first, 'Save these recovery codes')

    await press(first, 'I’ve saved them')
    await press(first, 'Remove the authenticator app')
    await press(first, 'Remove')
    await first.getByRole('button', { name: 'Set up authenticator app' }).waitFor()
  },
)

test('a passkey is added, logs in, confirms identity, and is removed', async () => {
  const page = await open('/login?next=/Account/Security')
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await typePassword(page, NEWCOMER)
  await seeHeading(page, 'Security')
  await page.getByLabel('Passkey name').fill('My phone')
  await page.keyboard.press('Enter')
  await seeHeading(page, 'Save these recovery codes')
  await see(page, 'My phone')
  await academy.findEmail('passkey was added')

  const withPassword = await token(page)
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/login?next=/Account/Security')
  await tabTo(page, 'Log in with a passkey')
  await page.keyboard.press('Enter')
  await seeHeading(page, 'Security')
  await see(page, 'last used')
  expect(await token(page)).not.toBe(withPassword)

  // The password alone is no longer enough.
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/login?next=/Account/Security')
  await typePassword(page, NEWCOMER)
  await press(page, 'Use a passkey')
  await seeHeading(page, 'Security')

  await press(page, 'Remove My phone')
  await press(page, 'Remove')
  await page.getByText('My phone', { exact: true }).waitFor({ state: 'detached' })
  await page.goto('/login')
  await press(page, 'Log in with a passkey')
  await page.getByRole('alert').getByText('We couldn’t verify that passkey.').waitFor()
})

test.skipIf(isEveryChange)('no passkey is offered when the address is an IP address', async () => {
  const { page } = await openPage(browser, academy.url, 390)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Log in with a passkey' }).count()).toBe(0)
})
