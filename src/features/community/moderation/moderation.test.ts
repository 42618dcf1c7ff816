import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { readEventKinds } from '../../../../test/harness/audit.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

/** A discussion with a reply, and other members who can report it. All accounts are older than a day. */
async function withReply() {
  const academy = await testAcademy()
  const { as, member, purchase, pool } = academy
  const course = await academy.course({ title: 'Depositions' })
  const [asker, author, reader] = [await member(), await member(), await member()]
  for (const { id } of [asker, author, reader]) await purchase(id, course.id)
  const support = await member({ role: 'support' })
  await pool.query(`update members set created_at = created_at - interval '2 days'`)
  const thread = randomUUID()
  const asked = { id: thread, title: 'Thirty days or forty-five?', text: 'Which one holds?' }
  await as(asker).post(`/Academy/api/take/course/${course.slug}/discussions/ask/`, asked)
  const reply = async (by: Member, text = 'Mrs. Oak in room 412 waited 45.', more: object = {}) => {
    const id = randomUUID()
    const answer = await as(by).post(`/Academy/api/discussion/${thread}/reply/`, { id, text, ...more })
    return { ...answer, id }
  }
  const { id: post } = await reply(author)
  const report = (by: Member | undefined, reason = 'It names a patient.', id = post) =>
    as(by).post(`/Academy/api/discussion/post/${id}/report/`, { reason })
  const decide = (by: Member | undefined, what: 'hide' | 'show' | 'dismiss', body: object = {}, id = post) =>
    as(by).post(`/Academy/api/studio/posts/${id}/${what}/`, what === 'hide' ? { reason: 'A name.', ...body } : body)
  const queue = async (by: Member, body: object = {}) => (await as(by).post('/Academy/api/studio/reports/', body)).body
  const read = async (by: Member) => {
    const { body } = await as(by).get(`/Academy/api/discussion/${thread}/from/0/`)
    return body.posts.find(({ id }: { id: string }) => id === post)
  }
  const notices = async ({ id }: Member) =>
    (
      await pool.query<{ words: string }>('select words from notices where member_id = $1 order by told_at', [id])
    ).rows.map(({ words }) => words)
  return {
    ...academy,
    course,
    asker,
    author,
    reader,
    support,
    thread,
    post,
    reply,
    report,
    decide,
    queue,
    read,
    notices,
  }
}

test('checks who may report, see the queue, decide, and mute', async () => {
  const { as, member, purchase, pool, course, author, reader, support, report, decide, queue } = await withReply()
  const refunded = await member()
  await purchase(refunded.id, course.id, 'refunded')
  await report(reader)
  const muted = await member()
  await purchase(muted.id, course.id)
  await pool.query(
    `insert into mutes (member_id, until, reason, muted_at) values ($1, now() + interval '1 day', 'Names', now())`,
    [muted.id],
  )
  const mute = (by: Member | undefined) =>
    as(by).post(`/Academy/api/studio/members/${author.id}/mute/`, { days: 7, reason: 'Names.' })
  const calls: Record<string, (by: Member | undefined) => Promise<{ status: number }>> = {
    report: (by) => report(by),
    queue: (by) => as(by).post('/Academy/api/studio/reports/', {}),
    hide: (by) => decide(by, 'hide'),
    show: (by) => decide(by, 'show'),
    dismiss: (by) => decide(by, 'dismiss'),
    mute,
    unmute: (by) => as(by).post(`/Academy/api/studio/members/${author.id}/unmute/`, {}),
  }
  const nothing = { queue: 404, hide: 404, show: 404, dismiss: 404, mute: 404, unmute: 404 }
  // Dismissing reports after the post was hidden fails, because they were already decided.
  const staff = { report: 200, queue: 200, hide: 200, show: 200, dismiss: 200, mute: 200, unmute: 200 }
  const people: [string, Member | undefined, Record<string, number>][] = [
    ['a visitor', undefined, { ...nothing, report: 401 }],
    ['a refunded owner', refunded, { ...nothing, report: 404 }],
    ['another owner', reader, { ...nothing, report: 200 }],
    ['a muted one', muted, { ...nothing, report: 200 }],
    ['the author', author, { ...nothing, report: 400 }],
    ['an editor', await member({ role: 'editor' }), { ...nothing, report: 200 }],
    ['support', support, staff],
    ['the academy’s owner', await member({ role: 'owner' }), staff],
  ]
  for (const [who, by, expected] of people) {
    const came: Record<string, number> = {}
    for (const [name, call] of Object.entries(calls)) {
      // Makes sure that there is something to dismiss.
      await pool.query(`update post_reports set outcome = null, decided_at = null where $1 = 'dismiss'`, [name])
      came[name] = (await call(by)).status
    }
    expect([who, came]).toEqual([who, expected])
  }
  expect((await queue(support, { state: 'decided' })).posts).toMatchObject([{ state: 'there', may_decide: true }])
})

