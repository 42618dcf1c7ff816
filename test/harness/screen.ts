import type { Page } from 'playwright-core'

export type Viewer = 'visitor' | 'newcomer' | 'demo' | 'staff'

/** A page in one of its states: viewer, URL, and what to do there first. */
export type Screen = {
  name: string
  as: Viewer
  address: string
  /** The page's requests are held back, so it never finishes loading. */
  isLoading?: boolean
  before?: (page: Page) => Promise<unknown>
  prepare?: (page: Page) => Promise<unknown>
}

export const COURSE = 'defense-medical-exam-training'
export const DOCUMENT = 'dme-observer-starter-kit'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
export const main = (page: Page) => page.getByRole('main')
export const waitForText = (text: string | RegExp) => (page: Page) =>
  main(page).getByText(text).filter({ visible: true }).first().waitFor()
export const waitForFieldErrors = (page: Page) => page.locator('[aria-invalid=true]').first().waitFor()
export const waitForAlert = (page: Page) => page.getByRole('alert').first().waitFor()

/** Requests to this URL get this response, without the academy. */
export const answerWith =
  (address: string | RegExp, json: unknown, status = 200) =>
  (page: Page) =>
    page.route(address, (route) => route.fulfill({ status, json }))

export const breakApi = answerWith('**/Academy/api/**', { code: 'internal', message: 'Something went wrong.' }, 500)

/** Requests to this URL never get a response. */
export const hangApi = (page: Page) => page.route('**/Academy/api/**', () => {})

/** The academy's own response, changed. */
export const changeAnswer =
  <Reply>(address: string | RegExp, change: (reply: Reply) => unknown) =>
  (page: Page) =>
    page.route(address, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change((await response.json()) as Reply) })
    })
