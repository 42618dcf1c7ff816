import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { loadBuiltPages } from '#platform/http/pages.ts'
import { findUnusedFiles } from '#features/foundation/files/files.public.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { emptyTables } from '../../../../test/harness/database.ts'
import { exportFolder } from './export.service.ts'
import { importFolder } from './import.service.ts'
import { drawLogo } from '../../foundation/site/logo.service.ts'
import { formatReport } from './import-reports.rules.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const svg = (fill: string, width = 40) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 40"><rect width="${width}" height="20" rx="4" fill="${fill}"/></svg>`

const SETTINGS = `name: Night School
logo: site/logo.svg
founder:
  name: Ada Nurse
  portrait: site/ada.png
  text: She watched.
book_hosts: [books.example]
books:
  - title: Facts First
    link: https://books.example/1
  - title: Ears Open
    cover: ears.png
    link: https://books.example/2
`

async function folderWithPictures() {
  const root = await mkdtemp(path.join(tmpdir(), 'academy-site-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const folder = path.join(root, 'folder')
  await mkdir(path.join(folder, 'site'), { recursive: true })
  await writeFile(path.join(folder, 'site.yaml'), SETTINGS)
  await writeFile(path.join(folder, 'site/logo.svg'), svg('#fff'))
  await writeFile(path.join(folder, 'site/ada.png'), await readPicture(400, 500))
  await writeFile(path.join(folder, 'ears.png'), await readPicture(300, 450))
  return { root, folder }
}

function readPicture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c8553d' } })
    .png()
    .toBuffer()
}

async function imported({ deps }: TestAcademy, folder: string): Promise<string> {
  const result = await importFolder(deps, folder, OPERATOR)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return formatReport(result.report, false)
}

const readRows = async ({ pool }: TestAcademy) =>
  (
    await pool.query(`select (select settings from site_settings) as settings, place, position, form, width, height,
      sha256, name, is_public from site_images join files on files.id = file_id order by place, position, form, width`)
  ).rows

test.skipIf(isEveryChange)('rejects a logo about a pixel wide with a message and renders a narrow one', async () => {
  const drawn = async (width: number) =>
    drawLogo(
      { source: await readPicture(width, 900), name: 'logo.png', contentType: 'image/png', seconds: undefined },
      { bar: '#12467f', member: 'ann' },
    )
  expect(await drawn(3)).toEqual({ wrong: expect.stringContaining('is too narrow for a logo') })
  expect(await drawn(90)).toHaveLength(7)
})

test('renders, shows, exports, and imports logo, portrait, and book covers', async () => {
  const academy = await testAcademy({ pages: loadBuiltPages })
  const { as, app, deps, pool } = academy
  const { root, folder } = await folderWithPictures()
  expect((await as(undefined).get('/Academy/api/site/')).body).toMatchObject({ logo: null, icons: [] })
  const plainCard = (await app.inject('/share/academy.png')).rawPayload
  await imported(academy, folder)

  const visitor = as(undefined)
  const { logo, icons } = (await visitor.get('/Academy/api/site/')).body
  expect(logo.is_lettering).toBe(false)
  expect(logo.images.map(({ width, height }: { width: number; height: number }) => [width, height])).toEqual([
    [36, 36],
    [72, 72],
    [108, 108],
  ])
  expect(icons.map(({ width }: { width: number }) => width)).toEqual([180, 192, 512])
  const { founder } = (await visitor.get('/Academy/api/site/founder/')).body
  expect(founder.images.map((image: { format: string; width: number }) => `${image.format} ${image.width}`)).toEqual([
    'avif 176',
    'avif 352',
    'avif 528',
    'webp 176',
    'webp 352',
    'webp 528',
  ])
  const { books } = (await visitor.get('/Academy/api/site/books/')).body
  expect(books[0].images).toEqual([])
  expect(books[1].images.at(-1)).toMatchObject({ width: 360, height: 540 })
  for (const { url, width, height } of [...logo.images, ...icons, ...founder.images, ...books[1].images]) {
    const reply = await app.inject(url)
    expect([url, reply.statusCode, reply.headers['x-content-type-options']]).toEqual([url, 200, 'nosniff'])
    expect(reply.headers['content-type']).toMatch(/^image\/(avif|webp|png)$/)
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width, height })
  }
  const about = (await app.inject('/About/')).body
  expect(about).toContain('alt="Portrait of Ada Nurse"')
  // The logo is shown in the header and in the footer.
  expect(about.split(`src="${logo.images[0].url}"`)).toHaveLength(3)
  expect(about).toContain(`<link rel="icon" href="${icons[1].url}"`)
  expect((await app.inject('/Books/')).body).toContain('alt="Cover of Ears Open"')
  const manifest = (await visitor.get('/manifest.webmanifest')).body
  expect(manifest.icons).toHaveLength(6)
  expect(manifest.icons[0].src).toBe(icons[0].url)
  const card = (await app.inject('/share/academy.png')).rawPayload
  expect(card.equals(plainCard)).toBe(false)
  expect(card.length).toBeLessThan(200_000)

  // The originals are stored for exports and never served.
  const { rows: originals } = await pool.query(
    `select files.id, files.name from site_images join files on files.id = file_id where form = 'original'`,
  )
  expect(originals).toHaveLength(3)
  for (const { id, name } of originals) expect((await app.inject(`/images/${id}/${name}`)).statusCode).toBe(404)
  await pool.query(`update files set created_at = now() - interval '2 days'`)
  expect(await findUnusedFiles(deps)).toEqual([])

  const before = await readRows(academy)
  const exported = path.join(root, 'exported')
  await exportFolder(deps, exported)
  expect(await readFile(path.join(exported, 'site/logo.svg'), 'utf8')).toBe(svg('#fff'))
  expect(await readFile(path.join(exported, 'ears.png'))).toEqual(await readPicture(300, 450))
  expect(await imported(academy, exported)).toContain('  unchanged  site.yaml')
  await emptyTables(pool)
  await imported(academy, exported)
  expect(await readRows(academy)).toEqual(before)
})

