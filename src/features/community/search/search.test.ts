import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attachments, lectures, products } from '#db/tables/catalog.ts'
import { purchases } from '#db/tables/sales.ts'
import { grantProduct } from '#features/commerce/access/grants.public.ts'
import { setOnSale } from '#features/foundation/products/products.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { CANARY, excel, pdf, powerPoint, secretivePdf, word } from '../../../../test/canary-files.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { loadDemo } from '../../../../test/harness/demo-academy.ts'
import { createGraduate } from '../../../../test/harness/graduate.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { getListeningUrl, createUploader } from '../../../../test/harness/uploader.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { queueFileIndexing } from '#features/foundation/files/files.public.ts'
import { READER_VERSION } from '#shared/reader-version.ts'
import { indexNewFiles } from './indexing.service.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const SEARCH = '/Academy/api/search/'
const SUGGEST = `${SEARCH}suggestions/`

type Reply = { count: number; products: { id: string; hits: { kind: string; text: { text: string }[] }[] }[] }

const CAPTIONS = `WEBVTT

00:00:01.000 --> 00:00:04.000
A zebrafish opens the exam.

00:01:05.500 --> 00:01:09.000
The résumé of a marmoset is read aloud.
`

/**
 * A course with something to find in each part, and members who bought it, had access that ended, were granted access,
 * or have no access.
 */
async function searchableAcademy() {
  const academy = await testAcademy()
  const { db, file, course, member, purchase, deps, as } = academy
  const taught = await course({ title: 'Depositions for nurses' })
  const [first = { id: '' }] = taught.lectures
  const captions = await file('01.vtt', 'text/vtt', CAPTIONS)
  await db
    .update(lectures)
    .set({ name: 'The platypus rule', description: 'About an **echidna**.', captionsFileId: captions.id })
    .where(eq(lectures.id, first.id))
  const sheet = await file('sheet.txt', 'text/plain', 'x')
  await db.insert(attachments).values({ lectureId: first.id, position: 0, name: 'Axolotl sheet.txt', fileId: sheet.id })
  await indexNewFiles(deps)
  const [owner, refunded, given, other] = [await member(), await member(), await member(), await member()]
  await purchase(owner.id, taught.id)
  const bought = await purchase(refunded.id, taught.id)
  await db.update(purchases).set({ state: 'refunded' }).where(eq(purchases.id, bought))
  await grantProduct(deps, { memberId: given.id, slug: taught.slug, reason: 'a class', by: OPERATOR })
  const search = async (who: Member | undefined, words: string) => (await as(who).post(SEARCH, { words })).body as Reply
  /** The kinds of hits. */
  const found = async (who: Member | undefined, words: string) =>
    (await search(who, words)).products.flatMap(({ hits }) => hits.map(({ kind }) => kind))
  const suggested = async (who: Member | undefined, words: string) =>
    ((await as(who).post(SUGGEST, { words })).body as { title: string }[]).map(({ title }) => title)
  return { ...academy, taught, first, owner, refunded, given, other, search, found, suggested }
}

test('finds products for visitors, every word of a course for its owners, and none for anyone else', async () => {
  const { owner, refunded, given, other, search, found, suggested } = await searchableAcademy()
  const everybody = { visitor: undefined, owner, refunded, given, other }
  const HIDDEN = {
    echidna: 'lecture',
    platypus: 'lecture',
    zebrafish: 'transcript',
    marmoset: 'transcript',
    axolotl: 'handout',
  }
  for (const [name, who] of Object.entries(everybody)) {
    const isTheirs = name === 'owner' || name === 'given'
    expect([name, await found(who, 'depositions')]).toEqual([name, ['product']])
    for (const [word, kind] of Object.entries(HIDDEN)) {
      const reply = await search(who, word)
      expect([name, word, reply.count, await found(who, word)]).toEqual([
        name,
        word,
        isTheirs ? 1 : 0,
        isTheirs ? [kind] : [],
      ])
    }
    expect([name, await suggested(who, 'plat')]).toEqual([name, isTheirs ? ['The platypus rule'] : []])
    expect([name, await suggested(who, 'axolotl')]).toEqual([name, isTheirs ? ['Axolotl sheet.txt'] : []])
    expect([name, await suggested(who, 'depo')]).toEqual([name, ['Depositions for nurses']])
    // A misspelled query, too, reveals nothing about products that the member doesn't own.
    expect([name, await suggested(who, 'platipus')]).toEqual([name, isTheirs ? ['The platypus rule'] : []])
  }
})

