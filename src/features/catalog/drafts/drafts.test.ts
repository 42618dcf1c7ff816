import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exportFolder, importFolder } from '#features/catalog/import-export/import.public.ts'
import { changePrice } from '#features/foundation/products/products.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { writeCourse } from '../../../../test/harness/hand-written-course.ts'
import { getListeningUrl, createUploader } from '../../../../test/harness/uploader.ts'
import { hashFiles } from '../../../../test/harness/hash-files.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const PRODUCTS = '/Academy/api/studio/products/'
const SLUG = 'reading-a-record'

/** Starts an academy with an owner, an editor, and an imported course with two lectures. */
async function academyWithCourse() {
  const academy = await testAcademy()
  const { deps, as, member, pool } = academy
  const root = await mkdtemp(path.join(tmpdir(), 'academy-drafts-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const content = path.join(root, 'content')
  const folder = await writeCourse(content)
  const load = (isOverStudio = false) => importFolder(deps, content, OPERATOR, { isOverStudio })
  await load()
  const { rows } = await pool.query<{ id: string }>(`select id from products where slug = '${SLUG}'`)
  const id = rows[0]?.id ?? ''
  const at = `${PRODUCTS}${id}/`
  const [owner, editor] = [as(await member({ role: 'owner' })), as(await member({ role: 'editor' }))]
  type Somebody = typeof owner
  const open = async (who: Somebody = owner) => (await who.get(at)).body
  /**
   * Sets fields as someone would who saw the product in the state `seen`. By default, this is someone who has just
   * opened the product.
   */
  const set = async (fields: Record<string, unknown>, { who = owner, seen = undefined as unknown } = {}) => {
    const { revision, stands_since } = (seen ?? (await open(who))) as { revision: number; stands_since: string }
    const changes = Object.entries(fields).map(([field, to]) => ({ do: 'set', at: field.split('/'), to }))
    return (await who.post(`${at}changes/`, { revision, stands_since, changes })).body
  }
  const publish = async (who: Somebody = owner) =>
    who.post(`${at}publish/`, { revision: (await open()).revision, is_on_sale: true })
  const count = async (table: string) => Number((await pool.query(`select count(*) from ${table}`)).rows[0].count)
  const exported = async () => {
    const to = path.join(root, `export-${Math.random()}`)
    await exportFolder(deps, to)
    return hashFiles(to)
  }
  return { ...academy, root, folder, load, id, at, owner, editor, open, set, publish, count, exported }
}

test.skipIf(isEveryChange)(
  "reports text that readers will not see on its field and line, and does not publish text that can't be rendered",
  async () => {
    const { open, set, publish, at, owner, count } = await academyWithCourse()
    const picture = '\n\nOne.\n\n![a](https://x.example/a.png) and ~5~10'
    const warnings = [
      {
        at: ['description'],
        message:
          'Line 5: the image https://x.example/a.png is shown as a link: only images from this academy, at /images/…, are shown.',
      },
    ]
    expect(await set({ description: picture })).toMatchObject({ findings: [], warnings })
    expect(await open()).toMatchObject({ findings: [], warnings })
    const deep = `${'> '.repeat(30)}deep`
    const findings = [
      {
        at: ['lectures', 'first-page', 'description'],
        message: 'This text has too many nested lists or quotes. Please simplify it.',
      },
    ]
    expect(await set({ 'lectures/first-page/description': deep })).toMatchObject({ findings, warnings })
    const refused = await publish()
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('lectures/first-page/description')
    await set({ 'lectures/first-page/description': 'A *short* one.' })
    // Publishing renders the texts before it takes locks, so that the first reader doesn't have to wait for that.
    expect((await publish()).status).toBe(200)
    const stored = await count(
      `rendered_markdown where rendered->>'html' like '%~5~10%' or rendered->>'html' like '%<em>short%'`,
    )
    expect(stored).toBe(2)
    // Publishing removed the empty lines at the start of the text, so the line number has changed.
    const [{ message }] = (await owner.get(at)).body.warnings
    expect(message).toMatch(/^Line 3: the image /)
  },
)

test.skipIf(isEveryChange)(
  'leaves the catalog and its export unchanged after a word is changed, changed back, and published',
  async () => {
    const { id, open, set, publish, exported, count, as, member, pool } = await academyWithCourse()
    const [before, files] = [await open(), await exported()]
    expect(before).toMatchObject({
      kind: 'course',
      revision: 0,
      findings: [],
      is_on_sale: true,
      plan: { price: '149.00' },
    })
    expect(await count('drafts'), 'opening begins nothing').toBe(0)
    await set({ 'lectures/first-page/name': '1. The Very First Page' })
    await set({ 'lectures/first-page/name': before.plan.lectures[0].name })
    const key = before.plan.examination.questions[0].id
    expect(await set({ [`examination/questions/${key}/question`]: 'Question 1!' })).toMatchObject({ revision: 3 })
    await set({ [`examination/questions/${key}/question`]: 'Question 1?' })
    const visitor = await as(await member()).get(`/Academy/api/course/${SLUG}/`)
    expect(visitor.body.lectures[0].lecture_name).toBe('1. The First Page')
    expect(await publish()).toMatchObject({ status: 200, body: { address: SLUG } })
    expect((await open()).plan).toEqual(before.plan)
    expect(await count('drafts')).toBe(0)
    const { rows } = await pool.query('select max(version) as last from questions')
    expect(rows, 'no wording is new').toEqual([{ last: 1 }])
    expect(await readEventKinds(pool)).toContain('product.published')
    expect(id).toBe(before.id)
    const after = await exported()
    // Publishing gave IDs to questions that had none. Everything else is identical, file by file.
    expect(Object.keys(after)).toEqual(Object.keys(files))
    const changed = Object.keys(after).filter((file) => after[file] !== files[file])
    expect(changed).toEqual([`courses/${SLUG}/examination.yaml`])
  },
)

test('merges different parts changed by two editors, and shows both when they changed the same part', async () => {
  const { editor, open, set } = await academyWithCourse()
  const seen = await open()
  await set({ 'lectures/first-page/name': 'One' }, { seen })
  const now = await open()
  expect(await set({ 'lectures/last-page/name': 'Two' }, { who: editor, seen: now })).toMatchObject({ revision: 2 })
  expect(await set({ short: 'x', 'lectures/last-page/name': 'Other' }, { seen: now })).toMatchObject({
    revision: null,
    findings: [],
    clashes: [{ at: ['lectures', 'last-page', 'name'], theirs: 'Two' }],
  })
  const { plan } = await open()
  expect([plan.lectures.map(({ name }: { name: string }) => name), plan.short]).toEqual([
    ['One', 'Two'],
    'Find the facts.',
  ])
})

test.skipIf(isEveryChange)('stores thirty simultaneous saves as thirty revisions and loses none', async () => {
  const { at, owner, open, set } = await academyWithCourse()
  await set({ short: 'Begun' })
  const seen = await open()
  const fields = ['name', 'short', 'level', 'description', 'price']
  const saves = Array.from({ length: 30 }, (_, n) =>
    owner.post(`${at}changes/`, {
      revision: seen.revision + 30,
      stands_since: seen.stands_since,
      changes: [{ do: 'set', at: [fields[n % 5]], to: `${n}` }],
    }),
  )
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
  expect((await open()).revision).toBe(31)
})

test("stores content that can't be published as typed and reports it on its field", async () => {
  const { open, set, publish, count } = await academyWithCourse()
  const long = 'x'.repeat(2_000)
  const { findings } = await set({
    name: long,
    price: '-1',
    'lectures/first-page/description': '',
    'examination/draw': '99',
  })
  expect(findings).toEqual([
    { at: ['name'], message: 'Must be at most 300 characters.' },
    { at: ['price'], message: 'Can’t be negative.' },
    { at: ['lectures', 'first-page', 'description'], message: 'This is required.' },
    { at: ['examination', 'draw'], message: 'Must be at most 5, the number of questions in the exam.' },
  ])
  expect((await open()).plan).toMatchObject({ name: long, price: '-1' })
  const refused = await publish()
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([
    400,
    ['name', 'price', 'lectures/first-page/description', 'examination/draw'],
  ])
  expect(await count('product_versions'), 'nothing was stored').toBe(1)
  expect((await set({ price: ' $1,299 ' })).findings.map(({ at }: { at: string[] }) => at[0])).not.toContain('price')
})

test('stores an exam with more questions than can be published, and names the excess', async () => {
  const { at, open, owner, publish } = await academyWithCourse()
  const [question] = (await open()).plan.examination.questions
  const change = async (changes: object[]) => {
    const { revision, stands_since } = await open()
    return owner.post(`${at}changes/`, { revision, stands_since, changes })
  }
  const ids = Array.from({ length: 496 }, (_, n) => `extra-${n}`)
  const adds = ids.map((id) => {
    const item = { ...question, id, question: `What is ${id}?` }
    return { do: 'add', at: ['examination', 'questions'], item, after: null }
  })
  for (let start = 62; start < ids.length; start += 62) await change(adds.slice(start, start + 62))
  const findings = [{ at: ['examination', 'questions'], message: 'Must have at most 500 questions.' }]
  expect((await change(adds.slice(0, 62))).body).toMatchObject({ findings })
  expect(Object.keys((await publish()).body.fields)).toEqual(['examination/questions'])
  const removal = { do: 'remove', at: ['examination', 'questions', ids[0]] }
  expect((await change([removal])).body).toMatchObject({ findings: [] })
})

test('stores nothing for hostile changes', async () => {
  const { at, owner, open, count } = await academyWithCourse()
  const { stands_since } = await open()
  const send = (change: object) => owner.post(`${at}changes/`, { revision: 0, stands_since, changes: [change] })
  const file = '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'
  expect((await send({ do: 'set', at: ['cover'], to: file })).body.message).toMatch(/upload it again/)
  for (const to of [4, { a: 1 }, null, 'x'.repeat(200_000)])
    expect((await send({ do: 'set', at: ['name'], to })).status).toBe(400)
  expect((await send({ do: 'set', at: ['name'], to: 'x'.repeat(2_000_000) })).status).toBe(413)
  expect((await send({ do: 'set', at: ['__proto__', 'polluted'], to: 'x' })).body.clashes).toHaveLength(1)
  expect((await send({ do: 'add', at: ['lectures'], item: { id: 'x' }, after: null })).status).toBe(400)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(await count('drafts')).toBe(0)
})

test('keeps a new product private to the studio until it is published, and lets only an owner set its price', async () => {
  const { owner, editor, as, member, pool, load } = await academyWithCourse()
  const nora = as(await member())
  const { id } = (await editor.post(PRODUCTS, { kind: 'document', name: 'First Kit' })).body
  expect((await nora.get(`${PRODUCTS}${id}/`)).status).toBe(404)
  const at = `${PRODUCTS}${id}/`
  expect((await editor.get(at)).body.findings.map(({ at: place }: { at: string[] }) => place.join('/'))).toEqual([
    'description',
    'files',
    'short',
    'price',
  ])
  const { rows } = await pool.query(`select id from files where content_type = 'application/pdf'`)
  const changes = Object.entries({
    description: 'All forms.',
    short: 'Forms.',
    price: '29',
    files: [{ name: 'Checklist', file: rows[0].id }],
  }).map(([field, to]) => ({ do: 'set', at: [field], to }))
  const saved = (await editor.post(`${at}changes/`, { revision: 1, stands_since: null, changes })).body
  expect(saved).toMatchObject({ revision: 2, findings: [], others: [], clashes: [] })
  const publish = { revision: 2, is_on_sale: true }
  expect((await editor.post(`${at}publish/`, publish)).body.fields.price[0]).toMatch(/Only an owner can set a price/)
  expect((await nora.get('/Academy/api/document/first-kit/')).status).toBe(404)
  expect((await owner.post(`${at}publish/`, { ...publish, revision: 1 })).body.message).toMatch(
    /Someone changed this draft/,
  )
  expect((await owner.post(`${at}publish/`, publish)).body).toMatchObject({ address: 'first-kit' })
  expect((await nora.get('/Academy/api/document/first-kit/')).body).toMatchObject({ document_title: 'First Kit' })

  const copy = (await owner.post(`${at}copy/`, {})).body.id
  const opened = (await owner.get(`${PRODUCTS}${copy}/`)).body
  expect(opened.plan).toMatchObject({ name: 'First Kit (copy)', address: '', price: '29.00' })
  const taken = [{ do: 'set', at: ['address'], to: SLUG }]
  await owner.post(`${PRODUCTS}${copy}/changes/`, { revision: 1, stands_since: null, changes: taken })
  const refused = await owner.post(`${PRODUCTS}${copy}/publish/`, publish)
  expect(refused.body.fields.address[0]).toMatch(/“reading-a-record” is already the address of a course/)
  expect((await owner.post(`${PRODUCTS}${copy}/discard/`, {})).status).toBe(200)
  expect((await owner.get(`${PRODUCTS}${copy}/`)).status).toBe(404)
  expect('problems' in (await load())).toBe(false)
})

test("keeps an editor's first publication off sale, even at a price of 0, until an owner sets the price", async () => {
  const { deps, editor, id, pool } = await academyWithCourse()
  const { id: copy } = (await editor.post(`${PRODUCTS}${id}/copy/`, {})).body
  const at = `${PRODUCTS}${copy}/`
  const changes = [{ do: 'set', at: ['price'], to: '0' }]
  await editor.post(`${at}changes/`, { revision: 1, stands_since: null, changes })
  const published = await editor.post(`${at}publish/`, { revision: 2, is_on_sale: true })
  expect(published).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining('An owner must set its price') },
  })
  const onSale = async () => {
    const { rows } = await pool.query('select published_at is not null as is from products where id = $1', [copy])
    return rows[0].is as boolean
  }
  expect(await onSale()).toBe(false)
  const sale = await editor.post(`${at}sale/`, { is_on_sale: true })
  expect(sale).toMatchObject({ status: 400, body: { message: expect.stringContaining('An owner must set its price') } })
  const { revision, stands_since } = (await editor.get(at)).body
  const named = [{ do: 'set', at: ['short'], to: 'Another' }]
  const saved = (await editor.post(`${at}changes/`, { revision, stands_since, changes: named })).body
  await editor.post(`${at}publish/`, { revision: saved.revision, is_on_sale: true })
  expect(await onSale()).toBe(false)
  const { rows } = await pool.query('select slug from products where id = $1', [copy])
  await changePrice(deps, { slug: rows[0].slug, priceCents: 9_900, by: OPERATOR })
  expect((await editor.post(`${at}sale/`, { is_on_sale: true })).status).toBe(200)
  expect(await onSale()).toBe(true)
})

