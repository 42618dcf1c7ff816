import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { button, changeAnswer, type Screen, waitForFieldErrors } from './screen.ts'

/** Creates a group, and opens its page. */
export async function openGroup(page: Page, name: string): Promise<void> {
  await button(page, 'Create a group').click()
  await page.getByLabel('Name').fill(name)
  await button(page, 'Create group').click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** The page of a demo member, reached as staff do. */
export async function openMember(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { name: 'Free access' }).waitFor()
}

const WRONG = Buffer.from('email;first name\nnora@example.com;Nora\nnowhere;Nell\nNora@example.com;www.example.com\n')

const RESULT = {
  item: 'Defense Medical Exam Training',
  tries: 2,
  is_passed: true,
  best: '9 of 10',
  certificate: 'kX3vQ9screens',
  is_revoked: false,
  awards_hours: true,
  licenses: [{ state: 'FL', profession: 'RN', number: '9123465' }],
}

const withCertificates = changeAnswer<object>('**/Academy/api/studio/members/*/', (reply) => ({
  ...reply,
  examinations: [
    RESULT,
    { ...RESULT, item: 'Unethical Defense Medical Exam Challenges', is_revoked: true, licenses: [] },
  ],
}))

/** Screens for changing a member's account. */
export const STUDIO_PEOPLE_SCREENS: readonly Screen[] = [
  {
    name: 'studio: a new group with errors',
    as: 'staff',
    address: '/Studio/Groups/',
    async prepare(page) {
      await button(page, 'Create a group').click()
      await button(page, 'Create group').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'studio: a group',
    as: 'staff',
    address: '/Studio/Groups/',
    async prepare(page) {
      await openGroup(page, `St. Mary’s ${randomUUID().slice(0, 4)}`)
      await page.getByLabel('Add a course').selectOption({ label: 'Defense Medical Exam Training' })
      await button(page, 'Add course').click()
      await page.getByText('0 of 0 have access').waitFor()
      await button(page, 'Add members…').click()
      await page.getByLabel('Emails').fill('demo@example.com, newcomer@example.com, nobody@example.com')
      await button(page, 'Add members').click()
      await page.getByText('1 of 2 have access').waitFor()
      await page.getByText('This address has no account').waitFor()
    },
  },
  {
    name: 'studio: enrolling a group from a file',
    as: 'staff',
    address: '/Studio/Groups/',
    async prepare(page) {
      await openGroup(page, `Mercy ${randomUUID().slice(0, 4)}`)
      await button(page, 'Enroll from a file…').click()
      await button(page, 'Check file').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'studio: enrolling many, with errors',
    as: 'staff',
    address: '/Studio/People/',
    async prepare(page) {
      await button(page, 'Enroll from a file…').click()
      await page.getByLabel('Product').selectOption({ label: 'DME Observer Starter Kit' })
      await page.getByLabel('Reason').fill('Spring class')
      await page.getByLabel('Spreadsheet').setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer: WRONG })
      await page.getByText('Chosen: class.csv').waitFor()
      await button(page, 'Check file').click()
      await page.getByText('rows have problems and will be skipped').waitFor()
    },
  },
  {
    name: 'studio: enrolling many, checked',
    as: 'staff',
    address: '/Studio/People/',
    async prepare(page) {
      await button(page, 'Enroll from a file…').click()
      await page.getByLabel('Product').selectOption({ label: 'DME Observer Starter Kit' })
      await page.getByLabel('Reason').fill('Spring class')
      const buffer = WRONG.subarray(0, WRONG.indexOf('nowhere'))
      await page.getByLabel('Spreadsheet').setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer })
      await page.getByText('Chosen: class.csv').waitFor()
      await button(page, 'Check file').click()
      await button(page, 'Enroll one person').waitFor()
    },
  },
  {
    name: 'studio: giving access by email, with errors',
    as: 'staff',
    address: '/Studio/People/',
    async prepare(page) {
      await button(page, 'Give free access…').click()
      await page.getByLabel('Email', { exact: true }).fill('nowhere')
      await page.getByLabel('Product').selectOption({ label: 'DME Observer Starter Kit' })
      await page.getByLabel('Reason').fill('A gift')
      await button(page, 'Give access').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'studio: certificates of a member',
    as: 'staff',
    address: '/Studio/People/',
    before: withCertificates,
    async prepare(page) {
      await openMember(page, 'Dana Demo')
      await button(page, 'Revoke certificate… Defense Medical Exam Training').click()
      await button(page, 'Correct license… Defense Medical Exam Training').click()
      await button(page, 'Save license').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'studio: an invalid name',
    as: 'staff',
    address: '/Studio/People/',
    async prepare(page) {
      await openMember(page, 'Dana Demo')
      await button(page, 'Correct name…').click()
      await page.getByLabel('Last name').fill('www.example.com')
      await button(page, 'Save name').click()
      await waitForFieldErrors(page)
      await button(page, 'Change email…').click()
    },
  },
  {
    name: 'studio: erasing a member',
    as: 'staff',
    address: '/Studio/People/',
    async prepare(page) {
      await openMember(page, 'Dana Demo')
      await button(page, 'Delete member…').click()
      await button(page, 'Delete permanently').click()
      await waitForFieldErrors(page)
    },
  },
]
