import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRightAnswers, getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { earnCertificate } from '../harness/earn-certificate.ts'
import { runCommand } from '../harness/command-line.ts'
import { press, tabTo } from '../harness/keys.ts'
import { startNamedAcademy } from '../harness/named-academy.ts'
import { waitForMotion, throttleNetwork, typeCard } from '../harness/phone.ts'
import { findEmailedLink, NEW_MEMBERS_PASSWORD, register } from '../harness/register-member.ts'

const COURSE = 'defense-medical-exam-training'
const COURSE_NAME = 'Defense Medical Exam Training'
const EMAIL = 'hello@academy.example.com'
const SCREENS = { 390: 844, 768: 1024, 1366: 768 }
/** With SHOTS=folder, saves a screenshot of each step in that folder. */
const SHOTS = process.env['SHOTS']

let named: Awaited<ReturnType<typeof startNamedAcademy>>
let browser: Browser
beforeAll(async () => {
  ;[named, browser] = await Promise.all([startNamedAcademy(), sharedBrowser()])
})
afterAll(() => named.close())

const main = (page: Page) => page.getByRole('main')
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name }).first()
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).first()
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function open(width: keyof typeof SCREENS, token?: string) {
  const opened = await openPage(browser, named.academy.url, width, token)
  await opened.page.setViewportSize({ width, height: SCREENS[width] })
  return opened
}

/** Checks at the end of each step that nothing is wider than the screen. */
async function step(page: Page, name: string): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${name}-${width}.png`) })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  // A part that clips its overflow does not widen the page, but its words would still be cut off.
  expect(await main(page).evaluate(wordsBeyond, width)).toEqual([])
}

/** The words that extend beyond the page's right edge, except in boxes that scroll. */
function wordsBeyond(element: Element, width: number): string[] {
  const canScroll = (box: Element | null): boolean =>
    box !== null && (['auto', 'scroll'].includes(getComputedStyle(box).overflowX) || canScroll(box.parentElement))
  return [...element.querySelectorAll('p, a, button, h1, h2, h3, li, dd')]
    .filter((each) => each.getBoundingClientRect().right > width + 1 && !canScroll(each))
    .map((each) => each.textContent.trim().slice(0, 80))
}

/** Checks that all targets are on the first screen, without scrolling. */
async function expectInSight(page: Page, ...targets: Locator[]): Promise<void> {
  for (const target of targets) {
    await target.waitFor()
    const name = String(target)
    const bottom = page.viewportSize()?.height ?? 0
    // On a busy machine, fonts may arrive after the text.
    await expect
      .poll(async () => ({ name, ...(await target.boundingBox()) }))
      .toSatisfy(({ y = -1, height = 0 }: { y?: number; height?: number }) => y >= 0 && y + height <= bottom)
  }
  expect(await page.evaluate(() => scrollY)).toBe(0)
}

test('a nurse on a phone with a slow connection watches a free lecture from Home, registers, verifies on another device, pays on the phone, and sees the first lecture', async () => {
  const { page, complaints } = await open(390)
  await throttleNetwork(page)
  await page.goto('/')
  await step(page, 'nurse-1-home')
  await link(page, `${COURSE_NAME}: Watch a free lecture`).click()
  await title(page, '1. What a Defense Medical Exam Is').waitFor()
  await button(page, /^Play 1\./).click()
  await waitForMotion(page)
  await step(page, 'nurse-2-free-lecture')
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.3
  })
  const next = page.getByRole('region', { name: 'Up next' })
  await next.getByRole('link', { name: /^View the course, \$\d+/ }).waitFor()
  await step(page, 'nurse-2-free-lecture-ends')
  await next.getByRole('link', { name: /^View the course/ }).click()
  await title(page, COURSE_NAME).waitFor()
  await step(page, 'nurse-3-course')
  await link(page, 'Register To Pay').click()
  await page.waitForURL('**/Register?**')
  await step(page, 'nurse-4-register')
  await register(page, 'nora')
  await step(page, 'nurse-5-mail-is-on-its-way')

  const find = () => findEmailedLink(named.academy, 'nora@example.com', 'VerifyEmail')
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  const { page: ward } = await open(1366)
  await ward.goto((await find()) ?? '')
  await step(ward, 'nurse-6-mail-on-the-ward')
  await button(ward, 'Verify my email').click()
  await ward.getByText('Your email is verified.').waitFor()

  // The phone still shows the same page, which leads to the card form.
  await link(page, 'Go to Login').click()
  await page.getByLabel('Username').fill('nora')
  await page.getByLabel('Password', { exact: true }).fill(NEW_MEMBERS_PASSWORD)
  await step(page, 'nurse-7-login')
  await button(page, 'Login').click()
  await page.waitForURL(`**/Course/${COURSE}#buy`)
  await typeCard(page)
  await step(page, 'nurse-8-card-form')
  await button(page, 'Pay $49.00').click()
  await main(page).getByRole('status').getByText('Paid.').waitFor()
  await step(page, 'nurse-9-paid')
  await link(page, 'Start').click()
  await waitForMotion(page)
  await title(page, '1. What a Defense Medical Exam Is').waitFor()
  await step(page, 'nurse-10-first-lecture')
  expect(complaints).toEqual([])
})

