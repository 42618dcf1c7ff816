import { runCommand } from '../harness/command-line.ts'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { strFromU8, unzipSync } from 'fflate'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createApiClient, logIn } from '../harness/api-client.ts'
import { sharedBrowser, openPage } from '../harness/browser.ts'
import { earnCertificate } from '../harness/earn-certificate.ts'
import { readAllFiles, readAllRows, findWords } from '../harness/stored-data.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const run = promisify(execFile)

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

/** Runs a command, as an operator would type it, and returns its output. */
const typed = (...args: string[]) => runCommand(academy.environment, ...args)

/**
 * The whole database as text: by pg_dump on Debian's PostgreSQL, whose version it matches; otherwise every row of every
 * table.
 */
async function dump(): Promise<Map<string, string>> {
  const { DATABASE_URL: connectionString } = academy.environment
  if (inject('postgres') === 'debian') {
    const { stdout } = await run('pg_dump', ['--dbname', connectionString], { maxBuffer: 1e9 })
    return new Map([['dump', stdout]])
  }
  const pool = new pg.Pool({ connectionString })
  try {
    return await readAllRows(pool)
  } finally {
    await pool.end()
  }
}

test('a member downloads their data, requests deletion by keyboard, and keeps the account after all', async () => {
  const { page, complaints } = await openPage(browser, academy.url, 390)
  await page.goto('/login?next=%2FAccount%2F')
  await page.getByLabel('Username', { exact: true }).fill('newcomer')
  await page.getByLabel('Password', { exact: true }).fill('demo-newcomer-2026')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const downloading = page.waitForEvent('download')
  await button('Download my data').click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('my-data.zip')
  const zip = unzipSync(await readFile(await download.path()))
  const stored = JSON.parse(strFromU8(zip['member.json'] ?? new Uint8Array())) as { members: { username: string }[] }
  expect(stored.members).toMatchObject([{ username: 'newcomer' }])

  const summary = page.locator('summary', { hasText: 'Delete my account…' })
  await summary.focus()
  await page.keyboard.press('Enter')
  expect(await button('Schedule deletion (7 days)').isDisabled()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Your account is scheduled for deletion after').waitFor()
  expect((await academy.findEmail('will be deleted')).text).toContain('Keep my account')

  await page.goto('/MyAcademy/')
  await page.getByText('Your account is scheduled for deletion after').waitFor()
  await button('Keep my account').click()
  await button('Keep my account').waitFor({ state: 'detached' })
  await page.goto('/Account/')
  await summary.waitFor()
  expect(complaints).toEqual([])
})

test('the operator erases a member while the academy runs: the name is gone, sales totals stay the same, and the certificate says so', async () => {
  const demo = await logIn(academy.url, 'demo', 'demo-learner-2026')
  const name = { first_name: 'Philomena', last_name: 'Quackenbush', credentials_after_name: 'RN, LNC' }
  expect((await demo.post('/Academy/api/account/name/', name)).status).toBe(200)
  const certificate = await earnCertificate(academy)
  const { body: account } = await demo.get('/Academy/api/account/')
  const { body: orders } = await demo.get('/Academy/api/account/orders/')
  const billing = {
    company: 'Quillfeather LLC',
    address: '77 Wobblegate Lane',
    tax_number: 'QQ-1',
    add_to_earlier: true,
  }
  expect((await demo.post('/Academy/api/account/billing/', billing)).status).toBe(200)
  // Stores two requested email addresses, a user agent, a reason that staff typed, and a reason shown to the member.
  const wishes = ['first.wish@example.net', 'second.wish@example.org']
  for (const email of wishes) expect((await demo.post('/Academy/api/account/email/', { email })).status).toBe(200)
  const agent = 'Grumblebrowser/9.7'
  const [why, because] = ['lost a bet with the dean', 'Your parrot ate the slides.']
  await typed('grant', 'demo', 'eyes-ears-watch-the-observers-three-tools', '--why', why)
  await typed('lock', 'demo', '--because', because)
  await typed('unlock', 'demo')
  await fetch(`${academy.url}/Academy/api/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ username: 'demo', password: 'demo-learner-2026' }),
  })
  const words = [
    account.email,
    name.first_name,
    name.last_name,
    name.credentials_after_name,
    ...Object.values(billing),
    ...wishes,
    agent,
    why,
    because,
  ].filter((word): word is string => typeof word === 'string')
  expect(words).toHaveLength(12)
  const before = await dump()
  expect(words.filter((word) => findWords([word], before).length === 0)).toEqual([])
  const months = [...new Set((orders as { date: string }[]).map(({ date }) => date.slice(0, 7)))]
  // The sales of all months, without the buyer column.
  const totals = async () => {
    const books = await Promise.all(months.map((month) => typed('sales', month, '--test')))
    return books.map((text) => text.replaceAll(/demo@example\.com|deleted member/g, '').replaceAll(/ +/g, ' '))
  }
  const totalsBefore = await totals()

  const file = path.join(academy.folder, 'demo.zip')
  expect(await typed('export-member', 'demo', file)).toContain('Saved all data about demo')
  const names = Object.keys(unzipSync(await readFile(file)))
  expect(names.filter((name) => name.startsWith('certificates/'))).toHaveLength(1)
  await run('rm', [file])
  expect(await typed('erase-member', 'demo')).toContain('Deleted.')

  expect(findWords(words, await dump())).toEqual([])
  await expect
    .poll(async () => {
      const files = [
        ...(await readAllFiles(path.join(academy.folder, 'mail'))),
        ...(await readAllFiles(path.join(academy.folder, 'files'))),
      ]
      return findWords([account.email], new Map(files))
    })
    .toEqual([])
  expect(await totals()).toEqual(totalsBefore)
  const page = await (await fetch(academy.url + certificate)).text()
  expect(page).toContain('Name removed')
  expect(page).toContain('This certificate is valid.')
  expect(page).not.toContain(name.last_name)
  const again = { username: 'demo', password: 'demo-learner-2026' }
  expect((await createApiClient(academy.url).post('/Academy/api/login/', again)).status).not.toBe(200)
  const { page: screen } = await openPage(browser, academy.url, 390)
  await screen.goto(certificate)
  await expect.poll(() => screen.title()).toMatch(/^Certificate\b(?! of)/)
})
