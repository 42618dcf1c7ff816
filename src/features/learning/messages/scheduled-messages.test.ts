import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { lectures } from '#db/tables/catalog.ts'
import { files } from '#db/tables/files.ts'
import { members } from '#db/tables/members.ts'
import { siteSettings } from '#db/tables/site.ts'
import { playbackPositions } from '#db/tables/study.ts'
import { setMemberRole } from '#features/people/member-administration/member-administration.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import type { Course, Member } from '../../../../test/harness/builders.ts'
import { stopMessagesAfterRestore } from './messages.public.ts'

const MESSAGES = '/Academy/api/studio/messages/'
const TEXT = { subject: 'Hello', body: 'Hello, {first_name}.' }
/** In the future for the database, too, so that the queue waits. */
const NOW = new Date('2040-06-10T15:00:00Z')
/** 9 AM in New York. */
const LATER = { day: '6/11/2040', time: '9 am' }
const SEND_AT = '2040-06-11T13:00:00.000Z'

async function academyWithCourse() {
  const academy = await testAcademy({ settings: { MESSAGES_PER_MINUTE: '60000' } })
  const { as, db, member, pool, runJobs, mailbox, setTime, course, purchase } = academy
  setTime(NOW)
  await db.insert(siteSettings).values({ settings: { postal_address: '1 Main Street', time_zone: 'America/New_York' } })
  const ownerMember = await member({ role: 'owner' })
  const owner = as(ownerMember)
  const depositions = await course({ title: 'Depositions', lectures: 3 })
  const buyer = async () => {
    const made = await member()
    await purchase(made.id, depositions.id)
    return made
  }
  const write = async (to: string, id: string, lecture: string | null = null, who = owner): Promise<string> =>
    `${MESSAGES}${(await who.post(`${MESSAGES}new/`, { to, id, lecture })).body.id}/`
  const schedule = (at: string, given: object = {}, who = owner) =>
    who.post(`${at}send/`, { ...TEXT, revision: 1, later: LATER, ...given })
  /** Lets the time come. */
  const comeDue = async () => {
    setTime(new Date(SEND_AT))
    await pool.query(`update pgboss.job set start_after = now() where name = 'start-message'`)
    await runJobs()
  }
  const sentTo = async () => (await mailbox()).map(({ to }) => to).toSorted()
  const emails = (...of: Member[]) => of.map(({ email }) => email).toSorted()
  return { ...academy, owner, ownerMember, depositions, buyer, write, schedule, comeDue, sentTo, emails }
}

test('sends a scheduled message at its time, to those who have the course then', async () => {
  const { buyer, write, schedule, comeDue, sentTo, emails, owner, depositions, runJobs, pool } =
    await academyWithCourse()
  const nora = await buyer()
  const at = await write('course', depositions.id)
  expect((await schedule(at)).body).toEqual({
    message: 'Scheduled for Jun 11, 2040, 9:00 AM ET. As of now, 1 learner would get it.',
    revision: 2,
  })
  expect((await owner.get(at)).body).toMatchObject({ state: 'scheduled', send_at: SEND_AT, ...TEXT })
  await runJobs()
  expect(await sentTo()).toEqual([])
  const ada = await buyer()
  await comeDue()
  expect(await sentTo()).toEqual(emails(nora, ada))
  expect((await owner.get(at)).body).toMatchObject({ state: 'sent', totals: { sent: 2 } })
  const { rows } = await pool.query(
    `select kind, after from audit_events where kind like 'message.%' order by at, kind desc`,
  )
  expect(rows).toEqual([
    { kind: 'message.written', after: null },
    { kind: 'message.scheduled', after: { at: SEND_AT, recipients: 1 } },
    { kind: 'message.sent', after: { recipients: 2 } },
  ])
})

test('changes and cancels a scheduled message, and refuses a time that has passed', async () => {
  const { buyer, write, schedule, comeDue, sentTo, owner, depositions, mailbox, emails, pool } =
    await academyWithCourse()
  const nora = await buyer()
  const at = await write('course', depositions.id)
  for (const [later, field, message] of [
    [{ day: '6/10/2040', time: '10:59 AM' }, 'later.day', 'This time has passed. Choose a later one.'],
    [{ day: '6/10/2042', time: '9 am' }, 'later.day', 'Choose a date within a year.'],
    [{ day: 'soon', time: '9 am' }, 'later.day', 'This must be a date such as 11/27/2026 or 2026-11-27.'],
    [{ day: '6/11/2040', time: '9' }, 'later.time', 'This must include AM or PM, such as 9:30 AM.'],
  ] as const)
    expect([later, (await schedule(at, { later })).body.fields]).toEqual([later, { [field]: [message] }])
  await schedule(at)
  expect((await owner.post(at, { ...TEXT, revision: 2 })).status).toBe(409)
  expect(
    (await schedule(at, { revision: 2, subject: 'Changed', later: { day: '6/11/2040', time: '9:30' } })).status,
  ).toBe(200)
  // The job for the earlier time does nothing.
  await comeDue()
  expect((await mailbox()).map(({ subject }) => subject)).toEqual(['Changed'])
  expect(await sentTo()).toEqual(emails(nora))

  const other = await write('course', depositions.id)
  const later = { later: { day: '6/12/2040', time: '9 am' } }
  // A course may have more than 100 learners by then.
  expect((await schedule(other, later)).body.code).toBe('confirm_identity')
  await pool.query('update sessions set confirmed_at = $1', [SEND_AT])
  await schedule(other, later)
  expect((await owner.post(`${other}cancel/`, {})).status).toBe(200)
  await comeDue()
  expect((await owner.get(other)).body).toMatchObject({ state: 'draft', send_at: null, ...TEXT })
  expect(await sentTo()).toHaveLength(1)
})