test.each([768, 1366] as const)(
  'a visitor comparing at %i px sees the price, contents, and requirements of every course and document without an account',
  async (width) => {
    const { page, complaints } = await open(width)
    const namesOf = async (address: string) => {
      await page.goto(address)
      return main(page).getByRole('listitem').getByRole('heading', { level: 2 }).allInnerTexts()
    }
    const cardOf = (name: string) =>
      main(page)
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name, exact: true }) })
    const problems: string[] = []
    for (const name of await namesOf('/Courses/')) {
      await page.goto('/Courses/')
      await step(page, 'comparer-1-courses')
      const price = /\$[\d.]+/.exec(await cardOf(name).innerText())?.[0] ?? 'no price'
      await cardOf(name).getByRole('link', { name: 'Buy Course' }).click()
      await title(page, name).waitFor()
      const offer = page.getByRole('region', { name: 'Buy this course' })
      await expectInSight(page, title(page, name), offer.getByText(price, { exact: true }))
      await step(page, `comparer-2-course-${problems.length}`)
      const text = (await main(page).innerText()).replaceAll(/\s+/g, ' ')
      for (const words of ['Who it’s for', 'Level', 'Your instructor', 'FAQ', 'Not a license', 'No contact hours'])
        expect(text).toContain(words)
      problems.push(`${name}: ${price}, ${/(About [^:]+) of study/.exec(text)?.[1] ?? 'unknown'}`)
      await page.goBack()
      await cardOf(name).waitFor()
    }
    expect(problems).toHaveLength(3)
    expect(new Set(problems.map((each) => each.split(': ')[1])).size).toBe(3)
    expect(problems.join()).not.toMatch(/unknown|no price/)

    for (const [index, name] of (await namesOf('/Documents/')).entries()) {
      await page.goto('/Documents/')
      await step(page, 'comparer-3-documents')
      const price = /\$[\d.]+/.exec(await cardOf(name).innerText())?.[0] ?? 'no price'
      await cardOf(name).getByRole('link').click()
      await title(page, name).waitFor()
      const offer = page.getByRole('region', { name: 'Buy this document' })
      await expectInSight(page, title(page, name), offer.getByText(price, { exact: true }))
      const inside = main(page)
        .locator('section, div')
        .filter({ has: page.getByRole('heading', { name: 'What’s inside' }) })
      expect(await inside.last().innerText()).toMatch(/PDF, \d+ pages?|Word/)
      await step(page, `comparer-4-document-${index}`)
    }
    expect(complaints).toEqual([])
  },
)

test.each([390, 768] as const)(
  'at %i px a member’s main button fits, however long the name of the lecture',
  async (width) => {
    const { page } = await open(width, await getToken(named.academy.url, 'demo', 'demo-learner-2026'))
    for (const address of ['/', '/MyAcademy/']) {
      await page.goto(address)
      await link(page, /^Continue: /).waitFor()
      await step(page, address === '/' ? 'member-1-home' : 'member-2-my-academy')
    }
  },
)

