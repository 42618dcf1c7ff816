import type { Page } from 'playwright-core'
import {
  answerWith,
  breakApi,
  button,
  hangApi,
  type Screen,
  waitForAlert,
  waitForText,
  waitForFieldErrors,
} from './screen.ts'

const NO_FACTORS = {
  code_since: null,
  recovery_codes_left: 0,
  passkeys_offered: true,
  must_set_up: false,
  passkeys: [],
}
const FACTORS = {
  ...NO_FACTORS,
  code_since: '2026-11-20T08:00:00.000Z',
  recovery_codes_left: 8,
  passkeys: [
    { id: 'AbC1', name: 'My phone', created: '2026-11-21T08:00:00.000Z', last_used: '2026-11-22T08:00:00.000Z' },
    {
      id: 'AbC2',
      name: 'TheNotebookOfTheEmergencyDepartmentOnTheThirdFloor',
      created: '2026-11-21T08:00:00.000Z',
      last_used: null,
    },
  ],
}

const waitingForCode = answerWith('**/Academy/api/login/', {
  second_factor: { token: 'x'.repeat(43), ways: ['code', 'recovery_code'] },
})

async function askForCode(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('nora')
  await page.getByLabel('Password', { exact: true }).fill('lamp-at-midnight')
  await button(page, 'Login').click()
  await waitForText('Confirm it’s you to finish')(page)
}

/** Screens for setting up two-factor, logging in with it, and confirming your identity. */
export const TWO_FACTOR_SCREENS: readonly Screen[] = [
  {
    name: 'login with a code',
    as: 'visitor',
    address: '/Login/',
    before: waitingForCode,
    prepare: askForCode,
  },
  {
    name: 'login with a wrong code',
    as: 'visitor',
    address: '/Login/',
    async before(page) {
      await waitingForCode(page)
      const wrong = {
        code: 'sign_in_failed',
        message:
          'That code is incorrect or was already used. Enter the current code from your app, or an unused recovery code.',
      }
      await answerWith('**/Academy/api/login/second-factor/', wrong, 400)(page)
    },
    async prepare(page) {
      await askForCode(page)
      await page.getByLabel('Code').fill('123456')
      await button(page, 'Login').click()
      await waitForAlert(page)
    },
  },
  { name: 'security as a visitor', as: 'visitor', address: '/Account/Security' },
  {
    name: 'security without two-factor',
    as: 'newcomer',
    address: '/Account/Security',
    prepare: waitForText('Set up authenticator app'),
  },
  {
    name: 'security as staff without two-factor',
    as: 'newcomer',
    address: '/Account/Security',
    before: answerWith('**/Academy/api/account/factors/', { ...NO_FACTORS, must_set_up: true }),
    prepare: waitForText('you must set up two-factor authentication'),
  },
  {
    name: 'security as staff before confirming',
    as: 'newcomer',
    address: '/Account/Security',
    before: answerWith('**/Academy/api/account/factors/', {
      ...NO_FACTORS,
      code_since: '2026-11-01T10:00:00.000Z',
      recovery_codes_left: 9,
      must_set_up: true,
    }),
    prepare: waitForText('confirm it’s you with a code or passkey'),
  },
  {
    name: 'security, setting up an app',
    as: 'newcomer',
    address: '/Account/Security',
    async prepare(page) {
      await button(page, 'Set up authenticator app').click()
      await page.getByLabel('Code', { exact: true }).fill('000000')
      await button(page, 'Turn on').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'security with new recovery codes',
    as: 'newcomer',
    address: '/Account/Security',
    async before(page) {
      await answerWith('**/Academy/api/account/factors/', FACTORS)(page)
      const codes = Array.from({ length: 10 }, (_, n) => `MZXW-6YTB-OI3D-KNRT-GQ2W-PLA${'ABCDEFGHIJ'.charAt(n)}`)
      await answerWith('**/factors/recovery-codes/', { recovery_codes: codes })(page)
    },
    async prepare(page) {
      await button(page, 'Get new recovery codes').click()
      await waitForText('Save these recovery codes')(page)
    },
  },
  {
    name: 'security with an app and passkeys, removing one',
    as: 'newcomer',
    address: '/Account/Security',
    before: answerWith('**/Academy/api/account/factors/', FACTORS),
    prepare: (page) => button(page, 'Remove My phone').click(),
  },
  {
    name: 'security, confirming identity',
    as: 'newcomer',
    address: '/Account/Security',
    before: answerWith('**/factors/code/', { code: 'confirm_identity', message: 'Confirm it’s you.' }, 403),
    async prepare(page) {
      await button(page, 'Set up authenticator app').click()
      await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('not my password')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByText('That password is incorrect.').waitFor()
    },
  },
  { name: 'security while loading', as: 'newcomer', address: '/Account/Security', isLoading: true, before: hangApi },
  { name: 'security, failed to load', as: 'newcomer', address: '/Account/Security', before: breakApi },
]
