import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { sharedBrowser, openPage } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { firstOrAll, isEveryChange } from '../harness/long-test.ts'

const COURSE = 'defense-medical-exam-training'
const POPULAR = [
  'Defense Medical Exam Training',
  'Defense Medical Exam Observation Practice',
  'Unethical Defense Medical Exam Challenges',
]
const LINKS = [
  ['Home', '/'],
  ['About', '/About/'],
  ['Books', '/Books/'],
  ['Buy Docs', '/Documents/'],
  ['Podcast', '/Podcasts/'],
  ['Courses', '/Courses/'],
]
const MEMBER_LINKS = [
  ['My Academy', '/MyAcademy/'],
  ['My Docs', '/MyDocuments/'],
]
const POLICIES = [
  ['Privacy Policy', '/PrivacyPolicy/'],
  ['Terms of Service', '/TermsOfService/'],
]

let academy: RunningAcademy
let browser: Browser
let token: string
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
  token = await getToken(academy.url, 'newcomer', 'demo-newcomer-2026')
})
afterAll(() => academy.close())

/** The text and target of each link, in order. */
const linksIn = (page: Page, landmark: string) =>
  page
    .locator(landmark)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))

test('the top bar has telephone, email address, and login; a member has Logout instead', async () => {
  const { page } = await openPage(browser, academy.url)
  await page.goto('/')
  const top = page.getByRole('region', { name: 'Contact and account' })
  expect(await linksIn(page, 'section[aria-label="Contact and account"]')).toEqual([
    ['(555) 010-0142', 'tel:5550100142'],
    ['hello@academy.example.com', 'mailto:hello@academy.example.com'],
    ['Search', '/Search/'],
    ['Log In', '/Login'],
    ['Register', '/Register'],
  ])
  expect(await top.getByRole('button', { name: 'Logout' }).count()).toBe(0)

  const { page: member } = await openPage(browser, academy.url, 1280, token)
  await member.goto('/')
  const memberTop = member.getByRole('region', { name: 'Contact and account' })
  await memberTop.getByRole('button', { name: 'Logout' }).waitFor()
  expect(await memberTop.getByRole('link', { name: /Log In|Register/ }).count()).toBe(0)
})

test('the blue bar has the logo and links; My Academy and My Docs only with a token', async () => {
  const { page } = await openPage(browser, academy.url)
  await page.goto('/Courses/')
  expect(await linksIn(page, 'header nav[aria-label="Main"]')).toEqual(LINKS)
  await page.locator('header').getByRole('link', { name: 'Legal Nurse Academy' }).click()
  await page.waitForURL((url) => url.pathname === '/')

  const { page: member } = await openPage(browser, academy.url, 1280, token)
  await member.goto('/')
  await member.getByRole('link', { name: 'My Docs' }).waitFor()
  expect(await linksIn(member, 'header nav[aria-label="Main"]')).toEqual([...LINKS, ...MEMBER_LINKS])
})

