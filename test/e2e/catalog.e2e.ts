import { runCommand } from '../harness/command-line.ts'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { HANDOUT } from '../harness/hand-written-course.ts'
import { getToken } from '../harness/api-client.ts'
import { sharedBrowser, openPage } from '../harness/browser.ts'
import { demoPrice } from '../harness/demo-prices.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { firstOrAll, isEveryChange } from '../harness/long-test.ts'

const OWNED = 'defense-medical-exam-training'
const WANTED = 'unethical-defense-medical-exam-challenges'
const COURSES = [
  'Defense Medical Exam Training',
  'Defense Medical Exam Observation Practice',
  'Unethical Defense Medical Exam Challenges',
] as const
const [TRAINING, , ETHICS] = COURSES
const dollars = (folder: string) => `$${demoPrice(folder)}`
const [OWNED_PRICE, WANTED_PRICE] = [dollars(`courses/${OWNED}`), dollars(`courses/${WANTED}`)]

let academy: RunningAcademy
let browser: Browser
let demo: string
let newcomer: string
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
  demo = await getToken(academy.url, 'demo', 'demo-learner-2026')
  newcomer = await getToken(academy.url, 'newcomer', 'demo-newcomer-2026')
})
afterAll(() => academy.close())

const main = (page: Page) => page.getByRole('main')
const see = (page: Page, text: string) => main(page).getByText(text, { exact: true }).first().waitFor()
const heading = (page: Page, name: string) => main(page).getByRole('heading', { name, exact: true }).waitFor()
const target = (page: Page, name: string) =>
  main(page).getByRole('link', { name, exact: true }).first().getAttribute('href')
const texts = (page: Page, selector: string) => page.locator(selector).allInnerTexts()

/** Imports a document without a cover. */
async function importBareDocument(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bare-document-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const sheet = path.join(folder, 'documents/bare-sheet')
  await mkdir(sheet, { recursive: true })
  await cp(HANDOUT, path.join(sheet, 'sheet.pdf'))
  const facts =
    'name: Bare Sheet\nshort: One sheet.\nprice: 5\nposition: 9\nfiles:\n  - name: Sheet (PDF)\n    file: sheet.pdf'
  await writeFile(path.join(sheet, 'document.md'), `---\n${facts}\n---\n\nOne sheet of paper.\n`)
  await runCommand(academy.environment, 'import', folder)
}

