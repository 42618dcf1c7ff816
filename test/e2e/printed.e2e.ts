import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiClient, getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { DEMO_FOLDER } from '../harness/demo-academy.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { readPdf } from '../oracles/pdf.ts'

const COURSE = 'defense-medical-exam-training'
const LECTURE = 'what-a-defense-medical-exam-is'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

/** The printed text, with its lines joined. */
async function printed(page: Page): Promise<string> {
  const { text } = await readPdf(await page.pdf({ format: 'Letter' }))
  return text.replaceAll(/\s+/g, ' ')
}

/** The last words of the first lecture's captions. */
async function lastWords(): Promise<string> {
  const captions = await readFile(path.join(DEMO_FOLDER, `courses/${COURSE}/media/01.vtt`), 'utf8')
  return captions.trim().split('\n').at(-1) ?? ''
}

test.each([
  [`/Course/${COURSE}/`, 'Sources'],
  ['/Document/dme-observer-starter-kit/', '$'],
])('printing an offer (%s) leaves out everything interactive', async (address, there) => {
  const { page } = await openPage(browser, academy.url)
  await page.goto(address)
  await page.getByText('OR', { exact: true }).waitFor()
  const text = await printed(page)
  expect(text).toContain(there)
  expect(text).not.toMatch(/ OR |To Pay/)
})

test('a free lecture prints to its last word', async () => {
  const { page } = await openPage(browser, academy.url)
  await page.goto(`/Course/${COURSE}/Sample/`)
  expect(await printed(page)).toContain(await lastWords())
})

test('long notes are collapsed, never widen the page, and expand by keyboard; on paper the lecture, its law, and its notes are complete, without navigation', async () => {
  const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
  const noted = async (seconds: number, text: string) => {
    const body = { id: randomUUID(), seconds, text }
    const { status } = await createApiClient(academy.url, token).post(
      `/Academy/api/course/${COURSE}/lecture/${LECTURE}/note/`,
      body,
    )
    expect(status).toBe(200)
  }
  const lines = Array.from({ length: 40 }, (_, line) => `Line ${line + 1} of what was said.`)
  await noted(1, `Above.${'\n'.repeat(1_900)}Below.`)
  await noted(2, lines.join('\n'))
  // A letter with as many combining marks as allowed, repeated.
  await noted(3, 'e\u0301\u0302\u0303\u0316'.repeat(400))
  await noted(4, 'W'.repeat(2_000))

  const { page } = await openPage(browser, academy.url, 360, token)
  await page.goto(`/MyAcademy/${COURSE}/Lecture/${LECTURE}/`)
  const note = (at: number) => page.getByRole('region', { name: 'My notes' }).getByRole('listitem').nth(at)
  const height = async (at: number) => (await note(at).boundingBox())?.height ?? 0
  await note(3).getByRole('button', { name: 'Show all of the note at 0:04' }).waitFor()
  for (const at of [0, 1, 2, 3]) expect(await height(at)).toBeLessThan(400)
  expect(await note(0).getByRole('button', { name: /^Show/ }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280)
  await page.setViewportSize({ width: 360, height: 780 })
  const text = await printed(page)
  for (const whole of [lines.at(-1), await lastWords(), 'Federal Rule of Civil Procedure 35'])
    expect(text).toContain(whole)
  expect(text).not.toMatch(/Your progress|Lecture 1 of 5|Show all/)

  const all = note(1).getByRole('button', { name: 'Show all of the note at 0:02' })
  expect(await all.getAttribute('aria-expanded')).toBe('false')
  await all.press('Enter')
  const less = note(1).getByRole('button', { name: 'Show less of the note at 0:02' })
  expect(await less.getAttribute('aria-expanded')).toBe('true')
  expect(await height(1)).toBeGreaterThan(700)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await less.press('Enter')
  await all.waitFor()
  expect(await height(1)).toBeLessThan(400)
})
