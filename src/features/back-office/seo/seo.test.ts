import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { KIND_NAMES, KINDS } from '#shared/kinds.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { siteSettings } from '#db/tables/site.ts'
import { createImageCache, getShareImage } from './share-images.service.ts'
import { buildSitemap, buildSitemapPart } from './sitemap.service.ts'

const XSD = path.resolve(import.meta.dirname, '../../../../test/oracles/data/sitemap.xsd')

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)

async function validateXml(xml: string): Promise<unknown[]> {
  const { errors } = await validateXML({ xml, schema: await readFile(XSD, 'utf8') })
  return [...errors]
}

test('lists every public page and product in a valid sitemap with its last change', async () => {
  const { as, podcast, course, document } = await testAcademy()
  await course({ title: 'Second' })
  await document({ title: 'First' })
  await podcast({ isForSale: false })
  await course({ title: 'Not yet offered', isPublished: false })
  const { status, headers, text } = await as(undefined).get('/sitemap.xml')
  expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(await validateXml(text)).toEqual([])
  expect(await validateXml(text.replace('<loc>', '<place>').replace('</loc>', '</place>'))).not.toEqual([])
  const shelves = KIND_NAMES.map((kind) => KINDS[kind].shelf.address).toSorted()
  expect(shelves.slice(0, 3)).toEqual(['/Courses/', '/Documents/', '/Podcasts/'])
  expect(locations(text).map((address) => address.replace('http://academy.test', ''))).toEqual([
    '/',
    ...shelves,
    ...'/Books/ /About/ /Certificate/ /Login/ /Register/ /PrivacyPolicy/ /TermsOfService/'.split(' '),
    '/Document/first',
    '/Course/second',
  ])
  expect(text.match(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/g)).toHaveLength(4 + 2)
})

test('caches the sitemap once, however its address is spelled', async () => {
  const { app, as } = await testAcademy()
  const keys: string[] = []
  const { answer } = app.replyCache
  app.replyCache.answer = (key, ...rest) => {
    keys.push(key)
    return answer(key, ...rest)
  }
  const spellings = [
    '/sitemap.xml',
    '/%73itemap.xml',
    '/sitemap.xml?page=2',
    '/sitemap/pages.xml',
    '/sitemap/p%61ges.xml',
  ]
  for (const spelling of spellings) expect((await as(undefined).get(spelling)).status).toBe(200)
  expect([...new Set(keys)]).toEqual(['/sitemap.xml', '/sitemap/pages.xml'])
})

test('splits a sitemap that is too long into parts that hold everything once', async () => {
  const { deps, as, course, document } = await testAcademy()
  for (let made = 0; made < 4; made += 1) await course()
  for (let made = 0; made < 3; made += 1) await document()
  const whole = locations(await buildSitemap(deps))
  const index = await buildSitemap(deps, 3)
  expect(index).toContain('<sitemapindex ')
  const parts = locations(index).map((address) => /\/sitemap\/(\w+)\.xml$/.exec(address)?.[1] ?? '')
  expect(parts).toEqual(['pages', '1', '2', '3'])
  const found: string[] = []
  for (const part of parts) {
    const xml = await buildSitemapPart(deps, part, 3)
    expect(await validateXml(xml)).toEqual([])
    found.push(...locations(xml))
  }
  expect(found).toEqual(whole)
  for (const none of ['0.xml', '9.xml', '-1.xml', 'x.xml', '1.txt', '99999999.xml'])
    expect([none, (await as(undefined).get(`/sitemap/${none}`)).status]).toEqual([none, 404])
})

test('disallows the API and personal pages in robots.txt and names the sitemap', async () => {
  const { as } = await testAcademy()
  const { headers, text } = await as(undefined).get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const closed = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, at]) => at)
  expect(closed).toEqual(expect.arrayContaining(['/Academy/', '/media/', '/MyAcademy', '/MyDocuments', '/Account']))
  expect(text).toMatch(/^User-agent: \*$/m)
  expect(text).toMatch(/^Sitemap: http:\/\/academy\.test\/sitemap\.xml$/m)
})

