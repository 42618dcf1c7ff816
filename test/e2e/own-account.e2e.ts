import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiClient, getToken } from '../harness/api-client.ts'
import { sharedBrowser, openPage } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const PASSWORD = 'demo-newcomer-2026'
const NEW_PASSWORD = 'scutari-1854-ward'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

const tokenOf = (username: string, password: string) => getToken(academy.url, username, password)
const statusOf = async (token: string) =>
  (await createApiClient(academy.url, token).get('/Academy/api/account/')).status
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

async function openAccount(username: string, password: string, address = '/Account/Security') {
  const token = await tokenOf(username, password)
  const { page } = await openPage(browser, academy.url, 360, token)
  await page.goto(address)
  await page.getByRole('main').getByRole('button').first().waitFor()
  return { page, token }
}

test('the password is changed by keyboard alone; typed text stays when the change fails', async () => {
  const other = await tokenOf('newcomer', PASSWORD)
  const { page, token } = await openAccount('newcomer', PASSWORD)
  await field(page, 'Current password').focus()
  const type = (text: string) => page.keyboard.type(text)
  await type('not the password')
  // Each field has a button that shows the password.
  for (const text of [NEW_PASSWORD, NEW_PASSWORD]) {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await type(text)
  }
  await page.keyboard.press('Enter')
  await page.getByText('That isn’t your current password.').waitFor()
  expect(await field(page, 'Current password').evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.press('ControlOrMeta+A')
  await type(PASSWORD)

  const typed = () =>
    Promise.all(
      ['Current password', 'New password', 'Confirm new password'].map((label) => field(page, label).inputValue()),
    )
  await page.route('**/account/password/', (route) => route.fulfill({ status: 500, json: { code: 'internal' } }))
  await page.keyboard.press('Enter')
  await page.getByText('Something went wrong on our side.').waitFor()
  expect(await typed()).toEqual([PASSWORD, NEW_PASSWORD, NEW_PASSWORD])
  await page.unroute('**/account/password/')
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  await page.getByText('We couldn’t reach the academy.').waitFor()
  expect(await typed()).toEqual([PASSWORD, NEW_PASSWORD, NEW_PASSWORD])
  await page.context().setOffline(false)

  await page.keyboard.press('Enter')
  await page.getByText('Password changed. All other devices were logged out.').waitFor()
  expect(await typed()).toEqual(['', '', ''])
  expect([await statusOf(token), await statusOf(other)]).toEqual([200, 401])
  const { to } = await academy.findEmail('password was changed')
  expect(to).toBe('newcomer@example.com')
  await page.context().close()
})

test('a new email address is confirmed by the button behind its link; opening the link alone does not use it up', async () => {
  const { page } = await openAccount('newcomer', NEW_PASSWORD, '/Account/')
  await field(page, 'New email').fill('nowhere')
  await press(page, 'Change email')
  await page.getByText('Enter a valid email address').waitFor()
  await field(page, 'New email').fill('fresh@example.com')
  await press(page, 'Change email')
  await page.getByText('Open the link we sent to fresh@example.com.').waitFor()
  await page.reload()
  await page.getByText('Your email won’t change until you open the link we sent to fresh@example.com').waitFor()
  expect((await academy.findEmail('Email change requested')).to).toBe('newcomer@example.com')
  const { text, to } = await academy.findEmail('Confirm your new email')
  expect(to).toBe('fresh@example.com')
  const link = /http\S+\/ConfirmEmail\/\S+/.exec(text)?.[0] ?? ''
  await page.goto(link)
  await page.goto(link)
  await press(page, 'Confirm this address')
  await page.getByText('Your email was changed.').waitFor()
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await page.getByText('fresh@example.com').first().waitFor()
  await page.context().close()
})

test('on a phone, the links lead to every page of the account; the current one is marked and in view', async () => {
  const { page } = await openAccount('newcomer', NEW_PASSWORD, '/Account/')
  const links = page.getByRole('navigation', { name: 'Account' }).getByRole('link')
  const current = page.locator('nav[aria-label=Account] [aria-current=page]')
  const titles = ['Account', 'Orders', 'Certificates', 'License numbers', 'Security', 'Notifications']
  titles.push('Email preferences', 'Discussion posts', 'Question reports')
  for (const [place, title] of titles.entries()) {
    await links.nth(place).click()
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    expect(await current.allTextContents()).toEqual([await links.nth(place).textContent()])
    const { x = -1, width = 0 } = (await current.boundingBox()) ?? {}
    expect([title, x >= 0 && x + width <= 360]).toEqual([title, true])
  }
  expect(await links.count()).toBe(titles.length)
  await page.context().close()
})

test('devices are logged out one by one, all but the current one, and all', async () => {
  const username = 'demo'
  const password = 'demo-learner-2026'
  const others = [await tokenOf(username, password), await tokenOf(username, password)]
  const { page, token } = await openAccount(username, password)
  const list = page.getByRole('list', { name: 'Where you’re logged in' })
  expect(await list.getByRole('listitem').count()).toBe(3)
  expect(await list.getByRole('listitem').first().textContent()).toContain('This device')
  await list
    .getByRole('button', { name: /^Log out Unknown device/ })
    .first()
    .click()
  await page.getByText('Device logged out.').waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
  await press(page, 'Log out of all other devices')
  await page.getByText('1 other device logged out.').waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  expect(await Promise.all(others.map(statusOf))).toEqual([401, 401])
  expect(await statusOf(token)).toBe(200)
  await tokenOf(username, password)
  await page.reload()
  await press(page, 'Log out of all devices, including this one')
  await page.waitForURL(`${academy.url}/`)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  expect(await statusOf(token)).toBe(401)
  await page.context().close()
})

test('a login from a new location can be logged out by the link in the email', async () => {
  const body = JSON.stringify({ username: 'staff', password: 'demo-staff-2026' })
  const from = async (network: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': network }
    const reply = await fetch(`${academy.url}/Academy/api/login/`, { method: 'POST', headers, body })
    return ((await reply.json()) as { token: string }).token
  }
  const [home, away] = [await from('203.0.113.1'), await from('203.0.113.2')]
  const findEmail = async () => (await academy.mail()).find(({ text }) => text.includes('203.0.113.2'))
  await expect.poll(findEmail, { timeout: 30_000 }).toMatchObject({ to: 'staff@example.com' })
  const text = (await findEmail())?.text ?? ''
  const { page } = await openPage(browser, academy.url, 390)
  await page.goto(/http\S+\/EndSession\/\S+/.exec(text)?.[0] ?? '')
  expect(await statusOf(away)).toBe(200)
  await press(page, 'Log out that device')
  await page.getByText('Device logged out.').waitFor()
  expect([await statusOf(away), await statusOf(home)]).toEqual([401, 200])
  await page.getByRole('link', { name: 'Choose a new password' }).waitFor()
  await page.context().close()
})
