import { formatMinute } from '#shared/dates.ts'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'

const STUDIO = '/Academy/api/studio/'

/** Orders, members, attempts, and failed emails: more than one page of each, many with the same time. */
async function academyWithLists() {
  const academy = await testAcademy()
  const { as, member, course, pool } = academy
  const [owner, support] = [await member({ role: 'owner' }), await member({ role: 'support' })]
  const nora = await member({ firstName: 'Nora', lastName: 'Nightingale' })
  const { id } = await course({ title: 'Depositions' })
  await pool.query(
    `insert into members (username, email, first_name, password_hash, created_at)
     select 'nurse-' || n, 'nurse-' || n || '@example.com', '=1+1', 'none', '2026-01-01'::timestamptz + n / 5 * interval '1 day' from generate_series(1, 25) n`,
  )
  await pool.query(
    `insert into purchases (member_id, product_id, state, list_price_cents, price_cents, currency, item_name, paid_at, payment_intent_id, is_live)
     select id, $1, 'paid', 29900, 29900, 'usd', 'Depositions', created_at, 'pi_' || username, true from members where username like 'nurse-%'`,
    [id],
  )
  await pool.query(
    `insert into exam_attempts (member_id, course_id, score, total, answers, is_counted_by_server, created_at)
     select m.id, $1, 5, 10, '[]', true, m.created_at from members m where username like 'nurse-%'`,
    [id],
  )
  await pool.query(
    `insert into mails (id, kind, member_id, address, subject, result, first_tried_at, tried_at)
     select gen_random_uuid(), 'send-receipt', id, email, 'Your receipt', 'refused', created_at, created_at from members where username like 'nurse-%'`,
  )
  return { ...academy, owner: as(owner), support: as(support), nora }
}

const LISTS = [
  { list: 'orders', key: 'orders', after: 'order_number', narrowed: { state: 'paid', until: '2026-01-04' }, column: 0 },
  { list: 'members', key: 'members', after: 'id', narrowed: { words: 'nurse', until: '2026-01-04' }, column: 1 },
  { list: 'attempts', key: 'attempts', after: 'id', narrowed: { result: 'failed', since: '2026-01-02' }, column: 0 },
  { list: 'mails', key: 'mails', after: 'id', narrowed: { since: '2026-01-02' }, column: 2 },
] as const

test('exports exactly what a list shows, in its order, only for owners, and records it in the log', async () => {
  const { owner, support, pool } = await academyWithLists()
  for (const { list, key, after, narrowed, column } of LISTS) {
    for (const sort of ['newest', 'oldest']) {
      const body = { ...narrowed, sort }
      const shown: Record<string, string>[] = []
      let page
      do {
        page = (await owner.post(`${STUDIO}${list}/`, { ...body, after: shown.at(-1)?.[after] ?? null })).body
        shown.push(...page[key])
      } while (page.is_more)
      const file = await owner.post(`${STUDIO}${list}/file/`, body)
      const [, ...lines] = file.text.trimEnd().split('\r\n')
      const named = shown.map((item) =>
        list === 'attempts'
          ? formatMinute(new Date(String(item['date'])), 'UTC')
          : item[{ orders: 'order_number', members: 'username', mails: 'address' }[list]],
      )
      expect([list, sort, lines.map((line) => line.split(',')[column])]).toEqual([list, sort, named])
      expect([list, shown.length > 9]).toEqual([list, true])
    }
    expect((await support.post(`${STUDIO}${list}/file/`, {})).status).toBe(404)
  }
  const { rows } = await pool.query(
    `select distinct subject_id, after from audit_events where kind = 'list.exported' and after->>'sort' = 'oldest' order by subject_id`,
  )
  expect(rows).toEqual([
    { subject_id: 'attempts', after: { result: 'failed', since: '2026-01-02', sort: 'oldest' } },
    { subject_id: 'mails', after: { since: '2026-01-02', sort: 'oldest' } },
    { subject_id: 'members', after: { searched: true, until: '2026-01-04', sort: 'oldest' } },
    { subject_id: 'orders', after: { state: 'paid', until: '2026-01-04', sort: 'oldest' } },
  ])
})

test('leaves out or rejects what the database cannot store, before a response begins', async () => {
  const { owner } = await academyWithLists()
  expect((await owner.post(`${STUDIO}members/file/`, { words: 'nurse\0-25' })).text).toContain('nurse-25@')
  expect((await owner.post(`${STUDIO}orders/sums/`, { since: '0000-01-01' })).status).toBe(400)
})
