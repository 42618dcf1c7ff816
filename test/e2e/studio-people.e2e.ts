import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { runCommand } from '../harness/command-line.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { findEmailedLink } from '../harness/register-member.ts'
import { earnCertificate } from '../harness/earn-certificate.ts'
import { openMember } from '../harness/studio-people-screens.ts'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

async function staffPage(width?: number): Promise<Page> {
  return (await openPage(browser, academy.url, width, await getToken(academy.url, 'staff', 'demo-staff-2026'))).page
}

test('by keyboard: a name is changed after an error, an email address change is requested, a device is logged out, and emails report each', async () => {
  const page = await staffPage(390)
  const demo = await logIn(academy.url, 'demo', 'demo-learner-2026')
  await page.goto('/Studio/People/')
  await openMember(page, 'Dana Demo')
  await page.getByRole('button', { name: 'Correct name…' }).press('Enter')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('Dana')
  await page.getByLabel('First name').fill('Dana www.example.com')
  await page.keyboard.press('Enter')
  await page.getByText('Leave out web and email addresses.').first().waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe('Dana www.example.com')
  await page.getByLabel('First name').fill('Diana')
  await page.route('**/name/', (route) => route.abort())
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('may or may not have been saved').waitFor()
  await page.unroute('**/name/')
  await page.keyboard.press('Enter')
  await page.getByText('Name corrected. We’re emailing the member.').waitFor()
  await page.getByRole('heading', { name: 'Diana Demo', level: 1 }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Correct name…')
  await academy.findEmail('was corrected')

  await page.getByRole('button', { name: 'Change email…' }).press('Enter')
  await page.getByLabel('New email').fill('diana@hospital.example.com')
  await page.keyboard.press('Enter')
  await page.getByText('we’ll send a link to diana@hospital.example.com').waitFor()
  await page.getByText('a link goes to diana@hospital.example.com on').waitFor()

  const sessions = page.getByRole('region', { name: 'Where they’re logged in' })
  await sessions.getByRole('button', { name: 'Log out everywhere' }).press('Enter')
  await sessions.getByText(/logged out\.$/).waitFor()
  await sessions.getByText('None.').waitFor()
  expect((await demo.get('/Academy/api/account/')).status).toBe(401)
})

test("a member's data is downloaded; then the member is erased, after staff typed their own name, and the log records both", async () => {
  const page = await staffPage(1280)
  await page.goto('/Studio/People/')
  await openMember(page, 'Nell Newcomer')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download member data' }).press('Enter')
  const download = await coming
  expect(download.suggestedFilename()).toBe('newcomer-data.zip')
  const files = unzipSync(await readFile(await download.path()))
  expect(strFromU8(files['member.json'] ?? new Uint8Array())).toContain('newcomer@example.com')
  await page.getByText('The download is recorded in the audit log').waitFor()

  await page.getByRole('button', { name: 'Delete member…' }).press('Enter')
  await page.keyboard.type('nel')
  await page.keyboard.press('Enter')
  await page.getByText('To confirm, type newcomer.').first().waitFor()
  await page.getByLabel('Type newcomer to confirm').fill('newcomer')
  await page.keyboard.press('Enter')
  await page
    .getByText(
      'Member deleted. Sales and certificates are kept without a name. Invoice details are kept, encrypted, for 10 years.',
    )
    .waitFor()
  await page.getByRole('heading', { name: 'Deleted member' }).waitFor()
  expect(await page.getByRole('button', { name: /^(?:Erase|Correct|Log out|Download member)/ }).count()).toBe(0)
  const log = await runCommand(academy.environment, 'log')
  expect(log).toContain('Member data exported')
  expect(log).toContain('Member deleted')
  expect(log).not.toContain('newcomer@example.com')
})

test('by keyboard: a class is enrolled from a Windows file after an error in it; a nurse chooses a password by email and starts learning', async () => {
  const page = await staffPage(768)
  await page.goto('/Studio/People/')
  await page.getByRole('button', { name: 'Enroll from a file…' }).press('Enter')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT')
  const choose = async (table: string) => {
    const buffer = Buffer.from(table, 'latin1')
    await page.getByLabel('Spreadsheet').setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer })
    await page.getByText('Chosen: class.csv').waitFor()
  }
  await page.getByLabel('Reason').fill('Spring class')
  await page.keyboard.press('Enter')
  await page.getByText('Please choose a product.').first().waitFor()
  expect(await page.getByLabel('Reason').inputValue()).toBe('Spring class')
  await page.getByLabel('Product').selectOption({ label: 'Defense Medical Exam Training' })
  await choose('Name;Email\r\nJosé Núñez;jose@example\r\nDana Demo;demo@example.com\r\n')
  await page.getByRole('button', { name: 'Check file' }).press('Enter')
  await page.getByRole('button', { name: 'Use Windows, Western Europe and the Americas' }).press('Enter')
  await page.getByText('Fix the problem in class.csv').waitFor()
  await page.getByText('Email “jose@example”: Enter a valid email address.').waitFor()
  expect(await page.getByRole('button', { name: /^Enroll (?:one|\d)/ }).count()).toBe(0)

  await choose('Name;Email\r\nJosé Núñez;jose@example.com\r\nDana Demo;demo@example.com\r\n')
  await page.getByRole('button', { name: 'Check file' }).press('Enter')
  await page.getByRole('button', { name: 'Use Windows, Western Europe and the Americas' }).press('Enter')
  await page.getByText('One person would get access, with a new account. One already has access.').waitFor()
  await page.route('**/enrolments/', (route) => route.abort())
  await page.getByRole('button', { name: 'Enroll one person' }).press('Enter')
  await page.getByRole('alert').getByText('may or may not have been saved').waitFor()
  await page.unroute('**/enrolments/')
  await page.getByRole('button', { name: 'Enroll one person' }).press('Enter')
  await page.getByText('One person now has access, with a new account.').waitFor()
  await page.getByRole('link', { name: 'José Núñez' }).waitFor()

  const { text } = await academy.findEmail('you have access')
  const [link = ''] = /http\S+ResetPassword\S+/.exec(text) ?? []
  const { pathname, search } = new URL(link)
  const { page: hers } = await openPage(browser, academy.url, 390)
  await hers.goto(pathname + search)
  await hers.getByLabel('Password', { exact: true }).fill('lamp-at-midnight-1854')
  await hers.getByLabel('Confirm password', { exact: true }).fill('lamp-at-midnight-1854')
  await hers.keyboard.press('Enter')
  await hers.waitForURL(/\/MyAcademy\/defense-medical-exam-training/)
  await hers.getByRole('heading', { name: 'Defense Medical Exam Training' }).first().waitFor()
  expect(await runCommand(academy.environment, 'log')).toContain('Account created')
})

