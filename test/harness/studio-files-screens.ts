import path from 'node:path'
import type { Page } from 'playwright-core'
import { showSections } from './product-sections.ts'
import { answerWith, type Screen, waitForText } from './screen.ts'

const UNUSED = '**/Academy/api/studio/files/unused/'

const files = [
  ['interview-with-an-examiner.mp4', 312_000_000, '2026-10-01'],
  [
    'a-worksheet-whose-name-somebody-made-as-long-as-it-could-be-without-a-single-space-in-it.pdf',
    1_400_000,
    '2026-09-12',
  ],
  ['captions.vtt', 12_000, '2026-09-12'],
].map(([name, bytes, stored], n) => ({ id: `8c2f7d0e-53a1-4a52-9d6f-2f4f3d1c9e1${n}`, name, bytes, stored }))

const RECORDINGS = path.resolve(import.meta.dirname, '../recordings')

async function openLecture(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Defense Medical Exam Training', exact: true }).first().click()
  await (await showSections(page)).getByRole('list', { name: 'Lectures' }).getByRole('link').first().click()
  await page.getByRole('group', { name: 'Video' }).waitFor()
}

const choose = (page: Page, label: string, file: string) =>
  page.getByRole('group', { name: label, exact: true }).locator('input[type=file]').setInputFiles(file)

/** Screens of unused files and uploads in progress. */
export const STUDIO_FILES_SCREENS: readonly Screen[] = [
  {
    name: 'studio: files, all used',
    as: 'staff',
    address: '/Studio/Files/',
    prepare: waitForText('No unused files'),
  },
  {
    name: 'studio: unused files',
    as: 'staff',
    address: '/Studio/Files/',
    before: answerWith(UNUSED, { files, count: 3, bytes: 313_412_000 }),
    async prepare(page) {
      await page.getByLabel('Select all').check()
      await page.getByRole('button', { name: 'Remove 3 files…' }).click()
      await page.getByText('You can’t undo this').waitFor()
    },
  },
  {
    name: 'studio: an upload in progress, and a rejected one',
    as: 'staff',
    address: '/Studio/Catalogue/',
    before: (page) => page.route(/studio\/uploads\/[0-9a-f-]{36}\/$/, () => {}),
    async prepare(page) {
      await openLecture(page)
      await choose(page, 'Poster', path.join(RECORDINGS, 'plays.mp4'))
      await choose(page, 'Video', path.join(RECORDINGS, 'plays.mp4'))
      await choose(page, 'Captions', path.join(RECORDINGS, 'plays.mp3'))
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'studio: captions next to their video',
    as: 'staff',
    address: '/Studio/Catalogue/',
    async prepare(page) {
      await openLecture(page)
      await page.getByRole('button', { name: 'Edit captions…' }).click()
      await page.getByRole('textbox', { name: 'Captions' }).press('Control+End')
      await page.keyboard.type('\n00:00:05.000 --> 00:00:02.000\nGood morning.\n')
      await page.getByRole('button', { name: /^Line/ }).waitFor()
    },
  },
]
