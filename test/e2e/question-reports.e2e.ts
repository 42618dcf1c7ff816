import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { darkFindings, findings } from '../oracles/axe.ts'
import { answerAll } from '../harness/examination.ts'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { button, COURSE } from '../harness/screen.ts'

const CALL = '**/Academy/api/course/examination/contest/'
const REASON = 'The rule was amended.\nThe key is of before.'

let academy: RunningAcademy
let browser: Browser
// Each test gets its own academy, because a retry would otherwise find what the first try stored.
beforeEach(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterEach(() => academy.close())

const form = (page: Page) => page.getByRole('form', { name: 'Report a question' })
const look = async (page: Page) => [...(await findings(page)), ...(await darkFindings(page))]

/** Fails an exam in the demo's course and opens the form below its result. */
async function openForm(page: Page): Promise<void> {
  await page.goto(`/Examination/${COURSE}`)
  await answerAll(page, COURSE, 3)
  await button(page, 'Submit').click()
  await button(page, 'Report a question').click()
  await form(page).waitFor()
}

test('after an exam, a member reports a question by keyboard; staff answers, and the answer arrives by email and appears in the account', async () => {
  const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
  const { page, complaints } = await openPage(browser, academy.url, 360, token)
  await openForm(page)
  const which = form(page).getByLabel('Which question?')
  expect(await which.evaluate((select) => select === document.activeElement)).toBe(true)
  // Nothing in the list shows which questions the member missed.
  expect(await which.locator('option').allInnerTexts()).toEqual([
    'Choose a question',
    ...Array.from({ length: 10 }, (_, at) => expect.stringMatching(new RegExp(`^${at + 1}\\. .+[?:.]$`))),
  ])
  await button(page, 'Send').press('Enter')
  await form(page).getByRole('alert').getByText('Please complete the marked fields.').waitFor()
  expect(await form(page).locator('[aria-invalid=true]').count()).toBe(2)
  expect(await which.evaluate((select) => select === document.activeElement)).toBe(true)
  expect(await look(page)).toEqual([])

  await which.selectOption({ index: 2 })
  await form(page).getByLabel('What’s wrong?').fill(REASON)
  await form(page).getByLabel('Your source').fill('Rule 35')
  await page.route(CALL, (route) => route.abort())
  await button(page, 'Send').click()
  await form(page).getByRole('alert').getByText('What you typed is still here.').waitFor()
  expect(await form(page).getByLabel('What’s wrong?').inputValue()).toBe(REASON)
  await page.unroute(CALL)
  await button(page, 'Send').click()
  await form(page).getByRole('status').getByText('Report sent. We’ll review it and email you.').waitFor()
  expect(await form(page).getByLabel('What’s wrong?').inputValue()).toBe('')
  await form(page).getByRole('link', { name: 'Your question reports' }).click()
  await page.getByText('Under review.').waitFor()
  expect(await look(page)).toEqual([])
  // The console logs the aborted request.
  expect(complaints.filter((each) => !/ERR_FAILED|Network Error/.test(each))).toEqual([])

  const staff = await openPage(browser, academy.url, 1280, await getToken(academy.url, 'staff', 'demo-staff-2026'))
  await staff.page.goto('/Studio/')
  await staff.page.getByRole('link', { name: '1 question report to answer' }).click()
  expect(await look(staff.page)).toEqual([])
  await staff.page.getByRole('main').getByRole('listitem').getByRole('link').last().click()
  await staff.page.getByText('correct according to the answer key').waitFor()
  await staff.page.getByText('Source: Rule 35').waitFor()
  expect(await look(staff.page)).toEqual([])
  await button(staff.page, 'Send answer').click()
  await staff.page.getByText('Please choose a decision.').waitFor()
  await staff.page.getByLabel('Accepted').check()
  await button(staff.page, 'Send answer').click()
  await staff.page.getByText('Write a message to the member.').first().waitFor()
  await staff.page.getByLabel('Message to the member').fill('You are right, thank you.')
  await button(staff.page, 'Send answer').click()
  const done = staff.page.getByRole('heading', { name: 'Answered. We’re emailing your answer to the member.' })
  await done.waitFor()
  expect(await done.evaluate((heading) => heading === document.activeElement)).toBe(true)
  expect(await look(staff.page)).toEqual([])
  // The console also logs the rejected report without text.
  expect(staff.complaints.filter((each) => !/400|marked fields/.test(each))).toEqual([])

  expect((await academy.findEmail('question report')).to).toBe('demo@example.com')
  await page.goto('/Account/Contests')
  await page.getByText('You were right. We accepted your report.').waitFor()
  await page.getByText('You are right, thank you.').waitFor()
  expect(await look(page)).toEqual([])
  await Promise.all([page.context().close(), staff.page.context().close()])
})
