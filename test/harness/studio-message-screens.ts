import type { Page } from 'playwright-core'
import { answerWith, button, changeAnswer, type Screen, waitForText } from './screen.ts'

const message = (number: number, state: string, totals: object, more: object = {}) => ({
  id: `7d0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e1${number}`,
  state,
  audience: 'course',
  name: 'Defense Medical Exam Training',
  course: 'Defense Medical Exam Training',
  subject: 'Office hours on Friday, and what to bring to your first defense medical exam',
  sender: 'Nora Nightingale',
  send_at: state === 'scheduled' ? '2027-05-01T13:00:00.000Z' : null,
  changed_at: '2026-11-29T15:00:00.000Z',
  totals: { sent: 0, waiting: 0, failed: 0, skipped: 0, stopped: 0, ...totals },
  ...more,
})
const LIST = {
  messages: [
    message(1, 'draft', {}, { subject: '' }),
    message(2, 'scheduled', {}, { audience: 'group', name: 'St. Mary’s', course: '' }),
    message(3, 'sending', { sent: 1_204, waiting: 3_796 }),
    message(4, 'sent', { sent: 36, skipped: 2 }, { audience: 'lecture', name: 'The Rules That Shape the Exam' }),
    message(5, 'stopped', { sent: 7, skipped: 31, stopped: 29 }),
  ],
  is_more: false,
}

/** Opens a draft to everyone who has the course. An empty draft is used again. */
async function openDraft(page: Page): Promise<void> {
  await button(page, 'Write a message').click()
  await page.getByLabel('Subject').waitFor()
}

/** A message that was stopped, with recipients in every state. */
async function answerWithStopped(page: Page): Promise<void> {
  await changeAnswer<{ id: string }>(/\/studio\/messages\/[0-9a-f-]{36}\/$/, ({ id, ...reply }) => ({
    ...reply,
    ...message(5, 'stopped', { sent: 7, failed: 1, skipped: 31, stopped: 29 }),
    id,
    reason: 'Sending was stopped.',
    not_sent: ['2 unsubscribed from these messages', '29 not sent, because sending was stopped'],
    started_at: '2026-11-29T15:00:00.000Z',
    ended_at: '2026-11-29T15:02:00.000Z',
    has_recipients: true,
  }))(page)
  const recipients = (['sent', 'waiting', 'failed', 'skipped'] as const).map((state, at) => ({
    id: `5c0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e1${at}`,
    name: 'Nora Nightingale',
    email: `nora.nightingale+${state}@a-hospital-with-a-long-name.example.com`,
    state,
    reason: state === 'failed' ? '550 5.1.1' : state === 'skipped' ? 'Unsubscribed' : null,
    when: '2026-11-29T15:00:00.000Z',
  }))
  await answerWith('**/Academy/api/studio/messages/*/recipients/', { recipients, is_more: true })(page)
}

/** Messages to learners. */
export const STUDIO_MESSAGE_SCREENS: readonly Screen[] = [
  {
    name: 'studio: messages',
    as: 'staff',
    address: '/Studio/Messages/',
    before: answerWith('**/Academy/api/studio/messages/', LIST),
    prepare: waitForText('Stopped: 7 of 36'),
  },
  {
    name: 'studio: a message',
    as: 'staff',
    address: '/Studio/Progress/',
    async prepare(page) {
      await button(page, 'Write a message').click()
      await page.getByLabel('Subject').fill('Office hours')
      await page.getByLabel('Message').fill('Hi {first_name},\n\n- ask **anything**')
      await button(page, 'Save draft').click()
      await page.getByText('Draft saved.').waitFor()
    },
  },
  {
    name: 'studio: a message for later',
    as: 'staff',
    address: '/Studio/Progress/',
    async prepare(page) {
      await openDraft(page)
      await button(page, 'Send later…').click()
      await page.getByLabel('Date').waitFor()
    },
  },
  {
    name: 'studio: a message to send now',
    as: 'staff',
    address: '/Studio/Progress/',
    async prepare(page) {
      await openDraft(page)
      await button(page, 'Send now…').click()
      await page.getByText(/^Send to \d+ learners?\?$/).waitFor()
    },
  },
  {
    name: 'studio: a stopped message',
    as: 'staff',
    address: '/Studio/Progress/',
    before: answerWithStopped,
    async prepare(page) {
      await button(page, 'Write a message').click()
      await page.getByText('A copy goes to everyone').waitFor()
    },
  },
]
