import type { Page } from 'playwright-core'
import { answerWith, button, COURSE, type Screen, waitForText, waitForFieldErrors } from './screen.ts'
import { openMember } from './studio-people-screens.ts'

const QUEUE = '**/Academy/api/studio/reports/'
const ID = 'b5a1c4c0-58a1-4a7b-9f0e-3a3d1f2b7c1'
const LONG = `${'Mrs. Oak in room 412 waited forty-five minutes before anybody came, and the examiner said nothing of it. '.repeat(9)}\n\n${'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3)}`

const report = (reason: string, more: object = {}) => ({
  reason,
  date: '2026-11-23T15:14:00.000Z',
  outcome: null,
  ...more,
})

const author = (name: string, more: object = {}) => ({
  id: `${ID}0`,
  name,
  muted_until: null,
  may_mute: true,
  ...more,
})

const post = (place: number, more: object = {}) => ({
  id: `${ID}${place}`,
  thread: `${ID}9`,
  course: { id: COURSE, name: 'Defense Medical Exam Training' },
  title: 'May an observer take notes while the examiner asks about the accident?',
  number: place,
  written: '2026-11-23T15:02:00.000Z',
  text: 'Which one holds?\nThe slide says thirty days.',
  author: author('Maria-Fernanda Castellanos-Oyelaran'),
  state: 'there',
  hidden_reason: null,
  changed_since: null,
  has_confirmed: false,
  reports: [report('Rude.')],
  report_count: 1,
  may_decide: true,
  ...more,
})

const waiting = [
  post(0, {
    text: LONG,
    changed_since: '2026-11-23T15:31:00.000Z',
    has_confirmed: true,
    report_count: 7,
    reports: Array.from({ length: 7 }, () => report('It names a patient.')),
  }),
  post(1, { author: author('هدى', { muted_until: '2026-11-30T15:00:00.000Z' }), text: 'هل يجوز للمراقب؟' }),
  post(2, { state: 'deleted', text: '', title: '' }),
  post(3, { author: author('Sam Staff', { may_mute: false }), may_decide: false }),
]

const decided = [
  post(1, {
    state: 'hidden',
    hidden_reason: 'It names a patient.\nPlease write it again without the name.',
    reports: [report('It names a patient.', { outcome: 'hidden' })],
  }),
  post(2, { reports: [report('Rude.', { outcome: 'dismissed' })] }),
]

/** Staff screens for reported posts and for a muted member. */
export const REPORT_SCREENS: readonly Screen[] = [
  {
    name: 'studio: reports',
    as: 'staff',
    address: '/Studio/Reports/',
    before: answerWith(QUEUE, { posts: waiting, next: `1.${ID}3`, waiting: 23 }),
    prepare: waitForText('23 posts to review'),
  },
  {
    name: 'studio: reports, hiding without a reason, and muting',
    as: 'staff',
    address: '/Studio/Reports/',
    async before(page) {
      await answerWith(QUEUE, { posts: [post(0), post(1)], next: null, waiting: 2 })(page)
      await answerWith(
        '**/Academy/api/studio/posts/*/hide/',
        { code: 'invalid', message: 'Please say why.', fields: { reason: ['Enter a reason. The author sees it.'] } },
        400,
      )(page)
    },
    async prepare(page) {
      await page.getByRole('button', { name: 'Mute author…' }).last().click()
      await button(page, 'Hide post…').click()
      await button(page, 'Hide post').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'studio: reports, decided',
    as: 'staff',
    address: '/Studio/Reports/',
    before: answerWith(QUEUE, { posts: decided, next: null, waiting: 0 }),
    async prepare(page) {
      await page.getByLabel('Status').selectOption('decided')
      await waitForText('Most recent decisions first')(page)
    },
  },
  {
    name: 'studio: no reports',
    as: 'staff',
    address: '/Studio/Reports/',
    prepare: waitForText('You’re all caught up'),
  },
  {
    name: 'studio: a muted member',
    as: 'staff',
    address: '/Studio/People/',
    before: answerWith('**/Academy/api/studio/members/*/mute/', {
      mute: { until: '2026-11-30T15:00:00.000Z', reason: 'Names of patients, twice.' },
    }),
    async prepare(page: Page) {
      await openMember(page, 'Dana Demo')
      await button(page, 'Change duration…').click()
      await page.getByRole('form', { name: 'Mute member' }).scrollIntoViewIfNeeded()
    },
  },
]
