import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser, openPage } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const labels = (page: Page) => page.locator('main form label').allInnerTexts()
const typeOf = (page: Page, label: string) => page.getByLabel(label, { exact: true }).getAttribute('type')

/** Holds back the responses to a request until `release` is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return release
}

async function spins(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main form button[aria-busy="true"] svg') !== null)
  expect(await button(page, name).isDisabled()).toBe(true)
  // The focus stays where it is for keyboard and screen reader users.
  expect(await page.evaluate(() => document.activeElement?.matches('[aria-busy][aria-disabled]:enabled'))).toBe(true)
}

test('login has username, password with a show button, and a link to create an account', async () => {
  const { page, complaints } = await openPage(browser, academy.url)
  await page.goto('/Login/')
  expect(await labels(page)).toEqual(['Username', 'Password'])
  await page.getByLabel('Password', { exact: true }).fill('secret')
  expect(await typeOf(page, 'Password')).toBe('password')
  await button(page, 'Show password').click()
  expect(await typeOf(page, 'Password')).toBe('text')
  await button(page, 'Hide password').click()
  expect(await typeOf(page, 'Password')).toBe('password')
  await main(page).getByRole('link', { name: 'Need an Account?' }).click()
  await page.waitForURL((url) => url.pathname === '/Register')
  await main(page).getByRole('link', { name: 'Already have an Account?' }).click()
  await page.waitForURL((url) => url.pathname === '/Login')
  expect(complaints).toEqual([])
})

test('login has no browser validation; failures appear in red', async () => {
  const { page } = await openPage(browser, academy.url)
  await page.goto('/Login/')
  const sent = page.waitForRequest('**/Academy/api/login/')
  await button(page, 'Login').click()
  expect((await sent).postDataJSON()).toEqual({ username: '', password: '' })
  const failure = main(page).getByText('Login failed. Please check your credentials and try again.')
  await failure.waitFor()
  const [red = 0, green = 0, blue = 0] = (
    await failure.evaluate((element) => getComputedStyle(element).color.match(/\d+/g) ?? [])
  ).map(Number)
  expect(red).toBeGreaterThan(2 * Math.max(green, blue))
})

test('Login spins while it works, stores the token, and opens the home page as a member', async () => {
  const { page, complaints } = await openPage(browser, academy.url)
  await page.goto('/Login/')
  const release = await hold(page, '**/Academy/api/login/')
  await page.getByLabel('Username').fill('newcomer')
  await page.getByLabel('Password', { exact: true }).fill('demo-newcomer-2026')
  let times = 0
  page.on('request', (request) => (times += Number(request.url().endsWith('/api/login/'))))
  await button(page, 'Login').click()
  await spins(page, 'Login')
  await page.keyboard.press('Enter')
  await page.getByLabel('Username').press('Enter')
  release()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage))).toContain('token')
  expect(times).toBe(1)
  expect(complaints).toEqual([])
})

test('Create an Account has its six fields, show buttons for both passwords, a spinning Register button, and passes the email address on', async () => {
  const { page, complaints } = await openPage(browser, academy.url)
  await page.goto('/Register/')
  await main(page).getByRole('heading', { name: 'Create an Account' }).waitFor()
  const fields = ['First name', 'Last name', 'Email', 'Username', 'Password', 'Confirm password']
  expect((await labels(page)).slice(0, 6)).toEqual(fields)
  for (const field of ['Password', 'Confirm password']) {
    expect(await typeOf(page, field)).toBe('password')
    await button(page, `Show ${field.toLowerCase()}`).click()
    expect(await typeOf(page, field)).toBe('text')
  }

  const release = await hold(page, '**/Academy/api/register/')
  // First and last name are optional, so they stay empty.
  for (const [field, text] of [
    ['Email', 'vera@example.com'],
    ['Username', 'vera'],
    ['Password', 'lamp-at-midnight'],
    ['Confirm password', 'lamp-at-midnight'],
  ] as const)
    await page.getByLabel(field, { exact: true }).fill(text)
  await page.getByRole('checkbox').check()
  const sent = page.waitForRequest('**/Academy/api/register/')
  await button(page, 'Register').click()
  expect((await sent).postDataJSON()).toEqual({
    browser_key: expect.stringMatching(/^[0-9a-f]{32}$/),
    first_name: '',
    last_name: '',
    email: 'vera@example.com',
    username: 'vera',
    password: 'lamp-at-midnight',
    confirm_password: 'lamp-at-midnight',
    accept_terms: true,
  })
  await spins(page, 'Register')
  release()
  await page.waitForURL((url) => url.pathname === '/Success/')
  await main(page).getByText('vera@example.com').waitFor()
  await button(page, 'Resend Verification Email').waitFor()
  expect(complaints).toEqual([])
})

test('Almost Done! without an email address offers login and no resend button', async () => {
  const { page, complaints } = await openPage(browser, academy.url)
  await page.goto('/Success/')
  await main(page).getByRole('heading', { name: 'Almost Done!' }).waitFor()
  await main(page).getByText('Please verify your email first to complete your registration.').waitFor()
  // Waits, because a button that depends on the page's scripts would appear only when they run.
  await page.waitForTimeout(500)
  expect(await button(page, 'Resend Verification Email').count()).toBe(0)
  await main(page).getByRole('link', { name: 'Go to Login' }).click()
  await page.waitForURL((url) => url.pathname === '/Login')
  expect(complaints).toEqual([])
})

test('shows the first server error of each field on that field', async () => {
  const { page } = await openPage(browser, academy.url)
  await page.route('**/Academy/api/register/', (route) =>
    route.fulfill({
      status: 400,
      json: {
        username: ['First of username', 'second'],
        email: ['First of email'],
        password: ['First of password', 'x'],
      },
    }),
  )
  await page.goto('/Register/')
  for (const [field, text] of [
    ['Email', 'wanda@example.com'],
    ['Username', 'wanda'],
    ['Password', 'lamp-at-midnight'],
    ['Confirm password', 'lamp-at-midnight'],
  ] as const)
    await page.getByLabel(field, { exact: true }).fill(text)
  await page.getByRole('checkbox').check()
  await button(page, 'Register').click()
  await main(page).getByText('First of username').waitFor()
  for (const field of ['Username', 'Email', 'Password']) {
    const input = page.getByLabel(field, { exact: true })
    const described = (await input.getAttribute('aria-describedby')) ?? ''
    expect(await page.locator(`[id="${described.split(' ')[0]}"]`).innerText()).toBe(`First of ${field.toLowerCase()}`)
  }
  expect(await main(page).getByText('second').count()).toBe(0)
})
