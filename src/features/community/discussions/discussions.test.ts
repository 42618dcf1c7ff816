import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { selectMemberRows } from '#features/back-office/privacy/data-export.service.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { countStatements } from '../../../../test/harness/statements.ts'

/** A course, a member with access who asked about the first lecture, and another member with access. */
async function academyWithDiscussion() {
  const academy = await testAcademy()
  const { as, member, purchase } = academy
  const course = await academy.course({ title: 'Depositions', lectures: 2 })
  const [asker, other] = [await member(), await member({ firstName: 'Olive', lastName: 'Oak' })]
  const bought = await purchase(asker.id, course.id)
  await academy.pool.query(`update members set created_at = created_at - interval '2 days'`)
  await purchase(other.id, course.id)
  const list = `/Academy/api/take/course/${course.slug}/discussions/`
  const ask = async (by: Member | undefined, more: object = {}) => {
    const id = randomUUID()
    const asked = { id, title: 'Thirty days or forty-five?', text: 'Which **one** holds?', ...more }
    return { ...(await as(by).post(`${list}ask/`, asked)), id }
  }
  const { id: thread } = await ask(asker, { lecture: 'lecture-1', seconds: 40 })
  const read = (by: Member | undefined, id = thread, from = 0) =>
    as(by).get(`/Academy/api/discussion/${id}/from/${from}/`)
  const reply = async (by: Member | undefined, more: object = {}, id = thread) => {
    const body = { id: randomUUID(), text: 'Forty-five.', ...more }
    return { ...(await as(by).post(`/Academy/api/discussion/${id}/reply/`, body)), id: body.id }
  }
  const act = (by: Member | undefined, what: string, body: object, id = thread) =>
    as(by).post(`/Academy/api/discussion/${id}/${what}/`, body)
  const change = (by: Member | undefined, post: string, body: object) =>
    as(by).post(`/Academy/api/discussion/post/${post}/change/`, body)
  const remove = (by: Member | undefined, post: string) => as(by).post(`/Academy/api/discussion/post/${post}/delete/`)
  const listed = async (by: Member, body: object = {}) => (await as(by).post(list, body)).body.threads
  return { ...academy, course, asker, other, bought, list, thread, ask, read, reply, act, change, remove, listed }
}

test("lets the course's owners and staff ask, read, and reply, and answers everyone else with not found", async () => {
  const academy = await academyWithDiscussion()
  const { as, member, purchase, course, asker, other, list, ask, read, reply, act, change, remove, thread } = academy
  const { body: first } = await read(asker)
  const post = first.posts[0].id
  const { id: answer } = await reply(other)
  const [stranger, refunded, disputed] = [await member(), await member(), await member()]
  await purchase(refunded.id, course.id, 'refunded')
  await purchase(disputed.id, course.id, 'disputed')
  const calls: Record<string, (by: Member | undefined) => Promise<{ status: number }>> = {
    list: (by) => as(by).post(list, {}),
    moments: (by) => as(by).get(`/Academy/api/course/${course.slug}/lecture/lecture-1/discussions/`),
    read: (by) => read(by),
    ask: (by) => ask(by),
    reply: (by) => reply(by),
    vote: (by) => act(by, 'same-question', { same: true }),
    follow: (by) => act(by, 'follow', { follow: true }),
    accept: (by) => act(by, 'accept', { post: answer }),
    change: (by) => change(by, post, { text: 'Which one?' }),
    lead: (by) => as(by).post(`/Academy/api/studio/discussions/${thread}/`, { is_pinned: false, is_locked: false }),
    waiting: (by) => as(by).post('/Academy/api/studio/discussions/', {}),
    delete: (by) => remove(by, post),
  }
  const nothing = Object.fromEntries(Object.keys(calls).map((name) => [name, 404]))
  const open = { list: 200, moments: 200, read: 200, ask: 200, reply: 200, vote: 200, follow: 200 }
  const staff = { ...nothing, ...open, accept: 200, lead: 200, waiting: 200 }
  const people: [string, Member | undefined, Record<string, number>][] = [
    [
      'a visitor',
      undefined,
      { ...Object.fromEntries(Object.keys(calls).map((name) => [name, 401])), lead: 404, waiting: 404 },
    ],
    ['a member who owns something else', stranger, nothing],
    ['an owner whose money was given back', refunded, nothing],
    ['an owner whose payment is disputed', disputed, nothing],
    ['another owner', other, { ...nothing, ...open, accept: 403 }],
    ['an editor', await member({ role: 'editor' }), staff],
    ['support', await member({ role: 'support' }), staff],
    ['the academy’s owner', await member({ role: 'owner' }), staff],
    ['who asked', asker, { ...nothing, ...open, vote: 400, accept: 200, change: 200, delete: 200 }],
  ]
  for (const [who, by, expected] of people) {
    const came: Record<string, number> = {}
    for (const [name, call] of Object.entries(calls)) came[name] = (await call(by)).status
    expect([who, came]).toEqual([who, expected])
  }
  expect((await as(disputed).post(list, {})).body.is_disputed).toBe(true)
})