test('lists own products before better hits in others', async () => {
  const { owner, other, course, search } = await searchableAcademy()
  await course({ title: 'Depositions, depositions, depositions' })
  const titles = async (who: Member) => (await search(who, 'depositions')).products.map(({ id }) => id)
  expect(await titles(other)).toEqual(['depositions-depositions-depositions', 'depositions-for-nurses'])
  expect(await titles(owner)).toEqual(['depositions-for-nurses', 'depositions-depositions-depositions'])
})

test("shows a hit's lecture, timestamp, and text, ignoring accents and word endings", async () => {
  const { owner, search } = await searchableAcademy()
  const { products: found } = await search(owner, 'resumes')
  expect(found).toMatchObject([
    {
      id: 'depositions-for-nurses',
      is_own: true,
      count: 1,
      hits: [{ kind: 'transcript', title: 'The platypus rule', lecture_id: 'lecture-1', seconds: 1, page: null }],
    },
  ])
  expect(found[0]?.hits[0]?.text).toContainEqual({ text: 'résumé', is_found: true })
})

test('no longer finds what a refund, revoked grant, retired lecture, or removed handout has closed, and still finds off-sale products for owners', async () => {
  const { db, deps, owner, taught, first, found, suggested } = await searchableAcademy()
  await setOnSale(deps, { slug: taught.slug, isOnSale: false, by: OPERATOR })
  expect(await found(undefined, 'depositions')).toEqual([])
  expect(await suggested(undefined, 'depo')).toEqual([])
  expect(await found(owner, 'depositions')).toEqual(['product'])
  await db.delete(attachments)
  expect([await found(owner, 'axolotl'), await suggested(owner, 'axolotl')]).toEqual([[], []])
  await db.update(lectures).set({ retiredAt: deps.now() }).where(eq(lectures.id, first.id))
  expect([await found(owner, 'zebrafish'), await found(owner, 'platypus')]).toEqual([[], []])
  await db.update(lectures).set({ retiredAt: null }).where(eq(lectures.id, first.id))
  await indexNewFiles(deps)
  expect([await found(owner, 'zebrafish'), await found(owner, 'platypus')]).toEqual([['transcript'], ['lecture']])
  await db.update(purchases).set({ state: 'refunded' }).where(eq(purchases.memberId, owner.id))
  expect([await found(owner, 'zebrafish'), await found(owner, 'depositions')]).toEqual([[], []])
})

test('finds changed text by its new words at once', async () => {
  const { db, taught, found, suggested } = await searchableAcademy()
  await db
    .update(products)
    .set({ title: 'Subpoenas', fullDescription: 'Of **wombats** and [bilbies](https://x.test).' })
    .where(eq(products.id, taught.id))
  expect(
    await Promise.all(['depositions', 'subpoena', 'wombat', 'bilbies'].map((word) => found(undefined, word))),
  ).toEqual([[], ['product'], ['product'], ['product']])
  expect([await suggested(undefined, 'depo'), await suggested(undefined, 'subp')]).toEqual([[], ['Subpoenas']])
})

test('reads files added after others were read, once', async () => {
  const { db, file, first, deps, owner, found } = await searchableAcademy()
  const later = await file('later.txt', 'text/plain', 'y')
  await db.insert(attachments).values({ lectureId: first.id, position: 1, name: 'Quokka sheet.txt', fileId: later.id })
  expect(await found(owner, 'quokka')).toEqual([])
  expect(await indexNewFiles(deps)).toBe(1)
  expect(await found(owner, 'quokka')).toEqual(['handout'])
  expect(await indexNewFiles(deps)).toBe(0)
})

