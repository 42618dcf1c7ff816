import type { Page } from 'playwright-core'
import { answerWith, button, main, type Screen, waitForAlert, waitForText, waitForFieldErrors } from './screen.ts'

const DEAD = 'x'.repeat(43)

const createNotification = (n: number, words: string, day: string, isRead: boolean, title: string | null = null) => ({
  id: `d2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c${n}`,
  kind: 'reply',
  words,
  title,
  address: '/MyAcademy/',
  day,
  is_read: isRead,
})

/** Notifications of a member who studies and discusses a lot. */
const manyNotices = (page: Page) =>
  Promise.all([
    page.route('**/Academy/live/', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: 'data: {"unread":100,"newest":null}\n\n' }),
    ),
    answerWith('**/Academy/api/account/notices/', {
      notices: [
        createNotification(
          10,
          'There are more than 99 new replies to your question about Defense Medical Exam Training.',
          '2026-11-22',
          false,
          'Does the audit trail of an electronic record show who only read a chart, and for how long it was open?',
        ),
        createNotification(
          11,
          'Your certificate for Unethical Defense Medical Exam Challenges: What Nobody Tells You Before the First Report is ready.',
          '2026-11-22',
          false,
        ),
        createNotification(
          12,
          'We refunded $149.00 of order LNA-2026-000123, Defense Medical Exam Training.',
          '2026-11-20',
          true,
        ),
      ],
      is_more: true,
      unread: 100,
    })(page),
  ])

const twentyDevices = answerWith(
  '**/Academy/api/account/sessions/',
  Array.from({ length: 20 }, (_, n) => ({
    id: `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`,
    device: ['Chrome on Android', 'Samsung Internet on Android', 'Unknown device'][n % 3],
    network: n % 2 === 0 ? '203.0.113.9' : '2001:db8:ffff:ffff::/64',
    begun: '2026-11-21T14:43:00.000Z',
    last_used: '2026-11-22T12:10:00.000Z',
    is_this_one: n === 0,
  })),
)

/** A page opened from an emailed link: initially, after its button was pressed, and with an expired link. */
function mailedLink(name: string, address: string, call: string): Screen[] {
  const press = (page: Page) => main(page).getByRole('button').first().click()
  return [
    { name, as: 'visitor', address },
    {
      name: `${name}, done`,
      as: 'visitor',
      address,
      before: answerWith(call, { message: 'That is done now.' }),
      async prepare(page) {
        await press(page)
        await waitForText('That is done now.')(page)
      },
    },
    {
      name: `${name} with an expired link`,
      as: 'visitor',
      address,
      async prepare(page) {
        await press(page)
        await waitForAlert(page)
      },
    },
  ]
}

/** Screens that show how members log in and manage their accounts. */
export const OWN_ACCOUNT_SCREENS: readonly Screen[] = [
  {
    name: 'security, logged in on twenty devices',
    as: 'newcomer',
    address: '/Account/Security',
    before: twentyDevices,
    async prepare(page) {
      await button(page, 'Show all 20').click()
      await button(page, /^Log out Samsung Internet/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'security, password with errors',
    as: 'newcomer',
    address: '/Account/Security',
    before: answerWith(
      '**/Academy/api/account/password/',
      {
        current_password: ['That isn’t your current password.'],
        password: ['Password must be at least 8 characters'],
        confirm_password: ['Passwords do not match'],
      },
      400,
    ),
    async prepare(page) {
      await button(page, 'Change password').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'account, email change requested',
    as: 'newcomer',
    address: '/Account/',
    before: answerWith('**/Academy/api/account/email/', {
      message: `Open the link we sent to ${'nora.nightingale'.repeat(4)}@hospital.example.com. Nothing changes until then.`,
    }),
    async prepare(page) {
      await page.getByLabel('New email').fill('nora@hospital.example.com')
      await button(page, 'Change email').click()
      await waitForText(/^Open the link/)(page)
    },
  },
  ...mailedLink('confirm email', `/ConfirmEmail/${DEAD}`, '**/Academy/api/confirm-email/'),
  ...mailedLink('keep email', `/KeepEmail/${DEAD}`, '**/Academy/api/keep-email/'),
  {
    name: 'notifications',
    as: 'newcomer',
    address: '/Account/Notices',
    before: manyNotices,
    prepare: waitForText('Mark all as read'),
  },
  {
    name: 'no notifications',
    as: 'newcomer',
    address: '/Account/Notices',
    prepare: waitForText('No notifications yet'),
  },
  { name: 'notifications as a visitor', as: 'visitor', address: '/Account/Notices' },
  {
    name: 'email preferences',
    as: 'newcomer',
    address: '/Account/Mails',
    prepare: waitForText('Optional emails'),
  },
  { name: 'email preferences as a visitor', as: 'visitor', address: '/Account/Mails' },
  {
    name: 'email preferences, turned off',
    as: 'newcomer',
    address: '/Account/Mails',
    before: (page) =>
      page.route('**/Academy/api/account/mails/', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ json: { message: 'You won’t get study reminders anymore.' } })
          : route.fallback(),
      ),
    async prepare(page) {
      await page.getByRole('switch', { name: 'Study reminders' }).click()
      await waitForText('Saved. You won’t get study reminders anymore.')(page)
    },
  },
  ...mailedLink('unsubscribe', `/Leave/${DEAD}`, '**/Academy/api/leave/'),
  ...mailedLink('end session', `/EndSession/${DEAD}`, '**/Academy/api/end-session/'),
]
