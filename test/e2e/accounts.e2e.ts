import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser, openPage } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { firstOrAll, isEveryChange } from '../harness/long-test.ts'

const PASSWORD = 'lamp-at-midnight'
const NEW_PASSWORD = 'scutari-1854-ward'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const seeHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

async function alertAfter(page: Page, act: () => Promise<void>): Promise<string> {
  const alert = page.waitForEvent('dialog')
  // The click is finished only when the alert has been closed.
  const acted = act()
  const dialog = await alert
  await dialog.dismiss()
  await acted
  return dialog.message()
}

/** These tests cause failed requests, which the browser logs in its console. */
const unexpected = (complaints: string[]) => complaints.filter((text) => !text.startsWith('Failed to load resource'))

async function register(page: Page, username: string): Promise<void> {
  await page.goto('/Register/')
  await fill(page, 'First name', 'Nina')
  await fill(page, 'Email', `${username}@example.com`)
  await fill(page, 'Username', username)
  await fill(page, 'Password', PASSWORD)
  await fill(page, 'Confirm password', PASSWORD)
  await page.getByRole('checkbox').check()
  await press(page, 'Register')
  await see(page, 'Almost Done!')
}

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await fill(page, 'Username', username)
  await fill(page, 'Password', password)
  await press(page, 'Login')
}

test('the registration form shows errors on its fields and updates them as values change', async () => {
  const { page, complaints } = await openPage(browser, academy.url, 390)
  await page.goto('/Register/')
  await press(page, 'Register')
  for (const text of ['Email', 'Username', 'Password', 'Confirm password']) await see(page, `${text} is required`)
  await see(page, 'Please accept the terms to create an account.')
  expect(await page.locator('form [aria-required=true]').count()).toBe(5)
  expect(await page.getByLabel('Email', { exact: true }).evaluate((input) => input === document.activeElement)).toBe(
    true,
  )
  await fill(page, 'Email', 'nina@example.company')
  await see(page, 'Enter a valid email address')
  await fill(page, 'Email', 'demo@example.com')
  await fill(page, 'Username', 'Demo')
  await fill(page, 'Password', 'password123')
  await fill(page, 'Confirm password', 'another')
  await see(page, 'Passwords do not match')
  await fill(page, 'Confirm password', 'password123')
  await page.getByText('Passwords do not match').waitFor({ state: 'detached' })
  // Correcting either field clears the error.
  await fill(page, 'Password', 'password1234')
  await see(page, 'Passwords do not match')
  await fill(page, 'Password', 'password123')
  await page.getByText('Passwords do not match').waitFor({ state: 'detached' })
  await page.getByRole('checkbox').check()
  await page.getByText('Please accept the terms').waitFor({ state: 'detached' })

  await press(page, 'Register')
  await see(page, 'This username is already taken.')
  await see(page, 'There’s already an account with this email. Log in, or use another email.')
  await see(page, 'This password is too easy to guess.')
  expect(await page.getByLabel('Username', { exact: true }).inputValue()).toBe('Demo')

  await press(page, 'Show password')
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
  expect(unexpected(complaints)).toEqual([])
})

