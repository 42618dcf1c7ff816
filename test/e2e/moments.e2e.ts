import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { answerAll } from '../harness/examination.ts'
import { printFigure } from '../harness/print-figure.ts'
import { waitForMotion, throttleNetwork, typeCard } from '../harness/phone.ts'
import { registerNewMember } from '../harness/register-member.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const TRAINING = 'defense-medical-exam-training'
const COURSE = 'unethical-defense-medical-exam-challenges'
const LECTURE = 'the-rules-that-shape-the-exam'
const SECONDS = 4
/** The time without network throttling on two otherwise idle cores. */
const QUICK_SECONDS = 0.6
const MAX_TRIES = 4

let academy: RunningAcademy
let browser: Browser
let buyers = 0
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name })

async function pageOf(username: string, password: string, width = 390) {
  const token = await getToken(academy.url, username, password)
  return (await openPage(browser, academy.url, width, token)).page
}

async function fillCard(page: Page, course: string): Promise<void> {
  await page.goto(`/Course/${course}`)
  await typeCard(page)
}

test('nothing says paid while the outcome is unknown', async () => {
  const page = await pageOf('newcomer', 'demo-newcomer-2026')
  await fillCard(page, TRAINING)
  await page.route('**/payment/*/*', (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }))
  page.once('dialog', (dialog) => void dialog.dismiss())
  await button(page, /^Pay /).click()
  await main(page).getByText('We’re still checking').first().waitFor()
  expect(await page.getByText('Paid.').count()).toBe(0)
})

/**
 * A member's first purchase in a browser with an empty cache: seconds from the two button presses to the first moving
 * frame.
 */
async function fromPayToPicture(isSlowLine: boolean): Promise<number> {
  const username = `buyer-${(buyers += 1)}`
  const { page } = await openPage(browser, academy.url, 390, await registerNewMember(academy, username))
  if (isSlowLine) await throttleNetwork(page)
  await fillCard(page, COURSE)
  const begun = performance.now()
  await button(page, /^Pay /).click()
  await link(page, 'Start').waitFor()
  const paid = performance.now() - begun
  const status = main(page).getByRole('status').filter({ hasText: 'Paid.' })
  const receipt = `^Paid\\. We’re emailing the receipt to ${username}@example\\.com\\. Order [\\w-]+\\.$`
  expect(await status.textContent()).toMatch(new RegExp(receipt))
  const pressed = performance.now()
  await link(page, 'Start').click()
  await waitForMotion(page)
  const seconds = (paid + performance.now() - pressed) / 1_000
  await page.context().close()
  return seconds
}

test(`from Pay to the first second of the first lecture takes two presses and at most ${SECONDS} s at slow 4G, and the payment is confirmed on the page`, async () => {
  const tries: { slow: number; quick: number }[] = []
  const fastest = (line: 'slow' | 'quick') => Math.min(...tries.map((one) => one[line]))
  const ofMachine = () => Math.max(0, fastest('quick') - QUICK_SECONDS)
  // Other load may slow down single runs. Runs without throttling show how much it slows down all of them.
  do tries.push({ slow: await fromPayToPicture(true), quick: await fromPayToPicture(false) })
  while (fastest('slow') - ofMachine() > SECONDS && tries.length < MAX_TRIES)
  const times = tries.map(({ slow, quick }) => `${slow.toFixed(1)} s (${quick.toFixed(1)} s without it)`)
  printFigure(`from Pay to the moving picture at slow 4G: ${times.join(', ')}`)
  expect(fastest('slow') - ofMachine()).toBeLessThanOrEqual(SECONDS)
})

