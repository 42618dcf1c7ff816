import { runCommandLine } from './command-line.ts'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { renderOfflineDocument } from '../../src/offline-document.ts'
import { untilFaded } from '../oracles/axe.ts'
import { getToken } from './api-client.ts'
import { openPage } from './browser.ts'
import { earnCertificate } from './earn-certificate.ts'
import { MEMBER_SCREENS } from './member-screens.ts'
import { STUDIO_SCREENS } from './studio-screens.ts'
import { createIdleWaiter } from './idle-waiter.ts'
import type { RunningAcademy } from './running-academy.ts'
import { addSampleCertificates, markAsSigned, SAMPLE_CERTIFICATES } from './sample-certificates.ts'
import {
  answerWith,
  button,
  changeAnswer,
  COURSE,
  DOCUMENT,
  type Screen,
  waitForText,
  waitForFieldErrors,
  type Viewer,
} from './screen.ts'

const FOREIGN_COURSE = 'unethical-defense-medical-exam-challenges'
const FOREIGN_DOCUMENT = 'exam-test-quick-reference'
const FREE_PODCAST = 'eyes-ears-watch-the-observers-three-tools'
const PAID_PODCAST = 'fact-or-opinion-writing-reports-that-hold-up'

function builtFonts() {
  const assets = readdirSync(path.resolve(import.meta.dirname, '../../build/client/assets'))
  const address = (name: string) => `/assets/${assets.find((file) => file.startsWith(`${name}-`))}`
  return { sans: address('inter'), serif: address('academy-serif') }
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12/40')
  await page.getByLabel('CVC').fill('123')
}

/** The academy's response for a member whose payment is disputed. */
const disputed = (address: string) =>
  changeAnswer<object>(address, (reply) => ({ ...reply, isDisputed: true, is_disputed: true }))

const closedByDispute = answerWith(
  /\/Academy\/api\/(take\/course\/|course\/.*\/lecture\/)/,
  { code: 'not_found', message: 'This course isn’t in your account.', is_disputed: true },
  404,
)

const foundPost = (more: object, thread: object) => ({
  kind: 'thread',
  title: 'May an observer take notes while the examiner asks about the accident?',
  text: [
    { text: 'The lecture says yes; and my ', is_found: false },
    { text: 'notes', is_found: true },
    {
      text: ' were read aloud in court, all four pages of them, by somebody who could not read my hand.',
      is_found: false,
    },
  ],
  lecture_id: 'the-rules-that-shape-the-exam',
  seconds: 40,
  page: null,
  thread: {
    id: 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11',
    post: 0,
    lecture: '2. The Rules That Shape the Exam',
    ...thread,
  },
  ...more,
})
const FOUND_POSTS = [
  foundPost({}, {}),
  foundPost({ title: '', lecture_id: null, seconds: null }, { post: 37, lecture: null }),
  foundPost(
    { title: `هل يجوز للمراقب تدوين الملاحظات؟ ${'x'.repeat(90)}`, text: [{ text: 'n'.repeat(200), is_found: true }] },
    { post: 4 },
  ),
]

