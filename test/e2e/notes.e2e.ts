import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { isEveryChange } from '../harness/long-test.ts'

const LECTURE = '/MyAcademy/defense-medical-exam-training/Lecture/the-rules-that-shape-the-exam/'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

const notes = (page: Page) => page.getByRole('region', { name: 'My notes' })
const button = (page: Page, name: string | RegExp) => notes(page).getByRole('button', { name })

test('a note keeps its timestamp, plays from there, survives a reload and a closed tab while it is typed, and all notes of a course download as text', async () => {
  const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
  const { page } = await openPage(browser, academy.url, 390, token)
  await page.goto(LECTURE)
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 0)
  await page.evaluate(() => {
    const video = document.querySelector('video')
    if (video) video.currentTime = 40.5
  })
  const field = notes(page).getByLabel('Note at 0:40')
  await notes(page).getByRole('textbox').focus()
  // Player shortcut keys are plain letters on this page.
  await page.keyboard.type('Ask for the letter, km')
  expect(await field.inputValue()).toBe('Ask for the letter, km')
  await page.reload()
  expect(await field.inputValue()).toBe('Ask for the letter, km')
  // A new tab has its own session storage, as if the first had been closed.
  const later = await page.context().newPage()
  await later.goto(LECTURE)
  expect(await notes(later).getByLabel('Note at 0:40').inputValue()).toBe('Ask for the letter, km')
  await later.close()

  await page.route('**/note/', (route) => route.abort())
  await button(page, 'Save').click()
  await notes(page).getByRole('alert').getByText('what you typed is still here').waitFor()
  expect(await field.inputValue()).toBe('Ask for the letter, km')
  await page.unroute('**/note/')
  await button(page, 'Save').click()
  await notes(page).getByRole('status').getByText('Note saved.').waitFor()
  expect(await notes(page).getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^0:40\s+Ask for the letter, km/),
  ])

  await button(page, 'Edit the note at 0:40').click()
  expect(await notes(page).getByRole('textbox', { name: 'Edit the note at 0:40' }).inputValue()).toBe(
    'Ask for the letter, km',
  )
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Ask who wrote the letter.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await notes(page).getByRole('listitem').getByText('Ask who wrote the letter.').waitFor()

  await button(page, 'Play from 0:40').click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 40.6)

  const [file] = await Promise.all([page.waitForEvent('download'), button(page, /text\)$/).click()])
  expect(file.suggestedFilename()).toBe('Defense Medical Exam Training - notes.txt')
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /^My notes: Defense Medical Exam Training\n\n2\. The Rules[^\n]+\n\n0:40 {2}Ask who wrote the letter\.\n$/,
  )

  await button(page, 'Remove the note at 0:40').click()
  await notes(page).getByText('Removed.').waitFor()
  expect(await notes(page).getByRole('listitem').count()).toBe(0)
  await button(page, 'Undo').click()
  await notes(page).getByRole('listitem').getByText('Ask who wrote the letter.').waitFor()
})

test.skipIf(isEveryChange)(
  'a duplicated tab saves its own note and does not replace the note of the first tab',
  async () => {
    const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
    const { page } = await openPage(browser, academy.url, 1280, token)
    await page.goto(LECTURE.replace('the-rules-that-shape-the-exam', 'what-a-defense-medical-exam-is'))
    await notes(page).getByRole('textbox').fill('From the first tab.')
    // A window that a page opens begins with a copy of its session storage, as a duplicated tab does.
    const [copy] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open(location.href))])
    await button(page, 'Save').click()
    await notes(page).getByRole('listitem').getByText('From the first tab.').waitFor()

    await notes(copy).getByRole('textbox').fill('From its copy.')
    await button(copy, 'Save').click()
    await notes(copy).getByRole('listitem').getByText('From its copy.').waitFor()
    await copy.reload()
    await notes(copy).getByRole('listitem').getByText('From its copy.').waitFor()
    await notes(copy).getByRole('listitem').getByText('From the first tab.').waitFor()
  },
)