test('reads everything waiting in one run, skips unreadable files, and stores one result of two concurrent runs', async () => {
  const { file, first, deps, owner, search, pool } = await searchableAcademy()
  const { id: fileId } = await file('quokkas.txt', 'text/plain', 'Quokkas.')
  await pool.query(
    `insert into attachments (lecture_id, position, name, file_id) select $1, n, 'Quokka sheet ' || n || '.txt', $2 from generate_series(1, 45) n`,
    [first.id, fileId],
  )
  const { rows: lost } = await pool.query(`insert into files (sha256, name, content_type, bytes, is_public)
    select repeat('f', 64), 'lost-' || n || '.pdf', 'application/pdf', 1, false from generate_series(1, 25) n returning id`)
  await pool.query(
    `insert into attachments (lecture_id, position, name, file_id) select $1, 45 + n, 'Lost ' || n || '.pdf', id from unnest($2::uuid[]) with ordinality as lost (id, n)`,
    [first.id, lost.map(({ id }) => id)],
  )
  await deps.db.transaction((tx) => queueFileIndexing(deps, tx))
  await Promise.all([indexNewFiles(deps), indexNewFiles(deps)])
  expect((await search(owner, 'quokka')).count).toBe(45)
  await deps.jobs.runDue()
  expect((await search(owner, 'quokka')).count).toBe(45)
  // A lost file is found by its name after three failed tries.
  expect((await search(owner, 'lost')).count).toBe(25)
})

test.skipIf(isEveryChange)("reads handouts by page where possible, and finds all of the demo's", async () => {
  const { deps, pool, member, as, purchase } = await testAcademy()
  await loadDemo(deps, 'courses/defense-medical-exam-training')
  while ((await indexNewFiles(deps)) > 0);
  const { rows } = await pool.query(
    `select t.title, count(*)::int as passages, max(page) as pages from texts t join passages p on p.text_id = t.id where t.kind = 'handout' group by 1`,
  )
  expect(rows.map(({ title, passages, pages }) => [title, passages > 1, pages > 0])).toEqual(
    rows.map(({ title }) => [title, true, !title.includes('(Word)')]),
  )
  expect(rows.length).toBeGreaterThan(2)
  const nurse = await member()
  const {
    rows: [course],
  } = await pool.query(`select id from products`)
  await purchase(nurse.id, course.id)
  const { body } = await as(nurse).post(SEARCH, { words: 'observer' })
  expect(new Set(body.products[0].hits.map(({ kind }: { kind: string }) => kind)).size).toBeGreaterThan(1)
  expect(body.count).toBeGreaterThan(5)
})

test('finds nothing and breaks nothing for special characters', async () => {
  const { owner, search, suggested } = await searchableAcademy()
  for (const words of ['', '%', "'", '"', '<b>', '\u0000', '\u0002', 'a & | ! (', '-', ':*', '\\', 'x'.repeat(200)])
    expect([words, await search(owner, words), await suggested(owner, words)]).toEqual([
      words,
      { count: 0, is_more: false, products: [] },
      [],
    ])
})

test('rejects a query longer than 200 characters with advice', async () => {
  const { as } = await testAcademy()
  for (const url of [SEARCH, SUGGEST])
    expect(await as(undefined).post(url, { words: 'wort '.repeat(820) })).toMatchObject({
      status: 400,
      body: { fields: { words: ['Use 200 characters or fewer. A few words work best.'] } },
    })
})

test('returns hits as text segments, whatever they contain', async () => {
  const { db, taught, search } = await searchableAcademy()
  const shortDescription = 'Is 5 < 6 & "wombat" \u0002more\u0003 than <script>alert(1)</script>?'
  await db.update(products).set({ shortDescription, fullDescription: '' }).where(eq(products.id, taught.id))
  const { products: found } = await search(undefined, 'wombat')
  const segments = found[0]?.hits[0]?.text
  expect(segments?.slice(0, 2)).toEqual([
    { text: 'Is 5 < 6 & "', is_found: false },
    { text: 'wombat', is_found: true },
  ])
  expect(segments).toHaveLength(3)
})

test("searches in at most three statements, including the session's, and limits visitors", async () => {
  const { as, owner } = await searchableAcademy()
  for (const who of [undefined, owner])
    for (const url of [SEARCH, SUGGEST])
      expect(
        await countStatements(async () => void (await as(who).post(url, { words: 'depositions' }))),
      ).toBeLessThanOrEqual(3)
  for (let tries = 0; tries < 99; tries += 1) expect((await as(undefined).post(SEARCH, { words: '' })).status).toBe(200)
  expect((await as(undefined).post(SEARCH, { words: '' })).status).toBe(429)
  expect((await as(owner).post(SEARCH, { words: '' })).status).toBe(200)
})

