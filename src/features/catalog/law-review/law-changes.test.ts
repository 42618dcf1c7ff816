import { expect, test } from 'vitest'
import { createPublishedCourse } from '../../../../test/harness/published-course.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const WORDS = { what: 'Rule 35 is explained anew.', why: 'It was amended.' }

async function readNotifications() {
  const course = await createPublishedCourse()
  const { owner, at, pool, as, member } = course
  const lecture = (key: string) => `${at}lectures/${key}/`
  const announce = (key = 'first-page', words: object = WORDS, by = owner) => by.post(`${lecture(key)}tell/`, words)
  const readChanges = async (key = 'first-page') => (await owner.get(`${lecture(key)}told/`)).body
  const notices = async () =>
    (
      await pool.query(
        `select member_id, kind, words, address, product_id from notices where cause like 'lecture-change:%' order by told_at`,
      )
    ).rows
  return { ...course, lecture, announce, readChanges, notices, editor: as(await member({ role: 'editor' })) }
}

test('notifies owners once of what changed and why, even when two staff press at once, and shows learners the change below the lecture', async () => {
  const { id, nurse, member, pool, announce, readChanges, notices, editor, lectureOf, save, publish } =
    await readNotifications()
  const given = await member()
  await member()
  const refunded = await member()
  await pool.query(`insert into grants (member_id, product_id, reason) values ($1, $2, 'class'), ($3, $2, 'class')`, [
    given.id,
    id,
    refunded.id,
  ])
  await pool.query(`update grants set revoked_at = now() where member_id = $1`, [refunded.id])
  expect(await readChanges()).toMatchObject({ kind: 'changed', owners: 2, is_told: false, told: [] })
  expect((await lectureOf('first-page')).changes).toEqual([])
  const both = await Promise.all([announce(), announce('first-page', WORDS, editor)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]))
  expect(both.find(({ status }) => status === 200)?.body.message).toBe('2 members were notified.')
  const notice = {
    kind: 'course-changed',
    words: '“The First Page” in Reading a Record has changed. Rule 35 is explained anew. It was amended.',
    address: '/MyAcademy/reading-a-record/Lecture/first-page/',
    product_id: id,
  }
  const sent = await notices()
  expect(sent).toMatchObject([notice, notice])
  expect(new Set(sent.map((row) => row['member_id']))).toEqual(new Set([nurse.id, given.id]))
  const shown = { ...WORDS, kind: 'changed', day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }
  expect((await lectureOf('first-page')).changes).toEqual([shown])
  expect((await lectureOf('last-page')).changes).toEqual([])
  const { rows } = await pool.query(`select after from audit_events where kind = 'owners.told'`)
  expect(rows).toMatchObject([{ after: { lecture: '1. The First Page', ...WORDS, owners: '2' } }])

  // The studio shows this change until more of the lecture is published. Changes in a draft don't count.
  expect(await readChanges()).toMatchObject({ is_told: true, told: [shown] })
  await save({ do: 'set', at: ['lectures', 'first-page', 'description'], to: 'What it tells now.' })
  expect((await announce()).body.message).toContain('have already been notified')
  const published = await publish()
  expect(published.body.lectures).toEqual([{ key: 'first-page', name: '1. The First Page' }])
  expect(await notices()).toHaveLength(2)
  expect((await announce('first-page', { what: 'It tells more.' })).status).toBe(200)
  expect((await lectureOf('first-page')).changes).toEqual([{ ...shown, what: 'It tells more.', why: '' }, shown])
  expect(await notices()).toHaveLength(4)
})

