import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sharedBrowser } from '../harness/browser.ts'
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
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
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

  await page.getByRole('button', { name: /Ethical Ground Rules/ }).focus()
  for (let pressed = 0; pressed < 24; pressed += 1) {
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

test('below the pay button, the refund period links to its section of the terms', async () => {
  const page = await visit(COURSE, 1366, 768)
  await page.getByRole('link', { name: '14-day refund policy' }).click()
  await page.waitForURL(/TermsOfService\/#refunds$/)
  await expect
    .poll(() => page.locator('#refunds').boundingBox())
    .toMatchObject({
      y: expect.toSatisfy((y: number) => y > 0 && y < 500),
    })
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
