import type { Page } from 'playwright-core'
import { button, brokenApi, type Screen, seeing, seeMistakes } from './screen.ts'

const openFirstOrder = (page: Page) =>
  page
    .getByRole('button', { name: /^Open order/ })
    .first()
    .click()

async function openDemo(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dana Demo' }).click()
  await page.getByRole('heading', { name: 'Access without a payment' }).waitFor()
}

/** The pages on which staff works. */
export const STUDIO_SCREENS: readonly Screen[] = [
  { name: 'studio: orders', as: 'staff', address: '/Studio/', prepare: seeing('the newest first') },
  {
    name: 'studio: refund with mistakes',
    as: 'staff',
    address: '/Studio/',
    async prepare(page) {
      await openFirstOrder(page)
      await button(page, 'Refund …').click()
      await page.getByText('A part of it: the product stays open').click()
      await page.getByLabel('Amount in dollars').fill('a lot')
      await button(page, 'Give this part back').click()
      await seeMistakes(page)
    },
  },
  { name: 'studio: people', as: 'staff', address: '/Studio/People/', prepare: seeing('the newest first') },
  {
    name: 'studio: a member',
    as: 'staff',
    address: '/Studio/People/',
    async prepare(page) {
      await openDemo(page)
      await button(page, 'Lock the account …').click()
    },
  },
  { name: 'studio of a visitor', as: 'visitor', address: '/Studio/' },
  { name: 'studio of a learner', as: 'newcomer', address: '/Studio/', prepare: seeing('This page does not exist') },
  { name: 'studio when the academy is broken', as: 'staff', address: '/Studio/', before: brokenApi },
]
