import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const SAMPLES = path.resolve(import.meta.dirname, '../samples/questions')

type Plan = { lectures: { id: string }[]; examination: { questions: { id: string; lecture: string | null }[] } }

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

const questions = (page: Page) => page.getByRole('list', { name: 'Questions' }).locator('> li')
const wordsOf = async (page: Page) =>
  (await questions(page).locator('button[aria-expanded]').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))

test('an exam is corrected: a file with an error, the corrected file, a question by keyboard, warnings, and publishing', async () => {
  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const { page } = await openPage(browser, academy.url, 1280, token)
  await page.goto('/Studio/Catalogue/')
  // Selects the link in the list, not the one in the page footer.
  const course = page.getByRole('main').getByRole('link', { name: 'Defense Medical Exam Training', exact: true })
  const address = await course.first().getAttribute('href')
  await page.goto(`${address?.replace(/[/]$/, '')}/Examination/`)
  await questions(page).nth(9).waitFor()
  expect(page.url()).toContain('?part=examination')

  // A URL can open one question.
  const id = /[0-9a-f-]{36}/.exec(address ?? '')?.[0]
  const planned = async () => {
    const headers = { authorization: `Token ${token}` }
    const opened = await fetch(`${academy.url}/Academy/api/studio/products/${id}/`, { headers })
    return ((await opened.json()) as { plan: Plan }).plan
  }
  await page.goto(`/Studio/Catalogue/${id}?part=examination&question=${(await planned()).examination.questions[9]?.id}`)
  await questions(page).nth(9).getByRole('button', { expanded: true }).waitFor()
  expect(await questions(page).getByRole('button', { expanded: true }).count()).toBe(1)

  await page.getByRole('button', { name: 'Import questions…' }).click()
  const file = page.getByLabel('File', { exact: true })
  const table = (answer: string) =>
    Buffer.from(
      `question;option 1;option 2;answer\nWho writes the report?;The nurse;The nurse, alone;${answer}\n`,
      'latin1',
    )
  await file.setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: table('c') })
  await page.getByText('Nothing was added, because none of the questions in report.csv can be used.').waitFor()
  await page.getByText('Line 2', { exact: true }).waitFor()
  await file.setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: table('a') })
  await page.getByRole('button', { name: 'Add 1 question' }).click()
  await page.getByText('Saved', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Import questions…' }).click()
  await file.setInputFiles(path.join(SAMPLES, 'moodle.xml'))
  await page.getByText('3 of 9 questions in moodle.xml can be used.').waitFor()
  const several = page.getByRole('listitem').filter({ hasText: 'What does an observer bring?' })
  await several.getByText('Question 3', { exact: true }).waitFor()
  await several.getByText('several right answers. Only questions with one right answer can be used.').waitFor()
  await page.getByRole('button', { name: 'Add 3 questions' }).waitFor()
  await file.setInputFiles(path.join(SAMPLES, 'item-3.xml'))
  await page.getByRole('button', { name: 'Add 1 question' }).press('Enter')
  expect(await questions(page).count()).toBe(32)

  // Uses only the keyboard: opens a question, marks its correct option, removes an option, and moves the question up.
  const report = questions(page).nth(30)
  await report.getByRole('button', { expanded: false }).press('Enter')
  await report.getByText('There are only two options').waitFor()
  await report.getByRole('button', { name: 'Add an option' }).press('Enter')
  await page.keyboard.type('The attorney')
  await report.getByRole('radio').first().focus()
  await page.keyboard.press('ArrowDown')
  expect(await report.getByRole('radio').nth(1).isChecked()).toBe(true)
  await report.getByText('There are only two options').waitFor({ state: 'detached' })
  await report.getByLabel('Related lecture').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Move question 31 up' }).press('Enter')
  await page.getByText('Question 31 is now number 30 of 32.').waitFor()
  expect((await wordsOf(page))[29]).toContain('Who writes the report?')
  await questions(page).nth(31).getByRole('button', { expanded: false }).press('Enter')
  await page.getByRole('button', { name: 'Remove question…' }).press('Enter')
  await page.getByRole('button', { name: 'Remove question' }).press('Enter')
  await questions(page).nth(31).waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Preview and publish' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published and for sale.').first().waitFor()
  const shown = await fetch(`${academy.url}/Academy/api/course/examination/defense-medical-exam-training/`)
  expect(await shown.json()).toMatchObject({ paper: null, questions: { length: 10 } })
  const { lectures, examination } = await planned()
  expect(examination.questions).toHaveLength(31)
  expect(examination.questions[29]).toMatchObject({
    question: 'Who writes the report?',
    options: [{ text: 'The nurse' }, { text: 'The nurse, alone' }, { text: 'The attorney' }],
    lecture: lectures[0]?.id,
  })
})
