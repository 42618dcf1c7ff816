import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { logIn, rightAnswers, tokenFor } from './api-client.ts'
import { openPage } from './browser.ts'
import { answerAll } from './examination.ts'
import type { RunningAcademy } from './running-academy.ts'

const COURSE = 'defense-medical-exam-training'
const FOREIGN_COURSE = 'unethical-defense-medical-exam-challenges'
const DOCUMENT = 'dme-observer-starter-kit'
const FOREIGN_DOCUMENT = 'exam-test-quick-reference'
const FREE_PODCAST = 'eyes-ears-watch-the-observers-three-tools'
const PAID_PODCAST = 'fact-or-opinion-writing-reports-that-hold-up'
const LECTURE = `/MyAcademy/${COURSE}/Lecture/what-a-defense-medical-exam-is/`

type Who = 'visitor' | 'newcomer' | 'demo'

/** A page in one of its states: who looks, where, and what is done there first. */
export type Screen = {
  name: string
  as: Who
  address: string
  before?: (page: Page) => Promise<unknown>
  prepare?: (page: Page) => Promise<unknown>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const main = (page: Page) => page.getByRole('main')
const seeing = (text: string | RegExp) => (page: Page) => main(page).getByText(text).first().waitFor()

const seeMistakes = (page: Page) => page.locator('[aria-invalid=true]').first().waitFor()

const brokenApi = (page: Page) =>
  page.route('**/Academy/api/**', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong.' } }),
  )

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12/40')
  await page.getByLabel('CVC').fill('123')
}

/** The shelf of somebody who has bought much: the one course that the demo learner owns, twelve times. */
async function twelveCourses(page: Page): Promise<void> {
  await page.route('**/Academy/api/MyAcademy/', async (route) => {
    const reply = await route.fetch()
    const [course] = (await reply.json()) as { id_: string; course_name: string; lectureProgress: number }[]
    const many = Array.from({ length: 12 }, (_, n) => ({
      ...course,
      id_: `${course?.id_}-${n}`,
      course_name:
        n % 3 === 0 ? `${course?.course_name}: What Nobody Tells You Before the First Report` : course?.course_name,
      lectureProgress: Math.min(100, n * 9),
    }))
    await route.fulfill({ response: reply, json: many })
  })
}

