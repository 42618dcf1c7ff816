import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '#db/migrate.ts'
import { openDatabase } from '#db/open-database.ts'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { grantProduct } from '#features/commerce/access/grants.public.ts'
import { setOnSale } from '#features/foundation/products/products.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { emptyDatabase } from '../../../../test/harness/database.ts'
import { countStatements } from '../../../../test/harness/statements.ts'

const SEARCH = '/Academy/api/search/'
const SUGGEST = `${SEARCH}suggestions/`

type Hit = { kind: string; title: string; thread: object | null; seconds: number | null; text: { text: string }[] }
type Reply = { count: number; products: { id: string; is_own: boolean; count: number; hits: Hit[] }[] }

/**
 * A course whose owner asked about an observer in the first lecture at 0:40, and another owner who replied about
 * quolls.
 */
async function academyWithSearchableDiscussion() {
  const academy = await testAcademy()
  const { as, course, member, purchase, deps, pool } = academy
  const taught = await course({ title: 'Depositions', lectures: 2 })
  const [asker, other] = [await member(), await member({ firstName: 'Olive', lastName: 'Oak' })]
  const bought = await purchase(asker.id, taught.id)
  await purchase(other.id, taught.id)
  await pool.query(`update members set created_at = created_at - interval '2 days'`)
  const ask = async (by: Member, more: object = {}) => {
    const id = randomUUID()
    const asked = {
      id,
      title: 'May a numbat observe?',
      text: 'The **bandicoot** of [the firm](https://x.test) came.',
      ...more,
    }
    const { status } = await as(by).post(`/Academy/api/take/course/${taught.slug}/discussions/ask/`, asked)
    if (status !== 200) throw new Error(`asking answers ${status}`)
    return id
  }
  const thread = await ask(asker, { lecture: 'lecture-1', seconds: 40.5 })
  const reply = async (by: Member, text: string) => {
    const id = randomUUID()
    const { status } = await as(by).post(`/Academy/api/discussion/${thread}/reply/`, { id, text })
    if (status !== 200) throw new Error(`replying answers ${status}`)
    return id
  }
  const answer = await reply(other, 'Only a quoll may.')
  const { rows } = await pool.query(`select id from posts where thread_id = $1 and number = 0`, [thread])
  const opening: string = rows[0].id
  const search = async (who: Member | undefined, words: string) => (await as(who).post(SEARCH, { words })).body as Reply
  const found = async (who: Member | undefined, words: string) =>
    (await search(who, words)).products.flatMap(({ hits }) => hits.map(({ kind }) => kind))
  const suggested = async (who: Member | undefined, words: string) =>
    ((await as(who).post(SUGGEST, { words })).body as { title: string }[]).map(({ title }) => title)
  const staff = await member({ role: 'support' })
  /** Which parts of the thread the author finds. Checks that the replier and staff find the same. */
  const standing = async () => {
    const WORDS = { title: 'numbat', opening: 'bandicoot', reply: 'quoll' }
    const seen = []
    for (const who of [asker, other, staff]) {
      const some = []
      for (const [what, word] of Object.entries(WORDS)) if ((await found(who, word)).length > 0) some.push(what)
      if ((await suggested(who, 'numb')).length > 0) some.push('suggestion')
      if ((await suggested(who, 'nunbat')).length > 0) some.push('misspelled')
      seen.push(some)
    }
    expect(new Set(seen.map((some) => some.join())).size).toBe(1)
    return seen[0]
  }
  return {
    ...academy,
    deps,
    taught,
    asker,
    other,
    staff,
    bought,
    thread,
    opening,
    answer,
    ask,
    reply,
    search,
    found,
    suggested,
    standing,
  }
}

const ALL = ['title', 'opening', 'reply', 'suggestion', 'misspelled']

