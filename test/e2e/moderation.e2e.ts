import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { button, COURSE, main } from '../harness/screen.ts'
import { darkFindings, findings } from '../oracles/axe.ts'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

const look = async (page: Page) => [...(await findings(page)), ...(await darkFindings(page))]
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const status = (page: Page, text: string | RegExp) => main(page).getByRole('status').getByText(text).waitFor()

async function open(username: string, width: number): Promise<Page> {
  const password = { demo: 'demo-learner-2026', newcomer: 'demo-newcomer-2026', staff: 'demo-staff-2026' }[username]
  return (await openPage(browser, academy.url, width, await getToken(academy.url, username, password ?? ''))).page
}

/** A question by the demo learner, with a reply by the newcomer, who also has access to the course. */
async function discussion(): Promise<string> {
  const [staff, demo, newcomer] = await Promise.all([
    logIn(academy.url, 'staff', 'demo-staff-2026'),
    logIn(academy.url, 'demo', 'demo-learner-2026'),
    logIn(academy.url, 'newcomer', 'demo-newcomer-2026'),
  ])
  const { members } = (await staff.post('/Academy/api/studio/members/', { words: 'newcomer' })).body
  const [{ id: member }] = members
  await staff.post(`/Academy/api/studio/members/${member}/grant/`, { product: COURSE, why: 'A class' })
  const id = crypto.randomUUID()
  const asked = { id, title: 'Thirty days or forty-five?', text: 'Which one holds?' }
  expect((await demo.post(`/Academy/api/take/course/${COURSE}/discussions/ask/`, asked)).status).toBe(200)
  const reply = { id: crypto.randomUUID(), text: 'Mrs. Oak in room 412 waited 45.', guard_confirmed: true }
  expect((await newcomer.post(`/Academy/api/discussion/${id}/reply/`, reply)).status).toBe(200)
  return `/MyAcademy/${COURSE}/Discussions/${id}`
}

test('by keyboard: a post is reported, staff hides it, its author reads why, it is restored; a muted author keeps what was typed', async () => {
  const thread = await discussion()
  const [reader, staff, author] = await Promise.all([open('demo', 360), open('staff', 1280), open('newcomer', 768)])

  await reader.goto(thread)
  await button(reader, 'Report reply 1').press('Enter')
  await reader.keyboard.press('Escape')
  await expect.poll(() => focused(reader)).toBe('Report…')
  await button(reader, 'Report reply 1').press('Enter')
  await reader.keyboard.type('It names a patient')
  await reader.keyboard.press('Escape')
  await reader.route('**/report/', (route) => route.abort())
  await reader.keyboard.press('Tab')
  await reader.keyboard.press('Enter')
  await reader.getByRole('alert').getByText('What you typed is still here.').waitFor()
  expect(await look(reader)).toEqual([])
  await reader.unroute('**/report/')
  await reader.reload()
  await button(reader, 'Report reply 1').press('Enter')
  expect(await reader.getByLabel('What’s wrong?').inputValue()).toBe('It names a patient')
  await button(reader, 'Cancel').press('Enter')
  await expect.poll(() => focused(reader)).toBe('Report…')
  await button(reader, 'Report reply 1').press('Enter')
  await button(reader, 'Report post').press('Enter')
  await reader.getByText('You reported this post. Thank you.').waitFor()
  expect(await focused(reader)).toContain('You reported this post.')
  expect(await button(reader, /^Report/).count()).toBe(0)

  await staff.goto('/Studio/')
  await staff.getByRole('link', { name: '1 reported post to review' }).press('Enter')
  const post = staff.getByRole('article', { name: 'Reply 1 in: Thirty days or forty-five?' })
  await post.getByText('Mrs. Oak in room 412 waited 45.').waitFor()
  await post.getByText('It names a patient').waitFor()
  await post.getByText('The author posted this despite').waitFor()
  const late = await staff.context().newPage()
  await late.goto('/Studio/Reports/')
  await button(staff, 'Hide post…').press('Enter')
  await button(staff, 'Hide post').press('Enter')
  await staff.getByText('Enter a reason. The author sees it.').waitFor()
  expect(await look(staff)).toEqual([])
  await staff.keyboard.type('A name and a room.')
  await staff.keyboard.press('Tab')
  await staff.keyboard.press('Enter')
  await status(staff, 'Post hidden. We’re notifying the author of the reason.')
  expect(await focused(staff)).toBe('Reply 1 in: Thirty days or forty-five?')
  await button(late, 'Dismiss reports').press('Enter')
  await late.getByRole('alert').getByText('Someone already reviewed this report').waitFor()
  await late.close()

  await author.goto(thread)
  const own = author.getByRole('article', { name: /^Reply 1 by/ })
  await own.getByText('Hidden by a moderator. Only you and the academy can see it.').waitFor()
  await own.getByText('A name and a room.').waitFor()
  await own.getByText('Mrs. Oak').waitFor()
  expect(await look(author)).toEqual([])
  await reader.reload()
  await reader.getByText('Hidden by a moderator').waitFor()
  expect(await reader.getByText(/Mrs\. Oak|A name and a room/).count()).toBe(0)

  await button(staff, 'Unhide post').press('Enter')
  await status(staff, 'Post unhidden.')
  await reader.reload()
  await reader.getByText('Mrs. Oak').waitFor()

  await button(staff, 'Mute author…').press('Enter')
  expect(await staff.getByLabel('Duration').evaluate((field) => field === document.activeElement)).toBe(true)
  await staff.keyboard.press('Tab')
  await staff.keyboard.type('Names of patients.')
  await staff.keyboard.press('Tab')
  await staff.keyboard.press('Enter')
  await status(
    staff,
    /^Muted\. The member can still read discussions and can post again on \w+ \d+, \d{4}, \d+:\d\d [AP]M UTC\.$/,
  )
  await post.getByText(/^Muted until/).waitFor()
  expect(await look(staff)).toEqual([])
  await author.getByLabel('Your reply').last().fill('Once more, without names.')
  await button(author, 'Post reply').press('Enter')
  const alert = author.getByRole('alert')
  await alert.getByText(/until \w+ \d+, \d{4}, .+ UTC\..+Names of patients\./).waitFor()
  expect(await author.getByLabel('Your reply').last().inputValue()).toBe('Once more, without names.')

  await post.getByRole('link', { name: 'Nell Newcomer' }).press('Enter')
  await staff.getByText('Reason: Names of patients.').waitFor()
  await button(staff, 'Unmute').press('Enter')
  await staff.getByText('Not muted.').waitFor()
  await button(author, 'Post reply').press('Enter')
  await status(author, 'Sent.')

  // Moderators can also hide posts in the discussion itself.
  await staff.goto(thread)
  await button(staff, 'Hide reply 2').press('Enter')
  await staff.keyboard.type('Once is enough.')
  await staff.keyboard.press('Tab')
  await staff.keyboard.press('Enter')
  await status(staff, 'Post hidden. We’re notifying the author of the reason.')
  await expect.poll(() => focused(staff)).toContain('Once is enough.')
  await button(staff, 'Unhide: reply 2').press('Enter')
  await status(staff, 'Post unhidden.')
})
