import type { Locator, Page } from 'playwright-core'
import { tabTo } from './keys.ts'

/** How a person uses a page: with a mouse, or by keyboard alone. */
export type Hand = {
  page: Page
  /** Opens a page of the studio by its name in the menu. */
  open(name: StudioPageName): Promise<void>
  press(target: Locator): Promise<void>
  /** Replaces the text of a field. */
  type(target: Locator, text: string): Promise<void>
  choose(select: Locator, option: string): Promise<void>
  upload(button: Locator, file: string): Promise<void>
  /** Waits for the outcome of an action. */
  see(outcome: Locator): Promise<void>
  /** Links, buttons, options, and files that were pressed. Typing doesn't count. */
  count(): number
}

/** The links to press in the studio's menu. */
const MENU = {
  Catalog: ['Products'],
  Members: ['Members'],
  Orders: ['Sales'],
  Coupons: ['Marketing'],
  General: ['Settings'],
  'Home page': ['Settings', 'Home page'],
  Appearance: ['Settings', 'Appearance'],
  Payments: ['Settings', 'Payments'],
  Staff: ['Settings', 'Staff'],
} as const

export type StudioPageName = keyof typeof MENU

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

export function createMouse(page: Page): Hand {
  let count = 0
  const press = async (target: Locator) => {
    count += 1
    await target.click()
  }
  return {
    page,
    async open(name) {
      const menu = page.getByRole('navigation', { name: 'Studio' })
      for (const link of MENU[name]) await press(menu.getByRole('link', { name: new RegExp(`^${link}( \\d|$)`) }))
      await heading(page, name).waitFor()
    },
    press,
    type: (target, text) => target.fill(text),
    async choose(select, option) {
      count += 1
      await select.selectOption(option)
    },
    async upload(button, file) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(button)])
      await chooser.setFiles(file)
    },
    see: (outcome) => outcome.waitFor(),
    count: () => count,
  }
}

/** Fails if the focus is ever lost, hidden, or not marked. */
export function createKeyboard(page: Page): Hand {
  let count = 0
  const press = async (target: Locator) => {
    count += 1
    if ((await target.getAttribute('type')) === 'radio') return chooseRadio(page, target)
    await tabTo(page, target)
    await page.keyboard.press((await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter')
  }
  return {
    page,
    async open(name) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or go to' }).waitFor()
      await page.keyboard.type(name)
      await page.locator('[role=option][data-highlighted]').getByText(name, { exact: true }).waitFor()
      await page.keyboard.press('Enter')
      await heading(page, name).waitFor()
      await page.waitForFunction(() => document.activeElement?.id === 'content')
    },
    press,
    async type(target, text) {
      const isFocused = await target.evaluate((element) => element === document.activeElement)
      if (!isFocused) await tabTo(page, target)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    },
    async choose(select, option) {
      count += 1
      await tabTo(page, select)
      await page.keyboard.type(option)
    },
    async upload(button, file) {
      await tabTo(page, button)
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
      await chooser.setFiles(file)
    },
    async see(outcome) {
      await outcome.waitFor()
      await page.waitForFunction(isFocusUseful, undefined, { timeout: 5_000 }).catch(async () => {
        const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))
        throw new Error(`After ${String(outcome)} the focus is on ${focused}`)
      })
    },
    count: () => count,
  }
}

/** Tab reaches the checked option of the group; arrow keys check the others. */
async function chooseRadio(page: Page, target: Locator): Promise<void> {
  const name = await target.getAttribute('name')
  const group = page.locator(`input[type=radio][name="${name}"]`)
  const isFocused = await group.evaluateAll((radios) => radios.some((radio) => radio === document.activeElement))
  if (!isFocused) await tabTo(page, group.and(page.locator(':checked')))
  for (let presses = 0; presses < 20 && !(await target.isChecked()); presses += 1)
    await page.keyboard.press('ArrowDown')
}

/** The focus is on something in the page's content or in a dialog, where the person can continue. */
function isFocusUseful(): boolean {
  const focused = document.activeElement
  if (!focused || focused === document.body) return false
  return focused.checkVisibility() && focused.closest('main, [role=dialog]') !== null
}