test("finds discussions for a course's owners and staff, and no word or title for anyone else", async () => {
  const { member, purchase, deps, pool, taught, asker, other, found, search, suggested } =
    await academyWithSearchableDiscussion()
  const [refunded, disputed, given, stranger, muted] = [
    await member(),
    await member(),
    await member(),
    await member(),
    await member(),
  ]
  await purchase(refunded.id, taught.id, 'refunded')
  await purchase(disputed.id, taught.id, 'disputed')
  await purchase(muted.id, taught.id)
  await pool.query(
    `insert into mutes (member_id, until, reason, muted_at) values ($1, now() + interval '1 day', 'x', now())`,
    [muted.id],
  )
  await grantProduct(deps, { memberId: given.id, slug: taught.slug, reason: 'a class', by: OPERATOR })
  const people: [string, Member | undefined, boolean][] = [
    ['a visitor', undefined, false],
    ['a member who owns something else', stranger, false],
    ['an owner whose money was given back', refunded, false],
    ['an owner whose payment is disputed', disputed, false],
    ['who asked', asker, true],
    ['another owner', other, true],
    ['who was given it', given, true],
    ['a muted owner', muted, true],
    ['an editor', await member({ role: 'editor' }), true],
    ['support', await member({ role: 'support' }), true],
    ['the academy’s owner', await member({ role: 'owner' }), true],
  ]
  for (const [name, who, isOpen] of people) {
    const came: unknown[] = []
    for (const word of ['numbat', 'bandicoot', 'quolls'])
      came.push(await found(who, word), (await search(who, word)).count)
    came.push(await suggested(who, 'numb'), await suggested(who, 'nunbat'))
    const thread = ['thread']
    const title = ['May a numbat observe?']
    expect([name, came]).toEqual([
      name,
      isOpen ? [thread, 1, thread, 1, thread, 1, title, title] : [[], 0, [], 0, [], 0, [], []],
    ])
  }
})

test('shows thread, course, lecture, timestamp, and post of a hit, and lets staff find those of off-sale courses', async () => {
  const { deps, taught, thread, other, staff, search, as } = await academyWithSearchableDiscussion()
  const hit = { kind: 'thread', title: 'May a numbat observe?', lecture_id: 'lecture-1', seconds: 40, page: null }
  const inThread = { id: thread, lecture: 'Lecture 1' }
  const { products: byTitle } = await search(other, 'numbat')
  expect(byTitle).toMatchObject([
    {
      id: taught.slug,
      name: 'Depositions',
      is_own: true,
      hits: [{ ...hit, thread: { ...inThread, post: 0 } }],
    },
  ])
  expect(byTitle[0]?.hits[0]?.text.map(({ text }) => text).join('')).toBe('The bandicoot of the firm came.')
  expect((await search(other, 'quoll')).products[0]?.hits).toMatchObject([{ ...hit, thread: { ...inThread, post: 1 } }])
  expect((await as(other).post(SUGGEST, { words: 'may a num' })).body).toMatchObject([
    { kind: 'thread', title: 'May a numbat observe?', product_id: taught.slug, thread_id: thread, lecture_id: null },
  ])
  await setOnSale(deps, { slug: taught.slug, isOnSale: false, by: OPERATOR })
  expect((await search(staff, 'quoll')).products).toMatchObject([{ id: taught.slug, is_own: false, count: 1 }])
})

test('closes discussions to the next search after a refund', async () => {
  const { pool, bought, asker, other, found, suggested } = await academyWithSearchableDiscussion()
  await pool.query(`update purchases set state = 'refunded' where id = $1`, [bought])
  expect([await found(asker, 'bandicoot'), await found(asker, 'quoll'), await suggested(asker, 'numb')]).toEqual([
    [],
    [],
    [],
  ])
  expect(await found(other, 'bandicoot')).toEqual(['thread'])
})