test('on a 1366 x 768 laptop everything needed to continue, study, and take the exam is on the first screen', async () => {
  const { page, complaints } = await open(1366, await getToken(named.academy.url, 'demo', 'demo-learner-2026'))
  for (const address of ['/', '/MyAcademy/']) {
    await page.goto(address)
    await expectInSight(page, link(page, /^Continue: /))
    await step(page, address === '/' ? 'laptop-1-home' : 'laptop-2-my-academy')
  }
  await page.goto(`/MyAcademy/${COURSE}`)
  await expectInSight(page, title(page, COURSE_NAME), link(page, 'Continue'))
  await step(page, 'laptop-3-course')
  await link(page, 'Continue').click()
  await page.waitForURL('**/Lecture/**')
  await waitForMotion(page)
  await expectInSight(
    page,
    page.locator('video'),
    page.getByLabel('Speed'),
    button(page, 'Captions'),
    title(page, /^\d\. /),
  )
  await step(page, 'laptop-4-lecture')
  // The outline is next to the video. Lazy-loaded code must not add a stylesheet again, because among classes the later
  // one wins.
  await page.getByRole('list', { name: 'Transcript' }).waitFor()
  expect((await page.locator('video').boundingBox())?.x).toBeGreaterThan(400)
  const sheets = await page.evaluate(() =>
    [...document.styleSheets].flatMap(({ href }) => /\/assets\/(\w+)-/.exec(href ?? '')?.[1] ?? []),
  )
  expect(sheets).toEqual(['root', 'members'])

  await page.goto(`/Examination/${COURSE}`)
  const answers = readRightAnswers(COURSE)
  for (let number = 1; number <= 10; number += 1) {
    await main(page).getByText(`Question ${number}/10`, { exact: true }).waitFor()
    const question = await main(page).getByRole('heading', { level: 2 }).innerText()
    await page.getByLabel(answers.get(question) ?? '', { exact: true }).check()
    await expectInSight(page, title(page, /Examination/), button(page, 'Preview'), button(page, /^(Next|Submit)$/))
    await step(page, `laptop-5-question-${number}`)
    // A mouse click would scroll to the button and leave room below it.
    await page.keyboard.press('Enter')
  }
  await expectInSight(
    page,
    page.getByRole('heading', { name: 'Examination Result' }),
    button(page, 'Request Certificate'),
  )
  await step(page, 'laptop-6-result')
  expect(complaints).toEqual([])
})

test('an attorney with a link sees whether the certificate is valid, revoked, or missing, and downloads it as a file that a program verifies', async () => {
  const { academy, origin } = named
  const address = await earnCertificate(academy)
  const { page } = await open(1366)
  const asProgram = async () => (await fetch(academy.url + address, { headers: { accept: 'application/vc' } })).json()
  await page.goto(address)
  await expectInSight(
    page,
    page.getByText('This certificate is valid.'),
    title(page, 'Dana Demo'),
    main(page).getByText(COURSE_NAME).first(),
  )
  await page.getByText(`${origin}/Certificate/`, { exact: true }).waitFor()
  await page.getByRole('region', { name: /exam worked/ }).waitFor()
  await step(page, 'attorney-1-valid')
  const downloading = page.waitForEvent('download')
  await link(page, /^Credential/).click()
  const credential = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(credential).toEqual(await asProgram())
  expect(credential).toMatchObject({
    issuer: { id: `did:web:${origin.slice(8).replace(':', '%3A')}` },
    proof: [{ cryptosuite: 'eddsa-rdfc-2022' }],
  })
  expect(JSON.stringify(credential)).toContain('Dana Demo')

  const mistyped = address.slice(0, -1) + (address.endsWith('a') ? 'b' : 'a')
  const { page: phone } = await open(390)
  await phone.goto(mistyped)
  await title(phone, 'Certificate not found').waitFor()
  expect(await link(phone, EMAIL).getAttribute('href')).toBe(`mailto:${EMAIL}`)
  await step(phone, 'attorney-2-mistyped')

  await runCommand(academy.environment, 'revoke-certificate', address, '--why', 'taken by somebody else')
  const { page: later } = await open(1366)
  await later.goto(address)
  await expectInSight(
    later,
    later.getByText('This certificate was revoked.'),
    later.getByText('It has not been valid since'),
  )
  expect(await later.getByText('This certificate is valid.').count()).toBe(0)
  expect(
    await main(later)
      .getByRole('link', { name: /^Credential/ })
      .count(),
  ).toBe(0)
  expect(await main(later).innerText()).not.toContain('taken by somebody else')
  await step(later, 'attorney-3-revoked')
  await phone.goto(address)
  await expectInSight(phone, phone.getByText('This certificate was revoked.'))
  await step(phone, 'attorney-3-revoked')
})

