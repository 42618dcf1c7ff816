import path from 'node:path'
import type { Page } from 'playwright-core'
import { showSections } from './product-sections.ts'
import { button, type Screen } from './screen.ts'

const SAMPLES = path.resolve(import.meta.dirname, '../samples/questions')

async function openExamination(page: Page): Promise<void> {
  const course = page.getByRole('main').getByRole('link', { name: 'Defense Medical Exam Training', exact: true })
  await course.first().click()
  await (await showSections(page)).getByRole('link', { name: /^Exam/ }).click()
  await page.getByRole('list', { name: 'Questions' }).waitFor()
}

const question = (page: Page, number: number) =>
  page
    .getByRole('list', { name: 'Questions' })
    .getByRole('listitem')
    .nth(number - 1)
    .getByRole('button', { expanded: false })

/** Screens for writing a course's questions. */
export const EXAMINATION_SCREENS: readonly Screen[] = [
  { name: 'studio: exam', as: 'staff', address: '/Studio/Catalogue/', prepare: openExamination },
  {
    name: 'studio: a question',
    as: 'staff',
    address: '/Studio/Catalogue/',
    async prepare(page) {
      await openExamination(page)
      await question(page, 2).click()
      await page.getByLabel('Question', { exact: true }).waitFor()
    },
  },
  {
    name: 'studio: questions from a file',
    as: 'staff',
    address: '/Studio/Catalogue/',
    async prepare(page) {
      await openExamination(page)
      await button(page, 'Import questions…').click()
      await page.getByLabel('File', { exact: true }).setInputFiles(path.join(SAMPLES, 'examination.gift'))
      await button(page, 'Add 5 questions').waitFor()
    },
  },
  {
    name: 'studio: a question file with errors',
    as: 'staff',
    address: '/Studio/Catalogue/',
    async prepare(page) {
      await openExamination(page)
      await button(page, 'Import questions…').click()
      await page.getByLabel('File', { exact: true }).setInputFiles(path.join(SAMPLES, 'moodle.xml'))
      await page.getByText('will be left out').waitFor()
    },
  },
]