test('a newcomer registers, verifies by the button in the email, and logs in to the page they started from', async () => {
  const { page, complaints } = await openPage(browser, academy.url, 390)
  await register(page, 'nina')
  await page.goto('/login')
  await logIn(page, 'nina', 'wrong')
  await see(page, 'Login failed. Please check your credentials and try again.')
  expect(await page.getByRole('button', { name: 'Resend Verification Email' }).count()).toBe(0)
  await logIn(page, 'nina', PASSWORD)
  await see(page, 'Please verify your email first.')
  await page.getByRole('button', { name: 'Resend Verification Email' }).waitFor()
  // The credentials are correct, so no message says to check them.
  expect(await page.getByText('Login failed.').count()).toBe(0)
  // Screen readers must not announce the countdown every second.
  expect(await page.getByRole('alert').getByRole('button').count()).toBe(0)

  await press(page, 'Resend Verification Email')
  await page.getByRole('status').getByText('We sent a new link.').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)

  const { text } = await academy.findEmail('verify your email')
  const link = /http\S+\/VerifyEmail\/\S+/.exec(text)?.[0] ?? ''
  await page.goto(link)
  await page.goto(link)
  await press(page, 'Verify my email')
  await see(page, 'Your email is verified.')

  await page.goto(`/login?next=${encodeURIComponent('/Courses/')}`)
  await page.route('**/api/login/', (route) => route.abort('internetdisconnected'))
  await logIn(page, 'nina@example.com', PASSWORD)
  expect(await page.getByRole('alert').textContent()).toBe(
    'We couldn’t reach the academy. Please check your connection and try again.',
  )
  await page.unroute('**/api/login/')
  await logIn(page, 'nina@example.com', PASSWORD)
  await page.waitForURL('**/Courses/')
  expect(await token(page)).toMatch(/^[\w-]{43}$/)
  expect(unexpected(complaints)).toEqual([])
})

test.each([
  ['another tab', 'nele', 'You’re logged in.', 'Browse courses'],
  ['another device', 'nadia', 'Log in to continue.', 'Go to Login'],
])('the tab that registered notices a verification in %s, and leads on', async (where, username, says, link) => {
  const { page } = await openPage(browser, academy.url, 390)
  await register(page, username)
  const findLink = async () => {
    const { to, text } = await academy.findEmail('verify your email')
    return to.startsWith(username) ? (/http\S+\/VerifyEmail\/\S+/.exec(text)?.[0] ?? '') : ''
  }
  await expect.poll(findLink).not.toBe('')
  const other =
    where === 'another tab' ? await page.context().newPage() : (await openPage(browser, academy.url, 390)).page
  await other.goto(await findLink())
  await press(other, 'Verify my email')
  await see(other, 'Your email is verified.')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await seeHeading(page, 'Your email is verified')
  await page.getByRole('status').getByText(says).waitFor()
  await page.getByRole('main').getByRole('link', { name: link }).waitFor()
})

test('resending is disabled for 45 seconds with a countdown; a reload keeps the email address', async () => {
  const { page, complaints } = await openPage(browser, academy.url, 390)
  await page.clock.install()
  await register(page, 'rena')
  await page.reload()
  await see(page, 'rena@example.com')
  expect(await page.getByRole('link', { name: 'Open your email' }).count()).toBe(0)
  await press(page, 'Resend Verification Email')
  const button = page.getByRole('button', { name: /^Resend in \d+ seconds$/ })
  await button.waitFor()
  await page.getByRole('status').getByText('We sent a new link.').waitFor()
  expect(await button.isDisabled()).toBe(true)
  await page.clock.fastForward(40_000)
  await page.getByRole('button', { name: /^Resend in [1-5] seconds$/ }).waitFor()
  await page.clock.fastForward(6_000)
  await page.getByRole('button', { name: 'Resend Verification Email' }).waitFor()

  await page.goto('/Success/?email=demo@example.com')
  expect(await alertAfter(page, () => press(page, 'Resend Verification Email'))).toBe('User is already verified.')
  // Too many emails in the last hour, so no countdown is shown.
  await page.route('**/resend-verification/**', (route) =>
    route.fulfill({ status: 429, json: { code: 'too_soon', retry_after: 3_540 } }),
  )
  expect(await alertAfter(page, () => press(page, 'Resend Verification Email'))).toBe(
    'Failed to resend verification email.',
  )
  // The alert appears before the button is enabled again.
  await expect.poll(() => page.getByRole('button', { name: 'Resend Verification Email' }).isEnabled()).toBe(true)
  await page.unroute('**/resend-verification/**')
  await page.route('**/resend-verification/**', (route) => route.abort())
  expect(await alertAfter(page, () => press(page, 'Resend Verification Email'))).toBe(
    'Failed to resend verification email.',
  )
  expect(unexpected(complaints)).toEqual([])
})