/** Every page of the academy, in every state that its users meet. */
export const SCREENS: readonly Screen[] = [
  { name: 'home', as: 'visitor', address: '/' },
  { name: 'home of a member', as: 'demo', address: '/' },
  { name: 'about', as: 'visitor', address: '/About/' },
  { name: 'books', as: 'visitor', address: '/Books/' },
  { name: 'privacy policy', as: 'visitor', address: '/PrivacyPolicy/' },
  { name: 'terms of service', as: 'visitor', address: '/TermsOfService/' },
  { name: 'courses', as: 'visitor', address: '/Courses/' },
  { name: 'podcasts', as: 'visitor', address: '/Podcasts/' },
  { name: 'documents', as: 'visitor', address: '/Documents/' },
  { name: 'course of a visitor', as: 'visitor', address: `/Course/${FOREIGN_COURSE}` },
  {
    name: 'course with the card form',
    as: 'newcomer',
    address: `/Course/${FOREIGN_COURSE}`,
    prepare: (page) => page.getByLabel('Card number').waitFor(),
  },
  {
    name: 'course with mistakes in the card form',
    as: 'newcomer',
    address: `/Course/${FOREIGN_COURSE}`,
    async prepare(page) {
      await page.getByLabel('Card number').fill('4242')
      await button(page, /^Pay /).click()
      await seeMistakes(page)
    },
  },
  {
    name: 'course with a wrong coupon',
    as: 'newcomer',
    address: `/Course/${FOREIGN_COURSE}`,
    async prepare(page) {
      await button(page, 'Have a coupon?').click()
      await page.getByLabel('Coupon').fill('sprung')
      await button(page, 'Apply').click()
      await page.getByText('There is no such coupon.').waitFor()
    },
  },
  {
    name: 'course with a coupon',
    as: 'newcomer',
    address: `/Course/${FOREIGN_COURSE}`,
    async prepare(page) {
      await button(page, 'Have a coupon?').click()
      await page.getByLabel('Coupon').fill('screens')
      await button(page, 'Apply').click()
      await page.getByText('Coupon SCREENS').waitFor()
    },
  },
  {
    name: 'course after a declined card',
    as: 'newcomer',
    address: `/Course/${FOREIGN_COURSE}`,
    async prepare(page) {
      page.on('dialog', (dialog) => void dialog.dismiss())
      await fillCard(page, '4000 0000 0000 0002')
      await button(page, /^Pay /).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'course while the card asks for authentication',
    as: 'newcomer',
    address: `/Course/${FOREIGN_COURSE}`,
    async prepare(page) {
      await fillCard(page, '4000 0025 0000 3155')
      await button(page, /^Pay /).click()
      await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
    },
  },
  { name: 'course of its owner', as: 'demo', address: `/Course/${COURSE}`, prepare: seeing('Take this Course') },
  { name: 'podcast that is free', as: 'newcomer', address: `/Podcast/${FREE_PODCAST}` },
  { name: 'podcast of a visitor', as: 'visitor', address: `/Podcast/${PAID_PODCAST}` },
  {
    name: 'podcast with the card form',
    as: 'newcomer',
    address: `/Podcast/${PAID_PODCAST}`,
    prepare: (page) => page.getByLabel('Card number').waitFor(),
  },
  { name: 'document of a visitor', as: 'visitor', address: `/Document/${FOREIGN_DOCUMENT}` },
  {
    name: 'document with the card form',
    as: 'newcomer',
    address: `/Document/${FOREIGN_DOCUMENT}`,
    prepare: (page) => page.getByLabel('Card number').waitFor(),
  },
  { name: 'document of its owner', as: 'demo', address: `/Document/${DOCUMENT}` },
  { name: 'login', as: 'visitor', address: '/Login/' },
  {
    name: 'login refused',
    as: 'visitor',
    address: '/Login/',
    async prepare(page) {
      await page.getByLabel('Username').fill('nobody')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await button(page, 'Login').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'register', as: 'visitor', address: '/Register/' },
  {
    name: 'register with mistakes',
    as: 'visitor',
    address: '/Register/',
    async prepare(page) {
      await page.getByLabel('Email').fill('not an address')
      await button(page, 'Register').click()
      await seeMistakes(page)
    },
  },
  { name: 'success', as: 'visitor', address: '/Success/' },
  { name: 'verify e-mail', as: 'visitor', address: `/VerifyEmail/${'x'.repeat(43)}` },
  {
    name: 'verify e-mail with a dead link',
    as: 'visitor',
    address: `/VerifyEmail/${'x'.repeat(43)}`,
    async prepare(page) {
      await main(page).getByRole('button').first().click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'forgot password', as: 'visitor', address: '/ForgotPassword/' },
  {
    name: 'forgot password, sent',
    as: 'visitor',
    address: '/ForgotPassword/',
    async prepare(page) {
      await page.getByLabel('Email').fill('nobody@example.com')
      await main(page).getByRole('button').first().click()
      await main(page)
        .getByText(/sent|way/)
        .first()
        .waitFor()
    },
  },
  { name: 'reset password', as: 'visitor', address: `/ResetPassword/${'x'.repeat(43)}` },
  { name: 'My Academy of a visitor', as: 'visitor', address: '/MyAcademy/' },
  { name: 'My Academy, empty', as: 'newcomer', address: '/MyAcademy/', prepare: seeing('Browse Available Courses') },
  { name: 'My Academy with one course', as: 'demo', address: '/MyAcademy/', prepare: seeing('Take Course') },
  {
    name: 'My Academy with twelve courses',
    as: 'demo',
    address: '/MyAcademy/',
    before: twelveCourses,
    prepare: seeing('Take Course'),
  },
  { name: 'My Academy, not loading', as: 'demo', address: '/MyAcademy/', before: brokenApi },
  { name: 'taking a course', as: 'demo', address: `/MyAcademy/${COURSE}`, prepare: seeing('Take the Examination') },
  {
    name: 'lecture',
    as: 'demo',
    address: LECTURE,
    async prepare(page) {
      await page.locator('video').waitFor()
      await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
    },
  },
  { name: 'lecture, not loading', as: 'demo', address: LECTURE, before: brokenApi },
  { name: 'examination', as: 'demo', address: `/Examination/${COURSE}`, prepare: seeing('Question 1/10') },
  {
    name: 'examination failed',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    async prepare(page) {
      await answerAll(page, COURSE, 6)
      await button(page, 'Submit').click()
      await seeing('You scored 6 out of 10')(page)
    },
  },
  {
    name: 'examination passed',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    async prepare(page) {
      await answerAll(page, COURSE, 9)
      await button(page, 'Submit').click()
      await seeing('You scored 9 out of 10')(page)
    },
  },
  { name: 'examination that does not exist', as: 'demo', address: '/Examination/nope' },
  { name: 'My Documents, empty', as: 'newcomer', address: '/MyDocuments/' },
  { name: 'My Documents with one', as: 'demo', address: '/MyDocuments/' },
  { name: 'one of my documents', as: 'demo', address: `/MyDocuments/${DOCUMENT}` },
  { name: 'account without orders', as: 'newcomer', address: '/Account/' },
  { name: 'account with orders', as: 'demo', address: '/Account/' },
  { name: 'certificate', as: 'visitor', address: '{certificate}' },
  { name: 'certificate that does not exist', as: 'visitor', address: '/Certificate/nope' },
  { name: 'page that does not exist', as: 'visitor', address: '/nowhere' },
  {
    name: 'drawer',
    as: 'demo',
    address: '/Courses/',
    async prepare(page) {
      const menu = page.getByRole('button', { name: /menu/i })
      if (!(await menu.isVisible())) return
      await menu.click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

/** Prepares the academy's people; returns how to open a screen: in a browser of its own person, ready to be looked at. */
export async function openScreens(browser: Browser, academy: RunningAcademy) {
  const certificate = await preparePeople(academy)
  const tokens: Record<Who, string | undefined> = {
    visitor: undefined,
    newcomer: await tokenFor(academy.url, 'newcomer', 'demo-newcomer-2026'),
    demo: await tokenFor(academy.url, 'demo', 'demo-learner-2026'),
  }
  return async ({ as, address, before, prepare }: Screen, width: number): Promise<Page> => {
    const { page } = await openPage(browser, academy.url, width, tokens[as])
    await before?.(page)
    await page.goto(address.replace('{certificate}', certificate), { waitUntil: 'networkidle' })
    await prepare?.(page)
    // Colours that are still fading in are not those that people see; what turns for ever is not waited for.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
          .map(({ finished }) => finished),
      ),
    )
    return page
  }
}

/** The demo learner has a certificate; there is a coupon. Returns the certificate's address. */
async function preparePeople(academy: RunningAcademy): Promise<string> {
  const coupon = ['coupon', 'create', 'SCREENS', '--percent', '15', '--per-member', '100']
  // Made once: the second time it is refused as known.
  await promisify(execFile)(process.execPath, ['src/cli.ts', ...coupon], { env: academy.environment }).catch(() => {})
  const demo = await logIn(academy.url, 'demo', 'demo-learner-2026')
  const exam = (await demo.get(`/Academy/api/course/examination/${COURSE}/`)).body as {
    questions: { id: string; question: string }[]
  }
  const right = rightAnswers(COURSE)
  const answers = exam.questions.map(({ id, question }) => ({ question_id: id, answer: right.get(question) ?? '' }))
  const score = { exam_id: COURSE, score: answers.length, total: answers.length, answers }
  await demo.post('/Academy/api/course/examination/submit/score/', score)
  await demo.post(`/Academy/api/course/examination/request/certificate/${COURSE}`, { exam_id: COURSE })
  const { text } = await academy.letter('certificate')
  const address = /http\S+?(\/Certificate\/[\w-]+)/.exec(text)?.[1]
  if (!address) throw new Error(`No certificate's address in: ${text}`)
  return address
}
