import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiClient, getToken } from '../harness/api-client.ts'
import { sharedBrowser, openPage } from '../harness/browser.ts'
import { answerAll } from '../harness/examination.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { changeAnswer } from '../harness/screen.ts'
import { firstOrAll, isEveryChange } from '../harness/long-test.ts'

const COURSE = 'defense-medical-exam-training'
const FOREIGN = 'unethical-defense-medical-exam-challenges'
const NAME = 'Defense Medical Exam Training'
const NO_PERMISSION = "You don't have permission to access this page."
const FIRST = '1. What a Defense Medical Exam Is'
const SECOND = '2. The Rules That Shape the Exam'

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
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const openLectures = (page: Page) => page.locator('main button[aria-expanded="true"]').allInnerTexts()

describe('My Academy', () => {
  test('shows a card for each course: picture 300 px high, name, clipped description, Take Course', async () => {
    const { page, complaints } = await openPage(browser, academy.url, 1280, demo)
    await page.goto('/MyAcademy/')
    await main(page).getByRole('heading', { name: 'My Academy' }).waitFor()
    const card = main(page).getByRole('listitem')
    await card.waitFor()
    expect(await card.count()).toBe(1)
    await card.getByRole('heading', { name: NAME }).waitFor()
    const picture = card.getByRole('img', { name: NAME })
    expect(await picture.evaluate((element) => element.getBoundingClientRect().height)).toBe(300)
    const description = card.getByText('Learn what a defense medical exam is')
    expect(await description.evaluate((element) => getComputedStyle(element.closest('p') ?? element).maxHeight)).toBe(
      '50px',
    )
    await card.getByRole('link', { name: 'Take Course' }).click()
    await page.waitForURL((url) => url.pathname === `/MyAcademy/${COURSE}`)
    expect(complaints).toEqual([])
  })

  test('without courses says so and links to the courses', async () => {
    const { page, complaints } = await openPage(browser, academy.url, 1280, newcomer)
    await page.goto('/MyAcademy/')
    await see(page, "You don't have any enrolled courses")
    await main(page).getByRole('link', { name: 'Browse Available Courses' }).click()
    await page.waitForURL((url) => url.pathname === '/Courses/')
    expect(complaints).toEqual([])
  })

  test('shows a loading state, then its list', async () => {
    const { page } = await openPage(browser, academy.url, 1280, demo)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/Academy/api/MyAcademy/', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/MyAcademy/')
    await page.locator('main [role="status"]').first().waitFor()
    expect(await main(page).getByText(NO_PERMISSION).count()).toBe(0)
    release()
    await main(page).getByRole('link', { name: 'Take Course' }).waitFor()
  })

  test('without a token shows the permission page and logs No token found', async () => {
    const { page, complaints } = await openPage(browser, academy.url)
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('/Academy/api/') && calls.push(request.url()))
    await page.goto('/MyAcademy/')
    await see(page, NO_PERMISSION)
    await see(page, 'Kindly Login or Create An Account.')
    const target = (name: string) => main(page).getByRole('link', { name, exact: true }).getAttribute('href')
    expect(await target('Login')).toMatch(/^\/login(\?|$)/)
    expect(await target('Register')).toMatch(/^\/Register(\?|$)/)
    expect(complaints).toEqual(['No token found'])
    expect(calls).toEqual([])
  })

  test('shows the permission page and logs why when it fails to load', async () => {
    const { page, complaints } = await openPage(browser, academy.url, 1280, demo)
    await page.route('**/Academy/api/MyAcademy/', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/MyAcademy/')
    await see(page, NO_PERMISSION)
    await see(page, 'Kindly Login or Create An Account.')
    expect(complaints.join('\n')).toContain('ApiError')
  })
})

