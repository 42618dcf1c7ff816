import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { structuredDataOf } from '../oracles/structured-data.ts'
import { complaintsAbout } from '../oracles/valid-html.ts'
import { getToken } from '../harness/api-client.ts'
import { sharedBrowser, openPage } from '../harness/browser.ts'
import { demoPrice } from '../harness/demo-prices.ts'
import { createIdleWaiter } from '../harness/idle-waiter.ts'
import { runAcademy } from '../harness/running-academy.ts'
import { isEveryChange } from '../harness/long-test.ts'

// How the academy appears in search engines and social previews.

const COURSE = 'defense-medical-exam-training'
const DOCUMENT = 'dme-observer-starter-kit'
const PODCAST = 'fact-or-opinion-writing-reports-that-hold-up'

/** Pages that search engines may index, and their expected metadata. */
const PUBLIC: [path: string, types: string[]][] = [
  ['/', ['EducationalOrganization', 'WebSite']],
  ['/About/', ['AboutPage']],
  ['/Books/', []],
  ['/Courses/', ['ItemList']],
  [`/Course/${COURSE}`, ['Course', 'BreadcrumbList']],
  [`/Course/${COURSE}/Sample/`, ['VideoObject', 'BreadcrumbList']],
  ['/Documents/', ['ItemList']],
  [`/Document/${DOCUMENT}`, ['Product', 'BreadcrumbList']],
  ['/Podcasts/', ['PodcastSeries']],
  ['/Login/', []],
  ['/Register/', []],
  ['/ForgotPassword/', []],
  ['/PrivacyPolicy/', []],
  ['/TermsOfService/', []],
]

/** Pages that are not indexed: those behind a login, with single-use links, or missing. */
const PERSONAL = [
  `/Podcast/${PODCAST}`,
  '/Podcast/none',
  '/MyAcademy/',
  `/MyAcademy/${COURSE}`,
  `/MyAcademy/${COURSE}/Lecture/the-rules-that-shape-the-exam/`,
  '/MyDocuments/',
  `/MyDocuments/${DOCUMENT}`,
  `/Examination/${COURSE}`,
  '/Account',
  '/Account/Mails',
  '/Account/Notices',
  '/Account/Orders',
  '/Success/',
  '/VerifyEmail/none',
  '/ResetPassword/none',
  '/ConfirmEmail/none',
  '/EndSession/none',
  '/KeepEmail/none',
  '/Leave/none',
  '/Certificate/none',
  '/none',
]

/** Pages without a canonical URL: missing pages, single-use links, and pages outside the specification. */
const HAS_NO_ADDRESS = /\/none$|^\/Account(\/\w+)?$/

let academy: Awaited<ReturnType<typeof runAcademy>>
let browser: Browser
let token: string

beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
  token = await getToken(academy.url, 'demo', 'demo-learner-2026')
})
afterAll(() => academy.close())

async function htmlOf(path: string): Promise<string> {
  const reply = await fetch(academy.url + path)
  return reply.text()
}

/** The content of a meta tag in the page's head. */
function said(html: string, name: string): string | undefined {
  const tag = [...html.matchAll(/<(?:meta|link) [^>]*>/g)].find(([text]) => text.includes(`"${name}"`))?.[0]
  return / (?:content|href)="([^"]*)"/.exec(tag ?? '')?.[1]
}

