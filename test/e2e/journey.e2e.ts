import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn } from '../harness/api-client.ts'
import { sharedBrowser, openPage } from '../harness/browser.ts'
import { answerAll } from '../harness/examination.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { firstOrAll } from '../harness/long-test.ts'

const run = promisify(execFile)
const COURSE_NAME = 'Unethical Defense Medical Exam Challenges'
const SLUG = 'unethical-defense-medical-exam-challenges'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  academy = await runAcademy({ isAlone: true })
  browser = await sharedBrowser()
})
afterAll(() => academy.close())

test('a newcomer registers, buys, studies, passes, and receives the certificate', async () => {
  const { page, complaints } = await openPage(browser, academy.url)

  await page.goto('/')
  await page.getByRole('link', { name: 'Enroll Now!!' }).click()
  await page.getByLabel('First name').fill('Żaneta')
  await page.getByLabel('Last name').fill("O'Neill")
  await page.getByLabel('Email').fill('zaneta@example.com')
  await page.getByLabel('Username').fill('zaneta')
  await page.getByLabel('Password', { exact: true }).fill('three quiet night shifts')
  await page.getByLabel('Confirm password', { exact: true }).fill('three quiet night shifts')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'Almost Done!' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/Success/')
  await page.getByText('Please verify your email first to complete your registration.').waitFor()

  const verification = await academy.findEmail('verify')
  const link = /http\S+\/VerifyEmail\/\S+/.exec(verification.text)?.[0] ?? ''
  await page.goto(link)
  await page.getByRole('main').getByRole('button').click()
  await page.getByRole('status').getByText('Your email is verified. You’re logged in as zaneta.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Browse courses' }).click()
  await page.waitForURL((url) => url.pathname === '/Courses/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^[\w-]{43,}$/)

  await buy(page, '4242 4242 4242 4242')
  await page.waitForURL(/\/MyAcademy\/[0-9a-f-]{36}$/)

  await page.getByRole('link', { name: /Watch lecture/ }).click()
  const video = page.locator('video')
  await video.waitFor()
  await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    await element.play()
    element.currentTime = element.duration * 0.81
  })
  await page.getByRole('region', { name: 'Lectures' }).getByText('20%').waitFor()

  await page.getByRole('link', { name: 'Take the Examination' }).click()
  await answerAll(page, SLUG, 8)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { name: 'Examination Result' }).waitFor()
  await page.getByText('You scored 8 out of 10').waitFor()
  await page.getByText('Average score: 80.00%').waitFor()
  await page.getByRole('button', { name: 'Request Certificate' }).click()
  await page.waitForURL(/\/MyAcademy\/$/)

  const email = await academy.findEmail('certificate')
  expect(email.to).toBe('zaneta@example.com')
  const [pdf] = email.attachments
  const file = path.join(academy.folder, 'certificate.pdf')
  await writeFile(file, Buffer.from(await (await fetch(`${academy.url}${pdf?.url}`)).arrayBuffer()))
  const { stdout } = await run('pdftotext', ['-layout', file, '-'])
  expect(stdout).toContain("Żaneta O'Neill")
  expect(stdout).toContain(COURSE_NAME)

  await page.goto(/http\S+\/Certificate\/[\w-]+/.exec(email.text)?.[0] ?? '')
  await page.getByText('This certificate is valid.').waitFor()
  expect(complaints).toEqual([])
  // Checks the operator's log, too, for warnings and errors.
  expect(
    academy
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{')),
  ).toEqual([])
})

describe('failing cards', () => {
  test.each(
    firstOrAll([
      ['declined', '4000 0000 0000 0002', undefined],
      ['with insufficient funds', '4000 0000 0000 9995', undefined],
      ['rejected by the cardholder in 3-D Secure', '4000 0025 0000 3155', 'Fail'],
    ]),
  )('a card %s shows the alert and buys nothing', async (_, card, authentication) => {
    const { page } = await openPage(browser, academy.url, 390)
    await enter(page, 'newcomer', 'demo-newcomer-2026')
    const alert = messageOfAlert(page)
    await buy(page, card)
    if (authentication) await page.getByRole('button', { name: authentication }).click()
    expect(await alert).toBe('Payment failed. Please check your card details and try again.')
    expect(new URL(page.url()).pathname).toBe(`/Course/${SLUG}`)
    if (!authentication) await page.getByRole('alert').getByText('Nothing was charged. Try another card').waitFor()
    // Typed values stay for another try.
    expect(await page.getByLabel('Card number').inputValue()).toBe(card)

    const newcomer = await logIn(academy.url, 'newcomer', 'demo-newcomer-2026')
    expect((await newcomer.get('/Academy/api/MyAcademy/')).body).toEqual([])
  })

  test('authenticated in 3-D Secure, two quick clicks on Pay buy once', async () => {
    const { page } = await openPage(browser, academy.url)
    await enter(page, 'newcomer', 'demo-newcomer-2026')
    await fillCard(page, '4000 0025 0000 3155')
    await page.getByRole('button', { name: /^Pay / }).dblclick()
    await page.getByRole('button', { name: 'Complete' }).click()
    await page.waitForURL(/\/MyAcademy\/[0-9a-f-]{36}$/)
    const newcomer = await logIn(academy.url, 'newcomer', 'demo-newcomer-2026')
    expect((await newcomer.get('/Academy/api/MyAcademy/')).body).toHaveLength(1)
  })
})

async function enter(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/Login/')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

/**
 * The text of the next alert. The alert is closed at once, because the click that opened it does not finish while it is
 * open.
 */
function messageOfAlert(page: Page): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', (dialog) => void dialog.dismiss().then(() => resolve(dialog.message())))
  })
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.goto(`/Course/${SLUG}`)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12/40')
  await page.getByLabel('CVC').fill('123')
}

async function buy(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await page.getByRole('button', { name: /^Pay / }).click()
}
