import { expect, test } from 'vitest'
import { academyAddress } from '#db/tables/restores.ts'
import { createAcademyWithSales } from '../../../../test/harness/academy-with-sales.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'

const STUDIO = '/Academy/api/studio/'
/** November 23, 2026, an hour before midnight in New York, the academy's time zone; the next day in UTC. */
const NOW = new Date('2026-11-24T04:00:00Z')

const sale = (sold: string, refunded: string, left: string, sales: number, refunds: number) => ({
  sold,
  refunded,
  left,
  sales,
  refunds,
})

test('compares live sales of 30 days with the previous 30, by local dates, and matches the linked lists', async () => {
  const academy = await createAcademyWithSales()
  const { owner, support, depositions, reports, sell, giveBack, setTime, pool, db, as, member } = academy
  const editor = as(await member({ role: 'editor' }))
  const first = await sell(depositions.id, { day: '2026-10-25', cents: 10_000 })
  await sell(reports.id, { day: '2026-11-23', cents: 5_000 })
  await sell(reports.id, { day: '2026-10-24', cents: 20_000 })
  await sell(reports.id, { day: '2026-09-25', cents: 1_000 })
  // A sale that is too early to count, a test payment, and a partial refund.
  await sell(reports.id, { day: '2026-09-24', cents: 70_000 })
  const test = await sell(reports.id, { day: '2026-11-20', cents: 70_000, isLive: false })
  await giveBack(test, 70_000, '2026-11-21', 'refunded')
  await giveBack(first, 2_500, '2026-11-01')
  await pool.query(`update members set created_at = '2026-01-01'`)
  const joined = ['2026-11-24T03:59:00Z', '2026-10-25T04:00:00Z', '2026-10-25T03:59:59Z', '2026-09-25T04:00:00Z']
  for (const [nth, at] of joined.entries())
    await pool.query(
      `update members set created_at = $1 where id = (select id from members where role = 'learner' order by id offset $2 limit 1)`,
      [at, nth],
    )
  const attempt = (score: number, isCounted: boolean, at: string) =>
    pool.query(
      `insert into exam_attempts (member_id, course_id, score, total, answers, is_counted_by_server, created_at)
        select id, $1, $2, 10, '[]', $3, $4 from members where role = 'learner' limit 1`,
      [depositions.id, score, isCounted, at],
    )
  await attempt(8, true, '2026-11-20T00:00:00Z')
  await attempt(7, true, '2026-10-25T04:00:00Z')
  await attempt(6, true, '2026-10-25T03:59:00Z')
  await attempt(10, false, '2026-11-20T00:00:00Z')
  const insertIssue = (id: string, kind: string, dueAt: string | null) =>
    pool.query(
      `insert into payment_troubles (intent_id, kind, due_at, since, looked_at)
        select payment_intent_id, $2::trouble_kind, $3, now(), now() from purchases where id = $1`,
      [id, kind, dueAt],
    )
  await insertIssue(first, 'dispute', '2026-12-01T03:00:00Z')
  await insertIssue(first, 'failed_refund', null)
  await insertIssue(test, 'failed_refund', null)
  await pool.query(`insert into mails (id, kind, member_id, address, subject, result, answer, first_tried_at, tried_at)
    select gen_random_uuid(), 'send-receipt', null, 'a@example.com', 'Your receipt', result::mail_result, '550', at::timestamptz, at::timestamptz
    from (values ('refused', '2026-11-20'), ('waiting', '2026-11-21'), ('sent', '2026-11-21'), ('refused', '2026-10-01')) mail (result, at)`)
  setTime(NOW)

  const { body } = await owner.get(`${STUDIO}today/`)
  expect(body).toMatchObject({
    since: '2026-10-25',
    until: '2026-11-23',
    since_before: '2026-09-25',
    until_before: '2026-10-24',
    sales: {
      now: sale('150.00', '25.00', '125.00', 2, 1),
      before: sale('210.00', '0.00', '210.00', 2, 0),
      currency: 'USD',
    },
    members: { now: 2, before: 2 },
    examinations: { passed: 1, failed: 1 },
    waiting: [
      { waits: 'dispute', count: 1, orders: [{ due: '2026-11-30' }] },
      { waits: 'refund', count: 1, orders: [{ due: null }] },
    ],
    former_address: null,
    failed_mails: 2,
    drafts: 0,
    missed: { total: 0, questions: [] },
  })
  const { days, chart } = body.sales
  expect([days.length, days[0], days[29]]).toEqual([
    30,
    { day: '2026-10-25', sold: '100.00', refunded: '0.00', sold_before: '10.00' },
    { day: '2026-11-23', sold: '50.00', refunded: '0.00', sold_before: '200.00' },
  ])
  expect([chart.bars.length, chart.ticks.at(-1)]).toEqual([30, { y: 0, label: '$200' }])
  expect([chart.bars[0], chart.bars[29]]).toMatchObject([
    { y: 50, height: 50 },
    { y: 75, height: 25 },
  ])

  const thirty = { since: body.since, until: body.until }
  expect((await owner.post(`${STUDIO}orders/sums/`, thirty)).body.sums).toMatchObject([body.sales.now])
  expect((await owner.post(`${STUDIO}members/`, thirty)).body.count).toBe(2)
  expect((await owner.post(`${STUDIO}attempts/`, { ...thirty, result: 'failed' })).body).toMatchObject({
    attempts: [{ score: '7 of 10', is_passed: false, item: 'Depositions' }],
    is_more: false,
    count: { passed: 1, failed: 1 },
  })
  expect((await owner.post(`${STUDIO}mails/`, { since: body.since })).body).toMatchObject({
    mails: [{ result: 'given up: 550, 1 try' }, { result: 'given up: 550, 1 try' }],
    count: 2,
  })
  for (const waits of ['dispute', 'refund'])
    expect((await owner.post(`${STUDIO}orders/`, { waits, money: 'real' })).body.orders).toHaveLength(1)

  // One statement for the session, one per section, and two for the address.
  const statements = await recordStatements(async () => void (await owner.get(`${STUDIO}today/`)))
  expect(statements.length).toBeLessThanOrEqual(18)
  await db.insert(academyAddress).values({ host: 'former.test', since: NOW })
  expect((await support.get(`${STUDIO}today/`)).body).toMatchObject({
    former_address: 'former.test',
    drafts: null,
    missed: null,
    failed_mails: 2,
    reports: 0,
  })
  expect((await editor.get(`${STUDIO}today/`)).body).toMatchObject({
    sales: null,
    members: null,
    examinations: null,
    waiting: null,
    former_address: null,
    failed_mails: null,
    drafts: 0,
    reports: null,
  })
})