test("closes a course's discussions at once on a refund and keeps what its buyer wrote", async () => {
  const { asker, other, bought, pool, read, reply, listed, as, list } = await academyWithDiscussion()
  expect((await as(asker).post(list.replace('depositions', bought), {})).body.course.id).toBe('depositions')
  await pool.query(`update purchases set state = 'refunded' where id = $1`, [bought])
  expect([(await read(asker)).status, (await reply(asker)).status]).toEqual([404, 404])
  expect(await listed(other)).toMatchObject([{ title: 'Thirty days or forty-five?', author: { name: 'Nora N.' } }])
})

test('lists a question with its timestamp, stores a repeat once, simultaneous or later, and lets no one else use its id', async () => {
  const { as, asker, other, list, ask, listed, read, thread } = await academyWithDiscussion()
  const again = { id: thread, title: 'Thirty days or forty-five?', text: 'Which **one** holds?' }
  for (const _ of [1, 2])
    expect(await as(asker).post(`${list}ask/`, again)).toMatchObject({ status: 200, body: { id: thread } })
  expect((await as(other).post(`${list}ask/`, again)).status).toBe(404)
  const id = randomUUID()
  const sent = { id, title: 'Who pays?', text: 'Who?' }
  const atOnce = await Promise.all(Array.from({ length: 5 }, () => as(other).post(`${list}ask/`, sent)))
  expect(atOnce.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await listed(other)).toMatchObject([
    { id, title: 'Who pays?', lecture: null, seconds: null, author: { name: 'Olive O.', is_own: true } },
    {
      id: thread,
      title: 'Thirty days or forty-five?',
      lecture: { id: 'lecture-1', name: 'Lecture 1' },
      seconds: 40,
      author: { name: 'Nora N.', is_staff: false, is_own: false },
      replies: 0,
    },
  ])
  expect((await read(asker)).body.posts).toMatchObject([
    { number: 0, html: '<p>Which <strong>one</strong> holds?</p>', text: 'Which **one** holds?' },
  ])
  expect((await ask(asker, { lecture: 'gone' })).body.fields).toEqual({
    lecture: [expect.stringContaining('isn’t in the course')],
  })
})

