import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tidyText } from '#shared/tidy-text.ts'
import { renderMarkdown } from '#platform/markdown.ts'
import { logIn, getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { XSS } from '../samples/xss.ts'
import { isEveryChange } from '../harness/long-test.ts'

const COURSE = 'defense-medical-exam-training'
const LECTURE = `/MyAcademy/${COURSE}/Lecture/the-rules-that-shape-the-exam/`

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

const idOf = (n: number) => `${String(n).padStart(8, '0')}-58a1-4a7b-9f0e-3a3d1f2b7c11`
const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })

/** The name or content of the focused element; empty if focus was lost. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement === document.body ? '' : (activeElement?.ariaLabel ?? activeElement?.textContent)
  })

/** The unread count on the bell, without reloading the page. */
async function unread(page: Page): Promise<number> {
  const label = await page
    .getByRole('link', { name: /^Notifications/ })
    .first()
    .getAttribute('aria-label')
  return Number(/\d+/.exec(label ?? '')?.[0] ?? 0)
}

async function open(username: string, password: string, width: number) {
  return openPage(browser, academy.url, width, await getToken(academy.url, username, password))
}

test.skipIf(isEveryChange)(
  'a question at 0:40 of a lecture, asked by keyboard, survives a reload and a lost reply; staff is notified and answers, the asker is notified and accepts, staff is notified, and one press plays from there',
  async () => {
    const [{ page }, { page: staff }] = await Promise.all([
      open('demo', 'demo-learner-2026', 390),
      open('staff', 'demo-staff-2026', 1280),
    ])
    await Promise.all([page.goto(LECTURE), staff.goto('/Studio/')])
    const [heard, heardByStaff] = [await unread(page), await unread(staff)]
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 1)
    await page.evaluate(() => {
      const video = document.querySelector('video')
      video?.pause()
      if (video) video.currentTime = 40.4
    })
    await button(page, 'Ask a question here').focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('form', { name: 'A question at 0:40' })
    await form.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Ask a question here')
    await page.keyboard.press('Enter')
    await form.waitFor()
    await page.keyboard.type('May an observer take notes?')
    // An accidental close keeps the text.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await page.keyboard.type('The lecture says **yes**, km')
    await page.reload()
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 1)
    await page.evaluate(() => {
      const video = document.querySelector('video')
      if (video) video.currentTime = 40.4
    })
    await button(page, 'Ask a question here').click()
    await form.waitFor()
    expect(await form.getByLabel('Title').inputValue()).toBe('May an observer take notes?')
    // The post is stored, but the response is lost.
    await page.route('**/discussions/ask/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await form.getByRole('button', { name: 'Ask' }).click()
    await form.getByRole('alert').getByText('What you typed is still here').waitFor()
    await page.unroute('**/discussions/ask/')
    await form.getByRole('button', { name: 'Ask' }).press('Enter')
    await main(page).getByRole('status').getByText('Posted.').waitFor()
    await expect.poll(() => focused(page)).toBe('Discussions')
    const moments = main(page).getByRole('list', { name: 'Questions by time' })
    await moments.getByRole('link', { name: 'May an observer take notes?' }).waitFor()
    expect(await moments.getByRole('listitem').count()).toBe(1)
    await expect.poll(() => unread(staff)).toBe(heardByStaff + 1)

    await staff.goto('/Studio/')
    await staff.getByRole('link', { name: '1 unanswered question' }).click()
    await staff.getByRole('link', { name: 'May an observer take notes?' }).click()
    await staff.getByRole('heading', { level: 1, name: 'May an observer take notes?' }).waitFor()
    await staff.getByLabel('Your reply').last().fill('Yes, where the _rules_ of the state allow it: see 0:41.')
    await button(staff, 'Post reply').click()
    await main(staff).getByRole('status').getByText('Sent.').waitFor()
    expect(await staff.getByRole('article', { name: /^Reply 1 by/ }).innerText()).toContain('Academy')
    await expect.poll(() => unread(page)).toBe(heard + 1)

    await moments.getByRole('link', { name: 'May an observer take notes?' }).click()
    await button(page, 'Mark as answer: reply 1').press('Enter')
    await main(page).getByRole('status').getByText('Marked as the answer.').waitFor()
    await expect.poll(() => focused(page)).toBe('Reply 1 by Sam Staff')
    // Replies that are visible on the screen cause no notification.
    await staff
      .getByRole('article', { name: /^Reply 1 by/ })
      .getByText('Answer', { exact: true })
      .waitFor()
    await expect.poll(() => unread(staff)).toBe(heardByStaff)
    expect(await page.getByRole('article', { name: /^Reply 1 by/ }).innerText()).toContain('Answer')
    const playsFrom = (seconds: number) =>
      page.waitForFunction((from) => {
        const { currentTime = 0, paused = true } = document.querySelector('video') ?? {}
        return !paused && currentTime > from && currentTime < from + 10
      }, seconds)
    await page
      .getByRole('article', { name: /^Reply 1 by/ })
      .getByRole('link', { name: '0:41' })
      .press('Enter')
    await playsFrom(41)
    await page.goBack()
    await button(page, 'Unmark as answer: reply 1').press('Enter')
    await button(page, 'Mark as answer: reply 1').waitFor()
    await expect.poll(() => focused(page)).toBe('Reply 1 by Sam Staff')
    await button(page, 'Mark as answer: reply 1').press('Enter')
    await button(page, 'Unmark as answer: reply 1').waitFor()
    await button(page, 'Edit the question').press('Enter')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Edit the question')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('One more word. ')
    await button(page, 'Save').press('Enter')
    await main(page).getByText('· edited').waitFor()
    await expect.poll(() => focused(page)).toBe('Question by Dana D.')
    await page.getByLabel('Your reply').last().fill('Not meant so.')
    await button(page, 'Post reply').press('Enter')
    await button(page, 'Delete reply 2').press('Enter')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Delete reply 2')
    await page.keyboard.press('Enter')
    await button(page, 'Delete permanently: reply 2').press('Enter')
    await main(page).getByText('Deleted by its author').waitFor()
    await expect.poll(() => focused(page)).toBe('Reply 2 by Dana D.')
    await main(page)
      .getByRole('link', { name: /play from 0:40$/ })
      .click()
    await playsFrom(40)
    await moments.getByText('Answered').waitFor()

    await page.goto(`/MyAcademy/${COURSE}`)
    await main(page).getByRole('link', { name: 'Course discussions' }).click()
    await main(page).getByText('Answered', { exact: true }).waitFor()
    await main(page).getByLabel('Unanswered only').check()
    await main(page).getByText('No unanswered questions').waitFor()
    await page.goBack()
    await main(page).getByText('Answered', { exact: true }).waitFor()
    await page.goto(`/MyAcademy/${COURSE}/Discussions/?lecture=gone&after=junk`)
    await main(page).getByText('Answered', { exact: true }).waitFor()
  },
)

