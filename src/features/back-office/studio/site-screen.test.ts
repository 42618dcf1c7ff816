import { expect, test } from 'vitest'
import { siteSettings } from '#db/tables/site.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import type { SiteForm } from './site-screen.contract.ts'

const SITE = '/Academy/api/studio/site/'

async function academyWithSite() {
  const academy = await testAcademy()
  const owner = academy.as(await academy.member({ role: 'owner' }))
  const read = async (): Promise<{ site: SiteForm; revision: string }> => (await owner.get(SITE)).body
  return { ...academy, owner, read }
}

const BOOK = {
  from: null,
  title: 'Facts First',
  author: '',
  preview_url: '',
  link: 'https://example.com/facts',
  cover: null,
}

test('shows visitors what was saved and logs old and new values', async () => {
  const { owner, read, as, pool } = await academyWithSite()
  const { site, revision } = await read()
  const changed: SiteForm = {
    ...site,
    name: 'Night School',
    study_reminder_days: '7',
    social: [{ name: 'LinkedIn', url: 'https://example.com/in' }],
    founder: {
      name: 'Dana',
      credentials: 'RN',
      license: 'RN 1, Ohio',
      experience: '18 years',
      text: 'A **nurse**.',
      portrait: null,
    },
    books: [{ ...BOOK, preview_url: 'https://books.example.com/preview' }],
    policies: { ...site.policies, terms: '# Ours\n\nBe kind, says {name}.' },
  }
  expect((await owner.post(SITE, { site: changed, revision })).body.message).toMatch(/^Saved/)
  // Default texts contain the new name.
  const welcome = { ...changed.home_page, welcome: 'Welcome to Night School' }
  expect((await read()).site).toEqual({ ...changed, home_page: welcome, books: [{ ...changed.books[0], from: 0 }] })
  expect((await as(undefined).get('/Academy/api/site/')).body).toMatchObject({ name: 'Night School' })
  const { body: terms } = await as(undefined).get('/Academy/api/site/policies/terms/')
  expect(JSON.stringify(terms)).toContain('Be kind, says Night School')
  const { rows } = await pool.query(`select before, after from audit_events where kind = 'site.saved'`)
  expect(rows).toMatchObject([
    {
      before: { name: 'Legal Nurse Academy', founder: '' },
      after: { name: 'Night School', 'terms.md': expect.stringMatching(/^own-/) },
    },
  ])
  // Saving the same values again changes nothing and logs no event.
  const { site: same, revision: later } = await read()
  expect((await owner.post(SITE, { site: same, revision: later })).body.message).toBe('No changes to save.')
  expect((await pool.query(`select 1 from audit_events where kind = 'site.saved'`)).rows).toHaveLength(1)
})

test('reports errors on their field and stores nothing', async () => {
  const { owner, read, pool } = await academyWithSite()
  const { site, revision } = await read()
  for (const [part, field] of [
    [{ name: '' }, 'name'],
    [{ name: '夜の学校' }, 'name'],
    [{ email: 'nowhere' }, 'email'],
    [{ phone: '555-1234' }, 'phone'],
    [{ time_zone: 'Mars' }, 'time_zone'],
    [{ examination_wait_hours: '1:30' }, 'examination_wait_hours'],
    [{ refund_days: '0' }, 'refund_days'],
    [{ study_reminder_days: '91' }, 'study_reminder_days'],
    [{ study_reminder_days: 'weekly' }, 'study_reminder_days'],
    [{ social: [{ name: 'X', url: 'javascript:alert(1)' }] }, 'social.0.url'],
    [
      { founder: { name: '', credentials: '', license: '', experience: '', text: 'A nurse.', portrait: null } },
      'founder.name',
    ],
    [{ books: [{ ...BOOK, link: 'nowhere' }] }, 'books.0.link'],
    ...['books.example', 'https://', 'https://a b/', 'http://a.example/', 'https://a;b/', 'https://[::1]/'].map(
      (preview_url) => [{ books: [{ ...BOOK, preview_url }] }, 'books.0.preview_url'] as const,
    ),
    [{ policies: { ...site.policies, terms: 'Our {shoe_size}' } }, 'policies.terms'],
  ] as const) {
    const { status, body } = await owner.post(SITE, { site: { ...site, ...part }, revision })
    expect([part, status, Object.keys(body.fields ?? {})]).toEqual([part, 400, [field]])
  }
  expect((await read()).site).toEqual(site)
  expect((await pool.query('select 1 from audit_events')).rows).toEqual([])
})