test.each([
  ['gets another role', 'sender', (academy: Scheduled) => academy.changeRole('editor')],
  ['gets a higher role', 'sender', (academy: Scheduled) => academy.changeRole('owner')],
  [
    'is locked',
    'sender',
    ({ db, senderMember }: Scheduled) =>
      db.update(members).set({ lockedAt: new Date() }).where(eq(members.id, senderMember.id)),
  ],
  ['may not write to as many as have the course by then', 'too_many', ({ addReaders }: Scheduled) => addReaders()],
  [
    'has no mailing address anymore',
    'postal_address',
    ({ db }: Scheduled) => db.update(siteSettings).set({ settings: {} }),
  ],
  [
    'has no one to write to anymore',
    'nobody',
    ({ pool }: Scheduled) => pool.query(`update purchases set state = 'refunded'`),
  ],
])('makes a draft of a scheduled message if its sender %s', async (_, reason, happen) => {
  const academy = await scheduledBySupport()
  const { comeDue, sentTo, owner, at, pool } = academy
  await happen(academy)
  await comeDue()
  expect(await sentTo()).toEqual([])
  const { body } = await owner.get(at)
  expect([body.state, body.reason.startsWith('It wasn’t sent, because')]).toEqual(['draft', true])
  const { rows } = await pool.query(`select actor, after from audit_events where kind = 'message.returned'`)
  expect(rows).toEqual([{ actor: 'academy', after: { reason } }])
})

type Scheduled = Awaited<ReturnType<typeof scheduledBySupport>>

async function scheduledBySupport() {
  const academy = await academyWithCourse()
  const { buyer, write, schedule, member, as, depositions, deps, pool } = academy
  await buyer()
  const senderMember = await member({ role: 'support' })
  const support = as(senderMember)
  const at = await write('course', depositions.id, null, support)
  expect((await schedule(at, {}, support)).status).toBe(200)
  return {
    ...academy,
    at,
    senderMember,
    changeRole: (role: 'owner' | 'editor') => setMemberRole(deps, { memberId: senderMember.id, role, by: OPERATOR }),
    addReaders: () =>
      pool.query(
        `with made as (
            insert into members (username, email, password_hash, email_verified_at)
            select 'r' || n, 'r' || n || '@example.com', '', now() from generate_series(1, 100) n returning id)
          insert into grants (member_id, product_id, reason) select id, $1, '' from made`,
        [depositions.id],
      ),
  }
}

test('writes to a group, and names it after it was deleted', async () => {
  const { owner, member, write, runJobs, sentTo, emails, setTime } = await academyWithCourse()
  const [nora, ada] = [await member(), await member()]
  await member()
  const { body } = await owner.post('/Academy/api/studio/groups/new/', { name: 'St. Mary’s', note: '' })
  await owner.post(`/Academy/api/studio/groups/${body.id}/members/`, { emails: `${nora.email}, ${ada.email}` })
  const at = await write('group', body.id)
  expect((await owner.get(at)).body).toMatchObject({ audience: 'group', name: 'St. Mary’s', group: body.id })
  expect((await owner.post(`${at}send/`, { ...TEXT, revision: 1, later: null })).status).toBe(200)
  await runJobs()
  expect(await sentTo()).toEqual(emails(nora, ada))
  await owner.post(`/Academy/api/studio/groups/${body.id}/delete/`, {})
  expect((await owner.get(at)).body).toMatchObject({ name: 'St. Mary’s', group: null, totals: { sent: 2 } })
  expect((await owner.post(`${at}copy/`, {})).status).toBe(404)
  setTime(NOW)
})

async function play({ db, file }: Awaited<ReturnType<typeof academyWithCourse>>, course: Course) {
  const videos: string[] = []
  for (const { id, slug } of course.lectures) {
    const video = await file(`${slug}.mp4`, 'video/mp4', slug)
    await db.update(files).set({ seconds: 600 }).where(eq(files.id, video.id))
    await db.update(lectures).set({ videoFileId: video.id }).where(eq(lectures.id, id))
    videos.push(video.id)
  }
  return async (member: Member, lecture: number, reachedSeconds: number) =>
    void (await db
      .insert(playbackPositions)
      .values({ memberId: member.id, fileId: videos[lecture] ?? '', seconds: reachedSeconds, reachedSeconds }))
}