test.skipIf(isEveryChange)(
  'an open discussion stays current: hidden posts disappear, and it closes with its course',
  async () => {
    const [staff, demo] = await Promise.all([
      logIn(academy.url, 'staff', 'demo-staff-2026'),
      logIn(academy.url, 'demo', 'demo-learner-2026'),
    ])
    const { members } = (await staff.post('/Academy/api/studio/members/', { words: 'newcomer' })).body
    const [{ id: member }] = members
    const granted = await staff.post(`/Academy/api/studio/members/${member}/grant/`, {
      product: COURSE,
      why: 'A class',
    })
    expect(granted.status).toBe(200)
    const id = crypto.randomUUID()
    await demo.post(`/Academy/api/take/course/${COURSE}/discussions/ask/`, { id, title: 'Which one?', text: 'Thirty?' })
    const reply = { id: crypto.randomUUID(), text: 'Canary words.' }
    expect((await demo.post(`/Academy/api/discussion/${id}/reply/`, reply)).status).toBe(200)
    const { page } = await open('newcomer', 'demo-newcomer-2026', 390)
    await page.goto(`/MyAcademy/${COURSE}/Discussions/${id}`)
    await page.getByLabel('Your reply').last().fill('My own words.')
    await button(page, 'Post reply').click()
    await page.getByText('My own words.', { exact: true }).waitFor()
    await page.getByText('Canary words.').waitFor()
    const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    expect((await staff.post(`/Academy/api/studio/posts/${reply.id}/hide/`, { reason: 'A name' })).status).toBe(200)
    const [asked] = await Promise.all([page.waitForRequest(`**/discussion/${id}/from/**`), comeBack()])
    // Polling is not user activity, so it does not extend the session.
    expect(asked.headers()['x-unattended']).toBe('1')
    await page.getByText('Hidden by a moderator').waitFor()
    expect(await page.getByText('Canary words.').count()).toBe(0)
    expect((await staff.post(`/Academy/api/studio/members/${member}/revoke-grant/`, { product: COURSE })).status).toBe(
      200,
    )
    await comeBack()
    await page.getByRole('heading', { name: 'You don’t have access to this discussion' }).waitFor()
    // Authors can still delete their posts there.
    await page.goto('/Account/')
    await main(page).getByRole('link', { name: 'Posts' }).click()
    await main(page).getByText('My own words.').waitFor()
    expect(await main(page).getByRole('link', { name: /^View/ }).count()).toBe(0)
    await button(page, /^Delete: your post/).press('Enter')
    await expect.poll(() => focused(page)).toContain('Cancel: your post')
    await button(page, /^Delete permanently/).press('Enter')
    await expect.poll(() => focused(page)).toBe('Deleted.')
    await page.reload()
    await main(page).getByText('You haven’t posted yet').waitFor()
  },
)