test('keeps catalog changes when a draft is published, and asks for a choice when both changed', async () => {
  const { deps, at, owner, open, set, publish } = await academyWithCourse()
  await set({ short: 'Mine' })
  await changePrice(deps, { slug: SLUG, priceCents: 9_900, by: OPERATOR })
  expect((await publish()).status).toBe(200)
  expect((await open()).plan).toMatchObject({ short: 'Mine', price: '99.00' })

  await set({ price: '120', short: 'Mine again' })
  await changePrice(deps, { slug: SLUG, priceCents: 8_800, by: OPERATOR })
  expect((await open()).differences).toEqual([{ at: ['price'], mine: '120', theirs: '88.00' }])
  expect((await publish()).body.message).toMatch(/The product changed after this draft/)
  expect((await owner.post(`${at}update/`, { choices: {} })).status).toBe(400)
  const updated = (await owner.post(`${at}update/`, { choices: { price: 'theirs' } })).body
  expect(updated).toMatchObject({ plan: { price: '88.00', short: 'Mine again' }, differences: [] })
  expect((await publish()).status).toBe(200)
})

test('rejects an import that would overwrite newer studio work, showing all three values, unless forced', async () => {
  const { load, open, set, publish } = await academyWithCourse()
  await set({ short: 'From the studio', price: '120' })
  await publish()
  await expect(load()).rejects.toThrow(
    /reading-a-record, short: at the last import "Find the facts[.]", in the studio "From the studio", in this folder "Find the facts[.]"/,
  )
  expect((await open()).plan).toMatchObject({ short: 'From the studio', price: '120.00' })
  await load(true)
  expect((await open()).plan).toMatchObject({ short: 'Find the facts.', price: '149.00' })
  await load()
})