test('queues a reported post for staff with each report; when hidden, only its author reads it, with the reason, and log and bell record it', async () => {
  const { as, asker, author, reader, support, report, decide, queue, read, notices, pool, reply } = await withReply()
  await report(reader)
  expect((await report(reader)).status).toBe(200)
  expect(await report(reader, 'Again.')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('report is unchanged') },
  })
  const acts = ({ is_reported, may_report, may_moderate }: Record<string, unknown>) => [
    is_reported,
    may_report,
    may_moderate,
  ]
  expect([
    acts(await read(reader)),
    acts(await read(asker)),
    acts(await read(author)),
    acts(await read(support)),
  ]).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, false],
    [false, true, true],
  ])
  await report(asker, '<b>Names</b> \u202Esomebody')
  const { posts, next, waiting } = await queue(support)
  expect([posts.length, next, waiting]).toEqual([1, null, 1])
  expect(posts[0]).toMatchObject({
    text: 'Mrs. Oak in room 412 waited 45.',
    author: { id: author.id, muted_until: null, may_mute: true },
    number: 1,
    course: { name: 'Depositions' },
    reports: [{ reason: 'It names a patient.' }, { reason: '<b>Names</b> somebody' }],
  })
  expect(posts[0].changed_since).toBeNull()
  await pool.query(`update posts set edited_at = now() + interval '1 minute' where id = $1`, [posts[0].id])
  expect((await queue(support)).posts[0].changed_since).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  expect(await notices(support)).toEqual([
    expect.stringContaining('New question'),
    expect.stringContaining('reported post'),
  ])
  expect(await decide(support, 'hide', { reason: 'It names a patient.' })).toMatchObject({ status: 200 })
  expect(await read(author)).toMatchObject({
    state: 'hidden',
    hidden_reason: 'It names a patient.',
    may_moderate: false,
    html: expect.stringContaining('Mrs. Oak'),
  })
  expect(await read(reader)).toMatchObject({ state: 'hidden', hidden_reason: null, html: null, text: null })
  expect(await notices(author)).toEqual([expect.stringContaining('was hidden')])
  expect((await queue(support)).posts).toEqual([])
  expect((await queue(support, { state: 'decided' })).posts).toMatchObject([
    { state: 'hidden', reports: [{ outcome: 'hidden' }, { outcome: 'hidden' }] },
  ])
  expect((await report(support)).body.message).toContain('already hid')
  expect(acts(await read(support))).toEqual([false, false, true])
  expect(await decide(support, 'show')).toMatchObject({ status: 200 })
  expect(await read(reader)).toMatchObject({ state: 'there', html: expect.stringContaining('Mrs. Oak') })
  expect((await readEventKinds(pool)).filter((kind) => kind.startsWith('post.'))).toEqual([
    'post.reported',
    'post.reported',
    'post.hidden',
    'post.shown',
  ])
  expect((await as(reader).post(`/Academy/api/discussion/post/${randomUUID()}/report/`, { reason: 'x' })).status).toBe(
    404,
  )
  expect((await report(reader, ' ')).body.fields).toEqual({ reason: ['Describe what is wrong with the post.'] })
  expect((await reply(reader, 'Thanks.')).status).toBe(200)
})

