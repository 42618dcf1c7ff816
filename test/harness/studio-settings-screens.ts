import { button, changeAnswer, type Screen, waitForText, waitForFieldErrors } from './screen.ts'

const LIVE_KEYS = {
  publishable_key: 'pk_live_example',
  secret_key: '7aQx',
  webhook_secrets: ['s9Lm'],
  is_live: true,
  account: 'Legal Nurse Academy LLC',
  former_account: 'unconfirmed',
  state: 'used',
  saved: { at: '2026-11-22T15:00:00.000Z', by: 'nora' },
  is_tax_added: false,
}

/** Screens of the studio's log, staff, and site settings. */
export const STUDIO_SETTINGS_SCREENS: readonly Screen[] = [
  { name: 'studio: log', as: 'staff', address: '/Studio/Log/', prepare: waitForText('entries, newest first') },
  {
    name: 'studio: log without entries',
    as: 'staff',
    address: '/Studio/Log/',
    async prepare(page) {
      await page.getByLabel('Search by person').fill('nobody at all')
      await button(page, /^Search$/).click()
      await page.getByText('No one has that name, email, or username.').waitFor()
    },
  },
  { name: 'studio: site', as: 'staff', address: '/Studio/Site/', prepare: waitForText('All changes saved') },
  { name: 'studio: home page', as: 'staff', address: '/Studio/Home/', prepare: waitForText('All changes saved') },
  {
    name: 'studio: home page with errors',
    as: 'staff',
    address: '/Studio/Home/',
    async prepare(page) {
      await page.getByText('Preview', { exact: true }).click()
      await button(page, 'Add a reason').click()
      await button(page, 'Save').click()
      await page.getByText('This must not be empty.').first().waitFor()
    },
  },
  {
    name: 'studio: menu and announcement',
    as: 'staff',
    address: '/Studio/Menu/',
    prepare: waitForText('All changes saved'),
  },
  {
    name: 'studio: menu and announcement with errors',
    as: 'staff',
    address: '/Studio/Menu/',
    async prepare(page) {
      await page.getByLabel('Show the announcement').check()
      await page.getByLabel('Link (optional)').fill('javascript:alert(1)')
      await button(page, 'Save').click()
      await page
        .getByText(/starts with https/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'studio: appearance with errors',
    as: 'staff',
    address: '/Studio/Appearance/',
    async prepare(page) {
      await page.getByLabel('Buy buttons', { exact: true }).fill('#ffcc00')
      await page.getByText(/white text on it is 1.5:1/).waitFor()
    },
  },
  {
    name: 'studio: founder and books',
    as: 'staff',
    address: '/Studio/Founder/',
    prepare: waitForText('All changes saved'),
  },
  {
    name: 'studio: policies',
    as: 'staff',
    address: '/Studio/Policies/',
    async prepare(page) {
      await button(page, 'Preview: Terms of Service').click()
      await page.getByRole('group', { name: 'Preview of Terms of Service' }).waitFor()
    },
  },
  {
    name: 'studio: site, reminders',
    as: 'staff',
    address: '/Studio/Site/',
    async prepare(page) {
      const field = page.getByLabel('Days of inactivity')
      await field.fill('1 week')
      await page.getByText(/would get a reminder today/).waitFor()
      await field.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'studio: choosing a time zone',
    as: 'staff',
    address: '/Studio/Site/',
    async prepare(page) {
      await page.getByLabel('Time zone', { exact: true }).fill('central')
      await page.getByText('Understood as America/Chicago').waitFor()
    },
  },
  {
    name: 'studio: site with errors',
    as: 'staff',
    address: '/Studio/Site/',
    async prepare(page) {
      await page.getByLabel('Email', { exact: true }).fill('nowhere')
      await button(page, 'Add a link').click()
      await button(page, 'Save').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'studio: email',
    as: 'staff',
    address: '/Studio/Email/',
    prepare: waitForText('Emails are captured on this machine'),
  },
  {
    name: 'studio: email with errors',
    as: 'staff',
    address: '/Studio/Email/',
    async prepare(page) {
      await page.getByLabel('Server', { exact: true }).fill('smtp://user:password@mail.example.com')
      await page.getByLabel('Port').fill('none')
      await button(page, 'Save').click()
      await page.getByText('Enter only the server’s name').first().waitFor()
    },
  },
  {
    name: 'studio: returned emails',
    as: 'staff',
    address: '/Studio/ReturnedEmails/',
    prepare: waitForText('Folder'),
  },
  {
    name: 'studio: email texts',
    as: 'staff',
    address: '/Studio/EmailTexts/',
    prepare: waitForText('Security notices'),
  },
  {
    name: 'studio: email text',
    as: 'staff',
    address: '/Studio/EmailTexts/receipt/',
    async prepare(page) {
      await page.frameLocator('iframe').getByText('Thanks for your order').waitFor()
    },
  },
  {
    name: 'studio: email text with errors',
    as: 'staff',
    address: '/Studio/EmailTexts/refund/',
    async prepare(page) {
      await page.getByLabel('Subject').fill('Your refund, {nmae}')
      await page.getByLabel('Opening lines').fill('We refunded {amount.')
      await button(page, 'Computer').click()
      await page.getByText(/The preview shows the earlier text/).waitFor()
      await button(page, 'Save').click()
      await page.getByText('There is no {nmae}. Did you mean {name}?').first().waitFor()
    },
  },
  {
    name: 'studio: payments',
    as: 'staff',
    address: '/Studio/Payments/',
    prepare: waitForText('No Stripe keys are set up'),
  },
  {
    name: 'studio: payments with keys from a backup, and unsaved changes',
    as: 'staff',
    address: '/Studio/Payments/',
    before: changeAnswer('**/studio/settings/payments/', (read: object) => ({ ...read, ...LIVE_KEYS })),
    async prepare(page) {
      await page.getByLabel('Secret key', { exact: true }).fill('sk_live_0123456789')
      const menu = page.getByRole('button', { name: 'Menu', exact: true })
      if (await menu.isVisible()) await menu.click()
      await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Email', exact: true }).click()
      await button(page, 'Leave without saving').waitFor()
    },
  },
  {
    name: 'studio: payments with former keys',
    as: 'staff',
    address: '/Studio/Payments/',
    before: changeAnswer('**/studio/settings/payments/', (read: object) => ({
      ...read,
      ...LIVE_KEYS,
      former_account: 'used',
    })),
    prepare: waitForText('We keep replaced keys for 30 days'),
  },
  {
    name: 'studio: payments with errors',
    as: 'staff',
    address: '/Studio/Payments/',
    async prepare(page) {
      await page.getByLabel('Publishable key').fill('sk_test_0123456789')
      await page.getByLabel('Secret key', { exact: true }).fill('pk_test_0123456789')
      await button(page, 'Save').click()
      await page.getByText('must stay secret').first().waitFor()
    },
  },
  {
    name: 'studio: staff',
    as: 'staff',
    address: '/Studio/Staff/',
    async prepare(page) {
      await page.getByRole('heading', { name: 'Invite staff' }).waitFor()
      const username = `kim-${Date.now() % 100_000}`
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Email').fill(`${username}@example.com`)
      await button(page, 'Send invitation').click()
      await page.getByLabel('Invitation link').waitFor()
      await page.getByRole('button', { name: `Change role of ${username}` }).click()
    },
  },
]