/** Checks for screen readers: one main heading, no skipped level, and a name for every control. */
async function expectHelpfulError(page: Page): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot()
  const levels = [...tree.matchAll(/- '?heading .*\[level=(\d)\]/g)].map(([, level]) => Number(level))
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  const inMain = [...(await main(page).ariaSnapshot()).matchAll(/- '?heading .*\[level=(\d)\]/g)].map(([, level]) =>
    Number(level),
  )
  expect(inMain.filter((level, index) => level > (inMain[index - 1] ?? 0) + 1)).toEqual([])
  expect(
    tree.match(/- (?:button|link|textbox|radio|checkbox|combobox|region|group)(?: \[[^\]]*\])*:?$/gm) ?? [],
  ).toEqual([])
  for (const part of ['banner', 'main', 'contentinfo']) expect(tree).toMatch(new RegExp(`^ *- ${part}\\b`, 'm'))
  return tree
}

test('by keyboard alone a visitor plays the free lecture, follows the transcript, opens the course, and finds the terms; each page announces itself', async () => {
  const { page, complaints } = await open(1366)
  await page.goto('/')
  await expectHelpfulError(page)
  await press(page, link(page, `${COURSE_NAME}: Watch a free lecture`))
  await title(page, '1. What a Defense Medical Exam Is').waitFor()
  await expectHelpfulError(page)
  await press(page, button(page, /^Play 1\./))
  await waitForMotion(page)
  await page.evaluate(() => document.querySelector('video')?.pause())
  await tabTo(page, page.getByRole('list', { name: 'Transcript' }).locator('button[tabindex="0"]'))
  for (let line = 0; line < 4; line += 1) await page.keyboard.press('ArrowDown')
  const from = Number(/^Play from 0:(\d\d)$/.exec((await page.locator(':focus').getAttribute('aria-label')) ?? '')?.[1])
  expect(from).toBeGreaterThan(5)
  await page.keyboard.press('Enter')
  await waitForMotion(page, from + 0.3)
  await step(page, 'keys-1-free-lecture')
  await page.evaluate(() => document.querySelector('video')?.pause())
  await press(page, link(page, 'View the course'))
  await title(page, COURSE_NAME).waitFor()
  await press(page, page.getByRole('link', { name: '14-day refund policy' }))
  await page.waitForURL('**/TermsOfService/#refunds')
  await expectHelpfulError(page)
  await step(page, 'keys-2-conditions')
  await page.goBack()
  await title(page, COURSE_NAME).waitFor()
  await press(page, button(page, /The Rules That Shape the Exam/))
  expect(await expectHelpfulError(page)).toMatch(/- button "2\. The Rules That Shape the Exam[^"]*" \[expanded\]/)
  await step(page, 'keys-3-course')
  expect(complaints).toEqual([])
})

test('an exam question is announced as a named group of choices under its own heading', async () => {
  const { page } = await open(1366, await getToken(named.academy.url, 'demo', 'demo-learner-2026'))
  await page.goto(`/Examination/${COURSE}`)
  // If the test above ran, the learner has passed the exam.
  const [retake, first] = [button(page, 'Retake Exam'), main(page).getByText('Question 1/10')]
  await retake.or(first).waitFor()
  if (await retake.isVisible()) await retake.click()
  await first.waitFor()
  const question = await main(page).getByRole('heading', { level: 2 }).innerText()
  await expectHelpfulError(page)
  expect(await main(page).getByRole('group', { name: question }).getByRole('radio').count()).toBe(4)
  expect(await main(page).ariaSnapshot()).toMatch(/- button "Next" \[disabled\]/)
  await step(page, 'keys-4-question')
})

test('a buyer who wants a refund finds the terms and the contact, before buying and after it', async () => {
  const { page } = await open(390, await getToken(named.academy.url, 'newcomer', 'demo-newcomer-2026'))
  const seeConditions = async (name: string) => {
    await link(page, '14-day refund policy').click()
    await page.waitForURL('**/TermsOfService/#refunds')
    const asked = main(page)
      .locator('p, li')
      .filter({ hasText: /within 14 days of your purchase/ })
      .getByRole('link', { name: EMAIL })
    await expect
      .poll(() => asked.boundingBox())
      .toMatchObject({ y: expect.toSatisfy((y: number) => y > 64 && y < 500) })
    expect(await asked.getAttribute('href')).toBe(`mailto:${EMAIL}`)
    await step(page, name)
  }
  await page.goto('/Document/exam-test-quick-reference')
  await page.getByLabel('Card number').waitFor()
  await step(page, 'refund-1-before')
  await seeConditions('refund-2-conditions')

  await page.goto('/Document/exam-test-quick-reference')
  await typeCard(page)
  await button(page, /^Pay /).click()
  await page.waitForURL('**/MyDocuments/**')
  const receipt = await named.academy.findEmail('receipt: Exam Test Quick Reference')
  expect(receipt.text).toContain(
    'full refund within 14 days if you haven’t downloaded its files. To request one, please reply',
  )
  expect(receipt.text).toContain(`${named.origin}/TermsOfService/#refunds`)
  await page.goto('/Account/Orders/')
  expect(await link(page, EMAIL).getAttribute('href')).toBe(`mailto:${EMAIL}`)
  await link(page, EMAIL).scrollIntoViewIfNeeded()
  await step(page, 'refund-3-after')
  await seeConditions('refund-4-conditions')
})