describe('the home page', () => {
  test('welcomes visitors and links Enroll Now!! to registration', async () => {
    const { page, complaints } = await openPage(browser, academy.url)
    await page.goto('/')
    await heading(page, 'Empowering nurses, enriching careers')
    await see(page, 'Welcome to Legal Nurse Academy')
    expect(await target(page, 'Enroll Now!!')).toBe('/Register')
    await page.getByText(`${WANTED_PRICE} to ${OWNED_PRICE} per course, paid once.`).waitFor()
    expect(await target(page, 'Browse courses')).toBe('/Courses/')
    expect(complaints).toEqual([])
  })

  test.skipIf(isEveryChange)('links members to My Academy', async () => {
    const { page } = await openPage(browser, academy.url, 390, demo)
    await page.goto('/')
    await see(page, 'Go to My Academy')
    const onward = main(page).getByRole('link', { name: /^Continue: / })
    await onward.waitFor()
    const isCut = await onward.evaluate((link) =>
      [...link.querySelectorAll('span')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
    )
    expect(isCut, 'the name of the lecture is cut').toBe(false)
    expect(await texts(page, 'main section:first-of-type a')).toEqual([
      expect.stringMatching(/^Continue: /),
      'Go to My Academy',
      'Enroll Now!!',
    ])
    await main(page).getByRole('link', { name: 'Go to My Academy' }).click()
    await page.waitForURL((url) => url.pathname === '/MyAcademy/')
  })

  test('shows members their own buttons before any script has loaded', async () => {
    for (const [token, shown] of [
      [demo, ['Go to My Academy', 'Enroll Now!!']],
      [undefined, ['Enroll Now!!', 'Browse courses']],
    ] as const) {
      const { page } = await openPage(browser, academy.url, 390, token)
      await page.route(/\.js$/, () => {})
      await page.goto('/', { waitUntil: 'commit' })
      const buttons = page.locator('main section:first-of-type').getByRole('link')
      await buttons.nth(1).waitFor()
      expect(await buttons.allInnerTexts()).toEqual(shown)
    }
  })

  test('lists the three courses under Our Courses', async () => {
    const { page } = await openPage(browser, academy.url)
    await page.goto('/')
    await heading(page, 'Our Courses')
    expect(await texts(page, 'section[aria-labelledby="our-courses"] li h3')).toEqual(COURSES)
  })

  test('has the three-column band with Study at Your Own Pace and Get Started', async () => {
    const { page } = await openPage(browser, academy.url)
    await page.goto('/')
    const tops = await Promise.all(
      ['Experience', 'Education', 'Certificate'].map(async (name) =>
        page.getByRole('heading', { name, exact: true }).boundingBox(),
      ),
    )
    expect(new Set(tops.map((box) => box?.y)).size).toBe(1)
    expect(new Set(tops.map((box) => box?.x)).size).toBe(3)
    await heading(page, 'Study at Your Own Pace')
    expect(await target(page, 'Get Started')).toBe('/Courses/')
  })

  test('gives reasons to enroll and lists what the academy offers', async () => {
    const { page } = await openPage(browser, academy.url)
    await page.goto('/')
    await heading(page, 'Why Choose Us?')
    expect(await texts(page, 'section[aria-labelledby="why"] h3')).toEqual([
      'Best Industry Leaders',
      'Learn Online at Your Own Pace',
      'Professional Certification',
    ])
    const text = await main(page).innerText()
    for (const promise of [
      /at your own pace/i,
      /start anytime/i,
      /discussions/,
      /podcasts/,
      /expert instructors and leaders/,
      /certificate of completion that attorneys can verify/,
      /share its link with your professional network/i,
    ])
      expect(text).toMatch(promise)
  })
})

describe('text pages', () => {
  test('About describes the founder and how to contact the academy', async () => {
    const { page } = await openPage(browser, academy.url)
    await page.goto('/About/')
    await heading(page, 'Dana Whitlock')
    await see(page, 'Founder of Legal Nurse Academy')
    expect(await main(page).innerText()).toContain('hello@academy.example.com')
  })

  test('Books shows previews of allowed hosts in a sandbox, with a plain link as fallback', async () => {
    const { page } = await openPage(browser, academy.url)
    await page.route('https://example.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>A page of the book</h1>' }),
    )
    const reply = await page.goto('/Books/')
    expect(reply?.headers()['content-security-policy']).toMatch(/frame-src [^;]*https:\/\/example\.com/)
    const frame = page.locator('iframe')
    expect(await frame.count()).toBe(1)
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-popups')
    await frame.scrollIntoViewIfNeeded()
    await page.frameLocator('iframe').getByRole('heading', { name: 'A page of the book' }).waitFor()
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect((await frame.boundingBox())?.height).toBeGreaterThanOrEqual(320)
    }
    expect(await target(page, 'open it on example.com')).toBe('https://example.com/books/eyes-ears-watch/preview')
    expect(await main(page).getByRole('link', { name: 'Open the book’s page' }).count()).toBe(2)
  })

  test('a preview whose host does not respond leaves no broken frame', async () => {
    const { page } = await openPage(browser, academy.url)
    await page.route('https://example.com/**', (route) => route.abort('connectionrefused'))
    await page.goto('/Books/')
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
    expect(await page.getByText('If the preview').count()).toBe(0)
    expect(await main(page).getByRole('link', { name: 'Open the book’s page' }).count()).toBe(2)
  })

  test.each([
    [
      '/PrivacyPolicy/',
      'Privacy Policy',
      ['local storage', 'we also give Stripe your email address', 'example.com', 'California'],
    ],
    ['/TermsOfService/', 'Terms of Service', ['license', 'Full lifetime access', 'refund', 'not a certification']],
  ])('%s is complete, shows the contact address, and has no placeholder', async (address, title, words) => {
    const { page } = await openPage(browser, academy.url)
    await page.goto(address)
    await heading(page, title)
    const text = await main(page).innerText()
    expect(text).toContain('hello@academy.example.com')
    for (const word of words) expect(text.toLowerCase()).toContain(word.toLowerCase())
    expect(text).not.toMatch(/\[[^\]]*\]|\{[^}]*\}|lorem|TODO|undefined|insert /i)
  })
})

