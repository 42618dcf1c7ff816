import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { countUnread } from '#features/people/notifications/notification-list.queries.ts'
import { planDueEmails } from '#features/people/notifications/notifications.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const TITLE = 'Thirty days or forty-five?'
const NOTIFICATIONS = '/Academy/api/account/notices/'
/** A Wednesday morning. */
const TODAY = new Date('2026-11-11T10:47:00Z')

type NotificationRow = {
  id: string
  kind: string
  words: string
  title: string | null
  address: string
  is_read: boolean
}

/** A member has asked a question; six other members with access to the course can reply. */
async function askedQuestion() {
  const academy = await testAcademy()
  const { as, member, purchase, pool, setTime } = academy
  setTime(TODAY)
  const course = await academy.course({ title: 'Depositions', lectures: 1 })
  const members: Member[] = []
  for (let n = 0; n < 7; n += 1) members.push(await member())
  const [asker, ...others] = members as [Member, Member, ...Member[]]
  const bought = await purchase(asker.id, course.id)
  for (const { id } of others) await purchase(id, course.id)
  await pool.query(`update members set created_at = '2026-11-01'`)
  const thread = randomUUID()
  const question = { id: thread, title: TITLE, text: 'Which canary one?' }
  await as(asker).post(`/Academy/api/take/course/${course.slug}/discussions/ask/`, question)
  let replies = 0
  const reply = async (by: Member = others[0]) => {
    const id = randomUUID()
    replies += 1
    // Notifications created at the same time have no defined order.
    setTime(new Date(TODAY.getTime() + replies))
    const body = { id, text: 'A canary reply.' }
    expect((await as(by).post(`/Academy/api/discussion/${thread}/reply/`, body)).status).toBe(200)
    return id
  }
  const remove = (by: Member, post: string) => as(by).post(`/Academy/api/discussion/post/${post}/delete/`)
  const readNotifications = async (who = asker) =>
    (await as(who).post(NOTIFICATIONS, {})).body as { notices: NotificationRow[]; unread: number; is_more: boolean }
  const look = (number: number, who = asker) =>
    as(who).post(`${NOTIFICATIONS}discussion/`, { discussion: thread, number }) as Promise<{ body: unknown }>
  const mails = async () => {
    await academy.runJobs()
    return (await academy.mailbox()).filter(({ to }) => to === asker.email).toReversed()
  }
  const morning = async (days: number) => {
    setTime(new Date(TODAY.getTime() + days * 86_400_000))
    await planDueEmails(academy.deps)
    return mails()
  }
  const at = (number: number) => `/MyAcademy/${course.slug}/Discussions/${thread}?reply=${number}`
  return {
    ...academy,
    newCourse: academy.course,
    course,
    bought,
    thread,
    asker,
    others,
    reply,
    remove,
    readNotifications,
    look,
    mails,
    morning,
    at,
  }
}

test.skipIf(isEveryChange)(
  'groups thirty simultaneous replies in one notification with a count and one email; the rest are emailed the next morning',
  async () => {
    const { others, reply, readNotifications, mails, morning, at, look } = await askedQuestion()
    const one = 'Someone replied to your question about Depositions'
    await reply()
    expect((await mails()).map(({ subject }) => subject)).toEqual([one])
    await look(1)
    const [, follower] = others as [Member, Member]
    await reply(follower)
    const rest = others.slice(2)
    await Promise.all(Array.from({ length: 29 }, (_, n) => reply(rest[n % rest.length])))
    const { notices, unread } = await readNotifications()
    expect(unread).toBe(1)
    expect(notices[0]).toMatchObject({
      kind: 'reply',
      words: 'There are 30 new replies to your question about Depositions.',
      title: TITLE,
      address: at(2),
      is_read: false,
    })
    expect(notices[1]).toMatchObject({ words: `${one}.`, is_read: true })
    const hers = await readNotifications(follower)
    expect([hers.unread, hers.notices]).toMatchObject([
      1,
      [{ words: 'There are 29 new replies in a discussion you follow in Depositions.', address: at(3) }],
    ])
    expect((await mails()).map(({ subject }) => subject)).toEqual([one, one])
    const all = await morning(1)
    expect(all.map(({ subject }) => subject)).toEqual([
      one,
      one,
      'There are 29 new replies to your question about Depositions',
    ])
    expect(all[2]?.text).toContain(at(3))
    expect(JSON.stringify(all)).not.toMatch(/canary|Thirty/)
  },
)