test('emails an author at once about one decision per post and hour, and about the rest the next day', async () => {
  const { author, support, decide, reply, post, runJobs, mailbox, notices } = await withReply()
  const { id: other } = await reply(author, 'Another one.')
  for (const id of [post, post, other])
    for (const what of ['hide', 'show'] as const) await decide(support, what, {}, id)
  await runJobs()
  expect((await mailbox()).filter(({ to }) => to === author.email)).toHaveLength(2)
  expect(await notices(author)).toHaveLength(6)
})

test('links no one to a hidden post: pending notifications and emails no longer mention it', async () => {
  const { asker, support, decide, notices, post, pool } = await withReply()
  expect([await notices(asker), await notices(support)]).toEqual([[expect.any(String)], [expect.any(String)]])
  await decide(support, 'hide', {}, post)
  expect(await notices(asker)).toEqual([])
  const { rows } = await pool.query<{ id: typeof post }>('select id from posts where number = 0')
  await decide(support, 'hide', {}, rows[0]?.id)
  expect(await notices(support)).toEqual([])
})

test('groups reports of one discussion into one notification with a count and one email until staff look at the queue', async () => {
  const { as, author, reader, asker, support, report, decide, queue, reply, thread, ...academy } = await withReply()
  const bell = async () => {
    const { notices, unread } = (await as(support).post('/Academy/api/account/notices/', {})).body
    const reports = (notices as { kind: string; words: string }[]).filter(({ kind }) => kind === 'report')
    return [unread, reports.map(({ words }) => words)]
  }
  const mails = async () => {
    await academy.runJobs()
    return (await academy.mailbox()).filter(({ to }) => to === support.email).map(({ subject }) => subject)
  }
  const one = 'A reported post needs a decision.'
  const many = (count: number) => `There are ${count} reported posts in a discussion need a decision.`
  // Reports the newest post first: members don't report posts in the order in which they were written.
  const { id: last } = await reply(author, 'Another one.')
  await report(reader, 'Rude', last)
  expect(await mails()).toEqual([one.slice(0, -1)])
  await Promise.all([report(reader), report(asker), report(asker, 'Rude', last)])
  const { id: third } = await reply(author, 'A third one.')
  await report(reader, 'Rude', third)
  // Includes the notification about the question itself.
  expect(await bell()).toEqual([2, [many(3)]])
  expect(await mails()).toHaveLength(1)
  // Reading the discussion does not count as reading its reports.
  await as(support).post('/Academy/api/account/notices/discussion/', { discussion: thread, number: 10 })
  expect(await bell()).toEqual([1, [many(3)]])
  await decide(support, 'dismiss', {}, third)
  expect(await bell()).toEqual([1, [many(2)]])
  await queue(support, { state: 'decided' })
  expect(await bell()).toEqual([1, [many(2)]])
  expect((await queue(support)).waiting).toBe(2)
  expect(await bell()).toEqual([0, [many(2)]])
  const { id: fourth } = await reply(author, 'A fourth one.')
  await report(reader, 'Rude', fourth)
  expect(await bell()).toEqual([1, [one, many(2)]])
  expect(await mails()).toHaveLength(2)
  await decide(support, 'dismiss')
  expect(await bell()).toEqual([1, [one, one]])
})

