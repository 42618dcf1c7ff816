import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { findUnusedFiles } from '#features/foundation/files/files.public.ts'
import { exportFolder, importFolder } from '#features/catalog/import-export/import.public.ts'
import { formatReport } from '#features/catalog/import-export/import-reports.rules.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { getListeningUrl, createUploader } from '../../../../test/harness/uploader.ts'
import type { SiteForm } from './site-screen.contract.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const SITE = '/Academy/api/studio/site/'
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40"><rect width="80" height="20" fill="#fff"/></svg>'

function picture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c8553d' } })
    .png()
    .toBuffer()
}

async function academyWithUploads() {
  const academy = await testAcademy()
  const member = await academy.member({ role: 'owner' })
  const owner = academy.as(member)
  const uploader = createUploader(await getListeningUrl(academy.app), member.token)
  const upload = async (name: string, content: Uint8Array, use = 'picture'): Promise<string> => {
    const { body } = await uploader.send({ name, use, content })
    return body.file.id
  }
  const read = async (): Promise<{ site: SiteForm; revision: string; files: object[] }> => (await owner.get(SITE)).body
  const save = async (part: Partial<SiteForm>) => {
    const { site, revision } = await read()
    return owner.post(SITE, { site: { ...site, ...part }, revision })
  }
  const visitor = academy.as(undefined)
  const shown = async () => ({
    logo: (await visitor.get('/Academy/api/site/')).body.logo,
    founder: (await visitor.get('/Academy/api/site/founder/')).body.founder,
    books: (await visitor.get('/Academy/api/site/books/')).body.books,
  })
  return { ...academy, owner, upload, read, save, shown }
}

type Academy = Awaited<ReturnType<typeof academyWithUploads>>

const book = (title: string, cover: string | null, from: number | null = null) => ({
  from,
  title,
  author: '',
  preview_url: '',
  link: 'https://example.com/book',
  cover,
})

async function savedPictures({ upload, save }: Academy) {
  const portrait = await upload('ada.png', await picture(400, 500))
  const [one, two] = [
    await upload('cover.png', await picture(300, 450)),
    await upload('cover.png', await picture(300, 400)),
  ]
  const logo = await upload('logo.svg', Buffer.from(LOGO))
  const saved = await save({
    logo,
    founder: { name: 'Ada', credentials: '', license: '', experience: '', text: 'A nurse.', portrait },
    books: [book('One', one), book('Two', two)],
  })
  expect(saved.body.message).toMatch(/^Saved/)
  return { logo, portrait, one, two }
}

/** Changes the stored times as if everything had been uploaded long ago. */
async function makeFilesOld({ pool }: Academy): Promise<void> {
  await pool.query(`update files set created_at = now() - interval '9 days'`)
  await pool.query('delete from uploads')
}

