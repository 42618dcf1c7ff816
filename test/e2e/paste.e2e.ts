import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { getPolicyViolations, openPage, sharedBrowser } from '../harness/browser.ts'
import { isEveryChange } from '../harness/long-test.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { PASTED } from '../samples/pasted-texts.ts'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

async function openDescription(): Promise<Page> {
  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const { page } = await openPage(browser, academy.url, 1280, token)
  await page.goto('/Studio/Catalogue/')
  await page.getByLabel('Name', { exact: true }).fill(`Pasted ${Date.now()}`)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('textbox', { name: 'Description', exact: true }).click()
  return page
}

const source = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })

type Clipboard = { html?: string; text?: string }

/** Pastes into the focused field, as a browser does. */
async function paste(page: Page, clipboard: Clipboard): Promise<void> {
  await page.evaluate(({ html, text }) => {
    const clipboardData = new DataTransfer()
    if (html !== undefined) clipboardData.setData('text/html', html)
    clipboardData.setData('text/plain', text ?? '')
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    const isTaken = !document.activeElement?.dispatchEvent(event)
    // oxlint-disable-next-line typescript/no-deprecated -- what the browser does with a plain paste
    if (!isTaken) document.execCommand('insertText', false, text)
  }, clipboard)
}

test('text pasted from Word, Google Docs, and web pages becomes Markdown, and nothing in it runs', async () => {
  const page = await openDescription()
  await page.getByRole('button', { name: 'Switch to Markdown' }).click()
  const field = source(page)
  for (const [name, { html, text = '', markdown }] of Object.entries(PASTED)) {
    await field.fill('')
    await field.focus()
    await paste(page, { html, text })
    await expect.poll(() => field.inputValue(), { message: name }).toBe(markdown)
    await page.keyboard.press('ControlOrMeta+z')
    expect(await field.inputValue(), `${name}, undone`).toBe('')
  }
  expect(await page.evaluate(() => (window as { wasRun?: number }).wasRun)).toBeUndefined()

  await field.fill('')
  await paste(page, { text: '# **as typed**' })
  expect(await field.inputValue()).toBe('# **as typed**')

  // The browser blocks and reports these attributes of the document that is read.
  const isOfRead = (text: string) => /^(?:Applying inline style|Executing inline event handler) violates/.test(text)
  expect(getPolicyViolations(page).filter((text) => !isOfRead(text))).toEqual([])
})

test('the visual editor keeps the formatting of pasted text, and Undo removes it', async () => {
  const page = await openDescription()
  await page.keyboard.type('Before. ')
  await paste(page, { html: '<p>With <b>weight</b></p>', text: 'With weight' })
  await source(page).locator('strong').getByText('weight').waitFor()
  expect(await source(page).locator('p').count()).toBe(1)
  await page.getByText('To paste text without formatting').waitFor()
  const { html, text } = PASTED['Google Docs'] ?? { html: '', text: '' }
  await page.keyboard.press('Enter')
  await paste(page, { html, ...(text !== undefined && { text }) })
  await page.getByText('Pictures were left out.').waitFor()
  await source(page).getByRole('heading', { name: 'What to bring' }).waitFor()
  expect(await source(page).locator('li li').allInnerTexts()).toEqual(['Within'])
  expect(await source(page).getByRole('cell').allInnerTexts()).toContain('5 mg')
  expect(await source(page).getByRole('link').getAttribute('href')).toBe('https://example.com/a?b')
  await page.keyboard.press('ControlOrMeta+z')
  await source(page).getByRole('heading').waitFor({ state: 'detached' })
  await source(page).locator('strong').getByText('weight').waitFor()
  await paste(page, { text: 'And *plainly*.' })
  await source(page).locator('em').getByText('plainly').waitFor()
  await page.getByText(/All changes saved/).waitFor()
})

test.skipIf(isEveryChange)('deep, wide, and long content is pasted within seconds, or as plain text', async () => {
  const page = await openDescription()
  await page.getByRole('button', { name: 'Switch to Markdown' }).click()
  const field = source(page)
  for (const [name, html] of [
    ['deep', `${'<div><b>'.repeat(20_000)}x`],
    ['nested lists', `${'<ul><li>x'.repeat(5_000)}`],
    ['levels', Array.from({ length: 1_500 }, (_, n) => `<p style="mso-list:l0 level${n} lfo1">x`).join('')],
    ['wide', '<b>a</b><i>b</i>'.repeat(30_000)],
    ['marks', '<b>a</b><i>b</i>'.repeat(4_000)],
    ['a large table', `<table>${`<tr>${'<td>x</td>'.repeat(200)}</tr>`.repeat(200)}</table>`],
    ['long', `<p>${'*_[a](b) '.repeat(100_000)}</p>`],
    ['links', '<a href="https://a.example/">a</a>'.repeat(5_000)],
  ] as const) {
    await field.fill('')
    await field.focus()
    await paste(page, { html, text: 'plain' })
    await expect
      .poll(async () => (await field.inputValue()) !== '' || (await page.getByText('too much text').isVisible()), {
        message: name,
      })
      .toBe(true)
    await page.getByRole('button', { name: 'Switch to visual editor' }).click()
    await page.getByRole('button', { name: 'Bold' }).click({ timeout: 15_000 })
    await page.getByRole('button', { name: 'Switch to Markdown' }).click()
  }
})