test('reports a changed and published lecture in one bell notification and one email with what and why, however often it is pressed', async () => {
  const { nurse, as, announce, save, publish, lectureOf, runJobs, mailbox } = await readNotifications()
  const to = 'Rule 35 now lets an observer take notes.'
  await save({ do: 'set', at: ['lectures', 'first-page', 'description'], to })
  expect((await publish()).body.lectures).toEqual([{ key: 'first-page', name: '1. The First Page' }])
  expect(JSON.stringify(await lectureOf('first-page'))).toContain(to)
  const bell = async () => (await as(nurse).post('/Academy/api/account/notices/', {})).body
  expect(await bell()).toMatchObject({ unread: 0, notices: [] })
  for (const status of [200, 400]) expect((await announce()).status).toBe(status)
  const words = '“The First Page” in Reading a Record has changed. Rule 35 is explained anew. It was amended.'
  const address = '/MyAcademy/reading-a-record/Lecture/first-page/'
  expect(await bell()).toMatchObject({ unread: 1, notices: [{ kind: 'course-changed', words, address }] })
  for (let n = 0; n < 2; n += 1) await runJobs()
  const emails = await mailbox()
  expect(emails).toMatchObject([
    { to: nurse.email, subject: expect.stringMatching(/^“The First Page” in Reading a Record has changed/) },
  ])
  expect(emails[0]?.text).toContain(words)
  expect(emails[0]?.text).toContain(address)
})

test('reports a lecture added later as new, and only once', async () => {
  const { pool, nurse, announce, readChanges, notices, save, publish, at, owner } = await readNotifications()
  const before = (await owner.get(at)).body.plan.lectures[1]
  const item = { ...before, id: 'k-new', address: '', name: '3. Between the Pages', practice: [] }
  await pool.query(`update lectures set added_at = added_at - interval '1 hour'`)
  await save({ do: 'add', at: ['lectures'], item, after: 'last-page' })
  expect((await owner.get(`${at}lectures/k-new/told/`)).status).toBe(404)
  expect((await announce('k-new')).status).toBe(404)
  const { lectures } = (await publish()).body
  expect(lectures).toEqual([{ key: 'k-new', name: '3. Between the Pages' }])
  expect(await readChanges('k-new')).toMatchObject({
    kind: 'new',
    begins: 'Reading a Record has a new lecture, “Between the Pages.”',
  })
  expect(await readChanges('last-page')).toMatchObject({ kind: 'changed' })
  expect((await announce('k-new', { what: 'Where notes go missing.' })).status).toBe(200)
  expect(await notices()).toMatchObject([
    {
      member_id: nurse.id,
      kind: 'new-lecture',
      words: 'Reading a Record has a new lecture, “Between the Pages.” Where notes go missing.',
      address: '/MyAcademy/reading-a-record/Lecture/3-between-the-pages/',
    },
  ])
  expect(await readChanges('k-new')).toMatchObject({ kind: 'changed', is_told: true })
})

test('enforces text limits on their field, and notifies no one when no one owns the course', async () => {
  const { announce, readChanges, pool, notices } = await readNotifications()
  expect((await announce('first-page', { what: ' ' })).body.fields).toEqual({
    what: ['Describe what changed or what was added.'],
  })
  expect((await announce('first-page', { what: 'a'.repeat(301), why: 'b'.repeat(301) })).body.fields).toEqual({
    what: ['Please use at most 300 characters.'],
    why: ['Please use at most 300 characters.'],
  })
  await pool.query(`update purchases set state = 'refunded'`)
  expect(await readChanges()).toMatchObject({ owners: 0 })
  expect((await announce()).body.message).toContain('No one is enrolled in this course')
  expect(await notices()).toEqual([])
})

test.skipIf(isEveryChange)('notifies thousands of owners in as many statements as one', async () => {
  const { id, announce, pool, notices } = await readNotifications()
  const forOne = await countStatements(async () => void (await announce('last-page')))
  await pool.query(`
    with m as (insert into members (username, email, password_hash)
      select 'm' || n, 'm' || n || '@example.com', 'x' from generate_series(1, 3000) n returning id)
    insert into grants (member_id, product_id, reason) select id, '${id}', 'class' from m`)
  const forThousands = await countStatements(async () => void (await announce()))
  expect(forThousands).toBe(forOne)
  // Two of these statements wait for the actor's lock, and then check that the actor still has the role and the
  // session.
  expect(forThousands).toBeLessThanOrEqual(12)
  expect(await notices()).toHaveLength(3_002)
})
