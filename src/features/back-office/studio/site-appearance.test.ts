import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { exportFolder, importFolder } from '#features/catalog/import-export/import.public.ts'
import { formatReport } from '#features/catalog/import-export/import-reports.rules.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { createUploader, getListeningUrl } from '../../../../test/harness/uploader.ts'
import type { SiteForm } from './site-screen.contract.ts'

const SITE = '/Academy/api/studio/site/'

async function academyWithOwner() {
  const academy = await testAcademy()
  const account = await academy.member({ role: 'owner' })
  const owner = academy.as(account)
  const visitor = academy.as(undefined)
  const read = async (): Promise<{ site: SiteForm; revision: string; courses: object[] }> =>
    (await owner.get(SITE)).body
  const save = async (site: Partial<SiteForm>, revision?: string) =>
    owner.post(SITE, { site, revision: revision ?? (await read()).revision })
  const home = async () => (await visitor.get('/Academy/api/home/')).body
  const frame = async () => (await visitor.get('/Academy/api/site/')).body
  const stored = async () => (await academy.pool.query('select settings from site_settings')).rows[0]?.settings
  return { ...academy, account, owner, read, save, home, frame, stored }
}

type Academy = Awaited<ReturnType<typeof academyWithOwner>>

async function withHome({ read }: Academy, part: Partial<SiteForm['home_page']>) {
  return { home_page: { ...(await read()).site.home_page, ...part } }
}

test('a new academy shows visitors no home page until the owner publishes it, which can’t be undone', async () => {
  const academy = await academyWithOwner()
  const { read, save, home, stored } = academy
  expect((await home()).content).toBeNull()
  // The form shows the text that the owner would publish by confirming it.
  const { site } = await read()
  expect(site).toMatchObject({
    home_confirmed: false,
    home_page: { heading: 'Empowering nurses, enriching careers', welcome: 'Welcome to Legal Nurse Academy' },
  })
  await save(await withHome(academy, { heading: 'Read records' }))
  expect((await home()).content).toBeNull()
  expect((await save({ home_confirmed: true })).body.message).toBe(
    'Published. Visitors see your home page within a second.',
  )
  expect((await home()).content).toMatchObject({
    heading: 'Read records',
    welcome: 'Welcome to Legal Nurse Academy',
    reasons: [{ title: 'Best Industry Leaders' }, { title: 'Learn Online at Your Own Pace' }, {}],
  })
  await save({ home_confirmed: false })
  expect((await read()).site.home_confirmed).toBe(true)
  // Earlier versions don't know this key, and default texts must change with the settings that they contain.
  expect(await stored()).not.toHaveProperty('home_confirmed')
  expect((await stored()).home_page).toEqual({ heading: 'Read records' })
  const { rows } = await academy.pool.query(`select after from audit_events where kind = 'site.saved' order by at`)
  expect(rows.map(({ after }) => Object.keys(after))).toEqual([['home_page'], ['home_confirmed']])
})

test('texts that the owner has not changed follow the name, tagline, and description', async () => {
  const academy = await academyWithOwner()
  const { save, home, stored } = academy
  await save({ home_confirmed: true })
  await save({ name: 'Night School', tagline: 'Read records at night', description: 'Courses for nurses.' })
  expect((await home()).content).toMatchObject({
    welcome: 'Welcome to Night School',
    heading: 'Read records at night',
    text: expect.stringMatching(/^Courses for nurses\. Learn at your own pace/),
  })
  expect(await stored()).not.toHaveProperty('home_page')
  await save(await withHome(academy, { reasons: [], points: [], welcome: '', heading: '' }))
  const { content } = await home()
  expect(content).toMatchObject({ welcome: '', heading: 'Read records at night', reasons: [], points: [] })
})