test('reports what differs, and removes pictures that the settings no longer name', async () => {
  const academy = await testAcademy()
  const { folder } = await folderWithPictures()
  await imported(academy, folder)
  await writeFile(path.join(folder, 'site/logo.svg'), svg('#eee'))
  await writeFile(path.join(folder, 'ears.png'), await readPicture(300, 400))
  expect((await imported(academy, folder)).split('\n').slice(1)).toEqual([
    '  changed    site.yaml',
    '               logo image',
    '               book covers',
  ])
  await writeFile(path.join(folder, 'site.yaml'), 'name: Night School\n')
  await imported(academy, folder)
  expect((await academy.as(undefined).get('/Academy/api/site/')).body.logo).toBeNull()
  await academy.pool.query(`update files set created_at = now() - interval '2 days'`)
  const unused = (await findUnusedFiles(academy.deps)).map(({ name }) => name)
  expect(unused).toEqual(expect.arrayContaining(['logo.svg', 'ada.png', 'logo-108.webp', 'book-2-360.avif']))
})

test.skipIf(isEveryChange)(
  'gives a logo as dark as the bar a light background, but not a light one or one with its own background',
  async () => {
    type Drawn = Exclude<Awaited<ReturnType<typeof drawLogo>>, { wrong: string }>
    const drawnLarge = (drawn: Drawn) => {
      const found = drawn.find(({ place, form }) => place === 'logo' && form === 'png')
      if (!found) throw new Error('no large one')
      return found
    }
    const cornerOf = async (source: string) => {
      const drawn = await drawLogo(
        {
          source: Buffer.from(source),
          name: 'l.svg',
          contentType: 'image/svg+xml',
          seconds: 0,
        },
        { bar: '#12467f', member: 'ann' },
      )
      if ('wrong' in drawn) throw new Error(drawn.wrong)
      const { file, width, height } = drawnLarge(drawn)
      const { data } = await sharp(file.source).raw().toBuffer({ resolveWithObject: true })
      const middleBelow = (height - 10) * width + Math.floor(width / 2)
      return [...data.subarray(middleBelow * 4, middleBelow * 4 + 4)]
    }
    expect(await cornerOf(svg('#14213d'))).toEqual([251, 250, 247, 255])
    expect((await cornerOf(svg('#ffffff')))[3]).toBe(0)
    const whole =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#14213d" d="M0 0h40v40H0z"/></svg>'
    expect(await cornerOf(whole)).toEqual([20, 33, 61, 255])
  },
)