describe('lists', () => {
  test('courses: title, and a card with picture, name, description, price and Buy Course', async () => {
    const { page, complaints } = await openPage(browser, academy.url)
    await page.goto('/Courses/')
    await heading(page, 'Legal Nurse Academy Courses')
    const card = main(page).getByRole('listitem').filter({ hasText: TRAINING })
    expect(await card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    expect((await card.innerText()).split('\n').filter(Boolean)).toEqual([
      TRAINING,
      'Learn what a defense medical exam is, which rules shape it, and where the legal nurse consultant fits in.',
      `${TRAINING}:`,
      expect.stringMatching(/^Watch a free lecture, \d+:\d\d$/),
      OWNED_PRICE,
      'Buy Course',
    ])
    // The whole card is the link.
    await card.click({ position: { x: 30, y: 30 } })
    await page.waitForURL((url) => url.pathname === `/Course/${OWNED}`)
    expect(complaints).toEqual([])
  })

  test('podcasts: title, free ones, and ones for sale', async () => {
    const { page } = await openPage(browser, academy.url)
    await page.goto('/Podcasts/')
    await heading(page, 'Legal Nurse Academy Podcasts')
    const card = main(page).getByRole('listitem').filter({ hasText: 'Fact or Opinion?' })
    expect((await card.innerText()).split('\n').filter(Boolean)).toEqual([
      'Fact or Opinion? Writing Reports That Hold Up',
      'Turn exam-room notes into a report an attorney can use and a nurse can defend.',
      dollars('podcasts/fact-or-opinion-writing-reports-that-hold-up'),
      'Buy Podcast',
    ])
  })

  test('documents: title, placeholder picture when there is no cover, price, and Buy Docs', async () => {
    await importBareDocument()
    const { page } = await openPage(browser, academy.url)
    await page.goto('/Documents/')
    await heading(page, 'Legal Nurse Academy Docs')
    const cardOf = (name: string) => main(page).getByRole('listitem').filter({ hasText: name })
    const placeholder = 'svg[viewBox="0 0 320 180"]'
    expect(await cardOf('Bare Sheet').locator(placeholder).isVisible()).toBe(true)
    const card = cardOf('DME Observer Starter Kit')
    expect([await card.locator('img').isVisible(), await card.locator(placeholder).count()]).toEqual([true, 0])
    expect((await card.innerText()).split('\n').filter(Boolean)).toEqual([
      'DME Observer Starter Kit',
      'Engagement checklist, packing list and a four-part observation worksheet.',
      dollars('documents/dme-observer-starter-kit'),
      'Buy Docs',
    ])
    await card.getByRole('link', { name: 'Buy Docs' }).click()
    await page.waitForURL((url) => url.pathname === '/Document/dme-observer-starter-kit')
  })

  test.each(firstOrAll(['/Courses/', '/Podcasts/', '/Documents/', '/MyAcademy/', '/MyDocuments/']))(
    '%s has 1 column on extra-small, 2 on small, 3 on medium and wider, and never scrolls sideways',
    async (address) => {
      const { page } = await openPage(browser, academy.url, 1280, demo)
      await page.goto(address)
      const grid = main(page).locator('ul.grid:has(a)').first()
      await grid.waitFor()
      const columns: Record<number, number> = {}
      for (const width of [320, 599, 600, 899, 900, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        columns[width] = await grid.evaluate(
          (element) => getComputedStyle(element).gridTemplateColumns.split(' ').length,
        )
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        // The last row is full: a single leftover card spans it.
        const open = await grid.evaluate((element) => {
          const last = element.lastElementChild?.getBoundingClientRect()
          return element.getBoundingClientRect().right - (last?.right ?? 0)
        })
        expect(Math.abs(open)).toBeLessThan(1)
      }
      expect(columns).toEqual({ 320: 1, 599: 1, 600: 2, 899: 2, 900: 3, 1920: 3 })
    },
  )
})

describe('a course', () => {
  test('shows a visitor what it includes and contains, and offers to log in or register', async () => {
    const { page, complaints } = await openPage(browser, academy.url)
    await page.goto(`/Course/${WANTED}`)
    await heading(page, ETHICS)
    await see(
      page,
      'Recognize conduct that undermines a fair exam, respond within your role, and keep your own work beyond reproach.',
    )
    expect(await main(page).getByRole('img', { name: ETHICS }).count()).toBe(1)
    await heading(page, 'This course includes')
    for (const item of [
      'Lecture Videos',
      'Relatetable Lectures',
      'Downloadable resources',
      'Full lifetime access',
      'Certificate of completion',
    ])
      await see(page, item)
    expect(await main(page).innerText()).toContain('Most examiners do careful work.')

    const side = page.getByRole('region', { name: 'Buy this course' })
    await side.getByText(WANTED_PRICE, { exact: true }).waitFor()
    await side.getByText('OR', { exact: true }).waitFor()
    const next = `?next=${encodeURIComponent(`/Course/${WANTED}#buy`)}`
    expect(await target(page, 'Login To Pay')).toBe(`/login${next}`)
    expect(await target(page, 'Register To Pay')).toBe(`/Register${next}`)
    expect(await page.getByLabel('Card number').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('has expandable lectures with their descriptions and part titles', async () => {
    const { page } = await openPage(browser, academy.url)
    await page.goto(`/Course/${WANTED}`)
    const lecture = page.getByRole('button', { name: '1. Ethical Ground Rules' })
    await page.waitForFunction(() => document.querySelector('button[aria-expanded="false"]') !== null)
    expect(await page.locator('main button[aria-expanded]').count()).toBe(5)
    await lecture.click()
    await page.locator('button[aria-expanded="true"]').waitFor()
    const panel = page.getByRole('region', { name: '1. Ethical Ground Rules' })
    expect((await panel.locator('p').first().innerText()).length).toBeGreaterThan(20)
    expect(await panel.getByRole('listitem').count()).toBeGreaterThan(1)
  })

  test('shows a member the name, price, and card form', async () => {
    const { page } = await openPage(browser, academy.url, 1280, newcomer)
    await page.goto(`/Course/${WANTED}`)
    const side = page.getByRole('region', { name: 'Buy this course' })
    await side.getByLabel('Card number').waitFor()
    await side.getByText(ETHICS, { exact: true }).waitFor()
    await side.getByText(WANTED_PRICE, { exact: true }).waitFor()
    await side.getByRole('button', { name: `Pay ${WANTED_PRICE}` }).waitFor()
    // The test cards, shown only in the demo, start collapsed.
    const testCard = side.getByRole('button', { name: '4242 4242 4242 4242' })
    expect(await testCard.isVisible()).toBe(false)
    await side.getByText('Test card form: no real card is charged').click()
    await testCard.click()
    expect(await side.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
    expect(await side.getByRole('link', { name: /To Pay/ }).count()).toBe(0)
  })

  test("shows its owner that they own it; if the token is gone by then, shows 'Please Login or Register to buy this course.'", async () => {
    const { page } = await openPage(browser, academy.url, 1280, demo)
    await page.goto(`/Course/${OWNED}`)
    await see(page, "You've already purchased this Course.")
    expect(await target(page, 'Take this Course')).toBe(`/MyAcademy/${OWNED}`)

    const other = await page.context().newPage()
    await other.goto(`${academy.url}/`)
    await other.evaluate(() => localStorage.removeItem('token'))
    await see(page, 'Please Login or Register to buy this course.')
    expect(await target(page, 'Login')).toMatch(/^\/login\?/)
    expect(await main(page).getByText('already purchased').count()).toBe(0)
  })

  test("shows 'Loading...' while it is fetched", async () => {
    const { page } = await openPage(browser, academy.url, 1280, newcomer)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(`**/Academy/api/course/${WANTED}/`, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/Courses/')
    await page.getByRole('link', { name: 'Buy Course' }).last().click()
    await page.getByText('Loading...', { exact: true }).waitFor()
    release()
    await heading(page, ETHICS)
    await page.getByText('Loading...', { exact: true }).waitFor({ state: 'detached' })
  })
})

test('a podcast asks visitors to log in', async () => {
  const { page } = await openPage(browser, academy.url)
  await page.goto('/Podcast/fact-or-opinion-writing-reports-that-hold-up')
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByRole('heading', { name: 'Login' }).waitFor()
  await see(page, 'Log in to open this podcast.')
})

describe('a document', () => {
  test('offers visitors login or registration instead of payment', async () => {
    const { page } = await openPage(browser, academy.url)
    await page.goto('/Document/dme-observer-starter-kit')
    await heading(page, 'DME Observer Starter Kit')
    expect(await main(page).innerText()).toContain('Everything needed to accept and carry out a first observation')
    await see(page, dollars('documents/dme-observer-starter-kit'))
    expect(await target(page, 'Login To Pay')).toMatch(/^\/login\?/)
    expect(await target(page, 'Register To Pay')).toMatch(/^\/Register\?/)
    expect(await page.getByLabel('Card number').count()).toBe(0)
  })

  test('shows a member the card form on its shop page and in My Docs', async () => {
    const { page } = await openPage(browser, academy.url, 1280, newcomer)
    for (const address of ['/Document/exam-test-quick-reference', '/MyDocuments/exam-test-quick-reference']) {
      await page.goto(address)
      await page.getByRole('region', { name: 'Buy this document' }).getByLabel('Card number').waitFor()
      await see(page, dollars('documents/exam-test-quick-reference'))
    }
    await see(page, 'You haven’t bought this document yet.')
    expect(await target(page, 'My Docs')).toBe('/MyDocuments/')
  })
})

test('every way to buy says it is a license and links the terms', async () => {
  const { page } = await openPage(browser, academy.url, 1280, newcomer)
  for (const address of [
    `/Course/${WANTED}`,
    '/Podcast/fact-or-opinion-writing-reports-that-hold-up',
    '/Document/exam-test-quick-reference',
  ]) {
    await page.goto(address)
    const side = page.getByRole('region', { name: /^Buy this/ })
    await side.getByText('You’re buying a license to use').waitFor()
    expect(await side.getByRole('link', { name: 'Terms of Service' }).getAttribute('href')).toBe('/TermsOfService/')
  }
})