test('pages through the lists that the numbers on Home link to, without gaps', async () => {
  const { owner, depositions, pool } = await createAcademyWithSales()
  await pool.query(
    `insert into exam_attempts (member_id, course_id, score, total, answers, is_counted_by_server, created_at)
      select members.id, $1, n % 11, 10, '[]', true, '2026-11-01'::timestamptz + n * interval '1 minute'
      from (select id from members limit 1) members, generate_series(1, 25) n`,
    [depositions.id],
  )
  await pool.query(`insert into mails (id, kind, member_id, address, subject, result, first_tried_at, tried_at)
    select gen_random_uuid(), 'send-receipt', null, 'a@example.com', 'Letter ' || n, 'refused', '2026-11-01', '2026-11-01' from generate_series(1, 25) n`)
  for (const [call, list] of [
    ['attempts', 'attempts'],
    ['mails', 'mails'],
  ] as const) {
    const first = (await owner.post(`${STUDIO}${call}/`, {})).body
    const last = (await owner.post(`${STUDIO}${call}/`, { after: first[list].at(-1).id })).body
    const ids = [...first[list], ...last[list]].map(({ id }: { id: string }) => id)
    expect([call, first.is_more, last.is_more, new Set(ids).size]).toEqual([call, true, false, 25])
    const oldest = (await owner.post(`${STUDIO}${call}/`, { sort: 'oldest' })).body
    const newest = (await owner.post(`${STUDIO}${call}/`, { sort: 'oldest', after: oldest[list].at(-1).id })).body
    const reversed = [...oldest[list], ...newest[list]].map(({ id }: { id: string }) => id)
    expect([call, reversed]).toEqual([call, ids.toReversed()])
  }
})

test('names a question that almost everyone misses with its course and editing key', async () => {
  const { owner, course, pool } = await createAcademyWithSales()
  const { id, questions } = await course({ title: 'Records' })
  await pool.query(
    `insert into question_tallies (question_id, version, option, is_right, members, rest, rest_squares) values ($1, 1, 1, false, 25, 1, 1)`,
    [questions[0]?.id],
  )
  const { rows } = await pool.query('select key from questions where id = $1', [questions[0]?.id])
  const { missed } = (await owner.get(`${STUDIO}today/`)).body
  expect(missed).toMatchObject({ total: 1, questions: [{ product: id, key: rows[0].key, members: 25, right: 0 }] })
})