test('finds edited text by its new words at once, including titles', async () => {
  const { as, asker, opening, found, suggested } = await academyWithSearchableDiscussion()
  const changed = { title: 'May a potoroo observe?', text: 'The bilby came.' }
  expect((await as(asker).post(`/Academy/api/discussion/post/${opening}/change/`, changed)).status).toBe(200)
  const words = ['numbat', 'bandicoot', 'potoroo', 'bilby']
  expect(await Promise.all(words.map((word) => found(asker, word)))).toEqual([[], [], ['thread'], ['thread']])
  expect([await suggested(asker, 'numb'), await suggested(asker, 'potor')]).toEqual([[], ['May a potoroo observe?']])
})

test('finds a hidden post for no one, including its author and staff, until it is shown again', async () => {
  const { as, staff, opening, answer, standing } = await academyWithSearchableDiscussion()
  const hide = (id: string, isHidden: boolean) =>
    as(staff).post(
      `/Academy/api/studio/posts/${id}/${isHidden ? 'hide' : 'show'}/`,
      isHidden ? { reason: 'Names a patient.' } : {},
    )
  expect(await standing()).toEqual(ALL)
  await hide(answer, true)
  expect(await standing()).toEqual(['title', 'opening', 'suggestion', 'misspelled'])
  await hide(opening, true)
  expect(await standing()).toEqual([])
  await hide(answer, false)
  expect(await standing()).toEqual(['reply'])
  await hide(opening, false)
  expect(await standing()).toEqual(ALL)
})

test("removes deleted text and title at once and keeps others' replies", async () => {
  const { as, asker, other, opening, answer, standing, pool } = await academyWithSearchableDiscussion()
  expect((await as(asker).post(`/Academy/api/discussion/post/${opening}/delete/`)).status).toBe(200)
  expect(await standing()).toEqual(['reply'])
  expect((await as(other).post(`/Academy/api/discussion/post/${answer}/delete/`)).status).toBe(200)
  expect(await standing()).toEqual([])
  expect((await pool.query('select * from post_passages')).rows).toEqual([])
})

test('finds and stores no word of an erased member for search', async () => {
  const { deps, db, other, asker, ask, found, suggested, pool } = await academyWithSearchableDiscussion()
  await ask(asker, { title: 'About wombats', text: 'Nobody replied.' })
  await eraseMember(deps, { memberId: asker.id, by: OPERATOR })
  const words = ['numbat', 'bandicoot', 'wombats', 'quoll']
  expect(await Promise.all(words.map((word) => found(other, word)))).toEqual([[], [], [], ['thread']])
  expect([await suggested(other, 'numb'), await suggested(other, 'womb')]).toEqual([[], []])
  expect((await pool.query('select body, title from post_passages')).rows).toEqual([
    { body: 'Only a quoll may.', title: '' },
  ])
  await db.execute(sql`delete from threads`)
  expect((await pool.query('select * from post_passages')).rows).toEqual([])
})

test('ranks course content above discussions of it and keeps it from being crowded out', async () => {
  const { pool, taught, asker, ask, search } = await academyWithSearchableDiscussion()
  await pool.query(`update lectures set description = 'Of a quokka.' where course_id = $1`, [taught.id])
  for (let n = 0; n < 6; n += 1) await ask(asker, { title: `Quokka ${n}?`, text: 'quokka quokka quokka' })
  const { count, products } = await search(asker, 'quokka')
  expect([count, products[0]?.count]).toEqual([8, 8])
  expect(products[0]?.hits.map(({ kind }) => kind)).toEqual(['lecture', 'lecture', 'thread', 'thread', 'thread'])
})

