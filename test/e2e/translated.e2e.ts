import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { register } from '../harness/register-member.ts'
import { translatePage } from '../harness/translator.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { isEveryChange } from '../harness/long-test.ts'

const COURSE = 'defense-medical-exam-training'
const LECTURE = `/MyAcademy/${COURSE}/Lecture/the-rules-that-shape-the-exam/`

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).first()
const see = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor()

/** Opens a page and ignores its console. The project `browser-translated` translates it. */
async function open(account?: [name: string, password: string]) {
  const token = account && (await getToken(academy.url, ...account))
  const { page, complaints } = await openPage(browser, academy.url, 1280, token)
  const isWhole = () =>
    expect(complaints.filter((text) => /NotFoundError|Unexpected Application|Minified React/.test(text))).toEqual([])
  return { page, isWhole }
}

test('logging in with a wrong and then the right password, resetting a password, and registering', async () => {
  const { page, isWhole } = await open()
  await page.goto('/Login')
  for (const password of ['wrong-one', 'wrong-two']) {
    await page.getByLabel('Username').fill('demo')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button(page, 'Login').click()
    await main(page).getByRole('alert').waitFor()
  }
  await page.getByLabel('Password', { exact: true }).fill('demo-learner-2026')
  await button(page, 'Login').click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await page.getByRole('link', { name: 'Register' }).first().waitFor()

  await page.goto('/ForgotPassword')
  await page.getByLabel('Email').fill('nobody@example.com')
  await main(page).getByRole('button').first().click()
  await see(page, /link/i)

  await page.goto('/Register')
  await button(page, 'Register').click()
  await main(page).locator('[aria-invalid=true]').first().waitFor()
  await register(page, 'translated')
  isWhole()
})

test.skipIf(isEveryChange)('a note, the transcript, and a question in a discussion', async () => {
  const { page, isWhole } = await open(['demo', 'demo-learner-2026'])
  await page.goto(LECTURE)
  const notes = page.getByRole('region', { name: 'My notes' })
  for (const text of ['First note', 'Second note']) {
    await notes.getByRole('textbox').fill(text)
    await notes.getByRole('button', { name: 'Save' }).click()
    await notes.getByRole('listitem').getByText(text).waitFor()
  }
  await notes
    .getByRole('button', { name: /^Remove the note/ })
    .first()
    .click()
  await notes.getByText('Removed.').waitFor()
  await notes.getByRole('button', { name: 'Undo' }).click()
  await notes.getByText('Note saved.').waitFor()

  await page.goto(`/MyAcademy/${COURSE}/Discussions/`)
  await main(page).getByRole('button', { name: /^Ask/ }).first().click()
  await page.getByLabel('Title').fill('Which days count?')
  await page.getByLabel('Your question').fill('Thirty or forty-five?')
  await main(page).getByRole('button', { name: 'Ask', exact: true }).click()
  await see(page, 'Thirty or forty-five?')
  isWhole()
})