test('makes a hidden answer the answer again when shown again, unless there is another by then', async () => {
  const { as, asker, support, decide, post, thread, reply, reader, course } = await withReply()
  const accept = async (id: string | null) =>
    expect((await as(asker).post(`/Academy/api/discussion/${thread}/accept/`, { post: id })).status).toBe(200)
  const answers = async () => {
    const { posts } = (await as(reader).get(`/Academy/api/discussion/${thread}/from/0/`)).body
    const { threads } = (await as(reader).post(`/Academy/api/take/course/${course.slug}/discussions/`, {})).body
    type Shown = { id: string; is_accepted: boolean }
    return [posts.flatMap(({ id, is_accepted }: Shown) => (is_accepted ? [id] : [])), threads[0].is_answered]
  }
  await accept(post)
  expect(await answers()).toEqual([[post], true])
  await decide(support, 'hide')
  expect(await answers()).toEqual([[], false])
  await decide(support, 'show')
  expect(await answers()).toEqual([[post], true])
  await decide(support, 'hide')
  const { id: other } = await reply(reader, 'Thirty.')
  await accept(other)
  await decide(support, 'show')
  expect(await answers()).toEqual([[other], true])
})

test('lets one of two staff decide a post and rejects the other decision with a message', async () => {
  const { member, reader, support, report, decide, pool } = await withReply()
  const owner = await member({ role: 'owner' })
  await report(reader)
  const hiding = await Promise.all([decide(support, 'hide'), decide(owner, 'hide')])
  expect(new Set(hiding.map(({ status }) => status))).toEqual(new Set([200, 400]))
  expect((await decide(owner, 'dismiss')).body.message).toContain('already reviewed')
  expect((await readEventKinds(pool)).filter((kind) => kind === 'post.hidden')).toHaveLength(1)
})

test('rejects reporting, hiding, or showing a post its author deleted, dismisses its reports, and rejects editing a hidden post', async () => {
  const { as, author, reader, asker, support, report, decide, queue, reply, post } = await withReply()
  await report(reader)
  await as(author).post(`/Academy/api/discussion/post/${post}/delete/`)
  expect((await report(asker)).body.message).toContain('author already deleted')
  expect((await decide(support, 'hide')).status).toBe(400)
  expect((await queue(support)).posts).toMatchObject([{ state: 'deleted', text: '' }])
  expect((await decide(support, 'dismiss')).status).toBe(200)
  const { id } = await reply(author, 'Once more: room 412.')
  await decide(support, 'hide', {}, id)
  const change = await as(author).post(`/Academy/api/discussion/post/${id}/change/`, { text: 'Nobody.' })
  expect([change.status, change.body.message]).toEqual([400, expect.stringContaining('can no longer be edited')])
  await as(author).post(`/Academy/api/discussion/post/${id}/delete/`)
  const shown = await decide(support, 'show', {}, id)
  expect([shown.status, shown.body.message]).toEqual([400, expect.stringContaining('its author deleted it')])
})

test.skipIf(isEveryChange)('reads the queue in at most three statements, whatever is waiting', async () => {
  const { as, support, queue, decide, pool, post, thread, author } = await withReply()
  await pool.query(
    `with m as (insert into members (username, email, password_hash) select 'r' || n, 'r' || n || '@example.com', 'x' from generate_series(1, 200) n returning id),
      p as (insert into posts (id, thread_id, number, member_id, words, html, written_at)
        select gen_random_uuid(), $1, 100 + n, $2, 'Words', '<p>Words</p>', now() from generate_series(1, 40) n returning id)
      insert into post_reports (post_id, member_id, reason, reported_at)
        select x.id, m.id, 'Rude', now() from (select id from p union all select $3) x, m`,
    [thread, author.id, post],
  )
  // Includes two session checks: when the request arrives, and when its body has been read.
  const count = await countStatements(async () => {
    expect((await queue(support)).posts).toHaveLength(20)
  })
  expect(count).toBeLessThanOrEqual(5)
  const first = await queue(support)
  // The first fifty of each post's 200 reports are read.
  expect(first.posts.slice(0, 1)).toMatchObject([{ report_count: 200, reports: { length: 50 } }])
  // If some posts are decided between two pages, no later post is skipped.
  for (const { id } of first.posts.slice(-3)) expect((await decide(support, 'dismiss', {}, id)).status).toBe(200)
  const second = await queue(support, { after: first.next })
  const third = await queue(support, { after: second.next })
  expect([first, second, third].map(({ posts }) => posts.length)).toEqual([20, 20, 1])
  expect(new Set([first, second, third].flatMap(({ posts }) => posts.map(({ id }: { id: string }) => id))).size).toBe(
    41,
  )
  expect([third.next, third.waiting]).toEqual([null, 38])
  expect((await queue(support, { state: 'decided' })).posts).toHaveLength(3)
  // Invalid cursors: one with a year that the database can't read, and two with an extra character.
  for (const after of [`999999999999999.${post}`, `1.${post}.`, "1.'"])
    expect((await as(support).post('/Academy/api/studio/reports/', { after })).status).toBe(400)
})

