import type { Page } from 'playwright-core'
import { button, type Screen, seeMistakes } from './screen.ts'

/** The page of a member of the demo, as one comes to it. */
export async function openMember(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { name: 'Access without a payment' }).waitFor()
}

/** What is done about the account of a member. */
export const STUDIO_PEOPLE_SCREENS: readonly Screen[] = [
  {
    name: 'studio: a name that is no name',
    as: 'staff',
    address: '/Studio/People/',
    async prepare(page) {
      await openMember(page, 'Dana Demo')
      await button(page, 'Correct the name …').click()
      await page.getByLabel('Last name').fill('www.example.com')
      await button(page, 'Save the name').click()
      await seeMistakes(page)
      await button(page, 'Change the email address …').click()
    },
  },
  {
    name: 'studio: erasing a member',
    as: 'staff',
    address: '/Studio/People/',
    async prepare(page) {
      await openMember(page, 'Dana Demo')
      await button(page, 'Erase the member …').click()
      await button(page, 'Erase for good').click()
      await seeMistakes(page)
    },
  },
]
