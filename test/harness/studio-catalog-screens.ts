import { button, type Screen } from './screen.ts'
import type { Page } from 'playwright-core'
import { showSections } from './product-sections.ts'

const COURSE = 'Defense Medical Exam Training'

const openProduct = (name: string, part: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  await (await showSections(page)).getByRole('link', { name: part }).click()
}

const openCourse = (part: string) => openProduct(COURSE, part)

async function openPreview(page: Page, product = COURSE): Promise<void> {
  await openProduct(product, 'Preview and publish')(page)
  await page.getByRole('link', { name: 'Preview', exact: true }).click()
}

const PODCAST = 'Fact or Opinion? Writing Reports That Hold Up'
const DOCUMENT = 'DME Observer Starter Kit'

/** Screens for writing and publishing products. */
export const CATALOG_SCREENS: readonly Screen[] = [
  {
    name: 'studio: catalog',
    as: 'staff',
    address: '/Studio/Catalogue/',
    prepare: (page) => page.getByRole('heading', { name: 'Courses', exact: true }).waitFor(),
  },
  {
    name: 'studio: asking before selling stops',
    as: 'staff',
    address: '/Studio/Catalogue/',
    async prepare(page) {
      await button(page, 'Stop selling… Defense Medical Exam Training').click()
      await page.getByText('No one is paying for it right now.').waitFor()
    },
  },
  {
    name: 'studio: about a course',
    as: 'staff',
    address: '/Studio/Catalogue/',
    async prepare(page) {
      await openCourse('About the course')(page)
      await page.getByRole('textbox', { name: 'Description', exact: true }).waitFor()
    },
  },
  {
    name: 'studio: a lecture',
    as: 'staff',
    address: '/Studio/Catalogue/',
    async prepare(page) {
      await openCourse('About the course')(page)
      await (await showSections(page)).getByRole('list', { name: 'Lectures' }).getByRole('link').first().click()
      await page.getByLabel('Topics').waitFor()
    },
  },
  {
    name: 'studio: preview',
    as: 'staff',
    address: '/Studio/Catalogue/',
    async prepare(page) {
      await openPreview(page)
      await page.getByRole('heading', { name: 'About this course' }).waitFor()
    },
  },
  {
    name: 'studio: preview as a learner',
    as: 'staff',
    address: '/Studio/Catalogue/',
    async prepare(page) {
      await openPreview(page)
      await button(page, 'Learner').click()
      await page.getByRole('link', { name: 'Take the Examination' }).waitFor()
    },
  },
  {
    name: 'studio: preview of a lecture',
    as: 'staff',
    address: '/Studio/Catalogue/',
    async prepare(page) {
      await openPreview(page)
      await button(page, 'Learner').click()
      await page.getByRole('link', { name: 'Start', exact: true }).click()
      await page.getByText('This is a preview. Nothing can be posted here.').waitFor()
    },
  },
  ...([PODCAST, DOCUMENT] as const).flatMap((product): Screen[] => [
    {
      name: `studio: preview of ${product}`,
      as: 'staff',
      address: '/Studio/Catalogue/',
      async prepare(page) {
        await openPreview(page, product)
        await page.getByText('This is a preview. Nothing can be bought here.').waitFor()
      },
    },
    {
      name: `studio: preview of ${product} as a learner`,
      as: 'staff',
      address: '/Studio/Catalogue/',
      async prepare(page) {
        await openPreview(page, product)
        await button(page, 'Learner').click()
        await page.getByRole('heading', { name: /Transcript|Downloadable Resources/ }).waitFor()
      },
    },
  ]),
  {
    name: 'studio: trial exam',
    as: 'staff',
    address: '/Studio/Catalogue/',
    async prepare(page) {
      await openPreview(page)
      await page.getByRole('link', { name: 'Try the exam' }).click()
      await page.getByText('Question 1/10', { exact: true }).waitFor()
    },
  },
  {
    name: 'studio: publishing with errors',
    as: 'staff',
    address: '/Studio/Catalogue/',
    async prepare(page) {
      await page.getByLabel('Name', { exact: true }).fill('Reading Records')
      await button(page, 'Create').click()
      await (await showSections(page)).getByRole('link', { name: 'Preview and publish' }).click()
      await button(page, 'Publish').click()
      await page.getByText('First, fix the').waitFor()
    },
  },
]
