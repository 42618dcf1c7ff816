import path from 'node:path'
import type { Page } from 'playwright-core'
import type { readEngagement } from '#features/back-office/studio/engagement.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { showSections } from './product-sections.ts'
import { button, changeAnswer, type Screen, waitForText } from './screen.ts'

const SAMPLES = path.resolve(import.meta.dirname, '../samples/questions')

type Engagement = EndpointReply<typeof readEngagement>

const PLANTED = [
  { started: 215, half: 210, finished: 205, rewound: 15, minutes: 3 },
  { started: 205, half: 200, finished: 195, rewound: 140, minutes: 5 },
  { started: 190, half: 120, finished: 100, rewound: 10, minutes: 2 },
  { started: 95, half: 95, finished: 90, rewound: null, minutes: 3 },
  { started: 20, half: 15, finished: null, rewound: null, minutes: 3 },
  { started: null, half: null, finished: null, rewound: null, minutes: null },
]

const openCourse = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Defense Medical Exam Training', exact: true }).first().click()

async function openExamination(page: Page): Promise<void> {
  await openCourse(page)
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
  {
    name: 'studio: exam',
    as: 'staff',
    address: '/Studio/Catalogue/',
    before: changeAnswer<object>('**/Academy/api/studio/products/*/questions/', (reply) => ({
      ...reply,
      reliability: { members: 214, is_too_few: false, kr20: 0.783, sem: 1.42, asked: 10 },
    })),
    async prepare(page) {
      await openExamination(page)
      await waitForText('Reliability (KR-20): 0.78')(page)
    },
  },
  {
    name: 'studio: where learners stop',
    as: 'staff',
    address: '/Studio/Catalogue/',
    before: changeAnswer<Engagement>('**/Academy/api/studio/products/*/engagement/', ({ course, lectures }) => ({
      course,
      lectures: lectures.map((lecture, at) => ({ ...lecture, ...(PLANTED[at] ?? PLANTED.at(-1)) })),
      biggest_drop: { after: lectures[2]?.id, before: 190, left: 95, next: lectures[3]?.name },
    })),
    async prepare(page) {
      await openCourse(page)
      await page.getByRole('link', { name: 'Where learners stop' }).click()
      await page.getByRole('columnheader', { name: 'Went back' }).waitFor()
    },
  },
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