/** Every page of the academy in every state that its users see. */
export const SCREENS: readonly Screen[] = [
  { name: 'home', as: 'visitor', address: '/' },
  { name: 'home as a member', as: 'demo', address: '/' },
  { name: 'about', as: 'visitor', address: '/About/' },
  { name: 'books', as: 'visitor', address: '/Books/' },
  { name: 'privacy policy', as: 'visitor', address: '/PrivacyPolicy/' },
  { name: 'terms of service', as: 'visitor', address: '/TermsOfService/' },
  { name: 'courses', as: 'visitor', address: '/Courses/' },
  { name: 'podcasts', as: 'visitor', address: '/Podcasts/' },
  { name: 'documents', as: 'visitor', address: '/Documents/' },
  { name: 'search', as: 'visitor', address: '/Search/?q=examination', prepare: waitForText(/results? in/) },
  {
    name: 'search without results',
    as: 'visitor',
    address: '/Search/?q=defence%20medicl',
    prepare: waitForText('Did you mean'),
  },
  { name: 'search as a member', as: 'demo', address: '/Search/?q=observer', prepare: waitForText(/said at/) },
  {
    name: 'search with discussions',
    as: 'demo',
    address: '/Search/?q=notes',
    before: changeAnswer<{ products: { hits: object[] }[] }>('**/Academy/api/search/', (reply) => ({
      ...reply,
      products: reply.products.map((product, n) =>
        n === 0 ? { ...product, hits: [...product.hits, ...FOUND_POSTS] } : product,
      ),
    })),
    prepare: waitForText('Reply 37 in a discussion'),
  },
  {
    name: 'search box',
    as: 'demo',
    address: '/Courses/',
    async prepare(page) {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('/')
      await page.getByRole('combobox').fill('exam')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'course as a visitor', as: 'visitor', address: `/Course/${FOREIGN_COURSE}` },
  { name: 'sample', as: 'visitor', address: `/Course/${FOREIGN_COURSE}/Sample/` },
  {
    name: 'course with the card form',
    as: 'newcomer',
    address: `/Course/${FOREIGN_COURSE}`,
    prepare: (page) => page.getByLabel('Card number').waitFor(),
  },
  {
    name: 'course with errors in the card form',
    as: 'newcomer',
    address: `/Course/${FOREIGN_COURSE}`,
    async prepare(page) {
      await page.getByLabel('Card number').fill('4242')
      await button(page, /^Pay /).click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'course with an invalid coupon',
    as: 'newcomer',
    address: `/Course/${FOREIGN_COURSE}`,
    async prepare(page) {
      await button(page, 'Have a coupon?').click()
      await page.getByLabel('Coupon').fill('sprung')
      await button(page, 'Apply').click()
      await page.getByText('Coupon not found.').waitFor()
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
    name: 'course with a coupon link',
    as: 'visitor',
    address: `/Course/${FOREIGN_COURSE}?coupon=screens`,
    prepare: waitForText('Coupon SCREENS: you pay'),
  },
  {
    name: 'courses with an invalid coupon link',
    as: 'visitor',
    address: '/Courses/?coupon=sprung',
    prepare: waitForText('will be applied at checkout'),
  },
  {
    name: 'course with an invalid coupon link',
    as: 'newcomer',
    address: `/Course/${FOREIGN_COURSE}?coupon=sprung`,
    prepare: waitForText('You can still buy at the regular price.'),
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
  { name: 'course as its owner', as: 'demo', address: `/Course/${COURSE}`, prepare: waitForText('Take this Course') },
  {
    name: 'course with a disputed payment',
    as: 'newcomer',
    address: `/Course/${FOREIGN_COURSE}`,
    before: disputed(`**/Academy/api/course/${FOREIGN_COURSE}/`),
    prepare: waitForText('is being disputed through your bank'),
  },
  {
    name: 'podcast with a disputed payment',
    as: 'newcomer',
    address: `/Podcast/${PAID_PODCAST}`,
    before: disputed(`**/Academy/api/podcast/${PAID_PODCAST}/`),
    prepare: waitForText('is being disputed through your bank'),
  },
  {
    name: 'document with a disputed payment',
    as: 'newcomer',
    address: `/Document/${FOREIGN_DOCUMENT}`,
    before: disputed(`**/Academy/api/document/${FOREIGN_DOCUMENT}/`),
    prepare: waitForText('is being disputed through your bank'),
  },
  {
    name: 'taking a course with a disputed payment',
    as: 'newcomer',
    address: `/MyAcademy/${FOREIGN_COURSE}`,
    before: closedByDispute,
    prepare: waitForText('is being disputed through your bank'),
  },
  {
    name: 'lecture with a disputed payment',
    as: 'newcomer',
    address: `/MyAcademy/${FOREIGN_COURSE}/Lecture/any/`,
    before: closedByDispute,
    prepare: waitForText('is being disputed through your bank'),
  },
  { name: 'free podcast', as: 'newcomer', address: `/Podcast/${FREE_PODCAST}` },
  { name: 'podcast as a visitor', as: 'visitor', address: `/Podcast/${PAID_PODCAST}` },
  {
    name: 'podcast with the card form',
    as: 'newcomer',
    address: `/Podcast/${PAID_PODCAST}`,
    prepare: (page) => page.getByLabel('Card number').waitFor(),
  },
  { name: 'document as a visitor', as: 'visitor', address: `/Document/${FOREIGN_DOCUMENT}` },
  {
    name: 'document with the card form',
    as: 'newcomer',
    address: `/Document/${FOREIGN_DOCUMENT}`,
    prepare: (page) => page.getByLabel('Card number').waitFor(),
  },
  { name: 'document as its owner', as: 'demo', address: `/Document/${DOCUMENT}` },
  ...MEMBER_SCREENS,
  ...STUDIO_SCREENS,
  { name: 'certificate', as: 'visitor', address: '{certificate}' },
  { name: 'revoked certificate', as: 'visitor', address: `/Certificate/${SAMPLE_CERTIFICATES.revoked}` },
  { name: 'certificate without its name', as: 'visitor', address: `/Certificate/${SAMPLE_CERTIFICATES.nameRemoved}` },
  { name: 'certificate of the longest course', as: 'visitor', address: `/Certificate/${SAMPLE_CERTIFICATES.long}` },
  { name: 'old certificate', as: 'visitor', address: `/Certificate/${SAMPLE_CERTIFICATES.old}` },
  {
    name: 'certificate as its holder',
    as: 'demo',
    address: '{certificate}',
    async prepare(page) {
      await page.context().route('https://www.linkedin.com/**', (route) => route.abort())
      await page.getByText('This is your certificate').waitFor()
      await page.getByRole('link', { name: /to LinkedIn/ }).click()
      await page.getByText('If LinkedIn left a field empty').waitFor()
    },
  },
  {
    name: 'own certificates',
    as: 'demo',
    address: '/Account/Certificates/',
    prepare: (page) => page.getByRole('button', { name: /^Copy link to/ }).waitFor(),
  },
  {
    name: 'no certificates',
    as: 'newcomer',
    address: '/Account/Certificates/',
    prepare: waitForText('to earn a certificate'),
  },
  { name: 'missing certificate', as: 'visitor', address: '/Certificate/nope' },
  { name: 'missing page', as: 'visitor', address: '/nowhere' },
  {
    name: 'application error',
    as: 'visitor',
    address: '/',
    async prepare(page) {
      await page.route(/\.data(\?|$)/, (route) => route.abort())
      await page.getByRole('main').getByRole('link', { name: 'Browse courses' }).first().click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'podcast while offline',
    as: 'newcomer',
    address: '/Podcasts/',
    async prepare(page) {
      const open = () => page.getByRole('main').getByRole('link', { name: 'View Podcast' }).first().click()
      // Opens the page online first, so that its script is loaded and only the podcast is missing.
      await open()
      await waitForText('About this podcast')(page)
      await page.goBack()
      await waitForText('View Podcast')(page)
      await page.context().setOffline(true)
      await open()
      await waitForText('You’re offline')(page)
    },
  },
  {
    name: 'page while offline',
    as: 'visitor',
    address: '/About/',
    // Responds as the service worker does.
    async before(page) {
      const body = renderOfflineDocument({ name: 'Legal Nurse Academy', fonts: builtFonts(), nonce: 'none' })
      await page.route('**/About/', (route) => route.fulfill({ body, contentType: 'text/html' }))
      await page.route('**/healthz', (route) => route.abort())
    },
  },
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

const ACCOUNTS: Record<Exclude<Viewer, 'visitor'>, readonly [username: string, password: string]> = {
  newcomer: ['newcomer', 'demo-newcomer-2026'],
  demo: ['demo', 'demo-learner-2026'],
  staff: ['staff', 'demo-staff-2026'],
}

/** Ten minutes after a login, staff would have to confirm their identity. All screens take longer. */
const MAX_LOGIN_AGE_MS = 5 * 60_000

/** Prepares the academy's people; returns functions that open a window for one of them and show a screen in it. */
export async function openScreens(browser: Browser, academy: RunningAcademy) {
  const certificate = await preparePeople(academy)
  const logins = new Map<Viewer, { token: string; at: number }>()
  const logIn = async (as: Viewer): Promise<string | undefined> => {
    if (as === 'visitor') return undefined
    const known = logins.get(as)
    if (known && Date.now() - known.at < MAX_LOGIN_AGE_MS) return known.token
    const token = await getToken(academy.url, ...ACCOUNTS[as])
    logins.set(as, { token, at: Date.now() })
    return token
  }
  return {
    open: async (as: Viewer, width: number) => (await openPage(browser, academy.url, width, await logIn(as))).page,
    async show({ address, isLoading = false, before, prepare }: Screen, page: Page): Promise<void> {
      await before?.(page)
      // A fifth of the time that the browser's own "networkidle" waits.
      const atRest = createIdleWaiter(page, 100)
      await page.goto(address.replace('{certificate}', certificate))
      if (!isLoading) await atRest()
      await prepare?.(page)
      await untilFaded(page)
    },
  }
}

/** Gives the demo learner a certificate and creates a coupon. Returns the certificate's URL. */
async function preparePeople(academy: RunningAcademy): Promise<string> {
  const coupon = ['coupon', 'create', 'SCREENS', '--percent', '15', '--per-member', '100']
  // Created once: a second try is refused because the code exists.
  await runCommandLine(academy.environment, ...coupon)
  await addSampleCertificates(academy)
  const certificate = await earnCertificate(academy)
  await markAsSigned(academy, SAMPLE_CERTIFICATES.old, path.basename(certificate))
  return certificate
}
