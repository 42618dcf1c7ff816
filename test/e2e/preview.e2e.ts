import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { answerAll } from '../harness/examination.ts'
import { isEveryChange } from '../harness/long-test.ts'
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
  await page
    .getByRole('main')
    .getByRole('heading', { name: headings[0] ?? '', level: 1 })
    .waitFor()
  const shown = await page.getByRole('main').getByRole('heading').allTextContents()
  expect(shown).toEqual(headings)
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

type Opened = {
  id: string
  revision: number
  stands_since: string
  plan: {
    lectures: { id: string; address: string; name: string; attachments: { file: string }[] }[]
    examination: { questions: { id: string }[] }
  }
}

const PRODUCTS = '/Academy/api/studio/products/'

async function ask<Reply>(token: string, path: string, body?: object): Promise<Reply> {
  const reply = await fetch(academy.url + path, {
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  expect(reply.status).toBe(200)
  return (await reply.json()) as Reply
}

async function openProduct(token: string, named: string): Promise<Opened> {
  const { products } = await ask<{ products: { id: string; name: string }[] }>(token, PRODUCTS)
  const id = products.find(({ name }) => name === named)?.id
  return ask(token, `${PRODUCTS}${id}/`)
}

const openCourse = (token: string) => openProduct(token, 'Defense Medical Exam Training')

/** What buyers, learners, and attempts would change. */
async function countStored(): Promise<unknown> {
  const client = new pg.Client({ connectionString: academy.environment.DATABASE_URL })
  await client.connect()
  const tables =
    'exam_attempts exam_papers question_tallies certificates lecture_completions playback_positions notices mails purchases notes threads posts'
  const counts = tables.split(' ').map((table) => `(select count(*) from ${table}) as ${table}`)
  const { rows } = await client.query(`select ${counts.join(', ')}`)
  await client.end()
  return rows[0]
}

/** Answers the first `right` questions correctly, and submits. */
async function takeTrial(page: Page, right: number): Promise<void> {
  await answerAll(page, 'defense-medical-exam-training', right)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
}

test('an editor sees the draft as a learner, passes and fails its exam on trial, and nothing is stored', async () => {
  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const { id, plan } = await openCourse(token)
  const before = await countStored()
  const { page } = await openPage(browser, academy.url, 1280, token)
  await page.goto(`/Studio/Catalogue/${id}/Preview`)
  await page.getByRole('link', { name: 'Try the exam' }).click()
  await page.getByText('Trial only. You see what learners see, but nothing you answer is saved or counted.').waitFor()
  await page.getByText('You need 80% or higher to pass.').waitFor()
  await takeTrial(page, 8)
  await page.getByText('You scored 8 out of 10').waitFor()
  await page.getByText('Congratulations!').waitFor()
  await page.getByText('This is a trial. No certificate can be requested here.').waitFor()
  expect(await page.locator('[inert]').getByText('Request Certificate').count()).toBe(1)
  const review = page.getByRole('region', { name: 'Your answers' })
  expect(await review.getByRole('heading', { level: 3 }).count()).toBe(10)
  expect(await review.getByText('Incorrect.').count()).toBe(2)

  await page.getByRole('button', { name: 'Retake Exam' }).click()
  await page.getByText('Question 1/10', { exact: true }).waitFor()
  await takeTrial(page, 7)
  await page.getByText('You scored 7 out of 10').waitFor()
  await page.getByText('You have 2 attempts left before you must wait 12 hours.').waitFor()
  expect(await page.getByText('Request Certificate', { exact: true }).count()).toBe(0)

  await page.getByRole('link', { name: 'Review lectures' }).click()
  expect(await page.getByRole('button', { name: 'Learner' }).getAttribute('aria-pressed')).toBe('true')
  const lectures = page.getByRole('region', { name: 'Lectures', exact: true })
  await lectures.getByText('0%').waitFor()
  await lectures.getByRole('link', { name: 'Start', exact: true }).click()
  await page.getByRole('heading', { name: plan.lectures[0]?.name ?? '', level: 1 }).waitFor()
  const video = page.locator('video')
  await video.evaluate((element: HTMLVideoElement) => element.play())
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.2)

  await page.getByRole('button', { name: 'Phone', exact: true }).click()
  const phone = page.frameLocator('iframe[title="Phone preview"]')
  await phone.getByRole('link', { name: 'Take the Examination' }).click()
  await phone.getByText('Question 1/10', { exact: true }).waitFor()
  expect(await phone.getByText('Trial only.').count()).toBe(0)
  expect(await phone.locator('html').evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await countStored()).toEqual(before)
  await page.context().close()
})

test.skipIf(isEveryChange)(
  'a trial keeps its answers on each screen and without a connection, and its frame stays in the preview',
  async () => {
    const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
    const { id } = await openCourse(token)
    const { page } = await openPage(browser, academy.url, 1280, token)
    await page.goto(`/Studio/Catalogue/${id}/TrialExam`)
    await answerAll(page, 'defense-medical-exam-training', 10)
    const showScreen = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await showScreen('Phone')
    const phone = page.frameLocator('iframe[title="Phone trial exam"]')
    await phone.getByText('Question 1/10', { exact: true }).waitFor()
    for (let number = 1; number <= 10; number += 1) {
      await phone.getByRole('radio').first().check()
      if (number < 10) await phone.getByRole('button', { name: 'Next', exact: true }).click()
    }
    await showScreen('Computer')
    const submit = page.getByRole('button', { name: 'Submit', exact: true })
    await page.context().setOffline(true)
    await submit.click()
    await page.getByText('We couldn’t reach the academy. Please check your connection and try again.').waitFor()
    await page.context().setOffline(false)
    await submit.click()
    await page.getByText('You scored 10 out of 10').waitFor()

    // The session ends while the phone's trial is open.
    await showScreen('Phone')
    const ended = { code: 'sign_in_required', message: 'Log in again.' }
    await page.route('**/trial-exam/', (route) => route.fulfill({ status: 401, json: ended }), { times: 1 })
    await phone.getByRole('button', { name: 'Submit', exact: true }).click()
    await phone.getByRole('textbox', { name: 'Password' }).fill('demo-staff-2026')
    await phone.getByRole('button', { name: 'Log in', exact: true }).click()
    await phone.getByText(/You scored \d+ out of 10/).waitFor()
    await page.context().close()
  },
)

test.skipIf(isEveryChange)('links of the phone preview that leave it open a new tab', async () => {
  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const { id } = await openCourse(token)
  const { id: empty } = await ask<{ id: string }>(token, PRODUCTS, { kind: 'course', name: 'Empty' })
  const { page } = await openPage(browser, academy.url, 1280, token)
  const openInTab = async (path: string, { frame, link, to }: { frame: string; link: string; to: RegExp }) => {
    await page.goto(path)
    await page.getByRole('button', { name: 'Phone', exact: true }).click()
    const opening = page.context().waitForEvent('page')
    await page.frameLocator(`iframe[title="${frame}"]`).getByRole('link', { name: link }).first().click()
    const tab = await opening
    await tab.waitForURL(to)
    await tab.close()
    const [, framed] = page.frames()
    expect(framed?.url()).toBe(`${academy.url}${path}?frame`)
  }
  await openInTab(`/Studio/Catalogue/${id}/Preview`, {
    frame: 'Phone preview',
    link: 'Terms of Service',
    to: /\/TermsOfService\/$/,
  })
  await openInTab(`/Studio/Catalogue/${empty}/TrialExam`, {
    frame: 'Phone trial exam',
    link: 'Go to the exam',
    to: /part=examination$/,
  })
  await page.context().close()
})

test('the preview and the trial of an unfinished draft say what is missing', async () => {
  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const { id, plan, revision, stands_since } = await openCourse(token)
  const third = plan.examination.questions[2]?.id
  const [lecture] = plan.lectures
  const attachments = lecture?.attachments.map(({ file }) => ({ name: '', file })).slice(0, 1)
  const changes = [
    { do: 'set', at: ['examination', 'questions', third, 'answer'], to: null },
    { do: 'set', at: ['lectures', lecture?.id, 'attachments'], to: attachments },
  ]
  await ask(token, `${PRODUCTS}${id}/changes/`, { revision, stands_since, changes })
  const { page } = await openPage(browser, academy.url, 1280, token)
  await page.goto(`/Studio/Catalogue/${id}/TrialExam`)
  const leftOut = page.getByRole('region', { name: 'Questions left out until you fix them' })
  await leftOut.getByText('Please mark the correct option.').waitFor()
  await page.getByText('Question 1/10', { exact: true }).waitFor()
  await leftOut.getByRole('link', { name: 'Question 3: Correct option' }).click()
  await page.waitForURL(/part=examination/)
  await page.goto(`/Studio/Catalogue/${id}/Preview?learner`)
  await page.getByText('Until you publish, learners see the last published version.').waitFor()
  await page.getByRole('link', { name: 'Untitled' }).waitFor()
  await ask(token, `${PRODUCTS}${id}/sale/`, { is_on_sale: false })
  await page.goto(`/Studio/Catalogue/${id}/Preview`)
  await page.getByText('Until you publish, visitors see nothing.').waitFor()
  // A mistyped address is a missing page, not a temporary problem.
  await page.goto('/Studio/Catalogue/mistyped/TrialExam')
  await page.getByText('This page doesn’t exist').waitFor()
  await page.context().close()
})

const listHeadings = (page: Page) => page.getByRole('main').getByRole('heading').allTextContents()

/** The headings of a page of the academy, and the price that it shows. */
async function readPage(
  account: readonly [string, string] | undefined,
  { path, until }: { path: string; until: string },
): Promise<{ headings: string[]; price: string | null }> {
  const token = account && (await getToken(academy.url, ...account))
  const { page } = await openPage(browser, academy.url, 1280, token)
  await page.goto(path)
  await page.getByRole('heading', { name: until }).waitFor()
  const headings = await listHeadings(page)
  const prices = await page.locator('#buy .money').allTextContents()
  await page.context().close()
  return { headings, price: prices[0] ?? null }
}

async function openPreview(named: string) {
  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const { id, plan } = await openProduct(token, named)
  const { page } = await openPage(browser, academy.url, 1280, token)
  await page.goto(`/Studio/Catalogue/${id}/Preview`)
  await page.getByRole('button', { name: 'Learner', exact: true }).waitFor()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  return { page, press, id, plan }
}

test.skipIf(isEveryChange)(
  'a podcast is previewed as its real page: with its price, or playing for learners, and no position is stored',
  async () => {
    const real = await readPage(['newcomer', 'demo-newcomer-2026'], {
      path: '/Podcast/fact-or-opinion-writing-reports-that-hold-up/',
      until: 'About this podcast',
    })
    const before = await countStored()
    const { page, press } = await openPreview('Fact or Opinion? Writing Reports That Hold Up')
    await page.getByText('Visitors log in before they see this page.').waitFor()
    await page.getByRole('heading', { name: 'About this podcast' }).waitFor()
    expect(await listHeadings(page)).toEqual(real.headings)
    expect(await page.locator('#buy .money').first().textContent()).toBe(real.price)
    await page.getByText('This is a preview. Nothing can be bought here.').waitFor()
    expect(await page.locator('audio').count()).toBe(0)

    await press('Learner')
    const audio = page.locator('audio')
    await audio.evaluate((element: HTMLAudioElement) => element.play())
    await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(1.5)
    await audio.evaluate((element: HTMLAudioElement) => element.pause())
    await page.getByRole('list', { name: 'Transcript' }).getByRole('listitem').nth(3).waitFor()
    expect(await page.locator('#buy').count()).toBe(0)

    await press('Phone')
    const phone = page.frameLocator('iframe[title="Phone preview"]')
    await phone.getByRole('heading', { name: 'Transcript' }).waitFor()
    expect(await phone.locator('html').evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await countStored()).toEqual(before)
    await page.context().close()
  },
)

test.skipIf(isEveryChange)(
  'a document is previewed as its real page for visitors, and with its downloads for who has it',
  async () => {
    const slug = 'dme-observer-starter-kit'
    const real = await readPage(undefined, { path: `/Document/${slug}/`, until: 'About this document' })
    const owned = await readPage(['demo', 'demo-learner-2026'], {
      path: `/MyDocuments/${slug}/`,
      until: 'Downloadable Resources',
    })
    const { page, press } = await openPreview('DME Observer Starter Kit')
    await page.getByRole('heading', { name: 'About this document' }).waitFor()
    expect(await listHeadings(page)).toEqual(real.headings)
    expect(await page.locator('#buy .money').first().textContent()).toBe(real.price)
    expect(await page.locator('[inert]').getByText('Register To Pay').count()).toBe(1)

    await press('Learner')
    await page.getByRole('heading', { name: 'Downloadable Resources' }).waitFor()
    expect(await listHeadings(page)).toEqual(owned.headings)
    const file = page.getByRole('region', { name: 'Downloadable Resources' }).getByRole('link').first()
    const status = await file.evaluate(async (link: HTMLAnchorElement) => (await fetch(link.href)).status)
    expect(status).toBe(200)
    await page.context().close()
  },
)

test.skipIf(isEveryChange)('a lecture is previewed as its real page, where nothing can be written', async () => {
  const { page, press, id, plan } = await openPreview('Defense Medical Exam Training')
  const [lecture] = plan.lectures
  await press('Learner')
  await page.getByText('This file is not part of the preview.').waitFor()
  expect(await page.locator('[inert]').getByText('All downloadable resources').count()).toBe(1)

  const before = await countStored()
  const learner = await readPage(['demo', 'demo-learner-2026'], {
    path: `/MyAcademy/defense-medical-exam-training/Lecture/${lecture?.address}/`,
    until: 'Discussions',
  })
  await page.goto(`/Studio/Catalogue/${id}/Preview?learner&lecture=${lecture?.id}`)
  await page.getByRole('heading', { name: 'Transcript' }).waitFor()
  await page.getByText('This is a preview. Notes can’t be saved here.').waitFor()
  await page.getByText('This is a preview. Nothing can be posted here.').waitFor()
  expect(await page.locator('[inert] h2').allTextContents()).toEqual(['My notes', 'Discussions'])
  expect(await listHeadings(page)).toEqual(learner.headings.map((heading) => heading.replace(/completed$/, '')))
  expect(await page.getByLabel('Add a note here').isDisabled()).toBe(true)
  expect(await page.getByText('Ask a question here').isDisabled()).toBe(true)
  expect(await page.locator('[inert]').getByText('All discussions about this lecture').count()).toBe(1)

  const video = page.locator('video')
  await page.getByRole('list', { name: 'Transcript' }).getByRole('button').nth(1).click()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(1.5)
  await video.evaluate((element: HTMLVideoElement) => {
    element.pause()
    element.currentTime = element.duration
    return element.play()
  })
  await page.getByRole('link', { name: 'Go to the next lecture' }).click()
  await page.getByRole('heading', { name: plan.lectures[1]?.name ?? '', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/Studio/Catalogue/${id}/Preview`)
  expect(await countStored()).toEqual(before)
  await page.context().close()
})