test('returns attacks and markup in posts as text segments, and searches discussions in three statements too', async () => {
  const { as, asker, staff, reply, search } = await academyWithSearchableDiscussion()
  await reply(asker, 'Is 5 < 6 & "dingo" <script>alert(1)</script> <img src=x onerror=alert(1)>?')
  const { products } = await search(asker, 'dingo')
  const segments = products[0]?.hits[0]?.text
  expect(segments?.slice(0, 2)).toEqual([
    { text: 'Is 5 < 6 & "', is_found: false },
    { text: 'dingo', is_found: true },
  ])
  expect(segments).toHaveLength(3)
  for (const words of ['', '%', "'", '"', '<b>', '_', '\u0000', 'a & | ! (', '-', ':*', '\\', 'x'.repeat(200)])
    for (const who of [asker, staff])
      expect([words, await search(who, words), (await as(who).post(SUGGEST, { words })).body]).toEqual([
        words,
        { count: 0, is_more: false, products: [] },
        [],
      ])
  for (const who of [asker, staff])
    for (const url of [SEARCH, SUGGEST])
      expect(
        await countStatements(async () => void (await as(who).post(url, { words: 'numbat' }))),
      ).toBeLessThanOrEqual(3)
})

test('finds posts written before search covered them, except hidden and deleted ones', async () => {
  const before = await emptyDatabase()
  await migrateDatabase(before, { count: 61 })
  const { pool, close } = openDatabase(before, () => {})
  onTestFinished(close)
  await pool.query(`
    with asker as (insert into members (username, email, password_hash, email_verified_at) values ('a', 'a@x.test', '', now()) returning id),
      made as (insert into products (slug, kind, title, short_description, full_description, price_cents)
        values ('charts', 'course', 'Charts', '', '', 100) returning id),
      course as (insert into courses (product_id, examination_title) select id, '' from made returning product_id),
      thread as (insert into threads (id, course_id, member_id, title, asked_at, active_at)
        select gen_random_uuid(), product_id, asker.id, 'A numbat?', now(), now() from course, asker returning id, member_id)
    insert into posts (id, thread_id, number, member_id, words, html, written_at, hidden_at, hidden_reason, deleted_at)
      select gen_random_uuid(), thread.id, n, member_id, case n when 3 then '' else 'The **quoll** ' || n end, '', now(),
        case n when 2 then now() end, case n when 2 then 'Why' end, case n when 3 then now() end
      from thread, generate_series(0, 3) n`)
  await migrateDatabase(before)
  const { rows } = await pool.query('select title, words, body from post_passages order by body')
  expect(rows).toEqual([
    { title: 'A numbat?', words: ' a numbat?', body: 'The quoll 0' },
    { title: '', words: '', body: 'The quoll 1' },
  ])
})

test.each([
  ['bilby', [`"${'bilby '.repeat(12)}"`, 'bilby '.repeat(25)]],
  // PostgreSQL splits words at these characters.
  ['2', ['2½'.repeat(66), '2-2'.repeat(50), '2.2/'.repeat(40)]],
])('marks the repeated word or phrase %s in a long post about as fast as one word', async (word, queries) => {
  const { asker, reply, search } = await academyWithSearchableDiscussion()
  await reply(asker, `${word} `.repeat(1_600))
  const measureMs = async (words: string) => {
    const since = performance.now()
    await search(asker, words)
    return performance.now() - since
  }
  const { products } = await search(asker, word)
  expect(products.flatMap(({ hits }) => hits.flatMap(({ text }) => text))).toContainEqual({
    text: word,
    is_found: true,
  })
  const one = await measureMs(word)
  for (const words of queries) expect((await measureMs(words)) / one).toBeLessThan(20)
})

test('takes a similar time for sixty different words as for one, in posts of only these words', async () => {
  const { asker, reply, search, pool } = await academyWithSearchableDiscussion()
  const words = Array.from({ length: 60 }, (_, place) => String.fromCodePoint(0x3b1 + place)).join(' ')
  const id = await reply(asker, `${words} `.repeat(80))
  await pool.query(
    `insert into posts select (jsonb_populate_record(posts, jsonb_build_object('id', gen_random_uuid(), 'number', n))).*
     from posts, generate_series(100, 140) n where id = $1`,
    [id],
  )
  const measureMs = async (typed: string) => {
    const since = performance.now()
    expect((await search(asker, typed)).count).toBe(42)
    return performance.now() - since
  }
  const one = await measureMs('α')
  expect((await measureMs(words)) / one).toBeLessThan(20)
})