test('lists a post decided twice once, by its last decision, and not while another report is open', async () => {
  const { support, queue, pool, post, author, reply } = await withReply()
  const { id: other } = await reply(author, 'Another one.')
  const reported = (id: string, who: string, decided: string | null) =>
    pool.query(
      `with m as (insert into members (username, email, password_hash) values ($2, $2 || '@example.com', 'x') returning id)
        insert into post_reports (post_id, member_id, reason, reported_at, outcome, decided_at)
        select $1, id, 'Rude', '2026-01-01', case when $3::text is not null then 'dismissed' end, $3::timestamptz from m`,
      [id, who, decided],
    )
  const decided = async (after: string | null = null) => {
    const { posts, next } = await queue(support, { state: 'decided', after })
    return [posts.map(({ id }: { id: string }) => id), next]
  }
  await reported(post, 'a', '2026-02-01')
  await reported(other, 'b', '2026-03-01')
  expect(await decided()).toEqual([[other, post], null])
  for (const who of ['c', 'd']) await reported(post, who, '2026-04-01')
  expect(await decided()).toEqual([[post, other], null])
  const place = `${Date.parse('2026-04-01T00:00:00Z')}.${post}`
  expect(await decided(place)).toEqual([[other], null])
  await reported(post, 'e', null)
  expect(await decided()).toEqual([[other], null])
})

test.each(['hide', 'dismiss'])('removes staff notifications of a report once it is decided: %s', async (act) => {
  const { as, support, report, reader, notices, post } = await withReply()
  await report(reader)
  const readReports = async () =>
    (await notices(support)).filter((words) => words.includes('reported post needs a decision'))
  expect(await readReports()).toHaveLength(1)
  const body = act === 'hide' ? { reason: 'Rude' } : {}
  expect((await as(support).post(`/Academy/api/studio/posts/${post}/${act}/`, body)).status).toBe(200)
  expect(await readReports()).toEqual([])
})

test('lets a muted member read but not post, shows until when and why, and lets them post again afterward', async () => {
  const { as, author, reader, support, reply, report, queue, read, notices, setTime, pool } = await withReply()
  const mute = (body: object) => as(support).post(`/Academy/api/studio/members/${author.id}/mute/`, body)
  expect((await mute({ days: 0, reason: '' })).body.fields).toEqual({
    days: [expect.stringContaining('at least one')],
    reason: [expect.stringContaining('Enter a reason')],
  })
  expect((await mute({ days: 7, reason: 'Names of patients.' })).status).toBe(200)
  const refused = await reply(author, 'May I?')
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringMatching(/still read them.+Names of patients/u),
  ])
  // The mute is shown even before the member types anything.
  const readMute = async (by: Member) => (await as(by).get('/Academy/api/account/writing/')).body
  expect([await readMute(author), await readMute(reader)]).toEqual([{ muted: refused.body.message }, { muted: null }])
  expect((await read(author)).state).toBe('there')
  expect(await notices(author)).toEqual([expect.stringContaining('can’t post in discussions until')])
  const shown = await as(support).get(`/Academy/api/studio/members/${author.id}/mute/`)
  expect(shown.body.mute).toMatchObject({ reason: 'Names of patients.' })
  // It is also shown where staff moderate the member's posts, until the mute ends.
  await report(reader)
  const [inQueue] = (await queue(support)).posts
  expect(inQueue.author).toMatchObject({ muted_until: shown.body.mute.until, may_mute: true })
  expect((await as(support).post(`/Academy/api/studio/members/${author.id}/unmute/`, {})).status).toBe(200)
  expect((await as(support).post(`/Academy/api/studio/members/${author.id}/unmute/`, {})).status).toBe(400)
  expect((await reply(author, 'May I now?')).status).toBe(200)
  await mute({ days: 1, reason: 'Again.' })
  setTime(new Date(Date.now() + 25 * 3_600_000))
  expect(await readMute(author)).toEqual({ muted: null })
  expect((await reply(author, 'And now?')).status).toBe(200)
  expect((await queue(support)).posts).toMatchObject([{ author: { muted_until: null } }])
  expect((await readEventKinds(pool)).filter((kind) => kind.startsWith('account.'))).toEqual([
    'account.muted',
    'account.unmuted',
    'account.muted',
  ])
})