test('an enrollment from the wrong file is undone', async () => {
  const page = await staffPage(1280)
  await page.goto('/Studio/People/')
  await page.getByRole('button', { name: 'Enroll from a file…' }).click()
  await page.getByLabel('Product').selectOption({ label: 'Defense Medical Exam Training' })
  await page.getByLabel('Reason').fill('Fall class')
  const buffer = Buffer.from('Email\r\nwrong1@example.com\r\nwrong2@example.com\r\n')
  await page.getByLabel('Spreadsheet').setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByRole('button', { name: 'Enroll 2 people' }).click()
  const recent = page.getByRole('region', { name: 'Enrolled in the last hour' })
  await recent.getByText('2 people in Defense Medical Exam Training').waitFor()
  await recent.getByRole('button', { name: /^Undo/ }).first().click()
  await recent.getByRole('button', { name: 'Undo enrollment' }).click()
  await page.getByText('2 people no longer have access to Defense Medical Exam Training.').waitFor()
  expect(await recent.getByText('2 people in Defense').count()).toBe(0)
})

test('by keyboard: a course is given to an email without an account, and the person finds it in My Academy', async () => {
  const page = await staffPage(390)
  await page.goto('/Studio/People/')
  await page.getByRole('button', { name: 'Give free access…' }).press('Enter')
  await page.getByLabel('Email', { exact: true }).fill('gina@example')
  await page.getByLabel('Product').selectOption({ label: 'Defense Medical Exam Training' })
  await page.getByLabel('Reason').fill('Scholarship')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a valid email address.').first().waitFor()
  expect(await page.getByLabel('Reason').inputValue()).toBe('Scholarship')
  await page.getByLabel('Email', { exact: true }).fill('gina@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('gina@example.com now has access. We created an account').waitFor()
  await page.getByRole('link', { name: 'gina', exact: true }).waitFor()

  const find = () => findEmailedLink(academy, 'gina@example.com', 'ResetPassword')
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  const { page: hers } = await openPage(browser, academy.url, 390)
  await hers.goto((await find()) ?? '')
  await hers.getByLabel('Password', { exact: true }).fill('lamp-at-midnight-1854')
  await hers.getByLabel('Confirm password', { exact: true }).fill('lamp-at-midnight-1854')
  await hers.keyboard.press('Enter')
  await hers.getByRole('heading', { level: 1 }).first().waitFor()
  await hers.goto('/MyAcademy/')
  await hers.getByText('Defense Medical Exam Training').first().waitFor()
})

test('a certificate is revoked and restored, and its license corrected, on the member’s page', async () => {
  const page = await staffPage(768)
  const address = await earnDemoCertificate()
  await page.goto('/Studio/People/')
  await openMember(page, 'Demo')
  const results = page.getByRole('region', { name: 'Exams and certificates' })
  await results.getByRole('button', { name: /^Revoke certificate…/ }).press('Enter')
  await results.getByText('The certificate’s page and its signed file show at once that it was revoked').waitFor()
  await page.keyboard.press('Enter')
  await results.getByText('Enter a reason.').first().waitFor()
  await page.keyboard.type('Taken by someone else')
  await page.keyboard.press('Enter')
  await results.getByText('Certificate revoked. We’re emailing the member.').waitFor()
  const { page: visitor } = await openPage(browser, academy.url, 390)
  await visitor.goto(address)
  await visitor
    .getByText(/revoked/i)
    .first()
    .waitFor()
  expect(await visitor.getByText('someone else').count()).toBe(0)
  await results.getByRole('button', { name: /^Restore certificate…/ }).press('Enter')
  await page.keyboard.type('It was her')
  await page.keyboard.press('Enter')
  await results.getByText('The certificate is valid again. We’re emailing the member.').waitFor()

  await results.getByRole('button', { name: /^Correct license…/ }).press('Enter')
  await results.getByLabel('State').selectOption('FL')
  await results.getByLabel('License number').fill('9123456')
  await results.getByLabel('Reason').fill('It was missing')
  await page.keyboard.press('Enter')
  await results
    .getByText('Added RN FL 9123456. The certificate’s PDF now shows it. We’re notifying the member.')
    .waitFor()
  await results.getByText('License: RN FL 9123456').waitFor()
})

/** The demo learner passes the exam; its certificate awards contact hours. */
async function earnDemoCertificate(): Promise<string> {
  const address = await earnCertificate(academy)
  const client = new pg.Client({ connectionString: academy.environment.DATABASE_URL })
  await client.connect()
  await client.query(
    `update certificates set contact_hours = '{"approver":"A board","statement":"Approved.","provider":"1","hours":1,"needsLicense":false}' where id = $1`,
    [path.basename(address)],
  )
  await client.end()
  return address
}
