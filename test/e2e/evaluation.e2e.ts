import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { darkFindings, findings } from '../oracles/axe.ts'
import { answerAll } from '../harness/examination.ts'
import { createApiClient, getToken } from '../harness/api-client.ts'
import { runCommand } from '../harness/command-line.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { button, changeAnswer, COURSE } from '../harness/screen.ts'

const ADDRESS = `/Examination/${COURSE}/Evaluation`
const CALL = '**/Academy/api/course/examination/evaluation/**'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

/** A member with the course and no certificate. */
async function grantedNewcomer(): Promise<string> {
  await runCommand(academy.environment, 'grant', 'newcomer', COURSE, '--why', 'a colleague')
  return getToken(academy.url, 'newcomer', 'demo-newcomer-2026')
}

const rating = (page: Page, question: RegExp) => page.getByRole('radiogroup', { name: question })

test('after passing, one press opens the evaluation; filled in once by keyboard, it leads to the certificate', async () => {
  const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
  const { page, complaints } = await openPage(browser, academy.url, 390, token)
  await page.goto(`/Examination/${COURSE}`)
  await answerAll(page, COURSE, 9)
  await button(page, 'Submit').click()
  await page.getByRole('link', { name: 'Rate the course' }).click()
  await page.getByRole('heading', { name: 'Before you get your certificate' }).waitFor()
  expect(await findings(page)).toEqual([])
  expect(await darkFindings(page)).toEqual([])

  // A member who left the page after passing sees the result and the link again later.
  await page.goto(`/Examination/${COURSE}`)
  await page.getByText('You scored 9 out of 10').waitFor()
  await page.getByRole('region', { name: 'Your answers' }).getByText('Correct answer:').waitFor()
  await button(page, 'Request Certificate').waitFor()
  expect(await findings(page)).toEqual([])
  for (const address of [`/MyAcademy/${COURSE}`, '/Account/Certificates/']) {
    await page.goto(address)
    await page.getByRole('link', { name: 'Get my certificate' }).waitFor()
    expect(await findings(page)).toEqual([])
  }
  await page.getByRole('link', { name: 'Get my certificate' }).click()
  await page.getByRole('heading', { name: 'Before you get your certificate' }).waitFor()

  await rating(page, /met its stated/)
    .getByRole('radio')
    .first()
    .focus()
  await page.keyboard.press('Space')
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByLabel('Anything else?').fill('More cases, please.')
  await page.getByText('Correct my name').click()
  await page.getByLabel('Credentials after your name').fill('RN')
  // Nothing typed is lost.
  await page.reload()
  expect(await page.getByLabel('Anything else?').inputValue()).toBe('More cases, please.')
  expect(
    await rating(page, /met its stated/)
      .getByRole('radio', { checked: true })
      .inputValue(),
  ).toBe('5')
  expect(
    await rating(page, /clear and easy/)
      .getByRole('radio', { checked: true })
      .inputValue(),
  ).toBe('1')
  await page.getByRole('checkbox', { name: /I completed this course/ }).press('Space')
  await button(page, 'Request Certificate').press('Enter')
  await page.waitForURL((url) => url.pathname === '/MyAcademy/')
  await page.getByText('Your certificate has been issued').waitFor()
  expect((await academy.findEmail('certificate')).to).toBe('demo@example.com')
  const { body } = await createApiClient(academy.url, token).get(
    `/Academy/api/course/examination/evaluation/${COURSE}/`,
  )
  expect(body).toMatchObject({
    has_certificate: true,
    is_attested: true,
    ratings: [5, 1, null, null, null],
    words: 'More cases, please.',
  })
  expect(body.name.credentials_after_name).toBe('RN')

  await page.goto(ADDRESS)
  await page.getByRole('heading', { name: 'How was the course?' }).waitFor()
  await rating(page, /recommend/)
    .getByRole('radio', { name: '4' })
    .click()
  await button(page, 'Submit evaluation').click()
  await page.getByRole('status').getByText('Thank you. Your evaluation was saved.').waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

test('for contact hours, the result lists the missing steps, marks each field, and focuses the first', async () => {
  const token = await grantedNewcomer()
  const { page } = await openPage(browser, academy.url, 390, token)
  await changeAnswer<object>(CALL, (steps) => ({
    ...steps,
    has_certificate: false,
    contact_hours: '1.2 contact hours',
    ratings: [null, null, null, null, null],
    is_attested: false,
  }))(page)
  const refusal = { code: 'steps_missing', message: 'We need your evaluation.', missing: ['evaluation', 'attestation'] }
  await page.route('**/request/certificate/**', (route) => route.fulfill({ status: 409, json: refusal }))
  await page.goto(`/Examination/${COURSE}`)
  await answerAll(page, COURSE, 10)
  await button(page, 'Submit').click()
  await button(page, 'Request Certificate').click()
  await page.getByRole('heading', { name: 'Before you get your certificate' }).waitFor()
  await page.getByText('This course awards 1.2 contact hours.').waitFor()
  await button(page, 'Request Certificate').click()
  await page.getByRole('alert').waitFor()
  expect(await page.locator('[aria-invalid=true]').count()).toBe(6)
  const focused = await page.locator(':focus').evaluate((element) => (element as HTMLInputElement).type)
  expect(focused).toBe('radio')
  expect(await findings(page)).toEqual([])
  await rating(page, /met its stated/)
    .getByRole('radio', { name: '3' })
    .click()
  expect(await page.locator('[aria-invalid=true]').count()).toBe(5)
  await page.context().close()
})

test('a name that can’t be printed is corrected in the form that shows it', async () => {
  const token = await grantedNewcomer()
  const name = { first_name: '美玲', last_name: 'Chen', credentials_after_name: 'RN' }
  expect((await createApiClient(academy.url, token).post('/Academy/api/account/name/', name)).status).toBe(200)
  const { page } = await openPage(browser, academy.url, 390, token)
  await page.goto(`/Examination/${COURSE}`)
  await answerAll(page, COURSE, 10)
  await button(page, 'Submit').click()
  await button(page, 'Request Certificate').click()
  await page.getByText('Certificates can’t include').waitFor()
  expect(await page.getByLabel('Last name').inputValue()).toBe('Chen')
  expect(await page.getByLabel('Credentials after your name').inputValue()).toBe('RN')
  await page.getByLabel('First name').fill('Mei-Ling')
  await page.getByText('Mei-Ling Chen, RN', { exact: true }).waitFor()
  await button(page, 'Request Certificate').click()
  await page.waitForURL((url) => url.pathname === '/MyAcademy/')
})
