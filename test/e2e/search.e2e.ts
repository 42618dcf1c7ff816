import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenFor } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { moves } from '../harness/phone.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

test('without scripts the page finds products, tells what is too long, and is nothing for search engines', async () => {
  const found = await (await fetch(`${academy.url}/Search/?q=examination`)).text()
  expect(found).toMatch(/<meta name="robots" content="noindex"/)
  expect(found).toContain('<mark')
  expect(found).toContain('/Course/defense-medical-exam-training')
  expect(found).not.toContain('/Lecture/')
  const long = await fetch(`${academy.url}/Search/?q=${'x'.repeat(4_000)}`)
  expect([long.status, await long.text()]).toEqual([
    200,
    expect.stringContaining('Please search for at most 200 letters'),
  ])
  const hostile = await (await fetch(`${academy.url}/Search/?q=${encodeURIComponent('"><script>x()</script>')}`)).text()
  expect(hostile).not.toContain('<script>x()')
})

test('the key opens the box, arrows choose, and a moment that was found plays', async () => {
  const token = await tokenFor(academy.url, 'demo', 'demo-learner-2026')
  const { page, complaints } = await openPage(browser, academy.url, 1280, token)
  await page.goto('/Courses/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Account' }).waitFor()
  await page.keyboard.press('/')
  const box = page.getByRole('dialog', { name: 'Search' })
  const field = box.getByRole('combobox')
  await field.waitFor()
  await page.keyboard.type('defense/')
  expect(await field.inputValue()).toBe('defense/')
  await page.keyboard.press('Backspace')
  await box
    .getByRole('status')
    .getByText(/suggestion/)
    .waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Search', exact: true }).first().click()
  await field.fill('Defense Medical Exam Training')
  await box.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/MyAcademy/defense-medical-exam-training')

  await page.goto('/Search/?q=observer')
  // Podcasts have moments, too.
  const said = page
    .locator('main a[href*="/Lecture/"]')
    .filter({ hasText: /said at \d/ })
    .first()
  await said.waitFor()
  const seconds = Number(new URL((await said.getAttribute('href')) ?? '', academy.url).searchParams.get('at'))
  await said.click()
  await moves(page, seconds)
  expect(complaints).toEqual([])
})
