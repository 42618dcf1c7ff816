import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

async function studio(address: string, width: number): Promise<Page> {
  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const { page } = await openPage(browser, academy.url, width, token)
  await page.goto(address)
  return page
}

async function query(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: academy.environment.DATABASE_URL })
  await client.connect()
  await client.query(text)
  await client.end()
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Studio' })
const focused = (page: Page) => page.locator(':focus')

test('the menu leads to every area, marks the current page, and counts what there is to do, also after an action', async () => {
  await query(`update law_dates set as_of = '2019-01-01', look_again_by =
    case when lecture_id = (select lecture_id from law_dates limit 1) then '2020-01-01' else '2099-01-01' end::date`)
  const page = await studio('/Studio/', 1280)
  const areas = ['Home', 'Products', 'Members', 'Sales', 'Marketing', 'Community', 'Reports', 'Settings']
  await menu(page).getByRole('link', { name: 'Settings' }).waitFor()
  const names = await menu(page).getByRole('link').allInnerTexts()
  expect(names.map((name) => /^\w+/.exec(name)?.[0])).toEqual(areas)
  for (const landmark of ['banner', 'main', 'navigation'] as const)
    expect([landmark, await page.getByRole(landmark).count()]).toEqual([landmark, 1])
  expect(await page.getByRole('contentinfo').count()).toBe(0)

  await page.keyboard.press('Tab')
  expect(await focused(page).innerText()).toBe('Skip to content')
  await menu(page).getByRole('link', { name: 'Products 1 due' }).click()
  const current = () => menu(page).locator('[aria-current=page]').innerText()
  await expect.poll(current).toBe('Catalog')
  await menu(page).getByRole('link', { name: 'Legal review schedule 1 due' }).click()
  await page.getByRole('button', { name: 'Mark as reviewed' }).click()
  await menu(page).getByRole('link', { name: 'Legal review schedule', exact: true }).waitFor()
  expect(await current()).toBe('Legal review schedule')

  await page.getByRole('link', { name: 'Help' }).click()
  await page.waitForURL('**/Studio/Help/daily-tasks#reviewing-the-law')
  await page.getByRole('heading', { name: 'Reviewing the law' }).waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  await page.getByRole('main').getByRole('link', { name: 'refund what you owe' }).click()
  await page.getByRole('heading', { name: 'Taking payments', level: 1 }).waitFor()
  await page.context().close()
})

test('on a phone: the menu keeps the focus, closes with Escape and after a choice, and lists every page', async () => {
  const page = await studio('/Studio/', 390)
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  await button.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.getByRole('link', { name: 'Failed emails' }).waitFor()
  for (let n = 0; n < 40; n += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main, header > div > a') === null)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await button.press('Enter')
  await drawer.getByRole('button', { name: 'Logout' }).waitFor()
  await drawer.getByRole('link', { name: 'Failed emails' }).press('Enter')
  await page.getByRole('heading', { name: 'Failed emails' }).waitFor()
  await drawer.waitFor({ state: 'hidden' })
  expect(await focused(page).getAttribute('id')).toBe('content')
  await page.context().close()
})

test('by keyboard: Ctrl+K finds pages, members, orders, and products, and says when there is nothing', async () => {
  const page = await studio('/Studio/Staff/', 1280)
  await menu(page).getByRole('link', { name: 'Staff' }).waitFor()
  const input = page.getByRole('combobox', { name: 'Search or go to' })
  const status = page.getByRole('dialog').getByRole('status')
  const open = async (words: string, said: string | RegExp) => {
    await page.keyboard.press('Control+k')
    await input.waitFor()
    await page.keyboard.type(words)
    await status.getByText(said).waitFor()
  }
  await open('coupon', /results?$/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Coupons' }).waitFor()

  await open('dana', /results$/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Dana Demo' }).waitFor()

  await open('dana', /results$/)
  const order = page.getByRole('option', { name: /Order · / }).first()
  const text = await order.innerText()
  const number = text.split('\n')[0] ?? ''
  while ((await page.locator('[role=option][data-highlighted]').innerText()) !== text)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('1 order, newest first').waitFor()
  expect(page.url()).not.toContain(number)

  await open('reference', /results?$/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Exam Test Quick Reference' }).waitFor()

  await open('zebra crossing', 'Nothing found for “zebra crossing”.')
  await page.keyboard.press('Escape')
  await input.waitFor({ state: 'detached' })
  const button = page.getByRole('button', { name: 'Search or go to…' })
  await button.press('Enter')
  await input.waitFor()
  await page.keyboard.press('Escape')
  await input.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page).innerText()).toContain('Search or go to…')
  await page.context().close()
})

test('on a phone: to-dos come first and setup last; a product’s form comes first, with its sections and publishing in reach', async () => {
  const page = await studio('/Studio/', 390)
  await page.getByRole('region', { name: 'Setup' }).waitFor()
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
  expect([headings[0], headings.at(-1)]).toEqual(['To do', 'Setup'])

  await page.goto('/Studio/Catalogue/')
  await page.getByRole('main').getByRole('link', { name: 'Defense Medical Exam Training', exact: true }).click()
  const name = page.getByLabel('Name', { exact: true }).first()
  await name.waitFor()
  expect((await name.boundingBox())?.y).toBeLessThan(600)
  const sections = page.getByRole('button', { name: 'Sections' })
  await sections.click()
  await page.getByRole('dialog').getByRole('list', { name: 'Lectures' }).getByRole('link').nth(1).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByLabel('Topics').fill('What an exam is')
  await page.getByText('All changes saved.').waitFor()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  for (const each of [sections, publish]) expect((await each.boundingBox())?.y).toBeGreaterThan(600)
  await publish.click()
  await page.getByText('Published and for sale.').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.context().close()
})

test('a part that few need is folded, and opens by itself for an error', async () => {
  const page = await studio('/Studio/Catalogue/', 390)
  await page.getByRole('main').getByRole('link', { name: 'Defense Medical Exam Training', exact: true }).click()
  const part = page.locator('details', { hasText: 'Contact hours' })
  await part.waitFor()
  expect(await part.evaluate((element: HTMLDetailsElement) => element.open)).toBe(false)
  await part.locator('summary').click()
  await page.getByLabel('Hours', { exact: true }).fill('many')
  await page.getByText(/All changes saved/).waitFor()
  await page.reload()
  await expect.poll(() => part.evaluate((element: HTMLDetailsElement) => element.open)).toBe(true)
  await page.context().close()
})