test.skipIf(isEveryChange)('an exam is submitted, and its result is shown', async () => {
  const { page, isWhole } = await open(['demo', 'demo-learner-2026'])
  await page.goto(`/Examination/${COURSE}`)
  await see(page, /Question 1\//)
  const total = Number(/Question 1\/(\d+)/.exec(await main(page).innerText())?.[1])
  for (let number = 1; number <= total; number++) {
    await see(page, `Question ${number}/${total}`)
    await page.getByRole('radio').first().check()
    await button(page, number === total ? 'Submit' : 'Next').click()
  }
  await main(page)
    .getByText(/Retake Exam/)
    .first()
    .waitFor()
  isWhole()
})

test('a card that is declined, then one that is not', async () => {
  const { page, isWhole } = await open(['newcomer', 'demo-newcomer-2026'])
  await page.goto(`/Course/${COURSE}`)
  await page.getByLabel('Expiration date').fill('12/40')
  await page.getByLabel('CVC').fill('123')
  for (const number of ['4000 0000 0000 0002', '4000 0000 0000 9995', '4242 4242 4242 4242']) {
    await page.getByLabel('Card number').fill(number)
    await page.getByRole('button', { name: /^Pay / }).click()
    if (!number.startsWith('4242')) await see(page, /Nothing was charged/)
  }
  await page.waitForURL((url) => url.pathname.startsWith('/MyAcademy'))
  await page.goto('/Account/Notices')
  const readAll = button(page, /Mark all as read/)
  await readAll.click()
  await readAll.waitFor({ state: 'hidden' })
  isWhole()
})

test('the studio’s people and orders, and the search', async () => {
  const { page, isWhole } = await open(['staff', 'demo-staff-2026'])
  const search = async (words: string, found: string | RegExp) => {
    await main(page).getByRole('searchbox').first().fill(words)
    await page.keyboard.press('Enter')
    await see(page, found)
  }
  await page.goto('/Studio/People/')
  await search('dana', /Dana Demo/)
  await search('nell', /Nell Newcomer/)
  await page.goto('/Studio/Orders/')
  await main(page).getByRole('searchbox').first().fill('nobody-at-all')
  await page.keyboard.press('Enter')
  await page.goto('/Search/')
  await search('exam', /exam/i)
  await search('zzzzzz', /zzzzzz/)
  isWhole()
})

test('text that changes after translation is visible, however the translator moved the text node React keeps', async () => {
  const { page } = await open()
  await page.goto('/About/')
  const shown = await page.evaluate(async () => {
    const ways: Record<string, (text: Text) => void> = {
      replaced(text) {
        const font = document.createElement('font')
        font.textContent = text.data
        text.replaceWith(font)
      },
      'replaced in two steps'(text) {
        const font = document.createElement('font')
        font.textContent = text.data
        text.before(font)
        text.remove()
      },
      'put into an element'(text) {
        const font = document.createElement('font')
        text.before(font)
        font.append(text)
      },
    }
    const found: Record<string, unknown> = {}
    for (const [name, way] of Object.entries(ways)) {
      const make = () => {
        const parent = document.body.appendChild(document.createElement('p'))
        parent.setAttribute('translate', 'no')
        const [first, text, last] = [
          document.createElement('b'),
          document.createTextNode('old'),
          document.createElement('i'),
        ]
        parent.append(first, text, last)
        way(text)
        return { parent, text }
      }
      const changed = make()
      await Promise.resolve()
      changed.text.nodeValue = 'new'
      const added = make()
      added.parent.insertBefore(document.createElement('u'), added.text)
      const removed = make()
      removed.parent.removeChild(removed.text)
      const moved = make()
      moved.parent.appendChild(moved.text)
      found[name] = [changed, added, removed, moved].map(({ parent }) => parent.innerHTML.replaceAll(/<\/?font>/g, ''))
      for (const { parent } of [changed, added, removed, moved]) parent.remove()
    }
    return found
  })
  const right = ['<b></b>new<i></i>', '<b></b><u></u>old<i></i>', '<b></b><i></i>', '<b></b><i></i>old']
  expect(shown).toEqual({ replaced: right, 'replaced in two steps': right, 'put into an element': right })
})

test.for(['early', 'while it hydrates'] as const)('a page translated %s keeps what was typed into it', async (when) => {
  const { page, complaints } = await openPage(browser, academy.url)
  await page.addInitScript(translatePage, { when })
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.mainFrame().goto('/Login')
  if (when === 'early') await page.locator('h1 font').first().waitFor()
  await page.getByLabel('Username').fill('demo')
  scripts.resolve()
  await button(page, 'Login').and(page.locator(':enabled')).waitFor()
  expect(await page.getByLabel('Username').inputValue()).toBe('demo')
  await button(page, 'Login').click()
  await main(page).getByRole('alert').waitFor()
  await page.locator('h1 font').first().waitFor()
  expect(complaints.filter((text) => /NotFoundError|Minified React|Hydration/.test(text))).toEqual([])
})