test('renders uploaded pictures in all sizes, shows, logs, and exports them, and never lists them as unused', async () => {
  const academy = await academyWithUploads()
  const { read, shown, deps, pool, app } = academy
  const given = await savedPictures(academy)
  const { logo, founder, books } = await shown()
  expect(logo).toMatchObject({ is_lettering: true, images: [{}, {}, {}] })
  const sizes = (images: { format: string; width: number }[]) => images.map(({ format, width }) => `${format} ${width}`)
  expect(sizes(founder.images)).toEqual(['avif 176', 'avif 352', 'avif 528', 'webp 176', 'webp 352', 'webp 528'])
  expect(books.map(({ images }: { images: { height: number }[] }) => images.at(-1)?.height)).toEqual([540, 480])
  const { site, files } = await read()
  expect(site).toMatchObject({ logo: given.logo, founder: { portrait: given.portrait } })
  expect(site.books.map(({ cover }) => cover)).toEqual([given.one, given.two])
  const addresses = files.map((file) => (file as { shown: string }).shown)
  for (const address of addresses) expect([address, (await app.inject(address)).statusCode]).toEqual([address, 200])
  const { rows } = await pool.query(`select after from audit_events where kind = 'site.saved'`)
  expect(rows[0].after).toMatchObject({
    logo: 'site/logo.svg',
    'picture founder.portrait': 'ada.png',
    'picture books.1.cover': 'cover.png',
  })
  await makeFilesOld(academy)
  expect(await findUnusedFiles(deps)).toEqual([])

  const folder = await mkdtemp(path.join(tmpdir(), 'academy-screen-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await exportFolder(deps, folder)
  expect(await readFile(path.join(folder, 'site/cover-2.png'))).toEqual(await picture(300, 400))
  const again = await importFolder(deps, folder, OPERATOR)
  expect('problems' in again ? again.problems : formatReport(again.report, false)).toContain('unchanged  site.yaml')
})

test.skipIf(isEveryChange)(
  'moves a picture with its book, replaces it with another of the same name, and removes it',
  async () => {
    const academy = await academyWithUploads()
    const { upload, save, read, shown, deps, pool } = academy
    const { two } = await savedPictures(academy)
    const other = await upload('ada.png', await picture(800, 1000))
    const { site } = await read()
    const changed = await save({
      logo: null,
      founder: { ...site.founder, portrait: other },
      books: [book('New', null), book('Two', two, 1)],
    })
    expect(changed.body.message).toMatch(/^Saved/)
    const { logo, founder, books } = await shown()
    expect([logo, founder.images.length, books[0].images, books[1].images.at(-1).height]).toEqual([null, 6, [], 480])
    expect((await read()).site).toMatchObject({ logo: null, founder: { portrait: other } })
    const { rows } = await pool.query('select settings from site_settings')
    expect(rows[0].settings).toMatchObject({
      founder: { portrait: 'site/ada.png' },
      books: [{}, { cover: 'site/cover-2.png' }],
    })
    expect(rows[0].settings).not.toHaveProperty('logo')
    await makeFilesOld(academy)
    const unused = (await findUnusedFiles(deps)).map(({ name }) => name)
    expect(unused).toEqual(expect.arrayContaining(['logo.svg', 'cover.png', 'ada.png']))
    // A removed picture can't be shown through its old files.
    expect(unused.filter((name) => name === 'ada.png')).toHaveLength(1)
  },
)

test("rejects something that is not a picture, is missing, or can't be rendered on its field and stores nothing", async () => {
  const { upload, save, read, owner, pool } = await academyWithUploads()
  const pdf = await upload(
    'a.pdf',
    await readFile('demo/courses/unethical-defense-medical-exam-challenges/files/response-ladder.pdf'),
    'handout',
  )
  const gone = 'd9428888-122b-11e1-b85c-61cd3cbb3210'
  const before = await read()
  const founder = { name: 'Ada', credentials: '', license: '', experience: '', text: 'A nurse.', portrait: pdf }
  const { status, body } = await save({ logo: gone, founder, books: [book('One', gone)], name: '' })
  expect([status, body.fields]).toEqual([
    400,
    {
      logo: ['This image is missing. Upload it again.'],
      'founder.portrait': [expect.stringContaining('must be a file that ends in .svg')],
      'books.0.cover': ['This image is missing. Upload it again.'],
      name: ['This must not be empty.'],
    },
  ])
  expect(await read()).toEqual(before)
  const left = await save({
    founder: { ...founder, name: '', text: '', portrait: await upload('a.png', await picture(9, 9)) },
  })
  expect(Object.keys(left.body.fields)).toEqual(['founder.name', 'founder.text'])
  expect((await pool.query('select 1 from site_images')).rows).toEqual([])
  const preview = await owner.post(`${SITE}picture/`, { place: 'logo', file: gone })
  expect(preview.status).toBe(400)
})

test.skipIf(isEveryChange)('previews a picture as pages will show it and stores nothing', async () => {
  const { upload, owner, pool } = await academyWithUploads()
  const file = await upload('ada.png', await picture(400, 500))
  const count = async () => (await pool.query('select 1 from files')).rows.length
  const before = await count()
  for (const [place, width] of [
    ['portrait', 352],
    ['book', 240],
    ['logo', 86],
  ] as const) {
    const { body } = await owner.post(`${SITE}picture/`, { place, file })
    const [kind, coded] = body.image.split(',')
    expect(kind).toBe('data:image/webp;base64')
    expect([place, (await sharp(Buffer.from(coded, 'base64')).metadata()).width]).toEqual([place, width])
  }
  expect(await count()).toBe(before)
})
