import type { Browser } from 'playwright-core'
import { coldLoad, type Loaded, pageKilobytes } from './cold-load.ts'

const LISTS = [
  '',
  'Files/',
  'Orders/',
  'Site/',
  'Staff/',
  'Coupons/',
  'Log/',
  'Catalogue/',
  'Attempts/',
  'Mails/',
  'People/',
]
const COURSE = 'Defense Medical Exam Training'
const EDITOR = /\/markdown-editor-.*\.js/

export type StudioWeight = { address: string; kilobytes: number; hasEditor: boolean }

/** What each studio screen loads beyond the same member's home page, in a browser with an empty cache. */
export async function studioWeights(browser: Browser, url: string, token: string): Promise<StudioWeight[]> {
  const load = async (address: string) => (await coldLoad(browser, url + address, { width: 1280, token })).requests
  const isPage = ({ type }: Loaded) => type === 'Document'
  const ofAll = new Set((await load('/')).filter((request) => !isPage(request)).map(({ address }) => address))
  const weights: StudioWeight[] = []
  for (const address of [...LISTS.map((list) => `/Studio/${list}`), ...(await innerScreens(browser, url, token))]) {
    const own = (await load(address)).filter((request) => !ofAll.has(request.address))
    const hasEditor = own.some((request) => EDITOR.test(request.address))
    weights.push({ address, kilobytes: pageKilobytes(own), hasEditor })
  }
  return weights
}

/** The URLs of a member's page and of each section of a course, with only one of its lectures. */
async function innerScreens(browser: Browser, url: string, token: string): Promise<string[]> {
  const context = await browser.newContext()
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
  const page = await context.newPage()
  const addresses = (links: ReturnType<typeof page.getByRole>) =>
    links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  await page.goto(`${url}/Studio/People/`)
  const member = page.getByRole('main').getByRole('link', { name: 'Dana Demo' })
  await member.waitFor()
  const found = await addresses(member)
  await page.goto(`${url}/Studio/Catalogue/`)
  await page.getByRole('main').getByRole('link', { name: COURSE, exact: true }).click()
  const parts = page.getByRole('navigation', { name: 'Product sections' }).getByRole('link')
  await parts.filter({ hasText: 'About the course' }).click()
  await page.getByRole('textbox', { name: 'Description', exact: true }).waitFor()
  found.push(...(await addresses(parts)))
  await context.close()
  // All lectures load the same files.
  const lecture = found.find((address) => address.includes('part=lecture-'))
  return found.filter((address) => address === lecture || !address.includes('part=lecture-'))
}
