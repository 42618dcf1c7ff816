import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRightAnswers } from '../harness/api-client.ts'
import { sharedBrowser, openPage } from '../harness/browser.ts'
import { press, tabTo } from '../harness/keys.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const COURSE = 'unethical-defense-medical-exam-challenges'
const COURSE_NAME = 'Unethical Defense Medical Exam Challenges'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, field(page, label))
  await page.keyboard.type(text)
}

/** After navigation, the focus is on the main content and the page has its own title. */
async function arriveAt(page: Page, address: RegExp): Promise<void> {
  await page.waitForURL(address)
  await page.waitForFunction(() => document.activeElement?.id === 'content')
}

test('register, buy, study, pass, and request the certificate by keyboard alone', async () => {
  const { page, complaints } = await openPage(browser, academy.url)
  await page.goto('/')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').innerText()).toBe('Skip to content')
  await press(page, link(page, 'Enroll Now!!'))

  await arriveAt(page, /\/Register/)
  await type(page, 'First name', 'Kim')
  await type(page, 'Last name', 'Keys')
  await type(page, 'Email', 'kim@example.com')
  await type(page, 'Username', 'kim')
  await type(page, 'Password', 'three quiet night shifts')
  await type(page, 'Confirm password', 'three quiet night shifts')
  await press(page, page.getByRole('checkbox'), 'Space')
  await press(page, button(page, 'Register'))
  await arriveAt(page, /\/Success/)

  await page.goto(/http\S+\/VerifyEmail\/\S+/.exec((await academy.findEmail('verify')).text)?.[0] ?? '')
  // The button verifies the email address and logs in.
  await press(page, page.getByRole('main').getByRole('button'))
  await press(page, page.getByRole('main').getByRole('link', { name: 'Browse courses' }))
  await arriveAt(page, /\/Courses\/?$/)
  await press(
    page,
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: COURSE_NAME })
      .getByRole('link', { name: 'Buy Course' }),
  )
  await arriveAt(page, new RegExp(`/Course/${COURSE}$`))
  await type(page, 'Card number', '4242424242424242')
  await type(page, 'Expiration date', '1240')
  await type(page, 'CVC', '123')
  await page.keyboard.press('Enter')

  await arriveAt(page, /\/MyAcademy\/[0-9a-f-]{36}$/)
  await press(page, link(page, /Watch lecture/))
  await arriveAt(page, /\/Lecture\//)
  await watchToTheEnd(page)

  await press(page, link(page, 'Take the Examination'))
  await arriveAt(page, /\/Examination\//)
  await answerWithKeys(page)
  await page.getByRole('heading', { name: 'Examination Result' }).waitFor()
  expect(await page.locator(':focus').innerText()).toBe('Examination Result')
  await press(page, button(page, 'Request Certificate'))
  await arriveAt(page, /\/MyAcademy\/?$/)
  expect((await academy.findEmail('certificate')).to).toBe('kim@example.com')
  expect(complaints).toEqual([])
})

/** Uses the arrow keys until the lecture counts as completed. */
async function watchToTheEnd(page: Page): Promise<void> {
  const video = page.locator('video')
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  await tabTo(page, video)
  await video.evaluate((element: HTMLVideoElement) => void (element.muted = true))
  const isDone = page.getByRole('region', { name: 'Lectures' }).getByText('20%')
  for (let presses = 0; presses < 200 && !(await isDone.isVisible()); presses += 1) {
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(100)
  }
  await isDone.waitFor()
}

async function answerWithKeys(page: Page): Promise<void> {
  const answers = readRightAnswers(COURSE)
  for (let number = 1; number <= 10; number += 1) {
    await page.getByText(`Question ${number}/10`).waitFor()
    const question = await page.getByRole('main').getByRole('heading', { level: 2 }).innerText()
    const options = await page
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value))
    await tabTo(page, page.getByRole('radio').first())
    await page.keyboard.press('Space')
    for (let down = options.indexOf(answers.get(question) ?? ''); down > 0; down -= 1)
      await page.keyboard.press('ArrowDown')
    expect(await page.locator('input[type=radio]:checked').inputValue()).toBe(answers.get(question))
    await press(page, button(page, number === 10 ? 'Submit' : 'Next'))
  }
}