test(
  `${XSS.length} attacks, each in a title and in a text, do nothing in Chromium and leave nothing to click`,
  { timeout: 120_000 },
  async () => {
    // New accounts cannot post links.
    const staff = await logIn(academy.url, 'staff', 'demo-staff-2026')
    const { page, complaints } = await open('demo', 'demo-learner-2026', 1280)
    const asked = await staff.post(`/Academy/api/take/course/${COURSE}/discussions/ask/`, {
      id: crypto.randomUUID(),
      title: XSS[0],
      text: 'All of them.',
    })
    expect(asked.status).toBe(200)
    const { id } = asked.body
    const address = `/MyAcademy/${COURSE}/Discussions/${id}`
    // Some of these texts are actually posted. All of them are then rendered the way posts are, and added to the
    // response.
    for (const text of [XSS.slice(0, 60).join('\n\n'), ...XSS.slice(-5)])
      expect((await staff.post(`/Academy/api/discussion/${id}/reply/`, { id: crypto.randomUUID(), text })).status).toBe(
        200,
      )
    await page.route(`**/discussion/${id}/from/*/`, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { posts: { number: number }[] }
      const [post] = body.posts
      const each = XSS.map((attack, n) => ({
        ...post,
        id: idOf(n),
        number: 100 + n,
        ...renderMarkdown({ text: tidyText(attack), style: 'document' }),
      }))
      return route.fulfill({ response, json: { ...body, posts: [...body.posts, ...each] } })
    })
    await page.addInitScript(() => {
      const hits: string[] = []
      Object.assign(globalThis, { hits })
      for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const)
        Object.assign(globalThis, { [name]: (what: unknown) => hits.push(`${name} ${String(what)}`) })
    })
    await page.goto(address)
    await page.getByRole('article').first().waitFor()
    expect(await page.getByRole('article').count()).toBe(7 + XSS.length)
    const found = await page.evaluate(() => {
      const inside = [...document.querySelectorAll('article *')]
      for (const link of document.querySelectorAll<HTMLElement>('article a')) {
        link.addEventListener('click', (event) => event.preventDefault())
        link.click()
        link.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      }
      return {
        tags: [...new Set(inside.map(({ localName }) => localName))].filter(
          (name) =>
            !/^(p|br|hr|h3|h4|ul|ol|li|strong|em|del|code|pre|blockquote|table|thead|tbody|tr|th|td|a|div|span|bdi|time|button|font)$/.test(
              name,
            ),
        ),
        handlers: inside
          .flatMap(({ attributes }) => [...attributes].map(({ name }) => name))
          .filter((name) => name.startsWith('on') || name === 'style'),
        links: [...document.querySelectorAll<HTMLAnchorElement>('article .prose a[href]')]
          .filter(({ protocol, rel }) => !/^(https?|mailto|tel):$/.test(protocol) || rel !== 'nofollow ugc noopener')
          .map(({ outerHTML }) => outerHTML),
        hits: (globalThis as unknown as { hits: string[] }).hits,
      }
    })
    expect(found).toEqual({ tags: [], handlers: [], links: [], hits: [] })
    expect(page.url()).toBe(academy.url + address)
    expect(complaints).toEqual([])

    // Now all of these texts are titles in the list of discussions.
    await page.route('**/discussions/', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      const response = await route.fetch()
      const body = (await response.json()) as { threads: object[] }
      const [thread] = body.threads
      const threads = XSS.map((title, n) => ({
        ...thread,
        id: idOf(n),
        title: title.slice(0, 200),
      }))
      return route.fulfill({ response, json: { ...body, threads } })
    })
    await page.goto(`/MyAcademy/${COURSE}/Discussions/`)
    const list = page.getByRole('list', { name: 'Discussions' })
    await list.waitFor()
    expect(await list.getByRole('listitem').count()).toBe(XSS.length)
    expect(await list.locator('a > :not(font)').count()).toBe(0)
    expect(await page.evaluate(() => (globalThis as unknown as { hits: string[] }).hits)).toEqual([])
    expect(complaints).toEqual([])
  },
)

