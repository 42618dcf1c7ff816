import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findings } from '../oracles/axe.ts'
import { sharedBrowser, waitUntilStarted } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const COURSE = '/Course/unethical-defense-medical-exam-challenges'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

async function visit(address: string, width: number, height: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(academy.url + address)
  await waitUntilStarted(page)
  return page
}

/** The top of the price bar on the screen; undefined while it is hidden. */
const barTop = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('a[href="#buy"]')?.closest<HTMLElement>('.sticky')
    return bar && getComputedStyle(bar).visibility === 'visible' ? bar.getBoundingClientRect().top : undefined
  })

test('on a phone, price and button stick to the bottom while the offer is out of view and never cover the focus', async () => {
  const page = await visit(COURSE, 390, 844)
  await page.getByRole('link', { name: 'Login To Pay' }).scrollIntoViewIfNeeded()
  await expect.poll(() => barTop(page)).toBeUndefined()
  await page.getByRole('heading', { name: 'Lectures', exact: true }).scrollIntoViewIfNeeded()
  await expect.poll(() => barTop(page)).toBeGreaterThan(700)
  // The blue header is not sticky here, because both bars would take a fifth of a small screen.
  const blueBar = page.getByRole('banner')
  await expect.poll(async () => (await blueBar.boundingBox())?.y).toBe(-64)
  await page.getByRole('button', { name: 'Menu', exact: true }).focus()
  await expect.poll(async () => (await blueBar.boundingBox())?.y).toBe(0)

  await page.getByRole('button', { name: /Ethical Ground Rules/ }).focus()
  for (let pressed = 0; pressed < 18; pressed += 1) {
    await page.keyboard.press('Tab')
    await page.waitForTimeout(20)
    const overlap = await page.evaluate(() => {
      const bar = document.querySelector('a[href="#buy"]')?.closest('.sticky')
      const [one, other] = [bar?.getBoundingClientRect(), document.activeElement?.getBoundingClientRect()]
      const isOther = bar && !bar.contains(document.activeElement) && getComputedStyle(bar).visibility === 'visible'
      return isOther && one && other ? Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) : 0
    })
    expect(overlap).toBeLessThanOrEqual(1)
  }
  await page.evaluate(() => document.querySelector('#sources')?.scrollIntoView({ block: 'center' }))
  await page.getByRole('link', { name: 'Buy Course' }).click()
  await page.getByRole('link', { name: 'Login To Pay' }).waitFor()
  await expect.poll(() => barTop(page)).toBeUndefined()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('buy')
})

test('where the offer starts below the screen, the page still begins with the blue bar and the title', async () => {
  const page = await visit(COURSE, 844, 390)
  await page.getByRole('link', { name: 'Buy Course' }).waitFor()
  await expect.poll(() => barTop(page)).toBeGreaterThan(200)
  const [bar, title] = [page.getByRole('banner'), page.getByRole('heading', { level: 1 })]
  expect([(await bar.boundingBox())?.y, await title.isVisible()]).toEqual([0, true])
  expect((await title.boundingBox())?.y).toBeGreaterThan(64)
})

test('on a wide screen the offer stays in view to the end of the page', async () => {
  const page = await visit(COURSE, 1366, 768)
  await page.evaluate(() => document.querySelector('#sources')?.scrollIntoView({ block: 'center' }))
  await expect
    .poll(() => page.getByRole('link', { name: 'Login To Pay' }).boundingBox())
    .toMatchObject({
      y: expect.toSatisfy((y: number) => y > 60 && y < 700),
    })
  expect(await page.getByRole('link', { name: 'Buy Course' }).isVisible()).toBe(false)
})

test('next to the price, the refund period links to its section of the terms', async () => {
  const page = await visit(COURSE, 1366, 768)
  await page.getByRole('link', { name: '14-day refund policy' }).click()
  await page.waitForURL(/TermsOfService\/#refunds$/)
  await expect
    .poll(() => page.locator('#refunds').boundingBox())
    .toMatchObject({
      y: expect.toSatisfy((y: number) => y > 0 && y < 500),
    })
})

test('on the first screen of a phone, the free lecture plays in the picture; its player loads when pressed', async () => {
  const page = await visit(COURSE, 390, 844)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const watch = page.getByRole('main').getByRole('link', { name: /^Watch a free lecture, 6:\d\d$/ })
  await expect(watch.boundingBox()).resolves.toMatchObject({
    y: expect.toSatisfy((y: number) => y > 0 && y < 500),
  })
  expect(scripts.filter((url) => /player/.test(url))).toEqual([])
  await watch.click()
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0), { timeout: 10_000 })
    .toBeGreaterThan(0.5)
  expect(new URL(page.url()).pathname).toBe(COURSE)
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.3
  })
  await page.getByRole('region', { name: 'Up next' }).getByRole('link', { name: 'Buy Course, $29.00' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('buy')
})

test('next to the price are the whole study time, a sample of the certificate, and the safety of payment', async () => {
  const page = await visit(COURSE, 390, 844)
  const offer = page.getByRole('region', { name: 'Buy this course' })
  const text = await offer.innerText()
  expect(/\d+ (min|hr)/.exec(text)?.[0]).toBe(/About (\d+ (?:min|hr))[^:]* of study/.exec(text)?.[1])
  for (const words of [
    'No contact hours',
    'Full refund within 14 days if you’ve completed at most a quarter of the lectures',
    'Payments are simulated',
  ])
    expect(text).toContain(words)
  const colors = await Promise.all(
    ['Login To Pay', 'Register To Pay'].map((name) =>
      offer.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).backgroundColor),
    ),
  )
  expect(colors).toEqual(['rgb(255, 255, 255)', 'rgb(189, 75, 51)'])
  await offer.getByRole('button', { name: 'Certificate of completion: see a sample' }).click()
  const sample = page.getByRole('dialog', { name: 'Sample certificate' })
  await sample.getByText('Certificate of Completion', { exact: true }).waitFor()
  for (const words of ['Not a license', 'No contact hours', 'self-reported'])
    expect(await sample.innerText()).toContain(words)
  expect(await sample.evaluate((dialog) => [dialog.scrollTop, dialog.contains(document.activeElement)])).toEqual([
    0,
    true,
  ])
  expect(await findings(page)).toEqual([])
  await sample.getByRole('button', { name: 'Close' }).click()
  await sample.waitFor({ state: 'hidden' })
})

test("a visitor finds a course's free lecture in the list, watches it, and follows the transcript", async () => {
  const page = await visit('/Courses/', 390, 844)
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  await page.getByRole('link', { name: /Unethical.*Watch a free lecture/ }).click()
  await page.getByRole('heading', { level: 1, name: '1. Ethical Ground Rules' }).waitFor()
  await page.getByRole('heading', { name: 'Transcript' }).waitFor()
  expect(await page.locator('video').count()).toBe(0)
  await page.getByRole('button', { name: 'Play 1. Ethical Ground Rules' }).click()
  const seconds = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  await expect.poll(seconds, { timeout: 10_000 }).toBeGreaterThan(0.5)
  const line = page.getByRole('button', { name: /^Play from 0:[1-3]/ }).first()
  await line.click()
  await expect.poll(seconds).toBeGreaterThan(9)
  await page.evaluate(() => document.querySelector('video')?.pause())
  expect(refused).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(':positions')))).toEqual([])
})