test('emails immediately again after the member looked, and keeps later replies unread', async () => {
  const { reply, readNotifications, look, mails, at, as, asker } = await askedQuestion()
  await reply()
  await reply()
  expect(await mails()).toHaveLength(1)
  expect((await look(2)).body).toEqual({ unread: 0 })
  expect((await readNotifications()).notices).toMatchObject([
    { words: 'There are 2 new replies to your question about Depositions.', is_read: true },
  ])
  await reply()
  expect(await mails()).toHaveLength(2)
  await reply()
  const [shown] = (await readNotifications()).notices
  await reply()
  const { body } = await as(asker).post(`${NOTIFICATIONS}read/`, { id: shown?.id })
  expect(body).toEqual({ unread: 1 })
  expect((await readNotifications()).notices[0]).toMatchObject({
    words: 'Someone replied to your question about Depositions.',
    address: at(5),
    is_read: false,
  })
  await reply()
  const [newest] = (await readNotifications()).notices
  await reply()
  await as(asker).post(`${NOTIFICATIONS}read/`, { id: newest?.id, and_before: true })
  expect((await readNotifications()).notices[0]).toMatchObject({ address: at(7), is_read: false })
  expect((await look(1e6)).body).toEqual({ unread: 0 })
})

test.skipIf(isEveryChange)(
  'loses and duplicates nothing when reading, replying, and deleting at the same time',
  async () => {
    const { reply, readNotifications, look, pool, asker, others, remove } = await askedQuestion()
    const looking = Array.from({ length: 40 }, (_, n) => look(n))
    const inPlaceOfOne = async (by: Member) => {
      expect((await remove(by, await reply(by))).status).toBe(200)
      await reply(by)
    }
    const replying = Array.from({ length: 24 }, (_, n) => inPlaceOfOne(others[n % others.length] ?? asker))
    await Promise.all([...replying, ...looking])
    const { rows } = await pool.query(
      `select count(*)::int as replies, count(*) filter (where read_at is null)::int as unread,
      count(*) filter (where read_at is null and is_listed)::int as listed from notices where member_id = $1`,
      [asker.id],
    )
    const { notices, unread } = await readNotifications()
    const count = rows[0].unread > 0 ? 1 : 0
    expect(rows[0]).toMatchObject({ replies: 24, listed: count })
    expect([unread, notices.filter((notice) => !notice.is_read).length]).toEqual([count, count])
    // Each group of notifications that were read together, or that are all unread, has one entry in the list.
    const { rows: unlisted } = await pool.query(
      `select from notices where thread_id is not null group by member_id, kind, thread_id, read_at having not bool_or(is_listed)`,
    )
    expect(unlisted).toEqual([])
    await reply()
    await look(100)
    expect((await readNotifications()).unread).toBe(0)
  },
)

test('does not count or link a deleted or hidden reply, and removes the notification with the last one', async () => {
  const { as, member, reply, remove, readNotifications, others, at, morning } = await askedQuestion()
  const staff = await member({ role: 'owner' })
  const [first, middle, last] = [await reply(), await reply(), await reply()]
  await remove(others[0] as Member, last)
  expect((await readNotifications()).notices).toMatchObject([
    { words: 'There are 2 new replies to your question about Depositions.', address: at(1) },
  ])
  await as(staff).post(`/Academy/api/studio/posts/${first}/hide/`, { reason: 'A name' })
  expect((await readNotifications()).notices).toMatchObject([
    { words: 'Someone replied to your question about Depositions.', address: at(2) },
  ])
  await remove(others[0] as Member, middle)
  expect(await readNotifications()).toMatchObject({ notices: [], unread: 0 })
  expect(await morning(1)).toEqual([])
})

test('neither lists, counts, nor emails notifications of a refunded course until it opens again', async () => {
  const {
    as,
    member,
    reply,
    readNotifications,
    pool,
    asker,
    others,
    mails,
    thread,
    morning,
    mailbox,
    purchase,
    course,
    deps,
  } = await askedQuestion()
  const staff = await member({ role: 'owner' })
  const [author] = others as [Member]
  const hide = async () => {
    const post = await reply(author)
    expect((await as(staff).post(`/Academy/api/studio/posts/${post}/hide/`, { reason: 'A name' })).status).toBe(200)
  }
  await reply(author)
  await hide()
  await hide()
  const [hers, his] = [await readNotifications(), await readNotifications(author)]
  expect([hers.unread, his.unread]).toEqual([1, 2])
  // Each links to its own post, although all are in one discussion.
  expect(his.notices.map(({ address }) => address.split('=')[1])).toEqual(['3', '2'])
  await pool.query(`update purchases set state = 'refunded'`)
  for (const who of [asker, author]) {
    expect(await readNotifications(who)).toEqual({ notices: [], unread: 0, is_more: false })
    expect((await countUnread(deps.db, [who.id])).get(who.id)).toEqual({ unread: 0, newest: null })
  }
  expect(await mails()).toEqual([])
  for (const { id } of [asker, author]) await purchase(id, course.id)
  expect([await readNotifications(), await readNotifications(author)]).toEqual([hers, his])
  // Staff have access to all courses and get emails about what they follow; a former staff member gets no links.
  await as(staff).post(`/Academy/api/discussion/${thread}/reply/`, { id: randomUUID(), text: 'A canary answer.' })
  await reply(author)
  expect(await readNotifications(staff)).toMatchObject({
    unread: 1,
    notices: [{ kind: 'followed-thread', title: TITLE }],
  })
  await morning(1)
  expect((await mailbox()).filter(({ to }) => to === staff.email)).toHaveLength(1)
  await pool.query(`update members set role = 'learner', staff_role = null where id = $1`, [staff.id])
  expect(await readNotifications(staff)).toMatchObject({ unread: 0, notices: [] })
})