test('emails staff at once about five of a member’s reports an hour; others wait for the daily email', async () => {
  const { as, author, reader, support, course, report, queue, pool, runJobs, mailbox } = await withReply()
  for (let n = 0; n < 7; n += 1) {
    const asked = { id: randomUUID(), title: `A question numbered ${n}`, text: 'Which one holds?' }
    await as(author).post(`/Academy/api/take/course/${course.slug}/discussions/ask/`, asked)
    const [first] = (await pool.query('select id from posts where thread_id = $1', [asked.id])).rows
    expect((await report(reader, 'Rude', first.id)).status).toBe(200)
    await runJobs()
  }
  expect((await queue(support)).posts).toHaveLength(7)
  expect((await mailbox()).filter(({ to }) => to === support.email)).toHaveLength(5)
})

test('sends a member at most 12 immediate emails an hour, however often staff mute and unmute them', async () => {
  const { as, author, support, runJobs, mailbox } = await withReply()
  const path = `/Academy/api/studio/members/${author.id}`
  for (let n = 0; n < 15; n += 1) {
    expect((await as(support).post(`${path}/mute/`, { days: 1, reason: 'Names.' })).status).toBe(200)
    expect((await as(support).post(`${path}/unmute/`, {})).status).toBe(200)
    await runJobs()
  }
  expect((await mailbox()).filter(({ to }) => to === author.email)).toHaveLength(12)
})

test('limits a new account to five posts an hour without links, and others as usual', async () => {
  const { member, purchase, course, author, reply, support } = await withReply()
  const fresh = await member()
  await purchase(fresh.id, course.id)
  const refused = { status: 400, body: { message: expect.stringContaining('links') } }
  for (const link of [
    'https://spam.example/x',
    'see www.spam.example',
    '[here](/x)',
    'buy at spam.shop',
    'buy at spam.example',
    'buy at spam．example',
    'buy at spam。example',
    'go to 203.0.113.9/x',
  ])
    expect([link, await reply(fresh, link)]).toMatchObject([link, refused])
  // The link is visible only once the text is rendered.
  const other = await member()
  await purchase(other.id, course.id)
  for (const link of ['spam\\.example', 'spam&#46;example', '*spam*.example'])
    expect([link, await reply(other, link)]).toMatchObject([link, refused])
  expect((await reply(fresh, 'It hurt.Then it stopped.')).body.message).toContain('“hurt.Then” looks like one')
  const sent = []
  for (let n = 0; n < 6; n++)
    sent.push((await reply(fresh, `Post ${n}, at 12:40 p.m., see p. 3 (2.5 mg, J. Doe, R.N.)…then.`)).status)
  expect(sent).toEqual([200, 200, 200, 200, 200, 429])
  expect((await reply(fresh, 'Once more.')).body.message).toContain('up to 5 times an hour')
  expect((await reply(author, 'https://law.example/rule-35')).status).toBe(200)
  expect((await reply(support, 'https://law.example/rule-35')).status).toBe(200)
})
