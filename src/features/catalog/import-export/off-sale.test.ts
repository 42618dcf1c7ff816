import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countByKind } from '#shared/kinds.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { DEMO_FOLDER } from '../../../../test/harness/demo-academy.ts'
import { exportFolder } from './export.service.ts'
import { importFolder } from './import.service.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const COURSE = 'defense-medical-exam-training'
const PODCAST = 'fact-or-opinion-writing-reports-that-hold-up'
const FREE_PODCAST = 'eyes-ears-watch-the-observers-three-tools'
const DOCUMENT = 'dme-observer-starter-kit'
const PAGES = [`courses/${COURSE}/course.md`, `documents/${DOCUMENT}/document.md`].concat(
  [PODCAST, FREE_PODCAST].map((podcast) => `podcasts/${podcast}/podcast.md`),
)
const OFFERS = [
  ['/Academy/create-payment-intent/', COURSE],
  ['/Academy/api/create-payment-podcast/', PODCAST],
  ['/Academy/api/create-payment-document/', DOCUMENT],
] as const

/** Starts an academy with four products, and creates a folder that says whether each of them is for sale. */
async function academyOnSale() {
  const academy = await testAcademy()
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-sale-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const page of PAGES) {
    const product = path.dirname(page)
    await cp(path.join(DEMO_FOLDER, product), path.join(folder, product), { recursive: true })
  }
  const importAll = async (published?: boolean) => {
    for (const page of PAGES) {
      const text = (await readFile(path.join(folder, page), 'utf8')).replace(/^published: .*\n/m, '')
      const line = published === undefined ? '' : `published: ${published}\n`
      await writeFile(path.join(folder, page), text.replace('---\n', `---\n${line}`))
    }
    expect(await importFolder(academy.deps, folder, OPERATOR)).not.toHaveProperty('problems')
  }
  /** Returns the slugs that visitors see. */
  const seen = async () => {
    const { get } = academy.as(undefined)
    const texts: string[] = []
    for (const address of ['/Academy/api/courses/', '/Academy/api/podcasts/', '/Academy/api/Documents/'])
      texts.push((await get(address)).text)
    for (const address of ['/sitemap.xml', '/feed/podcasts.xml']) texts.push((await get(address)).text)
    return [COURSE, PODCAST, FREE_PODCAST, DOCUMENT].filter((slug) => texts.join('\n').includes(slug))
  }
  const ids = async () => (await academy.pool.query('select id from products order by slug')).rows
  return { ...academy, importAll, seen, ids }
}

test('removes an off-sale product from every list, keeps it for its owners, and restores it as it was', async () => {
  const { importAll, seen, ids, as, member, purchase, pool } = await academyOnSale()
  const [owner, other] = [await member(), await member()]
  await importAll()
  expect(await seen()).toEqual([COURSE, PODCAST, FREE_PODCAST, DOCUMENT])
  const known = await ids()
  for (const { id } of (await pool.query<{ id: string }>('select id from products where price_cents > 0')).rows)
    await purchase(owner.id, id)

  await importAll(false)
  expect(await seen()).toEqual([])
  for (const address of [
    `course/${COURSE}/notAuthenticated`,
    `document/${DOCUMENT}`,
    `podcast/${PODCAST}/notAuthenticated`,
  ])
    expect([address, (await as(undefined).get(`/Academy/api/${address}/`)).status]).toEqual([address, 404])
  for (const [address, courseId] of OFFERS) expect((await as(other).post(address, { courseId })).status).toBe(404)
  // Because no one has bought a free podcast, no one can open it anymore.
  expect((await as(owner).get(`/Academy/api/podcast/${FREE_PODCAST}/`)).status).toBe(404)

  expect((await as(owner).get('/Academy/api/MyAcademy/')).body).toMatchObject([{ id_: COURSE }])
  expect((await as(owner).get(`/Academy/api/take/course/${COURSE}/`)).status).toBe(200)
  expect((await as(owner).get('/Academy/api/MyDocuments/')).body).toMatchObject([{ id_: DOCUMENT }])
  const { podcast_audio: sound, podcast_video: video } = (await as(owner).get(`/Academy/api/podcast/${PODCAST}/`)).body
  expect((await as(undefined).get(sound ?? video)).status).toBe(200)

  await importAll(true)
  expect(await seen()).toEqual([COURSE, PODCAST, FREE_PODCAST, DOCUMENT])
  expect(await ids()).toEqual(known)
})

test.skipIf(isEveryChange)(
  'imports a product that was never on sale, shows it to no one, and exports it unchanged',
  async () => {
    const { importAll, seen, deps, folder } = await academyOnSale()
    await importAll(false)
    expect(await seen()).toEqual([])
    const exported = path.join(folder, 'exported')
    expect(await exportFolder(deps, exported)).toEqual({ ...countByKind([]), courses: 1, podcasts: 2, documents: 1 })
    for (const page of PAGES)
      expect(await readFile(path.join(exported, page), 'utf8')).toContain('published: "false"\n')
  },
)