test('after login, one press resumes the video where the member stopped', async () => {
  const { page, complaints } = await openPage(browser, academy.url, 390)
  const demo = await logIn(academy.url, 'demo', 'demo-learner-2026')
  const lecture = (await demo.get(`/Academy/api/course/${TRAINING}/lecture/${LECTURE}/`)).body
  const position = { seconds: 20, seconds_ago: 0 }
  expect((await demo.post(`/Academy/api/playback/${lecture.videoId}/`, position)).status).toBe(200)
  const { body } = await demo.get('/Academy/api/MyAcademy/next/')
  expect(body.next).toMatchObject({ course_id: TRAINING, lecture: { id: LECTURE, is_begun: true } })
  await page.goto('/login')
  await page.getByLabel('Username').fill('demo')
  await page.getByLabel('Password', { exact: true }).fill('demo-learner-2026')
  await button(page, 'Login').click()
  await page.waitForURL((url) => url.pathname === '/')
  const goOn = link(page, /^Continue: \d\. .+, \d+:\d\d left/)
  await goOn.waitFor()
  await goOn.click()
  await page.waitForURL(`**/Lecture/${body.next.lecture.id}/`)
  // The player starts at that time.
  await waitForMotion(page, 20.5)
  expect(await page.getByText('You stopped at').count()).toBe(0)

  // After a reload, no one has pressed anything, so the player waits.
  await page.reload()
  await page.getByText(/^You stopped at/).waitFor()

  await page.goto('/MyAcademy/')
  await link(page, /^Continue: /).waitFor()
  expect(complaints).toEqual([])
})

test.each(['/', '/Courses/'])(
  'on %s an owner sees course progress in place of the price, without layout shift',
  async (address) => {
    const page = await pageOf('demo', 'demo-learner-2026', 1280)
    await page.addInitScript(() => {
      const moved: number[] = []
      Object.assign(globalThis, { moved })
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as unknown as { sources: { currentRect: DOMRect }[] }[]
        moved.push(...shifts.flatMap(({ sources }) => sources.map(({ currentRect }) => Math.round(currentRect.top))))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(address)
    const card = main(page).getByRole('listitem').filter({ hasText: 'Defense Medical Exam Training' }).first()
    await card.getByText(/^\d+% complete$/).waitFor()
    expect(await card.getByRole('link', { name: 'Take Course' }).getAttribute('href')).toBe(`/MyAcademy/${TRAINING}`)
    expect(await main(page).getByRole('link', { name: 'Buy Course' }).count()).toBe(2)
    await page.waitForTimeout(300)
    // Nothing moves except in the header, where the member links appear.
    const moved = await page.evaluate(() => (globalThis as unknown as { moved: number[] }).moved)
    expect(moved.filter((top) => top > 64)).toEqual([])
    // Everyone gets the same page.
    expect(await (await fetch(academy.url + address)).text()).not.toMatch(/Continue:|% complete/)
  },
)

test('a certificate appears in My Academy, on its course, and in the account, and no page suggests the exam any more', async () => {
  const page = await pageOf('demo', 'demo-learner-2026')
  await page.goto(`/Examination/${TRAINING}`)
  await answerAll(page, TRAINING, 10)
  await button(page, 'Submit').click()
  await main(page).getByText('Congratulations!').waitFor()
  await button(page, 'Request Certificate').click()
  await page.waitForURL('**/MyAcademy/')
  await main(page).getByRole('status').getByText('we’re emailing it to you').waitFor()
  await main(page)
    .getByRole('region', { name: 'Your new certificate' })
    .getByRole('link', { name: /^Add to LinkedIn/ })
    .waitFor()
  const name = 'Defense Medical Exam Training'
  for (const address of ['/MyAcademy/', `/MyAcademy/${TRAINING}`, '/Account/Certificates/']) {
    await page.goto(address)
    await main(page)
      .getByText(/^Certificate of achievement, issued on \w+ \d+, \d{4}[.] Resend emails it to/)
      .waitFor()
    await link(page, `View the certificate for ${name}`).waitFor()
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, `Download the certificate for ${name}`).click(),
  ])
  expect(download.suggestedFilename()).toBe(`Certificate of achievement - ${name}.pdf`)
  await button(page, `Resend the certificate for ${name}`).click()
  await main(page).getByRole('status').getByText('Resent to demo@example.com.').waitFor()

  const demo = await logIn(academy.url, 'demo', 'demo-learner-2026')
  const course = (await demo.get(`/Academy/api/take/course/${TRAINING}/`)).body
  for (const { id } of course.lectures)
    await demo.post(`/Academy/api/course/${TRAINING}/lecture/${id}/update/progress/`)
  await page.goto(`/MyAcademy/${TRAINING}`)
  await link(page, `View the certificate for ${name}`).waitFor()
  expect(await page.getByText('Ready for the exam?').count()).toBe(0)
  await main(page)
    .getByRole('link', { name: /^(Choose your next course|Continue: )/ })
    .waitFor()
  await link(page, `View the certificate for ${name}`).click()
  await page.getByText('This certificate is valid.').waitFor()
})