test.skipIf(isEveryChange)('answers every search, whatever characters are typed', async () => {
  const academy = await testAcademy()
  const owner = academy.as(await academy.member({ role: 'owner' }))
  const odd = [
    '-'.repeat(40),
    `${'-'.repeat(40)}word`,
    '- '.repeat(40) + 'word',
    '-a '.repeat(60),
    '-"'.repeat(60),
    '-"" '.repeat(40) + 'a',
    '"-'.repeat(41),
    'a-'.repeat(90),
    'a or '.repeat(40),
    '!'.repeat(40) + 'a',
    '! & | ( ) <-> <2> :* \\ % _',
    'the and of to',
    '"',
    '\u202E',
    `'; drop table members; --`,
  ]
  for (const words of odd)
    for (const [url, body] of [
      [SEARCH, { words }],
      [SUGGEST, { words }],
      ['/Academy/api/studio/members/', { words }],
      ['/Academy/api/studio/orders/', { words }],
      ['/Academy/api/studio/orders/csv/', { words }],
      ['/Academy/api/studio/orders/sums/', { words }],
      ['/Academy/api/studio/log/', { words }],
      ['/Academy/api/studio/log/file/', { words }],
    ] as const)
      expect([url, words, (await owner.post(url, body)).status]).toEqual([url, words, 200])
  for (const [url] of [[SEARCH], [SUGGEST]] as const)
    expect((await owner.post(url, { words: 'x'.repeat(4_096) })).status).toBe(400)
})

test('finds a word with any stored and any typed hyphen or apostrophe', async () => {
  const { db, taught, found } = await searchableAcademy()
  for (const stored of ["Smith-Jones O'Brien", 'Smith\u2011Jones O\u2019Brien', 'Smith\u2013Jones O\u02BCBrien']) {
    await db
      .update(products)
      .set({ fullDescription: `${stored} and ICD-10` })
      .where(eq(products.id, taught.id))
    for (const typed of [
      'smith-jones',
      'Smith\u2011Jones',
      'smith\u2014jones',
      '"Smith\u2010Jones"',
      "o'brien",
      'O\u2019Brien',
      'O\u02BCBrien',
    ])
      expect([stored, typed, await found(undefined, typed)]).toEqual([stored, typed, ['product']])
    expect(await found(undefined, 'ICD\u201110')).toEqual(['product'])
    expect(await found(undefined, 'smith-johnson')).toEqual([])
  }
})

test('includes no hidden text of uploaded files in search, transcripts, or data exports', async () => {
  const { app, db, deps, first, member, owner, pool, search, found } = await searchableAcademy()
  const editor = await member({ role: 'editor' })
  const { send } = createUploader(await getListeningUrl(app), editor.token)
  const speech = `WEBVTT\n\nNOTE ${CANARY}\n\n${CANARY}-1\n00:01.000 --> 00:04.000\n<c.${CANARY}>A capybara</c> is <v Ann>seen.\n`
  const uploaded: { name: string; id: string }[] = []
  for (const [name, use, content] of [
    ['notes.docx', 'handout', word],
    ['table.xlsx', 'handout', excel],
    ['slides.pptx', 'handout', powerPoint],
    ['plan.pdf', 'handout', secretivePdf],
    ['speech.vtt', 'captions', Buffer.from(speech)],
  ] as const) {
    const { body } = await send({ name, use, content })
    expect([name, body.state]).toEqual([name, 'stored'])
    uploaded.push({ name, id: body.file.id })
  }
  await db.insert(attachments).values(
    uploaded.slice(0, 4).map(({ name, id: fileId }, n) => ({
      lectureId: first.id,
      position: n + 1,
      name: name.replace('.', ' '),
      fileId,
    })),
  )
  await db
    .update(lectures)
    .set({ captionsFileId: uploaded[4]?.id ?? null, isSample: true })
    .where(eq(lectures.id, first.id))
  await deps.jobs.runDue()
  await indexNewFiles(deps)
  for (const word of ['stable', 'binturong', 'otter', 'slides', 'table'])
    expect([word, await found(owner, word)]).toEqual([word, ['handout']])
  expect(await found(owner, 'capybara')).toEqual(['transcript'])
  for (const words of [CANARY, CANARY.slice(0, 5)]) expect((await search(owner, words)).count).toBe(0)
  const { rows } = await pool.query(`select transcript from files where name = 'speech.vtt'`)
  expect(JSON.stringify(rows[0].transcript)).toContain('A capybara')
  expect(JSON.stringify(rows[0].transcript)).not.toContain(CANARY)
  const headers = { authorization: `Token ${owner.token}` }
  const copy = await app.inject({ method: 'GET', url: '/Academy/api/account/data/', headers })
  const zip = unzipSync(copy.rawPayload)
  expect(Object.keys(zip)).toContain('member.json')
  for (const content of Object.values(zip)) expect(strFromU8(content)).not.toContain(CANARY)
})