test('the bar and the menu mark the current page, in the server-rendered page, too', async () => {
  for (const [address, label, kind] of [
    ['/', 'Home', 'page'],
    ['/About/', 'About', 'page'],
    ['/Documents/', 'Buy Docs', 'page'],
    [`/Course/${COURSE}`, 'Courses', 'true'],
  ]) {
    const html = await (await fetch(`${academy.url}${address}`)).text()
    const marked = [...html.matchAll(/<a [^>]*aria-current="(\w+)"[^>]*>([^<]+)/g)].map(([, how, text]) => [text, how])
    expect(marked).toEqual([
      [label, kind],
      [label, kind],
    ])
  }
  const { page } = await openPage(browser, academy.url, 1280, token)
  const markedIn = (landmark: string) => page.locator(`${landmark} [aria-current]`).allTextContents()
  await page.goto('/About/')
  expect(await markedIn('header nav[aria-label="Main"]')).toEqual(['About'])
  await page.locator('header').getByRole('link', { name: 'Courses' }).click()
  await page.getByRole('link', { name: 'Buy Course' }).first().click()
  await page.waitForURL(/\/Course\//)
  await expect.poll(() => markedIn('header nav[aria-label="Main"]')).toEqual(['Courses'])
  await page.getByRole('region', { name: 'Contact and account' }).getByRole('link', { name: 'Account' }).click()
  await page.waitForURL(/\/Account\//)
  await expect.poll(() => markedIn('section[aria-label="Contact and account"]')).toEqual(['Account'])
  await expect.poll(() => markedIn('header nav[aria-label="Main"]')).toEqual([])
})

test('the blue bar stays visible while the page scrolls', async () => {
  const { page } = await openPage(browser, academy.url)
  await page.goto('/')
  const bar = page.locator('header').first()
  expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(18, 70, 127)')
  expect(await bar.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0)
  await page.mouse.wheel(0, 700)
  await page.waitForFunction(() => scrollY > 400)
  expect(await bar.evaluate((element) => element.getBoundingClientRect().top)).toBe(0)
})

test('on small screens the links move into a 250 px drawer on the left, behind a menu button', async () => {
  const { page } = await openPage(browser, academy.url, 899, token)
  await page.goto('/')
  await page.locator('footer').waitFor()
  expect(await page.locator('header nav[aria-label="Main"]').isVisible()).toBe(false)
  expect(await page.getByRole('region', { name: 'Contact and account' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.waitFor()
  await page.waitForFunction(() => document.querySelector('dialog')?.getBoundingClientRect().x === 0)
  expect(await drawer.evaluate((element) => element.getBoundingClientRect().width)).toBe(250)
  expect(await linksIn(page, 'dialog')).toEqual([
    ...LINKS,
    ...MEMBER_LINKS,
    ['Search', '/Search/'],
    ['Account', '/Account/'],
    ...POLICIES,
  ])
  await drawer.getByRole('button', { name: 'Logout' }).waitFor()
  await drawer.getByRole('link', { name: 'Podcast' }).click()
  await page.waitForURL((url) => url.pathname === '/Podcasts/')
  await drawer.waitFor({ state: 'hidden' })

  await page.setViewportSize({ width: 900, height: 900 })
  await page.locator('header nav[aria-label="Main"]').waitFor()
  expect(await page.getByRole('button', { name: 'Menu', exact: true }).isVisible()).toBe(false)

  const { page: visitor } = await openPage(browser, academy.url, 360)
  await visitor.goto('/')
  await visitor.getByRole('button', { name: 'Menu', exact: true }).click()
  await visitor.getByRole('dialog', { name: 'Menu' }).waitFor()
  expect(await linksIn(visitor, 'dialog')).toEqual([
    ...LINKS,
    ['Search', '/Search/'],
    ['Log In', '/Login'],
    ['Register', '/Register'],
    ...POLICIES,
  ])
})

test('the footer: description, popular courses, contact, social links, policies, current year', async () => {
  const { page } = await openPage(browser, academy.url)
  await page.goto('/About/')
  const footer = page.locator('footer')
  const text = await footer.innerText()
  expect(text).toContain('Online training for registered nurses')
  expect(text).toContain('Popular Courses')
  expect(text).toContain('100 Example Avenue, Suite 200, Springfield, ZZ 00000')
  expect(text).toContain(`© ${new Date().getFullYear()} Legal Nurse Academy. All rights reserved.`)
  expect(await linksIn(page, 'footer')).toEqual([
    ...POPULAR.map((name) => [name, `/Course/${name.toLowerCase().replaceAll(' ', '-')}`]),
    ['(555) 010-0142', 'tel:5550100142'],
    ['hello@academy.example.com', 'mailto:hello@academy.example.com'],
    ...['Facebook', 'LinkedIn', 'YouTube'].map((name) => [
      name,
      `https://example.com/${name.toLowerCase()}/legal-nurse-academy`,
    ]),
    ['Verify a Certificate', '/Certificate/'],
    ...POLICIES,
  ])
})

test("Logout removes the token and reloads the site's root", async () => {
  const own = await getToken(academy.url, 'newcomer', 'demo-newcomer-2026')
  const { page, complaints } = await openPage(browser, academy.url, 1280, own)
  await page.goto('/MyAcademy/')
  await page.evaluate(() => Object.assign(window, { isTheOldPage: true }))
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('link', { name: 'Log In' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  expect(await page.evaluate(() => 'isTheOldPage' in window)).toBe(false)
  expect(await page.getByRole('link', { name: 'My Academy' }).count()).toBe(0)
  expect(complaints).toEqual([])
  // The academy no longer accepts the token, either.
  const reply = await fetch(`${academy.url}/Academy/api/MyAcademy/`, { headers: { authorization: `Token ${own}` } })
  expect(reply.status).toBe(401)
})

describe('addresses', () => {
  test.each([
    ['/', 'Legal Nurse Academy · Empowering nurses, enriching careers'],
    ['/About/', 'About'],
    ['/Books/', 'Books'],
    ['/Podcasts/', 'Podcasts'],
    ['/Podcast/fact-or-opinion-writing-reports-that-hold-up', 'Fact or Opinion? Writing Reports That Hold Up'],
    ['/Courses/', 'Courses'],
    [`/Course/${COURSE}`, 'Defense Medical Exam Training'],
    ['/Documents/', 'Docs'],
    ['/Document/dme-observer-starter-kit', 'DME Observer Starter Kit'],
    ['/MyDocuments/', 'My Docs'],
    ['/MyDocuments/dme-observer-starter-kit', 'My Docs'],
    ['/MyAcademy/', 'My Academy'],
    [`/MyAcademy/${COURSE}`, 'Take Course'],
    [`/MyAcademy/${COURSE}/Lecture/what-a-defense-medical-exam-is/`, 'Lecture'],
    [`/Examination/${COURSE}`, 'Defense Medical Exam Training: Final Examination'],
    ['/Login/', 'Login'],
    ['/Register/', 'Create an Account'],
    ['/Success/', 'Almost Done!'],
    ['/PrivacyPolicy/', 'Privacy Policy'],
    ['/TermsOfService/', 'Terms of Service'],
  ])('%s responds in any capitalization, with and without a trailing slash', async (address, title) => {
    const bare = address.replace(/\/$/, '')
    // Changes only the fixed words of a route, because IDs are case-sensitive.
    const inCase = (change: (word: string) => string) =>
      bare.replace(/^\/\w+/, change).replace('Lecture/', (word) => change(word))
    const spellings = [bare, inCase((word) => word.toLowerCase()), inCase((word) => word.toUpperCase())]
    const canonical = new Set<string | undefined>()
    const all = spellings.flatMap((each) => [each, `${each}/`])
    for (const spelling of isEveryChange ? [bare, `${spellings[2]}/`] : all) {
      const reply = await fetch(academy.url + (spelling || '/'), { redirect: 'manual' })
      const html = await reply.text()
      const expected = title.startsWith('Legal Nurse Academy') ? title : `${title} · Legal Nurse Academy`
      expect([spelling, reply.status, /<title>([^<]*)/.exec(html)?.[1]]).toEqual([spelling, 200, expected])
      canonical.add(/rel="canonical" href="http:\/\/[^/]+([^"]*)"/.exec(html)?.[1])
    }
    expect(canonical.size).toBe(1)
  })

  test.each(
    firstOrAll([
      ['/nothing', 'This page doesn’t exist'],
      ['/MyAcademy/a/b/c', 'This page doesn’t exist'],
      ['/Course/none', 'This page doesn’t exist'],
      ['/Document/none', 'This page doesn’t exist'],
      ['/Podcast/none', 'This page doesn’t exist'],
      ['/Examination/none', 'There is no exam here'],
    ] as const),
  )('%s is a 404 page inside the layout', async (address, title) => {
    const { page } = await openPage(browser, academy.url)
    const reply = await page.goto(address)
    expect(reply?.status()).toBe(404)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.locator('footer').waitFor()
  })

  test('a member who opens a missing exam is sent to My Academy', async () => {
    const { page } = await openPage(browser, academy.url, 1280, token)
    await page.goto('/Examination/none')
    await page.getByRole('heading', { name: 'There is no exam here' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Go to My Academy' }).click()
    await page.waitForURL((url) => url.pathname === '/MyAcademy/')
  })

  test('a certificate that does not exist is a 404 page that says so and whom to contact', async () => {
    const { page } = await openPage(browser, academy.url)
    const reply = await page.goto('/Certificate/none')
    expect(reply?.status()).toBe(404)
    await page.getByRole('heading', { name: 'Certificate not found' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'hello@academy.example.com' }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  })
})

/** Counts the colors that each cover at least 2% of the picture. */
async function colorsIn(shown: Locator): Promise<number> {
  const picture = (await shown.screenshot()).toString('base64')
  return shown.page().evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    canvas?.drawImage(bitmap, 0, 0)
    const pixels = new Uint32Array(canvas?.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer ?? [])
    const counts = new Map<number, number>()
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
    return [...counts.values()].filter((count) => count > pixels.length / 50).length
  }, picture)
}

test('in forced-colors mode, progress, icons, and active toggles stay visible', async () => {
  const { page } = await openPage(browser, academy.url, 1280, token)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/Examination/defense-medical-exam-training')
  await page.getByRole('main').locator('progress').first().waitFor()
  expect(await colorsIn(page.getByRole('main').locator('progress').first())).toBeGreaterThan(1)
  expect(await colorsIn(page.locator('header svg').locator('visible=true').first())).toBeGreaterThan(1)
  await page.goto('/Account/Mails/')
  const knob = page.getByRole('switch').first().locator('span > span')
  expect(await colorsIn(knob.locator('..'))).toBeGreaterThan(1)
  expect(await knob.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(
    await page.locator('body').evaluate((element) => getComputedStyle(element).backgroundColor),
  )
})
