import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { DEMO_FOLDER } from '../harness/demo-academy.ts'
import { EPISODE } from '../harness/mixed-course.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const COVER = `${DEMO_FOLDER}/courses/defense-medical-exam-training/cover.svg`

let academy: RunningAcademy
beforeAll(async () => {
  academy = await runAcademy()
})
afterAll(() => academy.close())

const open = async (name: string, password: string) => {
  const token = await getToken(academy.url, name, password)
  return (await openPage(await sharedBrowser(), academy.url, 1280, token)).page
}

async function upload(page: Page, button: string, file: string): Promise<void> {
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('main').getByRole('button', { name: button }).click()
  await (await asked).setFiles(file)
}

/** With SHOTS=FOLDER, also stores what the page looks like at three widths. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
}

test('an owner builds a course of a text and audio without an exam, and a learner completes it and opens the certificate', async () => {
  const owner = await open('staff', 'demo-staff-2026')
  const main = owner.getByRole('main')
  await owner.goto('/Studio/Catalogue/')
  await main.getByLabel('Name', { exact: true }).fill('Charting Basics')
  await main.getByRole('button', { name: 'Create' }).click()
  await main.getByLabel('Short description').fill('Read and listen.')
  await main.getByLabel('Price in dollars').fill('0')
  await main.getByRole('textbox', { name: 'Description', exact: true }).fill('Two lectures.')
  await upload(owner, 'Choose a file: cover', COVER)
  await main.getByRole('button', { name: 'Remove cover.svg' }).waitFor()

  await main.getByRole('link', { name: /^Exam/ }).click()
  await main.getByLabel('This course has an exam').uncheck()
  await main.getByLabel('Give a certificate of completion').check()
  await shoot(owner, 'builder-exam')

  await main.getByRole('button', { name: 'Add a lecture' }).click()
  await owner.getByRole('heading', { name: 'New lecture' }).waitFor()
  await main.getByLabel('Name', { exact: true }).fill('Reading a chart')
  await main.getByLabel('Description', { exact: true }).fill('How to read a chart.')
  await main.getByRole('radio', { name: 'Text' }).check()
  await main.getByRole('button', { name: /^Switch to Markdown/ }).click()
  await main
    .getByRole('textbox', { name: 'Text' })
    .fill('## Where to begin\n\nLook for the *date*, and for who wrote it.')
  await shoot(owner, 'builder-text')

  await main.getByRole('button', { name: 'Add a lecture' }).click()
  await owner.getByRole('heading', { name: 'New lecture' }).waitFor()
  await main.getByLabel('Name', { exact: true }).fill('Hearing a report')
  await main.getByLabel('Description', { exact: true }).fill('Listen to a report.')
  await main.getByRole('radio', { name: 'Audio' }).check()
  await upload(owner, 'Choose a file: audio', `${EPISODE}.mp3`)
  await main.getByRole('button', { name: 'Remove episode.mp3' }).waitFor()
  await shoot(owner, 'builder-audio')
  await main
    .getByText(/^All changes saved/)
    .first()
    .waitFor()
  await main.getByRole('button', { name: 'Publish', exact: true }).first().click()
  await main.getByText('Published and for sale.').first().waitFor()

  const nurse = await open('demo', 'demo-learner-2026')
  await nurse.goto('/Course/charting-basics')
  await nurse.getByText('Lectures to read').waitFor()
  expect(await nurse.getByRole('main').innerText()).not.toMatch(/exam/i)
  await shoot(nurse, 'course')
  await nurse
    .getByRole('button', { name: /^Enroll/ })
    .first()
    .click()
  await nurse.waitForURL(/\/MyAcademy\//)
  await nurse.goto('/MyAcademy/charting-basics/')
  await nurse.getByText('Your progress').waitFor()
  expect(await nurse.getByRole('main').innerText()).not.toMatch(/exam/i)
  await shoot(nurse, 'take-course')

  await nurse.goto('/MyAcademy/charting-basics/Lecture/reading-a-chart/')
  await nurse.getByRole('heading', { name: 'Where to begin' }).waitFor()
  await shoot(nurse, 'lecture-text')
  await nurse.getByRole('button', { name: 'Mark as completed' }).click()
  await nurse.getByText('Completed', { exact: true }).waitFor()
  await shoot(nurse, 'lecture-text-completed')
  await nurse.getByRole('link', { name: 'Go to the next lecture' }).click()
  const audio = nurse.locator('audio')
  await audio.waitFor()
  await shoot(nurse, 'lecture-audio')
  await audio.evaluate((media: HTMLAudioElement) => {
    media.currentTime = media.duration * 0.9
    media.dispatchEvent(new Event('timeupdate'))
  })
  await expect.poll(() => nurse.getByText('100%').count()).toBeGreaterThan(0)

  const certificate = nurse.getByRole('link', { name: /certificate/i }).first()
  await expect
    .poll(async () => {
      await nurse.goto('/MyAcademy/')
      return certificate.count()
    })
    .toBeGreaterThan(0)
  await shoot(nurse, 'my-academy')
  const own = await nurse.evaluate(async () => {
    const reply = await fetch('/Academy/api/account/certificates/', {
      headers: { authorization: `Token ${localStorage.getItem('token')}` },
    })
    return (await reply.json()) as { certificates: { id: string; course_id: string }[] }
  })
  const id = own.certificates.find(({ course_id: course }) => course === 'charting-basics')?.id
  await nurse.goto(`/Certificate/${id}`)
  await nurse.getByText('This certificate is valid.').waitFor()
  await nurse.getByText('completed all lectures of the course, which has no exam').waitFor()
  await shoot(nurse, 'certificate')
})
