import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { darkFindings, findings } from '../oracles/axe.ts'
import { answerAll } from '../harness/examination.ts'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const COURSE = 'defense-medical-exam-training'
const LAST = `/MyAcademy/${COURSE}/Lecture/confidentiality-and-professional-boundaries/`

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

/** The last lecture in the studio, as a staff member opens it. */
async function openInStudio(): Promise<Page> {
  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const { page } = await openPage(browser, academy.url, 1280, token)
  await page.goto('/Studio/Catalogue/')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Defense Medical Exam Training', exact: true }).first().click()
  await page.getByRole('list', { name: 'Lectures' }).getByRole('link').last().click()
  await page.getByRole('group', { name: 'Practice questions' }).waitFor()
  return page
}

test('staff writes a practice question; a member answers it after the lecture, sees the explanation, and nothing is recorded', async () => {
  const studio = await openInStudio()
  const fields = studio.getByRole('group', { name: 'Practice questions' })
  const before = await fields.getByRole('listitem').filter({ hasText: 'Practice question' }).count()
  const number = before + 1
  await fields.getByRole('button', { name: 'Add a practice question' }).press('Enter')
  await studio.keyboard.type('Who may read your notes of the examination?')
  await fields.getByLabel(`Option 1 of question ${number}`).fill('Whoever asks')
  await fields.getByLabel(`Option 2 of question ${number}`).fill('The attorney who retained you')
  await fields.getByRole('radio', { name: 'Option 2 is correct' }).last().check()
  await fields.getByLabel('Rationale').last().fill('They are that attorney’s work product. Hear it again at 0:20.')
  await studio.getByRole('button', { name: 'Publish only this lecture' }).click()
  await studio.getByText('Lecture published', { exact: false }).first().waitFor()
  expect(await findings(studio)).toEqual([])
  expect(await darkFindings(studio)).toEqual([])

  const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
  const { page, complaints } = await openPage(browser, academy.url, 390, token)
  await page.goto(LAST)
  const practice = page.getByRole('region', { name: 'Practice questions' })
  const question = practice.getByRole('listitem').filter({ hasText: 'Who may read your notes' })
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'GET' || asked.push(request.url()))
  await question.getByLabel('Whoever asks').check()
  await question.getByRole('status').getByText('Not quite. Correct answer: The attorney who retained you.').waitFor()
  await question
    .getByRole('status')
    .getByText('They are that attorney’s work product. Hear it again at 0:20.')
    .waitFor()
  await question.getByLabel('Whoever asks').press('ArrowDown')
  await question.getByRole('status').getByText('Correct.').waitFor()
  expect(asked.filter((url) => !url.includes('/playback/'))).toEqual([])
  await question.getByRole('button', { name: 'Play from 0:20' }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) >= 20)
  expect(await findings(page)).toEqual([])

  // The end of the lecture leads to the questions.
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1)
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.muted = true
    video.currentTime = video.duration - 0.3
    await video.play()
  })
  await page.getByRole('button', { name: 'Practice questions' }).click()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Practice questions')
  expect(complaints).toEqual([])
})

test('a member who failed is sent to the lectures and shown no questions', async () => {
  const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
  const { page, complaints } = await openPage(browser, academy.url, 390, token)
  await page.goto(`/Examination/${COURSE}`)
  await answerAll(page, COURSE, 6)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('You scored 6 out of 10').waitFor()
  expect(await page.getByRole('region', { name: 'Before you try again' }).innerText()).not.toContain('?')
  expect(await page.getByRole('heading', { level: 3 }).count()).toBe(0)
  await page.getByRole('link', { name: 'Review lectures' }).click()
  await page.waitForURL((url) => url.pathname.startsWith(`/MyAcademy/${COURSE}`))
  expect(complaints).toEqual([])
})