test('a member resets a forgotten password and is logged in', async () => {
  const { page, complaints } = await openPage(browser, academy.url)
  await page.goto('/Login/')
  await logIn(page, 'newcomer', 'demo-newcomer-2026')
  await page.waitForURL(`${academy.url}/`)
  const before = await token(page)
  await page.goto('/Login/')
  await fill(page, 'Username', 'newcomer@example.com')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await seeHeading(page, 'Forgot your password?')
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('newcomer@example.com')
  await press(page, 'Send link')
  await seeHeading(page, 'Check your email')
  await see(page, 'If there’s an account with this email')

  const { text } = await academy.findEmail('new password')
  const link = /http\S+\/ResetPassword\/\S+/.exec(text)?.[0] ?? ''
  await page.goto(link)
  await fill(page, 'Password', NEW_PASSWORD)
  await fill(page, 'Confirm password', NEW_PASSWORD)
  await press(page, 'Change password')
  await seeHeading(page, 'Password changed')
  await see(page, 'Your password has been changed. You’re logged in as newcomer.')
  expect(await token(page)).not.toBe(before)
  expect(await token(page)).toMatch(/^[\w-]{43}$/)

  await page.goto(link)
  await fill(page, 'Password', 'another-lamp-lit')
  await fill(page, 'Confirm password', 'another-lamp-lit')
  await press(page, 'Change password')
  await seeHeading(page, 'This link doesn’t work')
  await see(page, 'This link has expired or has already been used.')
  await page.goto('/Login/')
  await logIn(page, 'newcomer', NEW_PASSWORD)
  await page.waitForURL(`${academy.url}/`)
  expect(unexpected(complaints)).toEqual([])
})

test.skipIf(isEveryChange)(
  'when the browser stores nothing, login explains why and a password change still reports success',
  async () => {
    const { page, complaints } = await openPage(browser, academy.url)
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Denied', 'SecurityError')
      }
      Object.assign(Storage.prototype, { setItem: refuse, removeItem: refuse })
    })
    await page.goto('/Login/')
    await logIn(page, 'demo', 'demo-learner-2026')
    await see(page, 'Your browser won’t let us keep you logged in.')
    expect(new URL(page.url()).pathname).toBe('/Login/')
    expect(await page.getByRole('button', { name: 'Login', exact: true }).isEnabled()).toBe(true)

    await page.route('**/reset-password/', (route) =>
      route.fulfill({ json: { message: 'Your password has been changed.' } }),
    )
    await page.goto('/ResetPassword/a-link')
    await fill(page, 'Password', NEW_PASSWORD)
    await fill(page, 'Confirm password', NEW_PASSWORD)
    await press(page, 'Change password')
    await seeHeading(page, 'Password changed')
    expect(unexpected(complaints)).toEqual([])
  },
)

test.for(
  firstOrAll([
    ['/Register/', 'Register', 'Email is required'],
    ['/Login/', 'Login', 'Login failed. Please check your credentials and try again.'],
  ] as const),
)('submits nothing at %s before the scripts run, and keeps what is typed', async ([path, label, message]) => {
  const { page } = await openPage(browser, academy.url)
  const submitted: string[] = []
  page.on('request', (request) => request.method() === 'POST' && submitted.push(request.url()))
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await fill(page, 'Username', 'early')
  await fill(page, 'Password', PASSWORD)
  await page.keyboard.press('Enter')
  expect(await page.getByRole('button', { name: label, exact: true }).isDisabled()).toBe(true)
  expect(submitted).toEqual([])
  release()
  await press(page, label)
  await see(page, message)
  expect(await page.getByLabel('Username', { exact: true }).inputValue()).toBe('early')
  expect(await page.getByText('Username is required').count()).toBe(0)
  expect(page.url()).toBe(`${academy.url}${path}`)
})
