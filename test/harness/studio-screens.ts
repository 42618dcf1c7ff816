import type { Page } from 'playwright-core'
import { CATALOG_SCREENS } from './studio-catalog-screens.ts'
import { REVIEW_QUEUE_SCREENS } from './question-report-screens.ts'
import { COMPLETIONS_SCREENS } from './studio-completions-screens.ts'
import { EXAMINATION_SCREENS } from './studio-examination-screens.ts'
import { answerWith, button, breakApi, type Screen, waitForText, waitForFieldErrors } from './screen.ts'
import { REPORT_SCREENS } from './report-screens.ts'
import { STUDIO_FILES_SCREENS } from './studio-files-screens.ts'
import { STUDIO_SETTINGS_SCREENS } from './studio-settings-screens.ts'
import { STUDIO_MESSAGE_SCREENS } from './studio-message-screens.ts'
import { STUDIO_LAW_SCREENS } from './law-screens.ts'
import { openMember, STUDIO_PEOPLE_SCREENS } from './studio-people-screens.ts'
import { STUDIO_SALES_SCREENS } from './studio-sales-screens.ts'

const openFirstOrder = (page: Page) =>
  page
    .getByRole('button', { name: /^Open order/ })
    .first()
    .click()

/** The studio's pages. */
export const STUDIO_SCREENS: readonly Screen[] = [
  ...STUDIO_SALES_SCREENS,
  ...COMPLETIONS_SCREENS,
  ...REVIEW_QUEUE_SCREENS,
  ...REPORT_SCREENS,
  ...STUDIO_LAW_SCREENS,
  ...STUDIO_MESSAGE_SCREENS,
  { name: 'studio: orders', as: 'staff', address: '/Studio/Orders/', prepare: waitForText('newest first') },
  {
    name: 'studio: refund with errors',
    as: 'staff',
    address: '/Studio/Orders/',
    async prepare(page) {
      await openFirstOrder(page)
      await button(page, 'Refund…').click()
      await page.getByText('Partial refund (keeps access)').click()
      await page.getByLabel('Amount in dollars').fill('a lot')
      await button(page, 'Refund this amount').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'studio: search',
    as: 'staff',
    address: '/Studio/Staff/',
    async prepare(page) {
      await page.getByRole('button', { name: 'Search or go to…' }).click()
      await page.getByRole('combobox', { name: 'Search or go to' }).fill('dana')
      await page.getByRole('option', { name: 'Dana Demo' }).first().waitFor()
    },
  },
  {
    name: 'studio: unanswered questions',
    as: 'staff',
    address: '/Studio/Discussions/',
    prepare: (page) => page.getByRole('heading', { name: 'Unanswered questions' }).waitFor(),
  },
  {
    name: 'studio: manual',
    as: 'staff',
    address: '/Studio/Help/daily-tasks',
    prepare: (page) => page.getByRole('heading', { name: 'Refund an order' }).waitFor(),
  },
  { name: 'studio: people', as: 'staff', address: '/Studio/People/', prepare: waitForText('newest first') },
  {
    name: 'studio: a member',
    as: 'staff',
    address: '/Studio/People/',
    async prepare(page) {
      await openMember(page, 'Dana Demo')
      await button(page, 'Lock account…').click()
    },
  },
  {
    name: 'studio: an expired session',
    as: 'staff',
    address: '/Studio/People/',
    async prepare(page) {
      await waitForText('newest first')(page)
      // Only this request is refused, because later screens use the same session.
      const ended = { code: 'sign_in_required', message: 'Your session has ended. Please log in again.' }
      await answerWith('**/Academy/api/studio/members/', ended, 401)(page)
      await button(page, /^Search$/).click()
      await page.getByRole('dialog', { name: 'Please log in again' }).waitFor()
    },
  },
  ...STUDIO_PEOPLE_SCREENS,
  ...STUDIO_SETTINGS_SCREENS,
  ...CATALOG_SCREENS,
  ...STUDIO_FILES_SCREENS,
  ...EXAMINATION_SCREENS,
  { name: 'studio as a visitor', as: 'visitor', address: '/Studio/' },
  {
    name: 'studio as a learner',
    as: 'newcomer',
    address: '/Studio/',
    prepare: waitForText('This page doesn’t exist'),
  },
  { name: 'studio when the API fails', as: 'staff', address: '/Studio/', before: breakApi },
]
