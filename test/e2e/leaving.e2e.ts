import type { Browser } from 'playwright-core'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUnsubscribeAddress } from '#features/people/notifications/notifications.public.ts'
import { readConfig } from '#platform/config.ts'
import { createApiClient, getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

test('a member turns off reminders by keyboard, a mail program by one POST, and the unsubscribe page undoes it', async () => {
  const token = await getToken(academy.url, 'newcomer', 'demo-newcomer-2026')
  const api = createApiClient(academy.url, token)
  const isOn = async () => (await api.get('/Academy/api/account/mails/')).body[0].is_on as boolean
  const { page } = await openPage(browser, academy.url, 390, token)
  await page.goto('/Account/')
  await page.getByRole('link', { name: 'Emails' }).click()
  const choice = page.getByRole('switch', { name: 'Study reminders' })
  await choice.focus()
  await page.keyboard.press('Space')
  await page.getByRole('status').filter({ hasText: 'You won’t get study reminders anymore.' }).waitFor()
  expect([await isOn(), await choice.getAttribute('aria-checked')]).toEqual([false, 'false'])
  expect(await choice.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Space')
  await page.getByText('You’ll get study reminders again.').waitFor()
  expect(await isOn()).toBe(true)

  await page.goto('/Account/')
  const copy = await api.post('/Academy/api/account/confirm/', { password: 'demo-newcomer-2026' })
  expect(copy.status).toBe(200)
  const { config, memberId } = await linkOf(token)
  const link = createUnsubscribeAddress({ config }, { memberId, kind: 'study-reminder' })

  const visitor = await openPage(browser, academy.url, 390)
  await visitor.page.goto(link)
  await visitor.page.getByRole('button', { name: 'Unsubscribe' }).waitFor()
  expect(await isOn()).toBe(true)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const press = await fetch(link, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click', redirect: 'manual' })
  expect([press.status, await press.text()]).toEqual([200, 'You won’t get study reminders anymore.\n'])
  expect(await isOn()).toBe(false)

  await visitor.page.getByRole('button', { name: 'Unsubscribe' }).dblclick()
  await visitor.page.getByText('You won’t get study reminders anymore.').waitFor()
  await visitor.page.waitForTimeout(1_000)
  expect(await isOn()).toBe(false)
  await visitor.page.getByRole('button', { name: 'Undo' }).press('Enter')
  await visitor.page.getByText('You’ll get study reminders again.').waitFor()
  expect(await isOn()).toBe(true)
  await Promise.all([page.context().close(), visitor.page.context().close()])
})

test('the unsubscribe page works without scripts', async () => {
  const token = await getToken(academy.url, 'newcomer', 'demo-newcomer-2026')
  const { config, memberId } = await linkOf(token)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(createUnsubscribeAddress({ config }, { memberId, kind: 'study-reminder' }))
  expect(await page.getByText('needs JavaScript').count()).toBe(0)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByText('You won’t get study reminders anymore.').waitFor()
  const kinds = await createApiClient(academy.url, token).get('/Academy/api/account/mails/')
  expect(kinds.body[0].is_on).toBe(false)
})

/** Builds the link as an email would: with the running academy's secret and the id of this token's member. */
async function linkOf(token: string) {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: academy.folder, PUBLIC_URL: academy.url })
  expect(readFileSync(path.join(academy.folder, 'app-secret'), 'utf8').trim()).toBe(config.appSecret)
  const reply = await fetch(`${academy.url}/Academy/api/account/data/`, {
    headers: { authorization: `Token ${token}` },
  })
  const { unzipSync, strFromU8 } = await import('fflate')
  const file = unzipSync(new Uint8Array(await reply.arrayBuffer()))['member.json']
  const { members } = JSON.parse(strFromU8(file ?? new Uint8Array())) as { members: { id: string }[] }
  return { config, memberId: members[0]?.id ?? '' }
}
