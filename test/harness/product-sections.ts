import type { Locator, Page } from 'playwright-core'

/** The sections of the product in the editor. On smaller screens, this opens their drawer. */
export async function showSections(page: Page): Promise<Locator> {
  const button = page.getByRole('button', { name: 'Sections', exact: true })
  const sections = page.getByRole('navigation', { name: 'Product sections' })
  await button.or(sections).first().waitFor()
  if (await button.isVisible()) await button.click()
  return sections
}