test('shows the newest courses for sale, or those that the owner chose, without those that are not for sale', async () => {
  const academy = await academyWithOwner()
  const { course, save, read, home, pool } = academy
  const shown = async () => (await home()).courses.map(({ id_ }: { id_: string }) => id_)
  for (const title of ['One', 'Two', 'Three', 'Four']) await course({ title })
  await pool.query(`update products set published_at = '2026-01-01'::timestamptz + position * interval '1 day'`)
  await pool.query(`update products set published_at = '2026-03-01' where slug = 'two'`)
  const newest = await shown()
  expect([newest[0], newest.length]).toEqual(['two', 3])
  expect((await read()).courses).toContainEqual({ id: 'one', title: 'One', is_on_sale: true })

  await save({ popular_courses: ['three'] })
  expect(await shown()).toEqual(['three'])
  await save({ featured_courses: ['four', 'one', 'gone'] })
  expect(await shown()).toEqual(['four', 'one'])
  await pool.query(`update products set published_at = null where slug = 'four'`)
  expect(await shown()).toEqual(['one'])
  await pool.query(`update products set published_at = null where slug = 'one'`)
  expect(await shown()).toEqual(['two', 'three'])
})

test('shows the menu, announcement, and colors to visitors, and reports an error on its field', async () => {
  const { save, read, frame, stored } = await academyWithOwner()
  const usual = await frame()
  expect(usual).toMatchObject({ menu: null, announcement: null, colors: {} })
  const menu = [
    { page: '/Courses/', label: 'Learn' },
    { page: '/', label: 'Start' },
  ]
  const announcement = { text: '<b>Sale</b> & more', link: '/Courses/', link_label: '', shown: true }
  await save({ menu, announcement, colors: { bar: '#5B2C6F', primary: '', buy: '#bd4b33' } })
  const shown = await frame()
  expect(shown).toMatchObject({
    menu,
    announcement: { text: '<b>Sale</b> & more', link: '/Courses/', link_label: 'Learn more' },
    colors: { '--own-head': '#5b2c6f' },
  })
  expect(Object.keys(shown.colors)).toEqual(['--own-head', '--own-head-deep'])
  await save({ announcement: { ...announcement, text: 'Changed' } })
  expect((await frame()).announcement.id).not.toBe(shown.announcement.id)
  await save({ announcement: { ...announcement, shown: false } })
  expect((await frame()).announcement).toBeNull()

  const { site } = await read()
  const before = await stored()
  const colors = { ...site.colors }
  const item = { title: 'A', text: 'B' }
  for (const [part, field, message] of [
    [{ menu: [] }, 'menu', /at least one item/],
    [{ menu: [{ page: '/Nowhere/', label: 'X' }] }, 'menu.0.page', /must be one of \/, \/About\//],
    [{ menu: [{ page: '/', label: 'x'.repeat(31) }] }, 'menu.0.label', /at most 30 characters/],
    [{ menu: [...menu, { page: '/', label: 'Again' }] }, 'menu.2.page', /already in the menu/],
    [{ announcement: { ...announcement, text: ' ' } }, 'announcement.text', /must not be empty/],
    [{ announcement: { ...announcement, link: 'javascript:alert(1)' } }, 'announcement.link', /starts with https/],
    [{ announcement: { ...announcement, link: '//evil.example/x' } }, 'announcement.link', /starts with https/],
    [{ announcement: { ...announcement, link: '/\\evil.example' } }, 'announcement.link', /starts with https/],
    [
      { colors: { ...colors, buy: '#ffcc00' } },
      'colors.buy',
      /white text on it is 1\.5:1, but must be at least 4\.5:1/,
    ],
    [{ colors: { ...colors, bar: 'red; background: url(x)' } }, 'colors.bar', /must be a color such as/],
    [
      { home_page: { ...site.home_page, reasons: Array.from({ length: 7 }, () => item) } },
      'home_page.reasons',
      /at most 6/,
    ],
    [
      { home_page: { ...site.home_page, points: [{ title: '', text: 'x' }] } },
      'home_page.points.0.title',
      /not be empty/,
    ],
    [{ featured_courses: Array.from({ length: 7 }, (_, at) => `c${at}`) }, 'featured_courses', /at most 6/],
  ] as const) {
    const { status, body } = await save(part as Partial<SiteForm>)
    expect([field, status, Object.keys(body.fields ?? {})]).toEqual([field, 400, [field]])
    expect(body.fields[field][0]).toMatch(message)
  }
  expect(await stored()).toEqual(before)
})

test('a save conflicts only with changes of the same settings since they were read', async () => {
  const { read, save, frame } = await academyWithOwner()
  const { site, revision } = await read()
  const menu = [{ page: '/', label: 'Start' }]
  const first = await save({ menu, announcement: site.announcement }, revision)
  expect(first.status).toBe(200)
  // Another page of the settings, loaded before the first save, can still be saved.
  expect((await save({ phone: '(555) 010-0001', email: '' }, revision)).status).toBe(200)
  const late = await save({ menu: [{ page: '/', label: 'Other' }], announcement: site.announcement }, revision)
  expect([late.status, late.body.message]).toEqual([503, expect.stringContaining('Your changes are still here')])
  expect((await frame()).menu).toEqual(menu)
  // The revision in the response includes what was saved with it, and nothing that others saved.
  expect((await save({ menu: site.menu }, first.body.revision)).status).toBe(200)
  expect((await save({ phone: '(555) 010-0002' }, first.body.revision)).status).toBe(503)
  // A revision from a page of an earlier version.
  expect((await save({ phone: '(555) 010-0002' }, '2026-11-22T15:00:00.000Z')).status).toBe(503)
})

test('renders the picture of the home page and the icon, keeps both when other pages save, and exports and imports all of it', async () => {
  const academy = await academyWithOwner()
  const { app, account, deps, save, home, frame, stored } = academy
  const uploader = createUploader(await getListeningUrl(app), account.token)
  const upload = async (name: string, width: number, height: number): Promise<string> => {
    const content = await sharp({ create: { width, height, channels: 3, background: '#5b2c6f' } })
      .png()
      .toBuffer()
    return (await uploader.send({ name, use: 'picture', content })).body.file.id
  }
  const huge = await upload('huge.png', 8_000, 6_250)
  for (const [part, field] of [
    [await withHome(academy, { picture: huge }), 'home_page.picture'],
    [{ logo: huge }, 'logo'],
    [{ favicon: huge }, 'favicon'],
  ] as const) {
    const { status, body } = await save(part)
    expect([status, body.fields?.[field]]).toEqual([
      400,
      ['huge.png has 50 million pixels. The maximum is 40 million. Save a smaller version.'],
    ])
  }
  expect((await save({ favicon: await upload('wide.png', 400, 100) })).body.fields.favicon).toEqual([
    'wide.png is 400 × 100 pixels, but an icon is a square. Crop it to a square.',
  ])

  const [hero, icon] = [await upload('hero.png', 1_600, 1_400), await upload('icon.png', 600, 600)]
  await save({ ...(await withHome(academy, { picture: hero, text: 'Ours.' })), home_confirmed: true })
  await save({ favicon: icon, colors: { bar: '#5b2c6f', primary: '', buy: '' } })
  await save({ phone: '(555) 010-0001', books: [], menu: [{ page: '/', label: 'Start' }] })
  const { content } = await home()
  expect(content.images.map(({ format, width, height }: Record<string, unknown>) => [format, width, height])).toEqual([
    ['avif', 480, 420],
    ['avif', 800, 700],
    ['avif', 1280, 1120],
    ['webp', 480, 420],
    ['webp', 800, 700],
    ['webp', 1280, 1120],
  ])
  const { icons } = await frame()
  expect(icons.map(({ width }: { width: number }) => width)).toEqual([180, 192, 512])
  expect(icons[0].url).toMatch(/favicon-180\.png$/)
  expect(await stored()).toMatchObject({
    favicon: 'site/icon.png',
    home_page: { text: 'Ours.', picture: 'site/hero.png' },
  })

  const folder = await mkdtemp(path.join(tmpdir(), 'look-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await exportFolder(deps, folder)
  expect(await readFile(path.join(folder, 'site.yaml'), 'utf8')).toContain('home_confirmed: "true"')
  const again = await importFolder(deps, folder, OPERATOR)
  if ('problems' in again) throw new Error(JSON.stringify(again.problems))
  expect(formatReport(again.report, false)).toContain('  unchanged  site.yaml')

  const other = await academyWithOwner()
  await importFolder(other.deps, folder, OPERATOR)
  expect(await other.stored()).toEqual(await stored())
  expect((await other.home()).content).toMatchObject({ text: 'Ours.', images: { length: 6 } })
  expect((await other.frame()).menu).toEqual([{ page: '/', label: 'Start' }])
})