test('warns an editor whose draft an import overtook, and restores earlier versions as drafts', async () => {
  const { at, owner, open, set, publish, load, count } = await academyWithCourse()
  const seen = await open()
  await set({ short: 'Second' })
  await publish()
  expect((await set({ short: 'x' }, { seen })).clashes, 'seen before it was published').toHaveLength(1)
  const { versions } = (await owner.get(`${at}versions/`)).body
  expect(versions).toMatchObject([
    { number: 2, origin: 'studio' },
    { number: 1, origin: 'folder' },
  ])
  expect((await owner.post(`${at}versions/1/bring-back/`, {})).status).toBe(200)
  expect((await owner.post(`${at}versions/1/bring-back/`, {})).body.message).toMatch(/already has a draft/)
  expect((await open()).plan.short).toBe('Find the facts.')
  await load(true)
  expect((await open()).differences, 'the import says the same').toEqual([])
  expect((await publish()).status).toBe(200)
  expect(await count('drafts')).toBe(0)
})

test("orders a kind's products as a whole and lists the catalog in one statement", async () => {
  const { id, owner, document, course } = await academyWithCourse()
  const [other, paper] = [await course({ title: 'Reports' }), await document()]
  const list = async () =>
    (await owner.get(PRODUCTS)).body.products as { id: string; kind: string; has_draft: boolean }[]
  const order = (ids: string[]) => owner.post('/Academy/api/studio/shelf/', { kind: 'course', ids })
  expect((await order([other.id, id])).status).toBe(200)
  expect((await list()).filter(({ kind }) => kind === 'course').map((product) => product.id)).toEqual([other.id, id])
  for (const wrong of [[id], [id, id], [id, other.id, paper.id]]) expect((await order(wrong)).status).toBe(400)
  expect((await list()).every(({ has_draft }) => !has_draft)).toBe(true)
})