test.each(['hidden', 'deleted'])('lists no title of a question that is %s', async (how) => {
  const { as, member, reply, remove, readNotifications, thread, asker, others } = await askedQuestion()
  await reply()
  await reply(others[1])
  const [, follower] = others as [Member, Member]
  await reply()
  expect((await readNotifications()).notices).toMatchObject([{ title: TITLE }])
  expect((await readNotifications(follower)).notices).toMatchObject([{ title: TITLE }])
  const { body } = await as(asker).get(`/Academy/api/discussion/${thread}/from/0/`)
  const staff = await member({ role: 'owner' })
  const ends: Record<string, () => Promise<unknown>> = {
    hidden: () => as(staff).post(`/Academy/api/studio/posts/${body.posts[0].id}/hide/`, { reason: 'A name' }),
    deleted: () => remove(asker, body.posts[0].id),
  }
  await ends[how]?.()
  const both = [...(await readNotifications()).notices, ...(await readNotifications(follower)).notices]
  expect(both.filter(({ kind }) => kind !== 'moderation').map(({ title }) => title)).toEqual([null, null])
  expect(JSON.stringify(both)).not.toContain(TITLE)
})

test("groups a day's questions into one line per course in the email", async () => {
  const { as, member, course, newCourse, asker, purchase, runJobs, mailbox, setTime, deps } = await askedQuestion()
  const staff = await member({ role: 'editor' })
  const other = await newCourse({ title: 'Chronologies' })
  await purchase(asker.id, other.id)
  const ask = async (slug: string, n: number) => {
    setTime(new Date(TODAY.getTime() + n))
    const question = { id: randomUUID(), title: `${TITLE} ${n}`, text: 'A canary question.' }
    expect((await as(asker).post(`/Academy/api/take/course/${slug}/discussions/ask/`, question)).status).toBe(200)
  }
  for (let n = 1; n <= 7; n += 1) await ask(course.slug, n)
  const readEmail = async (days: number) => {
    setTime(new Date(TODAY.getTime() + days * 86_400_000))
    await planDueEmails(deps)
    await runJobs()
    return (await mailbox()).filter(({ to }) => to === staff.email)[0]
  }
  const first = await readEmail(1)
  expect(first?.subject).toBe('There are 7 new questions about Depositions')
  expect(first?.text).toMatch(/View all:\nhttp:\/\/academy.test\/Account\/Notices/)
  for (const [n, slug] of [course.slug, other.slug, course.slug].entries()) await ask(slug, 86_400_001 + n)
  const second = await readEmail(2)
  expect(second?.subject).toBe('New questions: 2')
  expect(second?.text).toContain('There are 2 new questions about Depositions.\n\nNew question about Chronologies.')
  for (const { text } of [first, second].flatMap((each) => each ?? [])) expect(text).not.toMatch(/canary|Thirty/)
})

test.skipIf(isEveryChange)('lists any grouping in three statements and counts up to a hundred', async () => {
  const { reply, readNotifications, pool, asker, thread } = await askedQuestion()
  await reply()
  await pool.query(
    `insert into notices (member_id, kind, cause, words, counted, thread_id, number, product_id, is_listed, address, told_at)
      select member_id, kind, 'more:' || n, words, counted, thread_id, 1 + n, product_id, n = 150, '/Account/', told_at + n * interval '1 second'
      from notices, generate_series(1, 150) n where member_id = $1 and thread_id = $2`,
    [asker.id, thread],
  )
  await pool.query(`update notices set is_listed = false where number = 1`)
  const statements = await recordStatements(async () => void (await readNotifications()))
  expect(statements.filter(({ text }) => /notices|site_settings/.test(text))).toHaveLength(3)
  expect((await readNotifications()).notices[0]).toMatchObject({
    words: 'There are more than 99 new replies to your question about Depositions.',
    address: expect.stringContaining('?reply=1'),
  })
})
