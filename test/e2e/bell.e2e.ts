import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiOf, tokenFor } from '../harness/api-client.ts'
import { commandLine } from '../harness/command-line.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

test('two tabs of a browser share one stream, both count what is new, and the second goes on when the first is closed', async () => {
  const token = await tokenFor(academy.url, 'newcomer', 'demo-newcomer-2026')
  const api = apiOf(academy.url, token)
  const { page: first } = await openPage(browser, academy.url, 1280, token)
  const streams: string[] = []
  first.context().on('request', (request) => {
    if (request.url().endsWith('/Academy/live/')) streams.push(request.url())
  })
  const second = await first.context().newPage()
  for (const page of [first, second]) {
    await page.goto('/About/')
    await page.getByRole('link', { name: 'Notices' }).first().waitFor()
  }
  const productId = 'dme-observer-starter-kit'
  expect((await commandLine(academy.environment, 'coupon', 'create', 'gift', '--percent', '100')).code).toBe(0)
  expect((await api.post('/Academy/api/enroll/', { productId, coupon: 'gift' })).status).toBe(200)
  for (const page of [first, second]) await page.getByRole('link', { name: 'Notices, 1 unread' }).first().waitFor()
  expect(streams).toHaveLength(1)
  await first.close()
  await second.getByRole('link', { name: 'Notices, 1 unread' }).first().click()
  await second.getByText(/ is yours: order /).waitFor()
  await second.getByRole('button', { name: 'Mark all as read' }).click()
  await second.getByRole('link', { name: 'Notices', exact: true }).first().waitFor()
  expect(streams).toHaveLength(2)
})