test('allows frames only from the hosts of the books that are still there, and from those in site.yaml', async () => {
  const { owner, read, db, pool } = await academyWithSite()
  await db.insert(siteSettings).values({ settings: { book_hosts: ['ours.example'] } })
  const at = (host: string) => ({ ...BOOK, preview_url: `https://${host}/p` })
  const save = async (site: object) => owner.post(SITE, { site, revision: (await read()).revision })
  const hosts = async () => (await pool.query('select settings from site_settings')).rows[0].settings.book_hosts
  expect((await save({ books: [at('one.example'), at('two.example')] })).status).toBe(200)
  expect(await hosts()).toEqual(['ours.example', 'one.example', 'two.example'])
  expect((await save({ tagline: 'Learn at night' })).status).toBe(200)
  expect((await save({ books: [{ ...at('two.example'), from: 1 }] })).status).toBe(200)
  expect(await hosts()).toEqual(['ours.example', 'two.example'])
})

test('stores contact and times in one form, however they are typed', async () => {
  const { owner, read, pool } = await academyWithSite()
  const { site, revision } = await read()
  const typed = {
    phone: '555.010.0142 x12',
    email: ' Hello <mailto:hello@night.example> ',
    time_zone: 'Central',
    refund_days: '2 weeks',
    study_reminder_days: '7 days',
    examination_wait_hours: '1½ days',
  }
  expect((await owner.post(SITE, { site: typed, revision })).status).toBe(200)
  expect((await read()).site).toEqual({
    ...site,
    phone: '(555) 010-0142, ext. 12',
    email: 'hello@night.example',
    time_zone: 'America/Chicago',
    refund_days: '14',
    study_reminder_days: '7',
    examination_wait_hours: '36',
  })
  // An earlier version may have stored any text, which stays until it is changed.
  await pool.query(`update site_settings set settings = settings || '{"phone": "Ask for Nora"}'`)
  const { revision: later } = await read()
  expect((await owner.post(SITE, { site: { phone: 'Ask for Nora', name: 'Night' }, revision: later })).status).toBe(200)
  const refused = await owner.post(SITE, { site: { phone: 'Ask for Ada' }, revision: (await read()).revision })
  expect(refused.body.fields).toEqual({
    phone: ['This must be a phone number such as (555) 123-4567, or begin with + and the country code.'],
  })
})

test('rejects the second of two simultaneous saves with an explanation and overwrites no one', async () => {
  const { owner, read } = await academyWithSite()
  const { site, revision } = await read()
  const save = (phone: string) => owner.post(SITE, { site: { ...site, phone }, revision })
  const tried = await Promise.all([save('(555) 010-0001'), save('(555) 010-0002')])
  expect(tried.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 503])
  const refused = tried.find(({ status }) => status === 503)
  expect(refused?.body.message).toContain('Someone else saved')
})

test("keeps a book's picture when others are removed or inserted before it, and everything the screen does not show", async () => {
  const { owner, read, pool } = await academyWithSite()
  const first = await read()
  const three = ['One', 'Two', 'Three'].map((title) => ({ ...BOOK, title }))
  await owner.post(SITE, { revision: first.revision, site: { ...first.site, books: three } })
  await pool.query(
    `update site_settings set settings = jsonb_set(jsonb_set(settings, '{books,1,cover}', '"site/two.jpg"'), '{automatic_tax}', 'true')`,
  )
  await pool.query(
    `with kept as (insert into files (name, sha256, bytes, content_type, is_public) values ('two', repeat('a', 64), 1, 'image/jpeg', true) returning id)
     insert into site_images (place, position, form, width, height, file_id) select 'book', 1, 'webp', 10, 10, id from kept`,
  )
  const { site, revision } = await read()
  const [, two, last] = site.books
  const books = [{ ...BOOK, title: 'New' }, ...[last, two].filter((book) => book !== undefined)]
  expect((await owner.post(SITE, { site: { ...site, books }, revision })).status).toBe(200)
  expect((await pool.query('select place, position from site_images')).rows).toEqual([{ place: 'book', position: 2 }])
  const { rows } = await pool.query('select settings from site_settings')
  expect(rows[0].settings).toMatchObject({
    automatic_tax: true,
    books: [{ title: 'New' }, { title: 'Three' }, { title: 'Two', cover: 'site/two.jpg' }],
  })
})
