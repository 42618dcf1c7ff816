import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const COURSE = 'Defense Medical Exam Training'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

test('an owner writes to everyone who has a course, tries it, schedules it, changes their mind, and sends it', async () => {
  const { page } = await openPage(browser, academy.url, 390, await getToken(academy.url, 'staff', 'demo-staff-2026'))
  await page.goto('/Studio/Progress/')
  await page.getByLabel('Course', { exact: true }).selectOption({ label: COURSE })
  await page.getByRole('button', { name: 'Write a message' }).press('Enter')
  await page.getByText(`Everyone who has ${COURSE}`).waitFor()

  await page.getByLabel('Subject').fill('Office hours for {frist_name}')
  await page.getByLabel('Message').fill('Hi ')
  await page.getByRole('button', { name: 'Insert {first_name}' }).press('Enter')
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('Hi {first_name}')
  await page.getByLabel('Message').pressSequentially(',\n\nask **anything** about {course}.')
  await page.getByRole('button', { name: 'Save draft' }).press('Enter')
  await page.getByText('Did you mean {first_name}?').waitFor()
  await page.getByLabel('Subject').fill('Office hours for {first_name}')
  await page.getByRole('button', { name: 'Save draft' }).press('Enter')
  await page.getByText('Draft saved.').waitFor()
  const preview = page.frameLocator('iframe[title="Preview of the email"]')
  await preview.getByRole('heading', { name: 'Office hours for Sam' }).waitFor()
  await preview.getByText(`ask anything about ${COURSE}.`).waitFor()
  await preview.getByText('100 Example Avenue').waitFor()

  await page.getByRole('button', { name: 'Send me a test' }).press('Enter')
  await page.getByText('It should arrive within a minute.').waitFor()
  expect((await academy.findEmail('[Test] Office hours for Sam')).to).toBe('staff@example.com')

  await page.getByRole('button', { name: 'Send later…' }).press('Enter')
  await page.getByLabel('Date').fill('1/5/2020')
  await page.getByLabel('Time').fill('9 am')
  await page.getByRole('button', { name: 'Schedule' }).press('Enter')
  await page.getByText('This time has passed.').first().waitFor()
  const inMay = `5/1/${new Date().getFullYear() + 1}`
  await page.getByLabel('Date').fill(inMay)
  await page.getByRole('button', { name: 'Schedule' }).press('Enter')
  await page
    .getByText(/^Scheduled for May 1, \d+, 9:00 AM/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Don’t send' }).press('Enter')
  await page.getByText('It’s a draft again.').waitFor()

  await page.getByRole('button', { name: 'Send now…' }).press('Enter')
  await page.getByText('Send to 1 learner?').waitFor()
  await page.getByRole('button', { name: 'Send to 1 learner' }).press('Enter')
  await page.getByRole('heading', { name: 'Recipients' }).waitFor()
  const email = await academy.findEmail('Office hours for Dana')
  expect(email.to).toBe('demo@example.com')
  expect(email.text).toContain(`ask anything about ${COURSE}.`)
  expect(email.html).toContain('<strong>anything</strong>')

  await page.getByRole('link', { name: 'Messages', exact: true }).first().press('Enter')
  await page.getByRole('listitem').filter({ hasText: 'Office hours for {first_name}' }).getByText('Sent: 1').waitFor()
  await page.getByRole('link', { name: 'Office hours for {first_name}' }).press('Enter')
  await page.getByRole('link', { name: 'Dana Demo, demo@example.com' }).waitFor()
})