describe('as the server sends it', () => {
  test.each(PUBLIC)('%s has its metadata and is valid', async (path, types) => {
    const html = await htmlOf(path)
    expect(await complaintsAbout(html)).toEqual([])

    expect(said(html, 'canonical')).toBe(academy.url + path)
    expect(said(html, 'robots')).toBeUndefined()
    const description = said(html, 'description') ?? ''
    expect(description.length).toBeGreaterThan(40)
    expect(description.length).toBeLessThan(170)
    expect(said(html, 'og:description')).toBe(description)
    expect(said(html, 'og:url')).toBe(academy.url + path)
    expect(said(html, 'twitter:card')).toBe('summary_large_image')
    expect(/<title>([^<]+)<\/title>/.exec(html)?.[1]).toContain('Legal Nurse Academy')
    const picture = await fetch(said(html, 'og:image') ?? '')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])

    const { data, complaints } = await structuredDataOf(html)
    expect(complaints).toEqual([])
    expect(Object.keys(data)).toEqual(types)
  })

  test('every page has a unique title and description', async () => {
    const pages = await Promise.all(PUBLIC.map(([path]) => htmlOf(path)))
    for (const part of [/<title>([^<]*)/, /name="description" content="([^"]*)/]) {
      const texts = pages.map((html) => part.exec(html)?.[1])
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
    }
  })

  test.each(PERSONAL)('%s asks not to be indexed and is valid', async (path) => {
    const html = await htmlOf(path)
    expect(await complaintsAbout(html)).toEqual([])
    expect(said(html, 'robots')).toBe('noindex')
  })

  test("a course's structured data gives its stored price, length, and certificate", async () => {
    const { data } = await structuredDataOf(await htmlOf(`/Course/${COURSE}`))
    expect(data['Course']).toMatchObject([
      {
        name: 'Defense Medical Exam Training',
        provider: { '@type': 'EducationalOrganization', name: 'Legal Nurse Academy' },
        offers: { '@type': 'Offer', price: demoPrice(`courses/${COURSE}`), priceCurrency: 'USD', category: 'Paid' },
        hasCourseInstance: {
          '@type': 'CourseInstance',
          courseMode: 'Online',
          courseWorkload: expect.stringMatching(/^PT(\d+H)?(\d+M)?$/),
        },
        syllabusSections: { length: 5 },
        educationalCredentialAwarded: { '@type': 'EducationalOccupationalCredential' },
      },
    ])
  })

  test('the validators report errors', async () => {
    const html = await htmlOf(`/Document/${DOCUMENT}`)
    const misspelled = html.replace('"priceCurrency":', '"priceCurrencies":')
    expect((await structuredDataOf(misspelled)).complaints.join()).toMatch(/priceCurrenc/)
    const unknown = html.replace('"@type":"Product"', '"@type":"Produce"')
    expect((await structuredDataOf(unknown)).complaints.join()).toContain('not a valid schema.org type')
    expect(await complaintsAbout(html.replace('</h1>', ''))).not.toEqual([])
    expect(await complaintsAbout(html.replace('<h1', '<h1 id="about"'))).not.toEqual([])
  })

  test('the sitemap lists existing pages by their canonical address', async () => {
    const xml = await htmlOf('/sitemap.xml')
    const addresses = [...xml.matchAll(/<loc>([^<]*)/g)].map(([, address = '']) => address)
    expect(addresses).toHaveLength(18)
    for (const address of addresses) {
      const reply = await fetch(address)
      const html = await reply.text()
      expect([reply.status, said(html, 'canonical'), said(html, 'robots')]).toEqual([200, address, undefined])
    }
  })

  test('data inserted into JSON-LD cannot break out of it', async () => {
    const html = await htmlOf(`/Course/${COURSE}`)
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    expect(json).not.toMatch(/[<>]/)
    expect(JSON.parse(json)).toMatchObject({ '@context': 'https://schema.org' })
  })
})

test('the link to a podcast shows what it is before login', async () => {
  const html = await htmlOf(`/Podcast/${PODCAST}`)
  expect(said(html, 'og:title')).toBe('Fact or Opinion? Writing Reports That Hold Up')
  expect(said(html, 'og:image')).toBe(`${academy.url}/share/podcast/${PODCAST}.png`)
  expect(said(html, 'application/rss+xml')).toBe(`${academy.url}/feed/podcasts.xml`)
  const { data, complaints } = await structuredDataOf(html)
  expect(complaints).toEqual([])
  expect(data['PodcastEpisode']).toMatchObject([
    { isAccessibleForFree: false, offers: { price: demoPrice(`podcasts/${PODCAST}`) } },
  ])
})

test('a missing podcast is a 404 for visitors; members see its own message', async () => {
  expect((await fetch(`${academy.url}/Podcast/none`)).status).toBe(404)
  const visitor = await openPage(browser, academy.url)
  await visitor.page.goto('/Podcast/none')
  await visitor.page.getByRole('heading', { name: 'This page doesn’t exist' }).waitFor()
  await visitor.page.waitForLoadState('networkidle')
  expect(new URL(visitor.page.url()).pathname).toBe('/Podcast/none')

  const member = await openPage(browser, academy.url, 1280, token)
  await member.page.goto('/Podcast/none')
  await member.page.getByText('No podcast details available.').waitFor()
})

describe('as the browser shows it', () => {
  test.skipIf(isEveryChange).each([...PUBLIC.map(([path]) => path), ...PERSONAL])(
    '%s is valid for a member and has one title',
    async (path) => {
      const { page } = await openPage(browser, academy.url, 1280, token)
      const rest = createIdleWaiter(page, 500)
      await page.goto(path)
      await rest()
      const html = await page.evaluate(() => `<!DOCTYPE html>${document.documentElement.outerHTML}`)
      expect(await complaintsAbout(html)).toEqual([])
      const counted = (selector: string) => page.locator(`head ${selector}`).count()
      expect([path, await counted('title'), await counted('meta[name=description]')]).toEqual([path, 1, 1])
      const canonical = await page
        .locator('head link[rel=canonical]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect(canonical).toEqual(HAS_NO_ADDRESS.test(path) ? [] : [academy.url + path])
      await page.context().close()
    },
  )
})
