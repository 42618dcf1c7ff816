import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { getPolicyViolations, openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

let academy: RunningAcademy
let browser: Browser
let owner: string
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
  owner = await getToken(academy.url, 'staff', 'demo-staff-2026')
})
afterAll(() => academy.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const preview = (page: Page) => page.frameLocator('iframe')

test('an owner changes the receipt, sees and gets it, and another owner keeps what they typed', async () => {
  const { page, complaints } = await openPage(browser, academy.url, 390, owner)
  const { page: other } = await openPage(browser, academy.url, 1280, owner)
  await page.goto('/Studio/EmailTexts/')
  await page.getByRole('link', { name: 'Receipt', exact: true }).click()
  await other.goto('/Studio/EmailTexts/receipt/')
  await other.getByLabel('Subject').fill('Thanks, {first_name}')

  const opening = page.getByLabel('Opening lines')
  await preview(page).getByText('Reading a Medical Record is ready.').waitFor()
  await opening.fill('Hi ,\n<b>welcome</b>.')
  await opening.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(3, 3))
  await press(page, 'Insert {first_name}')
  expect(await opening.inputValue()).toBe('Hi {first_name},\n<b>welcome</b>.')
  await preview(page).getByText('Hi Sam,').waitFor()
  await preview(page).getByText('<b>welcome</b>.').waitFor()
  // The styles of the email apply, and nothing else may run or open.
  const getPadding = () =>
    preview(page)
      .locator('.card')
      .evaluate((card) => getComputedStyle(card).paddingLeft)
  expect(await getPadding()).toBe('20px')
  await preview(page).getByRole('link', { name: 'Go to the course' }).click()
  await preview(page).getByText('Hi Sam,').waitFor()
  await press(page, 'Computer')
  await expect.poll(getPadding).toBe('28px')

  await press(page, 'Send me a test')
  await see(page, /We’re sending it to .* It should arrive within a minute\./)
  const email = await academy.findEmail('[Test] Your receipt')
  expect(email.text).toContain('Thanks for your order\n\nHi Sam,\n\n<b>welcome</b>.\n\n')
  await press(page, 'Save')
  await see(page, 'Saved. The next emails will have this text.')

  await press(other, 'Save')
  await see(other, 'Someone else saved this email’s text. Your changes are still here.')
  expect(await other.getByLabel('Subject').inputValue()).toBe('Thanks, {first_name}')
  // The browser says so when the test looks into the frame, and when its link was pressed.
  const others = complaints.filter((each) => !/about:srcdoc|sandboxed frame/.test(each))
  expect([getPolicyViolations(page), others]).toEqual([[], []])
})

test('an owner sees errors on their field with the typed text, and returns to the standard text', async () => {
  const { page } = await openPage(browser, academy.url, 1280, owner)
  await page.goto('/Studio/EmailTexts/refund/')
  const subject = page.getByLabel('Subject')
  await subject.fill('Hi {nmae}')
  await see(page, 'The preview shows the earlier text. There is no {nmae}. Did you mean {name}?')
  await press(page, 'Save')
  await expect.poll(() => subject.getAttribute('aria-invalid')).toBe('true')
  expect(await subject.inputValue()).toBe('Hi {nmae}')
  await page.getByLabel('Opening lines').fill('Your money is on its way.')
  await subject.fill('Hi {name}')
  await press(page, 'Save')
  await see(page, 'Include {destination}, because the buyer must know where the money goes.')
  await page.getByLabel('Opening lines').fill('Your money is on its way {destination}.')
  await press(page, 'Save')
  await see(page, 'Saved. The next emails will have this text.')
  await page.getByRole('link', { name: 'Email texts' }).last().click()
  await see(page, 'Changed')
  await page.getByRole('link', { name: 'Refund', exact: true }).click()
  expect(await subject.inputValue()).toBe('Hi {name}')
  await press(page, 'Use the standard text')
  expect(await subject.inputValue()).toBe('Your refund: {item}')
  await press(page, 'Save')
  await see(page, 'Saved. The next emails will have this text.')
  await page.goto('/Studio/Log/')
  await see(page, 'Email text changed')
  await see(page, 'subject: Hi {name} → Your refund: {item}')
})