test('lists existing icons with their actual sizes in the web manifest', async () => {
  const { db, as } = await testAcademy()
  await db.insert(siteSettings).values({ settings: { name: 'Observers’ School' } })
  const { headers, body } = await as(undefined).get('/manifest.webmanifest')
  expect(headers['content-type']).toContain('application/manifest+json')
  expect(body).toMatchObject({
    name: 'Observers’ School',
    start_url: '/',
    display: 'standalone',
    theme_color: '#12467f',
  })
  expect(body.icons).toHaveLength(3)
  for (const { src, sizes } of body.icons as { src: string; sizes: string }[]) {
    const { width, height } = await sharp(path.resolve(import.meta.dirname, `../../../../public${src}`)).metadata()
    expect([src, `${width}x${height}`]).toEqual([src, sizes])
  }
})

test('renders a share image for every published product, 1200 × 630 and under 200 kB, and for no other', async () => {
  const { podcast, course, as, app } = await testAcademy()
  const long =
    'Pneumonoultramicroscopicsilicovolcanoconiosis in the Record of a Defense Medical Exam, and What the Observer Writes about It: Part One of Twelve '
  const products = [
    ['course', await course({ title: long.repeat(2) })],
    ['podcast', await podcast({ title: '☃ Ümläut & <tags> “quoted”' })],
    ['podcast', await podcast({ title: '法律护士' })],
  ] as const
  const addresses = products.map(([kind, { slug }]) => `/share/${kind}/${slug}.png`)
  for (const url of [...addresses, '/share/academy.png']) {
    const { statusCode, headers, rawPayload } = await app.inject({ method: 'GET', url })
    expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'image/png'])
    expect(rawPayload.length).toBeLessThan(200_000)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
  }
  const cover = await sharp((await app.inject('/share/podcasts.png')).rawPayload).metadata()
  expect([cover.width, cover.height]).toEqual([1400, 1400])

  const hidden = await course({ isPublished: false })
  const none = [
    `/share/course/${hidden.slug}.png`,
    `/share/document/${products[0][1].slug}.png`,
    '/share/course/none.png',
  ]
  for (const url of [...none, '/share/member/x.png', `/share/course/${products[0][1].slug}.svg`])
    expect([url, (await as(undefined).get(url)).status]).toEqual([url, 404])
})

test('renders an image once per content, and another when the content differs', async () => {
  const words = { form: 'card', label: 'Course', title: 'Reading a Medical Record', name: 'Academy' } as const
  const [first, again] = await Promise.all([getShareImage(words), getShareImage({ ...words })])
  expect(again).toBe(first)
  expect((await getShareImage({ ...words, title: 'Reading a Demand' })).equals(first)).toBe(false)
})

test('renders an image once for concurrent requests, and again only after it was evicted from the cache', async () => {
  const drawn: string[] = []
  const draw = createImageCache(async ({ title }) => {
    drawn.push(title)
    if (title === 'broken') throw new Error('The thread has ended')
    return Buffer.alloc(20_000, title)
  }, 3_000_000)
  const ask = (title: string) => draw({ form: 'card', label: '', title, name: '' })
  const titles = Array.from({ length: 150 }, (_, n) => `Course ${n}`)
  await Promise.all([...titles, ...titles].map(ask))
  for (const title of titles) expect(String(await ask(title)).startsWith(title)).toBe(true)
  expect(drawn).toEqual(titles)

  drawn.length = 0
  await ask('Course 0')
  await ask('One more')
  await ask('Course 0')
  await ask('Course 1')
  expect(drawn).toEqual(['One more', 'Course 1'])

  drawn.length = 0
  for (let tries = 0; tries < 2; tries += 1) await expect(ask('broken')).rejects.toThrow('ended')
  expect(drawn).toHaveLength(2)
})