test('warns about possible patient data before it leaves the device; edited text is posted, confirmed text is posted with the confirmation', async () => {
  const { page } = await open('staff', 'demo-staff-2026', 360)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postData() ?? '')
  })
  await page.goto(`/MyAcademy/${COURSE}/Discussions/`)
  await button(page, /^Ask/).first().click()
  const form = main(page).getByRole('form')
  await form.getByLabel('Title').fill('Which report counts?')
  await form.getByLabel('Related to').selectOption({ index: 2 })
  await form.getByLabel('Time in the lecture').fill('0:41')
  await form.getByLabel(/^Your question/).fill('Maria Gonzalez, 58, MRN 4471902, fell twice.')
  await form.getByRole('button', { name: 'Ask' }).press('Enter')
  const question = form.getByRole('region', { name: 'Does this identify a patient?' })
  await question.getByText('4471902').waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('guard')
  expect(sent.join('')).not.toContain('Gonzalez')
  await question.getByRole('button', { name: 'Post anyway' }).click()
  await question.getByText('Check this box to post').waitFor()
  await question.getByRole('checkbox').check()
  await question.getByRole('button', { name: 'Post anyway' }).click()
  await expect.poll(() => sent.join('')).toContain('"guard_confirmed":true')
  await page.getByRole('heading', { level: 1, name: 'Which report counts?' }).waitFor()
  await main(page)
    .getByRole('link', { name: /play from 0:41$/ })
    .waitFor()
  await main(page).getByLabel('Your reply').last().fill('A 58-year-old man, Rule 35, at 12:40.')
  await button(page, 'Post reply').click()
  await expect.poll(() => sent.join('')).toContain('"guard_confirmed":false')
})
