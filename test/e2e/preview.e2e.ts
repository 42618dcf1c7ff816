import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { showSections } from '../harness/product-sections.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

test('the preview shows the headings and the price of the public page, sells nothing, and fits a phone', async () => {
  const visitor = (await openPage(browser, academy.url)).page
  await visitor.goto('/Course/defense-medical-exam-training/')
  const headings = await visitor.getByRole('main').getByRole('heading').allTextContents()
  const price = await visitor.locator('#buy .money').first().textContent()
  await visitor.context().close()

  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const { page } = await openPage(browser, academy.url, 1280, token)
  await page.goto('/Studio/Catalogue/')
  await page.getByRole('main').getByRole('link', { name: 'Defense Medical Exam Training', exact: true }).click()
  await (await showSections(page)).getByRole('link', { name: 'Preview and publish' }).click()
  await page.getByRole('link', { name: 'Preview', exact: true }).click()
  await page.getByText('Preview only.').waitFor()
  const shown = await page.getByRole('main').getByRole('heading').allTextContents()
  expect(shown.filter((heading) => heading !== 'Recordings')).toEqual(headings)
  expect(await page.locator('#buy .money').first().textContent()).toBe(price)
  await page.getByText('This is a preview. Nothing can be bought here.').waitFor()
  expect(await page.locator('[inert]').getByText('Register To Pay').count()).toBe(1)

  await page.getByRole('button', { name: 'Phone', exact: true }).click()
  const phone = page.frameLocator('iframe[title="Phone preview"]')
  await phone.getByRole('heading', { name: headings[0] ?? '', level: 1 }).waitFor()
  expect(await phone.getByRole('heading').allTextContents()).toEqual(headings)
  expect(await phone.locator('html').evaluate(() => [innerWidth, document.documentElement.scrollWidth])).toEqual([
    390, 390,
  ])
  expect(await phone.getByText('Preview only.').count()).toBe(0)
  await page.context().close()
})