test('reads stored files again without losing results first, resumes after an interruption, and reports changed contact hours to the owner', async () => {
  const academy = await searchableAcademy()
  const { as, deps, pool, db, file, first, member, owner, search, found, taught } = academy
  const { nurse } = await createGraduate(academy)
  const certificates = () => pool.query('select * from certificates').then(({ rows }) => rows)
  const issued = await certificates()
  expect(issued).toMatchObject([{ member_id: nurse.id }])
  const OFFICE = 'application/vnd.openxmlformats-officedocument.'
  const handouts = [
    await file('notes.docx', `${OFFICE}wordprocessingml.document`, word),
    await file('three.pdf', 'application/pdf', pdf(3)),
    await file('show.mp3', 'audio/mpeg', await readFile('test/recordings/plays.mp3')),
  ]
  await db
    .insert(attachments)
    .values(handouts.map(({ id: fileId }, n) => ({ lectureId: first.id, position: n + 1, name: `Sheet ${n}`, fileId })))
  const film = await file('film.mp4', 'video/mp4', await readFile('test/recordings/plays.mp4'))
  await db.update(lectures).set({ videoFileId: film.id, isSample: true }).where(eq(lectures.id, first.id))
  await pool.query(`update files set reader_version = $1`, [READER_VERSION])
  await indexNewFiles(deps)
  // The row as an earlier version left it.
  await pool.query(
    `update files set reader_version = 0, pages = 300, seconds = 1, transcript = null where content_type <> 'text/plain'`,
  )
  await pool.query(`update texts set reader_version = 0 where file_id is not null`)
  await pool.query(`update passages set body = $1 where text_id in (select id from texts where title = 'Sheet 0')`, [
    CANARY,
  ])
  expect(await found(owner, CANARY)).toEqual(['handout'])

  const sample = await as(undefined).get(`/Academy/api/course/${taught.slug}/sample/`)
  expect(sample.body.transcript[0].text).toContain('A zebrafish opens the exam.')
  let reads = 0
  const away = () => Promise.reject(new Error('The storage is away'))
  const breakingOff = {
    ...deps.files,
    check: away,
    read: away,
    size: (sha256: string) => ((reads += 1) > 2 ? away() : deps.files.size(sha256)),
  }
  for (let run = 0; run < 4; run += 1) await indexNewFiles({ ...deps, files: breakingOff })
  const outdated = async () =>
    (await pool.query(`select count(*)::int as n from files where reader_version = 0 and content_type <> 'text/plain'`))
      .rows[0].n
  expect(await outdated()).toBeGreaterThan(0)
  // Results stay until the file can be read again.
  expect([await found(owner, 'zebrafish'), await found(owner, CANARY)]).toEqual([['transcript'], ['handout']])

  await indexNewFiles(deps)
  expect(await outdated()).toBe(0)
  expect((await search(owner, CANARY)).count).toBe(0)
  expect([await found(owner, 'stable'), await found(owner, 'zebrafish')]).toEqual([['handout'], ['transcript']])
  const { rows } = await pool.query(
    `select name, pages, words, round(seconds) as seconds from files where id = any ($1) order by name`,
    [[film, ...handouts].map(({ id }) => id)],
  )
  expect(rows).toEqual([
    { name: 'film.mp4', pages: null, words: null, seconds: 2 },
    { name: 'notes.docx', pages: null, words: 12, seconds: 1 },
    { name: 'show.mp3', pages: null, words: null, seconds: 2 },
    { name: 'three.pdf', pages: 3, words: null, seconds: 1 },
  ])
  const log = `select subject_name as name, after ->> 'file' as file from audit_events where kind = 'course.hours_recalculated'`
  const logged = (await pool.query(log)).rows
  expect(logged).toContainEqual({ name: 'Depositions for nurses', file: 'three.pdf' })
  const staff = as(await member({ role: 'owner' }))
  const { body } = await staff.get('/Academy/api/studio/today/')
  const listed = body.changed_hours.find(({ product }: { product: string }) => product === taught.id)
  expect(listed).toMatchObject({ item: 'Depositions for nurses' })
  expect(Number(listed.before)).toBeGreaterThan(Number(listed.after))
  await indexNewFiles(deps)
  expect((await pool.query(log)).rows).toEqual(logged)
  expect(await certificates()).toEqual(issued)
})