test('writes to learners who stopped at a lecture, as on the page that shows where learners stop', async () => {
  const academy = await academyWithCourse()
  const { buyer, write, owner, runJobs, sentTo, emails, depositions, member } = academy
  const played = await play(academy, depositions)
  const [first, second, skipped, last, finished] = [
    await buyer(),
    await buyer(),
    await buyer(),
    await buyer(),
    await buyer(),
  ]
  const outsider = await member()
  await buyer()
  for (const each of [first, second, last, finished, outsider]) await played(each, 0, 600)
  for (const each of [second, last, finished]) await played(each, 1, 10)
  await played(skipped, 0, 5)
  await played(skipped, 2, 5)
  await played(last, 2, 300)
  await played(finished, 2, 600)
  const count = async (lecture: number) => {
    const at = await write('lecture', depositions.id, depositions.lectures[lecture]?.id)
    return (await owner.get(`${at}count/`)).body.recipients as number
  }
  expect([await count(0), await count(1), await count(2)]).toEqual([1, 1, 2])
  const at = await write('lecture', depositions.id, depositions.lectures[2]?.id)
  const body = 'You stopped at {lecture} of {course}.'
  await owner.post(`${at}send/`, { subject: 'Go on', body, revision: 1, later: null })
  await runJobs()
  expect(await sentTo()).toEqual(emails(skipped, last))
  expect((await academy.mailbox())[0]?.text).toContain('You stopped at Lecture 3 of Depositions.')
  expect(
    (await owner.post(`${MESSAGES}new/`, { to: 'lecture', id: depositions.id, lecture: outsider.id })).status,
  ).toBe(404)
})

test('after a restore, sends nothing that was scheduled or under way, and says so', async () => {
  const { buyer, write, schedule, comeDue, sentTo, owner, depositions, db } = await academyWithCourse()
  await buyer()
  const later = await write('course', depositions.id)
  await schedule(later)
  const underWay = await write('course', depositions.id)
  await owner.post(`${underWay}send/`, { ...TEXT, revision: 1, later: null })
  await db.transaction((tx) => stopMessagesAfterRestore(tx, NOW))
  await comeDue()
  expect(await sentTo()).toEqual([])
  for (const at of [later, underWay])
    expect((await owner.get(at)).body).toMatchObject({
      state: 'stopped',
      reason: expect.stringContaining('restored from a backup'),
    })
  expect((await owner.get(underWay)).body.not_sent).toEqual(['1 not sent, because sending was stopped'])
})

test('support can’t write to more than 100 people a day with many messages, and an owner confirms their identity first', async () => {
  const { as, member, write, schedule, owner, buyer, depositions, pool, ownerMember } = await academyWithCourse()
  const support = await member({ role: 'support' })
  const nora = await buyer()
  await pool.query(
    `with made as (insert into messages (audience, sender_id, sender_role, state, created_at, changed_at, started_at)
       select 'member', id, 'support', 'sent', $2, $2, $2 from members where id = any($1::uuid[]) returning id, sender_id),
     people as (insert into members (username, email, password_hash) select 'p' || n, 'p' || n || '@example.com', '' from generate_series(1, 100) n returning id)
     insert into message_recipients (message_id, member_id, state, at) select made.id, people.id, 'sent', $2 from made, people`,
    [[support.id, ownerMember.id], NOW],
  )
  const send = async (who: ReturnType<typeof as>) => {
    const at = await write('member', nora.id, null, who)
    return (await who.post(`${at}send/`, { ...TEXT, revision: 1, later: null })).body
  }
  expect(await send(as(support))).toMatchObject({ code: 'forbidden' })
  const planned = await write('course', depositions.id, null, as(support))
  expect((await schedule(planned, {}, as(support))).body.code).toBe('forbidden')
  expect(await send(owner)).toMatchObject({ message: expect.stringContaining('1 learner') })
  await pool.query(`update sessions set confirmed_at = confirmed_at - interval '1 hour'`)
  expect(await send(owner)).toMatchObject({ code: 'confirm_identity' })
})

test('support can’t write to more than 100 people with messages that are sent at the same time', async () => {
  const { as, member, write, depositions, pool } = await academyWithCourse()
  await pool.query(
    `with made as (insert into members (username, email, password_hash, email_verified_at)
       select 'r' || n, 'r' || n || '@example.com', '', now() from generate_series(1, 60) n returning id)
     insert into grants (member_id, product_id, reason) select id, $1, '' from made`,
    [depositions.id],
  )
  const support = as(await member({ role: 'support' }))
  const at: string[] = []
  for (const subject of ['a', 'b', 'c', 'd']) {
    const draft = await write('course', depositions.id, null, support)
    await support.post(draft, { ...TEXT, subject, revision: 1 })
    at.push(draft)
  }
  const replies = await Promise.all(
    at.map((each) => support.post(`${each}send/`, { ...TEXT, revision: 2, later: null })),
  )
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 403, 403, 403])
})