test('orders replies, numbers them without gaps however many come at once, and stores each once', async () => {
  const { as, asker, other, member, read, reply, listed, thread } = await academyWithDiscussion()
  const staff = await member({ role: 'editor', firstName: 'Edna', lastName: 'Editor' })
  const ids = Array.from({ length: 8 }, () => randomUUID())
  const sent = await Promise.all(
    [...ids, ...ids].map((id, n) =>
      as(n % 8 < 4 ? other : staff).post(`/Academy/api/discussion/${thread}/reply/`, { id, text: `Reply ${id}` }),
    ),
  )
  expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200))
  const { body } = await read(asker)
  expect(body.posts.map(({ number }: { number: number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(body.posts).toContainEqual(
    expect.objectContaining({ author: { name: 'Edna Editor', is_staff: true, is_erased: false, is_own: false } }),
  )
  expect(await listed(asker)).toMatchObject([{ replies: 8 }])
  // The ID of another member's post is rejected.
  expect((await reply(asker, { id: ids[0] })).status).toBe(404)
})

test('lets an author edit a post for half an hour, marked as edited, and not afterward', async () => {
  const { asker, other, read, reply, change, setTime, deps } = await academyWithDiscussion()
  const { body: before } = await read(asker)
  const [opening] = before.posts
  const changed = await change(asker, opening.id, { title: 'Thirty or *45*?', text: 'Changed', guard_confirmed: true })
  expect(changed).toMatchObject({ status: 200, body: { html: '<p>Changed</p>', is_edited: true, number: 0 } })
  expect((await read(other)).body).toMatchObject({
    title: 'Thirty or *45*?',
    posts: [{ is_edited: true, text: null, may_edit: false }],
  })
  const { id } = await reply(other)
  expect((await change(asker, id, { text: 'Not mine' })).status).toBe(404)
  setTime(new Date(deps.now().getTime() + 30 * 60_000 + 1_000))
  expect(await change(other, id, { text: 'Too late' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('no longer be edited') },
  })
  expect((await read(other)).body.posts[1]).toMatchObject({
    html: '<p>Forty-five.</p>',
    may_edit: false,
    is_edited: false,
  })
})

test('leaves an empty placeholder for a deleted post, and removes a question without replies from the list', async () => {
  const { pool, asker, other, read, reply, remove, listed, act, ask } = await academyWithDiscussion()
  const { id } = await reply(other, { text: 'canary-reply' })
  await act(asker, 'accept', { post: id })
  expect(await listed(asker)).toMatchObject([{ is_answered: true, replies: 1 }])
  for (const _ of [1, 2]) expect((await remove(other, id)).status).toBe(200)
  expect((await read(asker)).body.posts[1]).toMatchObject({
    state: 'deleted',
    html: null,
    is_accepted: false,
    author: { name: 'Olive O.' },
  })
  expect(await listed(asker)).toMatchObject([{ is_answered: false, replies: 0 }])
  await reply(other)
  await remove(asker, (await read(asker)).body.posts[0].id)
  // A thread with replies stays, without its title.
  expect(await listed(other)).toMatchObject([{ state: 'deleted', title: null, replies: 1 }])
  expect((await read(other)).body).toMatchObject({ state: 'deleted', title: null })
  const lonely = await ask(asker, { title: 'canary-title' })
  await remove(asker, (await read(asker, lonely.id)).body.posts[0].id)
  expect(await listed(other)).toHaveLength(1)
  const { rows } = await pool.query(
    'select row_to_json(p) as post, row_to_json(t) as thread from posts p join threads t on t.id = p.thread_id',
  )
  expect(JSON.stringify(rows)).not.toContain('canary')
})

test('lets a former owner read and delete their own posts and nothing else, listed in three statements', async () => {
  const { as, asker, other, pool, reply, remove, read, thread } = await academyWithDiscussion()
  const [first, second] = [await reply(other, { text: 'canary-1' }), await reply(other, { text: 'canary-2' })]
  await pool.query(`update posts set written_at = written_at + number * interval '1 second'`)
  await pool.query(`update purchases set state = 'refunded' where member_id = $1`, [other.id])
  const list = async (by: Member, after: string | null = null) =>
    (await as(by).post('/Academy/api/account/posts/', { after })).body
  const reply2 = { text: 'canary-2', title: null, number: 2, is_open: false, course: { name: 'Depositions' } }
  expect(await list(other)).toMatchObject({ posts: [reply2, { id: first.id }], next: null })
  expect(await list(asker)).toMatchObject({
    posts: [{ number: 0, title: 'Thirty days or forty-five?', text: 'Which **one** holds?', is_open: true }],
  })
  expect([(await read(other)).status, (await remove(asker, first.id)).status]).toEqual([404, 404])
  for (const _ of [1, 2]) expect((await remove(other, second.id)).status).toBe(200)
  expect((await list(other)).posts.map(({ id }: { id: string }) => id)).toEqual([first.id])
  expect((await read(asker)).body).toMatchObject({ replies: 1, posts: [{}, {}, { state: 'deleted', html: null }] })
  // Includes two session checks: when the request arrives, and when its body has been read.
  expect(await countStatements(() => list(other))).toBeLessThanOrEqual(4)
  const many = `insert into posts (id, thread_id, number, member_id, words, html, written_at)
    select gen_random_uuid(), $1, 10 + n, $2, 'Words', '<p>Words</p>', '2026-01-01' from generate_series(1, 21) n`
  await pool.query(many, [thread, other.id])
  const [part, rest] = [await list(other), await list(other, (await list(other)).next)]
  expect([new Set([...part.posts, ...rest.posts].map(({ id }) => id)).size, rest.next]).toEqual([22, null])
})

test('shows a hidden post only to its author, with the reason', async () => {
  const { pool, asker, other, member, read, reply, listed, change, remove } = await academyWithDiscussion()
  const { id } = await reply(other, { text: 'canary' })
  const hide = `update posts set hidden_at = now(), hidden_reason = 'It names a patient.' where id = $1`
  await pool.query(hide, [id])
  const editor = await member({ role: 'editor' })
  const seen = async (by: Member) => (await read(by)).body.posts[1]
  expect(await seen(asker)).toMatchObject({ state: 'hidden', html: null, hidden_reason: null, may_accept: false })
  for (const by of [other, editor])
    expect(await seen(by)).toMatchObject({
      state: 'hidden',
      html: '<p>canary</p>',
      hidden_reason: 'It names a patient.',
      may_edit: false,
    })
  expect((await change(other, id, { text: 'Not hidden any more' })).status).toBe(400)
  await pool.query(hide, [(await read(asker)).body.posts[0].id])
  expect(await listed(other)).toMatchObject([{ state: 'hidden', title: null }])
  expect(await listed(asker)).toMatchObject([{ state: 'hidden', title: 'Thirty days or forty-five?' }])
  expect((await reply(other)).status).toBe(400)
  expect((await reply(editor)).status).toBe(200)
  expect((await remove(other, id)).status).toBe(200)
  expect(await seen(other)).toMatchObject({ state: 'deleted', html: null, hidden_reason: null })
})

test("lets the question's author accept one reply, and counts one vote per member", async () => {
  const { asker, other, member, purchase, course, read, reply, act, listed } = await academyWithDiscussion()
  const [first, second] = [await reply(other), await reply(other)]
  for (const { id } of [first, second]) expect((await act(asker, 'accept', { post: id })).status).toBe(200)
  const accepted = async () =>
    (await read(asker)).body.posts.flatMap((post: { id: string; is_accepted: boolean }) =>
      post.is_accepted ? [post.id] : [],
    )
  expect(await accepted()).toEqual([second.id])
  expect((await act(asker, 'accept', { post: randomUUID() })).status).toBe(400)
  expect((await act(asker, 'accept', { post: (await read(asker)).body.posts[0].id })).status).toBe(400)
  expect(await accepted()).toEqual([second.id])
  await act(asker, 'accept', { post: null })
  expect(await accepted()).toEqual([])

  const third = await member()
  await purchase(third.id, course.id)
  const votes = await Promise.all([other, other, third, other].map((by) => act(by, 'same-question', { same: true })))
  expect(Math.max(...votes.map(({ body }) => body.votes))).toBe(2)
  expect((await act(third, 'same-question', { same: false })).body).toEqual({ votes: 1 })
  expect((await act(third, 'same-question', { same: false })).body).toEqual({ votes: 1 })
  expect([(await read(other)).body.has_voted, (await read(third)).body.has_voted]).toEqual([true, false])
  expect(await listed(third)).toMatchObject([{ votes: 1 }])
})

test('makes an author follow the thread, and lets them unfollow', async () => {
  const { asker, other, read, reply, act } = await academyWithDiscussion()
  expect([(await read(asker)).body.is_followed, (await read(other)).body.is_followed]).toEqual([true, false])
  await reply(other)
  expect((await read(other)).body.is_followed).toBe(true)
  expect((await act(other, 'follow', { follow: false })).body.message).toMatch(/no longer following/)
  expect((await read(other)).body.is_followed).toBe(false)
})

test("lets staff pin and lock a thread, logged; members then can't reply or edit", async () => {
  const { as, asker, other, member, thread, ask, listed, reply, read, change, pool } = await academyWithDiscussion()
  const { id: later } = await ask(other, { title: 'Later' })
  const editor = await member({ role: 'editor' })
  const lead = { is_pinned: true, is_locked: true }
  for (const _ of [1, 2])
    expect((await as(editor).post(`/Academy/api/studio/discussions/${thread}/`, lead)).status).toBe(200)
  expect(await readEventKinds(pool)).toEqual(['discussion.led'])
  expect(await listed(asker)).toMatchObject([{ id: thread, is_pinned: true, is_locked: true }, { id: later }])
  expect((await reply(other)).body.message).toMatch(/closed/)
  const { body } = await read(asker)
  expect([body.may_reply, body.posts[0].may_edit]).toEqual([false, false])
  expect((await change(asker, body.posts[0].id, { text: 'x' })).status).toBe(400)
  expect((await reply(editor)).status).toBe(200)
})

test('lists threads by lecture, unanswered, and in pages, and shows staff the unanswered ones of all courses', async () => {
  const { as, asker, other, member, pool, course, list, thread, reply, ask, listed } = await academyWithDiscussion()
  const [first, second] = course.lectures
  await pool.query(
    `with made as (
      insert into threads (id, course_id, lecture_id, member_id, title, asked_at, active_at, answers, is_pinned)
      select gen_random_uuid(), $1, case n % 3 when 0 then $2::uuid when 1 then $3::uuid end, $4, 'Thread ' || n,
        date_trunc('hour', now()) - interval '1 hour' - n * interval '1 minute', date_trunc('hour', now()) - interval '1 hour' - n / 2 * interval '1 minute', n % 2, n % 20 = 0
      from generate_series(1, 90) n returning id, member_id)
    insert into posts (id, thread_id, number, member_id, words, html, written_at)
      select gen_random_uuid(), id, 0, member_id, 'x', '<p>x</p>', now() from made`,
    [course.id, first?.id, second?.id, other.id],
  )
  const all = async (body: object, count = 0, after: string | null = null): Promise<string[]> => {
    const { body: part } = await as(asker).post(list, { ...body, after })
    const titles = part.threads.map(({ title }: { title: string }) => title)
    if (part.next === null || count > 20) return titles
    return [...titles, ...(await all(body, count + 1, part.next))]
  }
  const everything = await all({})
  expect([everything.length, new Set(everything).size]).toEqual([91, 91])
  expect(everything.slice(0, 5)).toEqual([
    'Thread 20',
    'Thread 40',
    'Thread 60',
    'Thread 80',
    'Thirty days or forty-five?',
  ])
  expect(await all({ lecture: 'lecture-2' })).toHaveLength(30)
  expect(await all({ lecture: 'lecture-1', unanswered: true })).toHaveLength(16)
  expect(await all({ unanswered: true })).toHaveLength(46)
  expect((await as(asker).post(list, { lecture: 'lecture-9' })).status).toBe(404)
  expect((await as(asker).post(list, { after: "1.1.' or true" })).status).toBe(400)

  const editor = await member({ role: 'editor' })
  const { body: waiting } = await as(editor).post('/Academy/api/studio/discussions/', {})
  expect(waiting.threads).toHaveLength(20)
  expect(waiting.threads[0]).toMatchObject({ title: 'Thread 90', course: { id: 'depositions' } })
  expect(waiting.next).not.toBeNull()
  expect((await as(editor).get('/Academy/api/studio/today/')).body.unanswered).toBe(46)
  await reply(asker)
  await ask(asker, { title: 'Newest' })
  expect((await listed(other, { unanswered: true })).map(({ title }: { title: string }) => title)).toContain('Newest')
  // The author's own reply does not count as an answer; another member's does.
  await reply(other)
  expect(JSON.stringify(await listed(other, { unanswered: true }))).not.toContain(thread)
})

test("lists a lecture's timestamps with discussions in order, without hidden ones", async () => {
  const { as, asker, other, course, ask, pool } = await academyWithDiscussion()
  await ask(other, { lecture: 'lecture-1', seconds: 12.5, title: 'Earlier' })
  await ask(other, { lecture: 'lecture-1', title: 'The whole lecture' })
  await ask(other, { lecture: 'lecture-2', seconds: 3, title: 'Elsewhere' })
  const { id: hidden } = await ask(other, { lecture: 'lecture-1', seconds: 20, title: 'Hidden' })
  await pool.query(`update posts set hidden_at = now(), hidden_reason = 'x' where thread_id = $1`, [hidden])
  const { body } = await as(asker).get(`/Academy/api/course/${course.slug}/lecture/lecture-1/discussions/`)
  expect(body).toMatchObject([
    { seconds: 12.5, title: 'Earlier', replies: 0, is_answered: false },
    { seconds: 40, title: 'Thirty days or forty-five?' },
  ])
})

test("pages a long thread with its answer on each page, in two statements besides the session's per call", async () => {
  const { as, asker, other, course, list, thread, read, pool } = await academyWithDiscussion()
  await pool.query(
    `insert into posts (id, thread_id, number, member_id, words, html, written_at, accepted_at)
      select gen_random_uuid(), $1, n, $2, 'x', '<p>x</p>', now(), case n when 55 then now() end from generate_series(1, 60) n`,
    [thread, other.id],
  )
  const numbers = async (from: number) =>
    (await read(asker, thread, from)).body.posts.map(({ number }: { number: number }) => number)
  const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
  expect(await numbers(0)).toEqual([0, ...upTo(1, 20), 55])
  expect(await numbers(21)).toEqual([0, ...upTo(21, 40), 55])
  expect(await numbers(41)).toEqual([0, ...upTo(41, 60)])
  expect((await read(asker, thread, 41)).body.next).toBeNull()
  expect((await read(asker, thread, 35)).body.next).toBe(55)
  // Invalid cursors: one with a year that the database can't read, and one with an extra character.
  for (const after of [`0.999999999999999.${thread}`, `0.1.${thread}'`])
    expect((await as(asker).post(list, { after })).status).toBe(400)
  // A request with a body checks the session twice.
  for (const [call, max] of [
    [() => read(asker), 3],
    [() => as(asker).post(list, {}), 4],
    [() => as(asker).get(`/Academy/api/course/${course.slug}/lecture/lecture-1/discussions/`), 3],
  ] as const)
    expect(await countStatements(async () => void (await call()))).toBe(max)
})

test.each([
  [{ title: ' \u200B ' }, { title: ['Enter a title.'] }],
  [{ title: 'x'.repeat(201) }, { title: ['A title can have at most 200 characters.'] }],
  [{ text: '\u202E\n\n' }, { text: ['Enter some text.'] }],
  [{ text: '***' }, { text: ['Enter some text.'] }],
  [{ text: 'x'.repeat(10_001) }, { text: ['A post can have at most 10,000 characters.'] }],
  [{ text: '> '.repeat(5_000) }, { text: [expect.stringContaining('simplify')] }],
])('%# rejects invalid input on its field and stores nothing', async (wrong, fields) => {
  const { asker, ask, listed } = await academyWithDiscussion()
  expect(await ask(asker, wrong)).toMatchObject({ status: 400, body: { fields } })
  for (const seconds of [-1, 1e9, '3', Number.NaN])
    expect((await ask(asker, { lecture: 'lecture-1', seconds })).status).not.toBe(500)
  expect((await listed(asker)).every(({ title }: { title: string }) => title === 'Thirty days or forty-five?')).toBe(
    true,
  )
})

test("rejects on its field a timestamp after the lecture's end, or a lecture of another course", async () => {
  const { asker, ask, pool } = await academyWithDiscussion()
  await pool.query(
    `with film as (
      insert into files (sha256, name, content_type, bytes, seconds, is_public) values ('film', 'film.mp4', 'video/mp4', 1, 300, false) returning id
    ) update lectures set video_file_id = film.id from film where slug = 'lecture-1'`,
  )
  const status = async (seconds: number) => (await ask(asker, { lecture: 'lecture-1', seconds })).status
  expect([await status(300), await status(301)]).toEqual([200, 400])
  expect((await ask(asker, { lecture: 'lecture-1', seconds: 301 })).body.fields).toEqual({
    seconds: ['This lecture is 5:00 long. Enter an earlier time.'],
  })
  expect((await ask(asker, { lecture: 'never' })).body.fields).toEqual({
    lecture: ['This lecture isn’t in the course. Choose another one.'],
  })
})

test('stores thousands of lines, text in any direction, and fifty mentions as text, and rate limits a flood of posts', async () => {
  const { asker, other, reply, read } = await academyWithDiscussion()
  for (const text of [
    'a\n'.repeat(4_999),
    '\u202Eevil\u202C שלום',
    '@nora '.repeat(50),
    'Z\u0335\u0335\u0335\u0335\u0335\u0335\u0335',
  ])
    expect((await reply(other, { text })).status).toBe(200)
  expect((await read(asker)).body.posts[2].html).toBe('<p>evil שלום</p>')
  const sent = await Promise.all(Array.from({ length: 70 }, () => reply(other)))
  const refused = sent.filter(({ status }) => status === 429)
  expect(refused.length).toBe(14)
  expect(refused[0]?.body.message).toMatch(/try again in/i)
})

test("removes an erased member's words, keeps placeholders where others replied, and exported all of it before", async () => {
  const { pool, deps, db, asker, other, read, reply, act, ask, listed, thread } = await academyWithDiscussion()
  const { id: lonely } = await ask(asker, { title: 'canary-lonely', text: 'canary' })
  const { id: others } = await ask(other, { title: 'Theirs', text: 'Something else' })
  await reply(other)
  await reply(asker, { text: 'canary-reply' }, others)
  await act(asker, 'same-question', { same: true }, others)
  const copy = JSON.stringify(
    await Promise.all(
      selectMemberRows(asker.id)
        .slice(0)
        .map(async ({ name, rows }) => [name, (await db.execute(rows)).rows]),
    ),
  )
  for (const exported of ['canary-lonely', 'canary-reply', 'Thirty days or forty-five?', 'thread_votes'])
    expect(copy).toContain(exported)
  expect(copy).not.toContain('Theirs')
  await eraseMember(deps, { memberId: asker.id, by: OPERATOR })
  expect((await read(other, lonely)).status).toBe(404)
  expect((await read(other, thread)).body).toMatchObject({
    title: null,
    posts: [{ state: 'deleted', author: { name: 'A former member', is_erased: true } }, { html: '<p>Forty-five.</p>' }],
  })
  expect(await listed(other)).toMatchObject([
    { id: others, votes: 0, replies: 0 },
    { id: thread, title: null, replies: 1 },
  ])
  const { rows } = await pool.query(
    'select row_to_json(p) as post, row_to_json(t) as thread from posts p join threads t on t.id = p.thread_id',
  )
  expect(JSON.stringify(rows)).not.toMatch(/canary|Thirty|Which/)
})

test('notifies staff of a question, its author and followers of a reply, and reply and question authors of the answer; never of their own or deleted posts', async () => {
  const { pool, asker, other, member, purchase, course, reply, act, ask, remove } = await academyWithDiscussion()
  const [editor, third] = [await member({ role: 'editor' }), await member()]
  await purchase(third.id, course.id)
  await act(third, 'follow', { follow: true })
  const { id: later } = await ask(third, { title: 'canary' })
  const { id: answer } = await reply(other, { text: 'canary' })
  await act(asker, 'accept', { post: answer })
  const readNotifications = async () => {
    const { rows } = await pool.query<{ member_id: string; kind: string; words: string; address: string }>(
      'select member_id, kind, words, address from notices order by kind, words',
    )
    expect(JSON.stringify(rows)).not.toContain('canary')
    return rows.map(({ member_id: recipient, kind }) => [recipient, kind])
  }
  const all = [
    [other.id, 'accepted-answer'],
    [third.id, 'followed-thread'],
    [editor.id, 'question'],
    [asker.id, 'reply'],
  ]
  expect(await readNotifications()).toEqual(all)
  await act(asker, 'accept', { post: null })
  expect(await readNotifications()).toEqual(all.slice(1))
  await act(editor, 'accept', { post: answer })
  expect(await readNotifications()).toEqual([[asker.id, 'accepted-answer'], ...all])
  await remove(other, answer)
  expect(await readNotifications()).toEqual([[editor.id, 'question']])
  expect((await reply(editor, {}, later)).status).toBe(200)
})