test('publishes or reverts a single lecture and keeps the rest of the draft', async () => {
  const { at, owner, open, set, pool } = await academyWithCourse()
  const before = (await open()).plan
  await set({ 'lectures/first-page/name': 'Mended', 'lectures/last-page/description': '', short: 'Later' })
  const { revision, stands_since } = await open()
  const added = { id: 'unfinished', address: '', name: 'Unfinished', description: '', video: null, captions: null }
  const item = { ...added, poster: null, sub_lectures: [], attachments: [] }
  await owner.post(`${at}changes/`, {
    revision,
    stands_since,
    changes: [{ do: 'add', at: ['lectures'], item, after: 'first-page' }],
  })
  const publish = async (lecture: string) =>
    owner.post(`${at}lectures/${lecture}/publish/`, { revision: (await open()).revision })
  expect((await publish('unfinished')).status).toBe(400)
  expect((await publish('first-page')).status).toBe(200)
  const { rows } = await pool.query('select name from lectures where retired_at is null order by position')
  expect(rows).toEqual([{ name: 'Mended' }, { name: '2. The Last Page' }])
  const draft = await open()
  expect(draft.differences).toEqual([])
  expect([draft.plan.short, draft.plan.lectures.length]).toEqual(['Later', 3])
  expect((await owner.post(`${at}lectures/last-page/take-back/`, {})).status).toBe(200)
  expect((await open()).plan.lectures.at(-1)).toEqual(before.lectures.at(-1))
  expect((await owner.post(`${at}lectures/unfinished/take-back/`, {})).status).toBe(400)
})

