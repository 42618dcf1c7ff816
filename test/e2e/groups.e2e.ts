import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { openGroup } from '../harness/studio-people-screens.ts'

const COURSE = 'Defense Medical Exam Training'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

const listed = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem')

test('a group is made, three people are added, one of them invited, and their progress is seen and exported', async () => {
  const { page } = await openPage(browser, academy.url, 390, await getToken(academy.url, 'staff', 'demo-staff-2026'))
  await page.goto('/Studio/Groups/')
  await page.getByText('No groups yet').waitFor()
  await openGroup(page, 'St. Mary’s')
  await page.getByText('No members yet').waitFor()
  await page.getByLabel('Add a course').selectOption({ label: COURSE })
  await page.getByRole('button', { name: 'Add course' }).press('Enter')
  await page.getByText('0 of 0 have access').waitFor()

  await page.getByRole('button', { name: 'Add members…' }).press('Enter')
  await page.getByLabel('Emails').fill('demo@example.com, Nell <newcomer@example.com>, eve')
  await page.getByRole('button', { name: 'Add members', exact: true }).press('Enter')
  await page.getByText('isn’t an email address: “eve”').first().waitFor()
  expect(await page.getByLabel('Emails').inputValue()).toBe('demo@example.com, Nell <newcomer@example.com>, eve')
  await page.getByLabel('Emails').fill('demo@example.com, Nell <newcomer@example.com>, eve@example.com')
  await page.getByRole('button', { name: 'Add members', exact: true }).press('Enter')
  await page.getByText('2 members added.').waitFor()
  await page.getByText('1 of 2 have access').waitFor()
  const invite = page.getByRole('form', { name: 'Invite' })
  await invite.getByLabel('Reason').fill('Paid by the hospital')
  await invite.getByRole('button', { name: 'Invite 1 person' }).press('Enter')
  await page.getByText('1 person now has access, 1 with a new account.').waitFor()
  await academy.findEmail(COURSE)
  await page.getByText('2 of 3 have access').waitFor()

  await page.getByRole('button', { name: 'Enroll from a file…' }).press('Enter')
  const file = page.getByRole('form', { name: 'Enroll from a file' })
  await file.getByText('Everyone is added to St. Mary’s').waitFor()
  await file.getByLabel('Product').selectOption({ label: COURSE })
  await file.getByLabel('Reason').fill('Paid by the hospital')
  const buffer = Buffer.from('Work email,Nurse\nkay@example.com,Kay Night RN\ndemo@example.com,Dana Demo\n')
  await file.getByLabel('Spreadsheet').setInputFiles({ name: 'nurses.csv', mimeType: 'text/csv', buffer })
  await file.getByRole('button', { name: 'Check file' }).press('Enter')
  await file.getByRole('button', { name: 'Enroll one person' }).press('Enter')
  await file.getByText('One person was added to the group.').waitFor()
  await file.getByRole('button', { name: 'Close' }).press('Enter')
  await page.getByText('3 of 4 have access').waitFor()

  await expect.poll(() => listed(page).count()).toBe(4)
  const dana = listed(page).filter({ hasText: 'Dana Demo' })
  expect(await dana.textContent()).toContain('2 of 5 lectures, 40%')
  expect(await listed(page).filter({ hasText: 'newcomer@example.com' }).textContent()).toContain('no access now')
  await page.getByLabel('Progress', { exact: true }).selectOption('In progress')
  await expect.poll(() => listed(page).count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?state=in_progress')

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).press('Enter')
  const download = await coming
  expect(download.suggestedFilename()).toBe('group-progress.csv')
  const [, line, ...others] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(line).toContain(`Dana Demo,demo@example.com,${COURSE},`)
  expect(others).toEqual([])

  await page.getByRole('button', { name: 'Search or go to…' }).click()
  await page.getByRole('combobox', { name: 'Search or go to' }).fill('mary')
  await page.getByRole('option', { name: 'St. Mary’s' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByLabel('Progress', { exact: true }).selectOption('Everyone')
  await page.getByRole('checkbox', { name: /Nell Newcomer/ }).check()
  await page.getByRole('button', { name: 'Remove from group' }).press('Enter')
  await page.getByText('1 member removed from the group.').waitFor()
  await expect.poll(() => listed(page).count()).toBe(3)
  await page.getByRole('button', { name: 'Delete group…' }).press('Enter')
  await page.getByRole('button', { name: 'Delete group', exact: true }).press('Enter')
  await page.getByText('No groups yet').waitFor()
})