describe('taking a course', () => {
  test('lectures with progress and exam on the left, the course on the right', async () => {
    const { page, complaints } = await openPage(browser, academy.url, 1280, demo)
    await page.goto(`/MyAcademy/${COURSE}`)
    await main(page).getByRole('heading', { name: NAME }).waitFor()
    const left = await page.getByRole('region', { name: 'Lectures', exact: true }).boundingBox()
    const picture = main(page).locator('img')
    for (const right of [picture, main(page).getByRole('heading', { name: NAME })])
      expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual((await right.boundingBox())?.x ?? 0)
    await see(page, '40%')
    expect(await main(page).getByRole('link', { name: 'My Academy' }).getAttribute('href')).toBe('/MyAcademy/')
    const exam = main(page).getByRole('link', { name: 'Take the Examination' })
    expect(await exam.getAttribute('href')).toBe(`/Examination/${COURSE}`)
    const [red = 0, green = 0, blue = 0] = (
      await exam.evaluate((element) => getComputedStyle(element).backgroundColor.match(/\d+/g) ?? [])
    ).map(Number)
    expect(green).toBeGreaterThan(Math.max(red, blue))
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(width).toBeGreaterThan(100)
    await see(
      page,
      'Learn what a defense medical exam is, which rules shape it, and where the legal nurse consultant fits in.',
    )
    expect(await main(page).innerText()).toContain('A defense medical exam (DME) is one of the few moments')
    expect(complaints).toEqual([])
  })

  test.skipIf(isEveryChange).each([
    [360, 780],
    [768, 900],
  ])('shows progress and the Continue link on the first screen of %i × %i', async (width, height) => {
    const { page } = await openPage(browser, academy.url, width, demo)
    await page.setViewportSize({ width, height })
    await page.goto(`/MyAcademy/${COURSE}`)
    const continueBox = await main(page).getByRole('link', { name: 'Continue' }).boundingBox()
    expect((continueBox?.y ?? height) + (continueBox?.height ?? 0)).toBeLessThan(height)
    const progress = await main(page).getByRole('progressbar', { name: 'Your progress' }).boundingBox()
    expect(progress?.y).toBeLessThan(continueBox?.y ?? 0)
  })

  test('one lecture is open at a time, initially the first; a click on the open one closes it', async () => {
    const { page } = await openPage(browser, academy.url, 1280, demo)
    await page.goto(`/MyAcademy/${COURSE}`)
    await page.getByRole('button', { name: FIRST }).waitFor()
    expect(await openLectures(page)).toEqual([expect.stringContaining(FIRST)])
    await page.getByRole('button', { name: SECOND }).click()
    expect(await openLectures(page)).toEqual([expect.stringContaining(SECOND)])
    await page.getByRole('button', { name: SECOND }).click()
    expect(await openLectures(page)).toEqual([])
  })

  test.skipIf(isEveryChange)('without lectures, does not say that all are completed', async () => {
    const { page, complaints } = await openPage(browser, academy.url, 1280, demo)
    await changeAnswer<object>('**/Academy/api/take/course/*/', (course) => ({ ...course, lectures: [] }))(page)
    await page.goto(`/MyAcademy/${COURSE}`)
    await main(page).getByRole('link', { name: 'Take the Examination' }).waitFor()
    expect(await main(page).getByText('All lectures complete').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test.each(
    firstOrAll([
      ['?lecture=2', SECOND],
      ['?lecture=99', FIRST],
      ['?lecture=x', FIRST],
    ]),
  )('opens with %s the lecture "%s"', async (query, name) => {
    const { page } = await openPage(browser, academy.url, 1280, demo)
    await page.goto(`/MyAcademy/${COURSE}${query}`)
    await page.getByRole('button', { name: FIRST }).waitFor()
    expect(await openLectures(page)).toEqual([expect.stringContaining(name)])
  })

  test('each lecture lists its files as Downloadable Resources, in a new tab', async () => {
    const { page } = await openPage(browser, academy.url, 1280, demo)
    await page.goto(`/MyAcademy/${COURSE}`)
    await main(page).getByRole('heading', { name: 'Downloadable Resources' }).waitFor()
    const file = main(page).getByRole('link', { name: 'Defense Medical Exam: Glossary (PDF)' })
    expect(await file.getAttribute('target')).toBe('_blank')
    const reply = await page.request.get((await file.getAttribute('href')) ?? '')
    expect([reply.status(), reply.headers()['content-type']]).toEqual([200, 'application/pdf'])
    const address = await file.getAttribute('href')
    const popup = page.context().waitForEvent('page')
    await file.click()
    await popup
    expect(address).toMatch(/^\/media\//)
    expect(new URL(page.url()).pathname).toBe(`/MyAcademy/${COURSE}`)
  })

  test.each(
    firstOrAll([
      ['lecture', 'a member who has not bought it', 'newcomer'],
      ['lecture', 'a visitor', undefined],
      ['lecture', 'its owner, when it fails to load', 'demo'],
      ['/MyAcademy/', 'a visitor', undefined],
      ['/MyAcademy/', 'a member who has not bought it', 'newcomer'],
      ['/MyAcademy/', 'its owner, when it fails to load', 'demo'],
    ] as const),
  )('%s: a lock and the permission message for %s', async (kind, _who, account) => {
    const token = account && { demo, newcomer }[account]
    const { page, complaints } = await openPage(browser, academy.url, 390, token)
    if (account === 'demo') await page.route('**/Academy/api/take/**', (route) => route.fulfill({ status: 500 }))
    const course = account === 'demo' ? COURSE : FOREIGN
    const lecture = kind === 'lecture' ? '/Lecture/what-a-defense-medical-exam-is/' : ''
    await page.goto(`/MyAcademy/${course}${lecture}`)
    await see(page, NO_PERMISSION)
    // The page shows no icon other than the lock, and no video.
    expect(await main(page).locator('svg').count()).toBe(1)
    expect(await page.locator('video').count()).toBe(0)
    expect(complaints.filter((text) => text === 'No token found')).toHaveLength(token === undefined ? 1 : 0)
  })
})

test.each(
  firstOrAll([
    ['a course', `/MyAcademy/${COURSE}`],
    ['a lecture', `/MyAcademy/${COURSE}/Lecture/what-a-defense-medical-exam-is/`],
  ]),
)('%s with an expired session offers login, which leads back here', async (_, address) => {
  const { page } = await openPage(browser, academy.url, 1280, 'x'.repeat(43))
  await page.goto(address)
  await see(page, NO_PERMISSION)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await main(page).getByRole('link', { name: 'Login', exact: true }).click()
  await page.getByLabel('Username').fill('demo')
  await page.getByLabel('Password', { exact: true }).fill('demo-learner-2026')
  await button(page, 'Login').click()
  await page.waitForURL((url) => url.pathname === address)
  await main(page).getByRole('link', { name: 'Take the Examination' }).waitFor()
})

describe('a lecture', () => {
  test('starts its calls before its scripts load, each once, and its video before they run', async () => {
    const { page, complaints } = await openPage(browser, academy.url, 1280, demo)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    const lecture = page.waitForResponse(/\/lecture\//)
    await page.route(/entry\.client/, async (route) => {
      await (await lecture).finished()
      await route.continue()
    })
    await page.goto(`/MyAcademy/${COURSE}/Lecture/what-a-defense-medical-exam-is/`)
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
    // The player can use what is loaded only for the same address.
    const [early, shown] = await page.evaluate(() => [
      (Reflect.get(globalThis, 'earlyVideo') as HTMLVideoElement | undefined)?.src,
      document.querySelector('video')?.src,
    ])
    expect([early, shown]).toEqual([shown, expect.stringContaining('/media/')])
    const calls = [
      `/Academy/api/take/course/${COURSE}/`,
      `/Academy/api/course/${COURSE}/lecture/what-a-defense-medical-exam-is/`,
      '/Academy/api/account/certificates/',
      `/Academy/api/take/course/${COURSE}/notes/`,
    ]
    const firstScript = requests.findIndex((path) => path.endsWith('.js'))
    expect(requests.slice(0, firstScript)).toEqual(expect.arrayContaining(calls))
    expect(requests.filter((path) => calls.includes(path))).toHaveLength(calls.length)
    expect(complaints).toEqual([])
  })

  test('plays in the page with captions and without a download, its description and files next to it', async () => {
    const { page, complaints } = await openPage(browser, academy.url, 1280, demo)
    await page.goto(`/MyAcademy/${COURSE}/Lecture/what-a-defense-medical-exam-is/`)
    const video = page.locator('video')
    await video.waitFor()
    expect(
      await video.evaluate((element: HTMLVideoElement) => [element.autoplay, element.controls, element.currentSrc]),
    ).toEqual([true, true, expect.stringContaining('/media/')])
    expect(await video.getAttribute('controlslist')).toBe('nodownload')
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
    await page.waitForFunction(() => (document.querySelector('video')?.textTracks[0]?.cues?.length ?? 0) > 3)
    await main(page).getByRole('heading', { name: FIRST, level: 1 }).waitFor()
    expect(await main(page).getByRole('article').innerText()).toContain('The purpose of the exam')
    await main(page).getByRole('heading', { name: 'Downloadable Resources' }).waitFor()
    expect(await openLectures(page)).toEqual([expect.stringContaining(FIRST)])
    await main(page).getByRole('link', { name: 'Take the Examination' }).waitFor()
    // The playing lecture stays marked while another one is expanded.
    await page.getByRole('button', { name: SECOND }).click()
    expect(await page.locator('main button[aria-current]').allInnerTexts()).toEqual([expect.stringContaining(FIRST)])
    expect(complaints).toEqual([])
  })

  test('saves its progress exactly once, after 80% and not before, within a second', async () => {
    const { page, complaints } = await openPage(browser, academy.url, 1280, demo)
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/update/progress/')) posts.push(`${request.method()} ${request.postData()}`)
    })
    await page.goto(`/MyAcademy/${COURSE}`)
    await page.getByRole('button', { name: /^5\. / }).click()
    await page
      .getByRole('link', { name: /Watch lecture/ })
      .last()
      .click()
    const video = page.locator('video')
    await video.waitFor()
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1)
    const goTo = (part: number) =>
      video.evaluate(async (element: HTMLVideoElement, to) => {
        element.muted = true
        await element.play()
        const sought = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
        element.currentTime = element.duration * to
        await sought
      }, part)
    await goTo(0.7)
    await page.waitForTimeout(1_000)
    expect(posts).toEqual([])
    const saved = page.waitForRequest('**/update/progress/')
    await goTo(0.81)
    await saved
    await see(page, '60%')
    await goTo(0.5)
    await goTo(0.9)
    await page.waitForTimeout(1_000)
    expect(posts).toEqual(['POST null'])
    expect(complaints).toEqual([])
  })
})

describe('the exam', () => {
  test('shows one question at a time; Preview and Next keep the chosen answers', async () => {
    const { page } = await openPage(browser, academy.url)
    await page.goto(`/Examination/${COURSE}`)
    await main(page).getByRole('heading', { name: 'Defense Medical Exam Training: Final Examination' }).waitFor()
    await see(page, 'Question 1/10')
    await see(page, 'Choose your answer.')
    expect(await page.getByRole('radio').count()).toBe(4)
    expect([await button(page, 'Preview').isDisabled(), await button(page, 'Next').isDisabled()]).toEqual([true, true])
    await page.getByRole('radio').nth(2).check()
    await button(page, 'Next').click()
    await see(page, 'Question 2/10')
    expect([await button(page, 'Preview').isDisabled(), await button(page, 'Next').isDisabled()]).toEqual([false, true])
    await button(page, 'Preview').click()
    expect(await page.getByRole('radio').nth(2).isChecked()).toBe(true)
    expect(await button(page, 'Submit').count()).toBe(0)

    // On a small screen, the next question and its number are on the screen although the button was at its bottom.
    await page.setViewportSize({ width: 360, height: 480 })
    await button(page, 'Next').scrollIntoViewIfNeeded()
    await button(page, 'Next').click()
    await see(page, 'Question 2/10')
    const number = page.getByText('Question 2/10')
    await expect.poll(async () => (await number.boundingBox())?.y).toBeGreaterThan(64)
  })

  test('opens where the learner stopped, lists all questions, and is submitted only when all are answered', async () => {
    const { page, complaints } = await openPage(browser, academy.url, 390, demo)
    await page.goto(`/Examination/${COURSE}`)
    await main(page).getByRole('region', { name: 'Before you start' }).getByText('you must wait 12 hours').waitFor()
    await page.getByRole('radio').nth(2).check()
    await button(page, 'Next').click()
    await see(page, 'Question 2/10')
    await page.getByRole('radio').nth(1).check()

    // A later visit, in another tab.
    const later = await page.context().newPage()
    await page.close()
    await later.goto(`/Examination/${COURSE}`)
    await see(later, 'Question 2/10')
    await see(later, 'Your answers are saved')
    expect(await later.getByRole('radio').nth(1).isChecked()).toBe(true)
    await later.getByText('All questions (2 of 10 answered)').click()
    await button(later, 'Question 10, not answered').click()
    await see(later, 'Question 10/10')
    await later.getByRole('radio').first().check()
    await button(later, 'Submit').click()
    await see(later, 'Question 3/10')
    await see(later, 'Answer this question before you submit.')
    expect(complaints).toEqual([])
  })

  test.skipIf(isEveryChange)('asks again when a saved answer is no longer one of the options', async () => {
    const { page } = await openPage(browser, academy.url)
    const { questions } = (await createApiClient(academy.url).get(`/Academy/api/course/examination/${COURSE}/`)).body
    const saved = { [questions[0].id]: 'An option of yesterday', [questions[1].id]: questions[1].options[2] }
    await page.addInitScript(([key, value]) => sessionStorage.setItem(key, value), [
      `saved:visitor:examination:${COURSE}`,
      JSON.stringify(saved),
    ] as const)
    await page.goto(`/Examination/${COURSE}`)
    await see(page, 'Question 1/10')
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    expect(await button(page, 'Next').isDisabled()).toBe(true)
    await page.getByRole('radio').first().check()
    await button(page, 'Next').click()
    await see(page, 'Question 2/10')
    expect(await page.getByRole('radio').nth(2).isChecked()).toBe(true)
  })

  test('is shown with an expired session, too', async () => {
    const { page } = await openPage(browser, academy.url, 1280, 'x'.repeat(43))
    await page.goto(`/Examination/${COURSE}`)
    await see(page, 'Question 1/10')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  test('below 80% the result has no certificate; Retake Exam reloads the page', async () => {
    const { page, complaints } = await openPage(browser, academy.url, 1280, demo)
    const posts: unknown[] = []
    page.on('request', (request) => {
      if (request.url().includes('/submit/score/')) posts.push(request.postDataJSON())
    })
    await page.goto(`/Examination/${COURSE}`)
    await answerAll(page, COURSE, 7)
    expect(await button(page, 'Next').count()).toBe(0)
    await button(page, 'Submit').click()
    await main(page).getByRole('heading', { name: 'Examination Result' }).waitFor()
    await see(page, 'You scored 7 out of 10')
    await see(page, 'Average score: 70.00%')
    await see(page, 'You can only request certificate if your average score is more than 80%')
    await see(page, 'Certificate will be sent to your E-mail')
    expect(await button(page, 'Request Certificate').count()).toBe(0)
    expect(posts).toEqual([expect.objectContaining({ exam_id: COURSE, score: expect.any(Number), total: 10 })])

    await page.evaluate(() => Object.assign(window, { isTheOldPage: true }))
    await button(page, 'Retake Exam').click()
    await see(page, 'Question 1/10')
    expect(await page.evaluate(() => 'isTheOldPage' in window)).toBe(false)
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('at exactly 80% a certificate can be requested, and the button then says it was requested', async () => {
    const { page, complaints } = await openPage(browser, academy.url, 1280, demo)
    const bodies: unknown[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/request/certificate/**', async (route) => {
      bodies.push(route.request().postDataJSON())
      await held
      await route.continue()
    })
    await page.goto(`/Examination/${COURSE}`)
    await answerAll(page, COURSE, 8)
    await button(page, 'Submit').click()
    await see(page, 'Average score: 80.00%')
    // Explanations of missed questions are shown at once, those of the others on request.
    const answers = page.getByRole('region', { name: 'Your answers' })
    expect(
      await answers
        .getByText(/^Your answer: /)
        .filter({ visible: true })
        .count(),
    ).toBe(2)
    expect(
      await answers
        .getByText(/^Correct answer: /)
        .filter({ visible: true })
        .count(),
    ).toBe(2)
    const right = answers.getByText(/^Your answer \(correct\): /)
    expect([await right.count(), await right.filter({ visible: true }).count()]).toEqual([8, 0])
    await answers.getByRole('listitem').first().locator('summary').click()
    await right.first().waitFor()
    await button(page, 'Request Certificate').click()
    await button(page, 'Requesting Certificate...').waitFor()
    expect(await button(page, 'Requesting Certificate...').isDisabled()).toBe(true)
    release()
    await page.waitForURL((url) => url.pathname === '/MyAcademy/')
    expect(bodies).toEqual([{ exam_id: COURSE }])

    // The result stays on the exam's page, also while the exam is retaken.
    await page.goto(`/Examination/${COURSE}`)
    await see(page, 'You scored 8 out of 10')
    expect(await answers.getByRole('listitem').count()).toBe(10)
    await page.getByRole('link', { name: 'View the certificate' }).waitFor()
    await page.getByRole('link', { name: 'View your certificate' }).waitFor()
    expect(await button(page, 'Request Certificate').count()).toBe(0)
    await button(page, 'Retake Exam').click()
    await see(page, 'Question 1/10')
    await page.reload()
    await see(page, 'Question 1/10')
    await button(page, 'View your result').click()
    await see(page, 'You scored 8 out of 10')
    expect(complaints).toEqual([])
  })

  test.skipIf(isEveryChange)('shows a percentage with two decimals', async () => {
    const { page } = await openPage(browser, academy.url, 1280, demo)
    await page.route('**/submit/score/', (route) =>
      route.fulfill({
        json: { score: 5, total: 6, percentage: (5 / 6) * 100, passed: true, message: '', review: [], lectures: [] },
      }),
    )
    await page.goto(`/Examination/${COURSE}`)
    await answerAll(page, COURSE, 0)
    await button(page, 'Submit').click()
    await see(page, 'You scored 5 out of 6')
    await see(page, 'Average score: 83.33%')
  })
})