test('rejects when saving what would be lost on publication: duplicate ids, foreign ids, unpaired surrogates', async () => {
  const { at, owner, open, set, count } = await academyWithCourse()
  const { plan, stands_since } = await open()
  const [first] = plan.lectures
  const [{ id: question }] = plan.examination.questions
  expect((await set({ lectures: [first, { ...first, address: 'other', name: 'Other' }] })).fields).toEqual({
    lectures: ['Two items in this list have the same ID. Reload the page.'],
  })
  const options = ['a', 'b', 'a'].map((id, n) => ({ id, text: `Option ${n}` }))
  expect((await set({ [`examination/questions/${question}/options`]: options })).fields).toBeInstanceOf(Object)
  expect((await set({ 'lectures/first-page/id': 'last-page' })).fields).toBeInstanceOf(Object)
  expect((await set({ name: 'Cut \ud800 in two' })).message).toMatch(/a character that can’t be stored/)
  const add = { do: 'add', at: ['name'], item: { id: 'x' }, after: null }
  const added = await owner.post(`${at}changes/`, { revision: 0, stands_since, changes: [add] })
  expect(added.body.clashes, 'no list').toHaveLength(1)
  expect(await count('drafts')).toBe(0)
  expect(await set({ name: 'Whole 🩺, and \\ud800 as it was typed' })).toMatchObject({ revision: 1, findings: [] })
})

