import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readJobStatus } from '#db/jobs.ts'
import { planDueEmails } from '#features/people/notifications/notifications.public.ts'
import { readConfig } from '#platform/config.ts'
import { openAcademy } from '../../src/academy.ts'
import { createApiClient, logIn, getToken } from '../harness/api-client.ts'
import { runCommand, runCommandLine } from '../harness/command-line.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const COURSE = 'defense-medical-exam-training'
const DAY_MS = 86_400_000

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

test('two tabs share one stream and count new notifications; the second tab continues after the first closes', async () => {
  const token = await getToken(academy.url, 'newcomer', 'demo-newcomer-2026')
  const api = createApiClient(academy.url, token)
  const { page: first } = await openPage(browser, academy.url, 1280, token)
  const streams: string[] = []
  first.context().on('request', (request) => {
    if (request.url().endsWith('/Academy/live/')) streams.push(request.url())
  })
  const second = await first.context().newPage()
  for (const page of [first, second]) {
    await page.goto('/About/')
    await page.getByRole('link', { name: 'Notifications' }).first().waitFor()
  }
  const productId = 'dme-observer-starter-kit'
  expect((await runCommandLine(academy.environment, 'coupon', 'create', 'gift', '--percent', '100')).code).toBe(0)
  expect((await api.post('/Academy/api/enroll/', { productId, coupon: 'gift' })).status).toBe(200)
  for (const page of [first, second])
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).first().waitFor()
  expect(streams).toHaveLength(1)
  // The bell stays visible at every scroll position.
  for (const width of [1280, 900, 390]) {
    await first.setViewportSize({ width, height: 600 })
    await first.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const box = await first.getByRole('link', { name: 'Notifications, 1 unread' }).first().boundingBox()
    expect([width, await first.evaluate(() => scrollY > 100), box?.y]).toEqual([width, true, expect.closeTo(10, -1)])
  }
  await first.close()
  await second.getByRole('link', { name: 'Notifications, 1 unread' }).first().click()
  await second.getByText(/You now have access to .* \(order /).waitFor()
  await second.getByRole('button', { name: 'Mark all as read' }).press('Enter')
  expect(
    await second
      .getByText('You’re all caught up.')
      .evaluate((element) => element.closest('[tabindex]') === document.activeElement),
  ).toBe(true)
  await second.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor()
  expect(streams).toHaveLength(2)
})

/**
 * `morning` plans the emails that are due at 9:00 academy time in `days` days, and returns all emails about replies
 * that were sent so far, newest first.
 */
async function openMornings() {
  const { deps, close } = await openAcademy(readConfig(academy.environment), { isUntouched: true })
  const morning = async (days: number) => {
    const at = new Date(Date.now() + days * DAY_MS)
    at.setUTCHours(9, 0)
    await planDueEmails({ ...deps, now: () => at })
    const readQueued = async () => (await readJobStatus(deps.db)).backlog.find(({ name }) => name === 'mail-notices')
    await expect.poll(readQueued).toBeUndefined()
    return (await academy.mail()).filter(({ to, subject }) => to === 'demo@example.com' && /repl/i.test(subject))
  }
  return { morning, close }
}

test('emails replies daily and weekly as the member chose, leaves out hidden ones, and unsubscribes with one press', async () => {
  const [asker, other, staff] = await Promise.all([
    getToken(academy.url, 'demo', 'demo-learner-2026'),
    logIn(academy.url, 'newcomer', 'demo-newcomer-2026'),
    logIn(academy.url, 'staff', 'demo-staff-2026'),
  ])
  await runCommand(academy.environment, 'grant', 'newcomer', COURSE, '--why', 'A class')
  const thread = crypto.randomUUID()
  const question = { id: thread, title: 'May an observer take notes?', text: 'The lecture says yes.' }
  const asked = await createApiClient(academy.url, asker).post(
    `/Academy/api/take/course/${COURSE}/discussions/ask/`,
    question,
  )
  expect(asked.status).toBe(200)
  const reply = async (by = other) => {
    const id = crypto.randomUUID()
    const written = await by.post(`/Academy/api/discussion/${thread}/reply/`, { id, text: 'Canary words.' })
    expect(written.status).toBe(200)
    return id
  }
  const { page } = await openPage(browser, academy.url, 1280, asker)
  const { morning, close } = await openMornings()
  try {
    await page.goto('/Account/Mails')
    const choice = page.getByRole('combobox', { name: 'New replies to your questions' })
    await choice.selectOption('Daily')
    await page
      .getByRole('status')
      .getByText('Saved. You’ll get emails about replies to your questions once a day.')
      .waitFor()
    for (let n = 0; n < 2; n += 1) await reply()
    const hidden = await reply()
    const bell = page.getByRole('link', { name: /^Notifications/ }).first()
    const unread = async () => /\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0]
    await expect.poll(unread).toBe('1')
    expect((await staff.post(`/Academy/api/studio/posts/${hidden}/hide/`, { reason: 'A name' })).status).toBe(200)
    expect(await morning(0)).toEqual([])
    const [daily] = await morning(1)
    expect(daily?.subject).toContain('There are 2 new replies to your question')

    await choice.selectOption('Weekly')
    await page
      .getByRole('status')
      .getByText('Saved. You’ll get emails about replies to your questions once a week.')
      .waitFor()
    await reply()
    const [weekly, ...before] = await morning(7)
    expect(before).toEqual([daily])
    expect(weekly?.subject).toContain('Someone replied to your question')
    expect(JSON.stringify([weekly, daily])).not.toContain('Canary')

    await page.goto('/dev/mail')
    const email = page.frameLocator('iframe').first()
    await email.getByRole('link', { name: 'Unsubscribe from emails about replies to your questions' }).click()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByText('You won’t get emails about replies to your questions anymore.').waitFor()
    await reply()
    expect(await morning(14)).toHaveLength(2)
    await page.goto('/Account/Notices')
    await page.getByRole('link', { name: /^New: There are 4 new replies to your question/ }).click()
    // A reply that is visible on the screen causes no notification.
    await page.getByText('Canary words.').nth(3).waitFor()
    await expect.poll(unread).toBeUndefined()
    await reply(staff)
    await page.getByText('Canary words.').nth(4).waitFor()
    await page.getByRole('status').getByText('New since you opened this page: 1 reply.').waitFor({ state: 'attached' })
    await expect.poll(unread).toBeUndefined()
  } finally {
    await close()
  }
})
