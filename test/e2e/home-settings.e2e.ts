import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

let academy: RunningAcademy
let browser: Browser
let owner: string
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
  owner = await getToken(academy.url, 'staff', 'demo-staff-2026')
})
afterAll(() => academy.close())

/** Saves, and waits until visitors get the changed home page instead of the cached one. */
async function save(page: Page) {
  const readHome = async () => (await fetch(academy.url)).text()
  const before = await readHome()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('All changes saved').waitFor()
  await page.getByText('Saved. Visitors see the changes within a second.').waitFor()
  await expect.poll(readHome, { timeout: 15_000 }).not.toBe(before)
}

async function openVisit(path = '/', width = 1280) {
  const { page, complaints } = await openPage(browser, academy.url, width)
  await page.goto(path)
  return { page, complaints }
}

test('an owner changes the home page in two presses, keeps typed text when another owner was faster, and visitors see it', async () => {
  const [{ page }, { page: other }] = [
    await openPage(browser, academy.url, 1280, owner),
    await openPage(browser, academy.url, 1280, owner),
  ]
  await page.goto('/Studio/Home/')
  await other.goto('/Studio/Home/')
  await other.getByLabel('Line above the heading').fill('Hello')
  await page.getByLabel('Heading', { exact: true }).fill('Read every record')
  await save(page)
  await openVisit().then(({ page: home }) =>
    home.getByRole('heading', { level: 1, name: 'Read every record' }).waitFor(),
  )

  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await other.getByText('Your changes are still here').waitFor()
  expect(await other.getByLabel('Line above the heading').inputValue()).toBe('Hello')

  await page.getByRole('button', { name: 'Move Professional Certification up' }).click()
  await page.getByRole('button', { name: 'Remove Best Industry Leaders' }).click()
  await page.getByLabel('Courses on the home page').selectOption('Unethical Defense Medical Exam Challenges')
  await page.getByText('Preview', { exact: true }).click()
  await save(page)
  const { page: home, complaints } = await openVisit()
  expect(await home.locator('section[aria-labelledby="why"] h3').allInnerTexts()).toEqual([
    'Professional Certification',
    'Learn Online at Your Own Pace',
  ])
  expect(await home.locator('section[aria-labelledby="our-courses"] li h3').allInnerTexts()).toEqual([
    'Unethical Defense Medical Exam Challenges',
  ])
  expect(complaints).toEqual([])
})

test('an announcement is plain text, and stays closed for a visitor who closed it until it changes; the menu follows', async () => {
  const { page } = await openPage(browser, academy.url, 1280, owner)
  await page.goto('/Studio/Menu/')
  await page.getByLabel('Text', { exact: true }).fill('<b>Sale</b> today')
  await page.getByLabel('Link (optional)').fill('/Courses/')
  await page.getByLabel('Show the announcement').check()
  await page.getByLabel('Label').first().fill('Start')
  await save(page)

  const { page: home, complaints } = await openVisit()
  const bar = home.getByRole('region', { name: 'Announcement' })
  await bar.getByText('<b>Sale</b> today').waitFor()
  expect(await bar.getByRole('link', { name: 'Learn more' }).getAttribute('href')).toBe('/Courses/')
  expect(await home.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()).toEqual([
    'Start',
    'About',
    'Books',
    'Buy Docs',
    'Podcast',
    'Courses',
  ])
  await bar.getByRole('button', { name: 'Close the announcement' }).click()
  await bar.waitFor({ state: 'hidden' })
  await home.reload()
  await home.getByRole('heading', { level: 1 }).waitFor()
  expect(await bar.isVisible()).toBe(false)

  await page.getByLabel('Text', { exact: true }).fill('Sale tomorrow')
  await save(page)
  await home.reload()
  await bar.getByText('Sale tomorrow').waitFor()
  expect(complaints).toEqual([])
})

test('a color applies to every page in both themes and obeys the page policy, and one that is hard to read is refused', async () => {
  const { page } = await openPage(browser, academy.url, 1280, owner)
  await page.goto('/Studio/Appearance/')
  await page.getByLabel('Header', { exact: true }).fill('#ffcc00')
  await page.getByText('This is too light: the contrast of white text on it is 1.5:1').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('One field needs attention. It shows what to fix.').waitFor()
  await page.getByLabel('Header', { exact: true }).fill('#5b2c6f')
  await page.getByLabel('Buy buttons', { exact: true }).fill('#1e6b3a')
  await save(page)
  for (const scheme of ['light', 'dark'] as const) {
    const { page: home, complaints } = await openVisit()
    await home.emulateMedia({ colorScheme: scheme })
    const colorOf = (selector: string) =>
      home
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await colorOf('header.site-header')).toBe('rgb(91, 44, 111)')
    const isChosen = async () => (await colorOf('main a:has-text("Buy Course")')) === 'rgb(30, 107, 58)'
    await expect.poll(isChosen).toBe(scheme === 'light')
    expect(complaints).toEqual([])
  }
})