test('accepts a file only in fields of its type, and only a printable name', async () => {
  const { pool, set, publish, count } = await academyWithCourse()
  const { rows } = await pool.query('select id, content_type as type from files')
  const fileOf = (type: string) => rows.find((file) => file.type === type).id
  const [pdf, video] = [fileOf('application/pdf'), fileOf('video/mp4')]
  const lecture = { video: pdf, captions: pdf, poster: video, attachments: [{ name: 'x', file: video }] }
  const fields = Object.entries(lecture).map(([field, to]) => [`lectures/first-page/${field}`, to])
  const { findings } = await set({ ...Object.fromEntries(fields), name: '病历 Reading' })
  expect(findings.map((finding: { at: string[]; message: string }) => [finding.at.join('/'), finding.message])).toEqual(
    [
      ['name', 'Certificates and invoices can’t include 病 历: please use Latin, Greek, or Cyrillic letters.'],
      ['lectures/first-page/video', 'Must be a file that ends in .mp4, .mov.'],
      ['lectures/first-page/captions', 'Must be a file that ends in .vtt, .srt.'],
      ['lectures/first-page/poster', 'Must be a file that ends in .svg, .png, .jpg, .webp, .avif.'],
      [
        'lectures/first-page/attachments/0/file',
        'Must be a file that ends in .pdf, .docx, .xlsx, .pptx, .zip, .png, .jpg, .webp, .mp3.',
      ],
    ],
  )
  expect((await publish()).status).toBe(400)
  expect((await pool.query('select from files where is_public')).rows, 'no video is for everybody').toHaveLength(0)
  expect(await count('product_versions')).toBe(1)
})

test('neither saves nor publishes from a tab that saw an earlier draft, and shows a draft of a later format read-only', async () => {
  const { at, id, owner, open, set, publish, pool } = await academyWithCourse()
  await set({ short: 'One' })
  const old = await open()
  await publish()
  await set({ short: 'Of somebody else' })
  const { stands_since, revision } = await open()
  const changes = [{ do: 'set', at: ['short'], to: 'Late' }]
  const late = await owner.post(`${at}changes/`, { revision, begun: old.begun, stands_since, changes })
  expect(late.body.clashes).toEqual([{ at: ['short'], theirs: 'Of somebody else' }])
  expect((await owner.post(`${at}publish/`, { revision, begun: old.begun, is_on_sale: true })).status).toBe(400)
  await pool.query(
    `update drafts set form = 99, plan = plan || '{"name": "Later", "lectures": 4}' where product_id = $1`,
    [id],
  )
  const later = await open()
  expect([later.plan.name, later.findings[0].message]).toEqual(['Later', expect.stringMatching(/newer version/)])
  expect((await owner.post(`${at}copy/`, {})).status).toBe(400)
  expect((await owner.post(`${at}publish/`, { revision: later.revision, is_on_sale: true })).status).toBe(400)
})

test.skipIf(isEveryChange)('publishes a cover in the sizes rendered at upload', async () => {
  const { app, member, open, set, publish, pool } = await academyWithCourse()
  const { token } = await member({ role: 'owner' })
  const picture = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="9" height="9"/></svg>',
  )
  const send = createUploader(await getListeningUrl(app), token)
  const { body } = await send.send({ name: 'cover.svg', use: 'cover', content: picture })
  await set({ cover: body.file.id })
  expect((await publish()).status).toBe(200)
  const { rows } = await pool.query('select format, width from product_images order by format, width')
  expect(rows.map(({ format, width }) => `${format} ${width}`)).toEqual([
    'avif 480',
    'avif 800',
    'avif 1280',
    'webp 480',
    'webp 800',
    'webp 1280',
  ])
  await set({ cover: null })
  await publish()
  expect((await open()).plan.cover).toBeNull()
})

test('logs each change of a price, with who made it: publishing, an import, a command, and a copy', async () => {
  const { deps, folder, load, id, owner, set, publish, pool } = await academyWithCourse()
  await set({ price: '99' })
  expect((await publish()).status).toBe(200)
  await changePrice(deps, { slug: SLUG, priceCents: 8_900, by: OPERATOR })
  const page = path.join(folder, 'course.md')
  await writeFile(page, (await readFile(page, 'utf8')).replace('price: 149', 'price: 79.50'))
  await load(true)
  await load(true)
  const copy = `${PRODUCTS}${(await owner.post(`${PRODUCTS}${id}/copy/`, {})).body.id}/`
  const { revision, stands_since } = (await owner.get(copy)).body
  const changes = [{ do: 'set', at: ['price'], to: '59' }]
  const saved = await owner.post(`${copy}changes/`, { revision, stands_since, changes })
  expect((await owner.post(`${copy}publish/`, { revision: saved.body.revision, is_on_sale: true })).status).toBe(200)
  const { rows } = await pool.query(
    `select actor, before->>'price' as before, after->>'price' as after from audit_events where kind = 'product.price_changed' order by id`,
  )
  expect(rows).toEqual([
    { actor: 'member', before: '149.00', after: '99.00' },
    { actor: 'command_line', before: '99.00', after: '89.00' },
    { actor: 'command_line', before: '89.00', after: '79.50' },
    { actor: 'member', before: null, after: '59.00' },
  ])
})
