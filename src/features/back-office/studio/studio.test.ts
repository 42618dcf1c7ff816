import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { readEventKinds } from '../../../../test/harness/audit.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'

const MEMBERS = '/Academy/api/studio/members/'
const ORDERS = '/Academy/api/studio/orders/'

/** An academy with an owner, a support member, and Nora, who bought a course. */
async function academyWithStaff() {
  const academy = await testAcademy()
  const { as, member, course, purchase, db } = academy
  const [owner, support] = [await member({ role: 'owner' }), await member({ role: 'support' })]
  const nora = await member({ firstName: 'Nora', lastName: 'Nightingale' })
  const bought = await course({ title: 'Depositions' })
  await purchase(nora.id, bought.id)
  return { ...academy, db, owner: as(owner), support: as(support), supportMember: support, nora, bought }
}

test('finds orders by what a buyer knows, in pages, with the possible actions of each', async () => {
  const { support, nora, bought, member, purchase } = await academyWithStaff()
  const { body } = await support.post(ORDERS, { words: 'nightingale deposit' })
  expect(body).toMatchObject({
    orders: [
      {
        item: 'Something bought',
        state: 'paid',
        total: '299.00',
        left: '299.00',
        is_test: false,
        buyer: { email: nora.email },
      },
    ],
    is_more: false,
  })
  expect((await support.post(ORDERS, { words: 'nobody' })).body.orders).toEqual([])
  expect((await support.post(ORDERS, { words: '%' })).body.orders).toEqual([])
  for (let n = 0; n < 20; n += 1) await purchase((await member()).id, bought.id)
  const first = (await support.post(ORDERS, {})).body
  expect([first.orders.length, first.is_more]).toEqual([20, true])
  const last = first.orders.at(-1).order_number
  expect((await support.post(ORDERS, { after: last })).body).toMatchObject({ orders: [{}], is_more: false })
  const wrong = [{ state: 'gone' }, { words: 'x'.repeat(201) }, { words: 4 }, { more: 1 }]
  for (const body of wrong) expect((await support.post(ORDERS, body)).status).toBe(400)
  expect((await support.post(ORDERS, { after: 'LNA-NONE' })).status).toBe(404)
})

test("lists in at most three statements besides the session's, regardless of length", async () => {
  const { owner } = await academyWithStaff()
  const days = { since: '2020-01-01', until: '2030-01-01' }
  const lists: [list: string, body: object][] = [
    ['orders', { ...days, words: 'nora', product: 'depositions' }],
    ['members', days],
    ['members', { ...days, words: 'nora' }],
    ['members', { words: 'nightingale' }],
    ['log', days],
    ['log', { ...days, words: 'nora' }],
    ['log', { words: 'nightingale', kind: 'account' }],
    ['log', { kind: 'login.failed' }],
    ['attempts', days],
    ['mails', days],
    ['contests', {}],
    ['reports', {}],
    ['reports', { state: 'decided' }],
    ['law', {}],
    ['discussions', {}],
    ['coupons', {}],
  ]
  for (const [list, body] of lists) {
    const statements = await recordStatements(async () => void (await owner.post(`/Academy/api/studio/${list}/`, body)))
    expect([list, body, statements.slice(2).map(({ text }) => text.slice(0, 60)), statements.length <= 5]).toEqual([
      list,
      body,
      expect.anything(),
      true,
    ])
  }
})

test('finds a member, shows everything staff need, and logs actions with their author', async () => {
  const { support, supportMember, nora, course, pool } = await academyWithStaff()
  expect((await support.post(MEMBERS, {})).body.members).toHaveLength(3)
  const { body: found } = await support.post(MEMBERS, { words: nora.email.toUpperCase() })
  expect(found.members).toMatchObject([{ name: 'Nora Nightingale', state: 'open' }])
  const given = await course({ title: 'Reports' })
  const at = `${MEMBERS}${nora.id}/`
  expect((await support.post(`${at}grant/`, { product: given.slug, why: 'A class' })).body.message).toMatch(
    /now has access/,
  )
  expect((await support.get(at)).body).toMatchObject({
    may_lock: true,
    orders: [{ item: 'Something bought' }],
    grants: [{ id: given.slug, why: 'A class', taken_back: null }],
    courses: [{ course: { name: 'Reports' } }, { course: { name: 'Depositions' }, percent: 0 }],
    products: [],
  })
  expect((await support.post(`${at}revoke-grant/`, { product: given.slug })).status).toBe(200)
  expect((await support.post(`${at}revoke-grant/`, { product: given.slug })).status).toBe(404)
  expect((await support.post(`${at}lock/`, { why: 'Please call us.' })).status).toBe(200)
  expect((await support.get(at)).body).toMatchObject({ locked_because: 'Please call us.', sessions: [] })
  expect((await support.post(`${at}unlock/`, {})).status).toBe(200)
  expect((await readEventKinds(pool)).slice(-4)).toEqual([
    'grant.made',
    'grant.revoked',
    'account.locked',
    'account.unlocked',
  ])
  const { rows } = await pool.query('select distinct actor_member_id as id from audit_events')
  expect(rows).toEqual([{ id: supportMember.id }])
})

test('rejects invalid input on its field and changes nothing', async () => {
  const { support, owner, nora, bought, supportMember, pool } = await academyWithStaff()
  const before = await readEventKinds(pool)
  const at = `${MEMBERS}${nora.id}/`
  for (const [address, body, field] of [
    [`${at}lock/`, { why: '  ' }, 'why'],
    [`${at}grant/`, { product: '', why: 'A class' }, 'product'],
    [`${at}grant/`, { product: 'x', why: 'x'.repeat(501) }, 'why'],
    [`${ORDERS}LNA-NONE/refund/`, { amount: '-1', why: 'x' }, 'amount'],
    [`${ORDERS}LNA-NONE/refund/`, { amount: '1e9', why: 'x' }, 'amount'],
    [`${ORDERS}LNA-NONE/refund/`, { amount: '0', why: 'x' }, 'amount'],
  ] as const) {
    const { status, body: refused } = await owner.post(address, body)
    expect([address, status, Object.keys(refused.fields ?? {})]).toEqual([address, 400, [field]])
  }
  expect((await owner.post(`${at}grant/`, { product: 'none', why: 'x' })).status).toBe(404)
  const nobody = `${MEMBERS}9b2f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11/grant/`
  expect((await owner.post(nobody, { product: bought.slug, why: 'x' })).status).toBe(404)
  expect((await owner.get(`${MEMBERS}9b2f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11/`)).status).toBe(404)
  // No one can lock or mute themselves, and support can't lock or mute staff.
  expect((await support.post(`${MEMBERS}${supportMember.id}/lock/`, { why: 'x' })).status).toBe(403)
  expect((await support.get(`${MEMBERS}${supportMember.id}/`)).body).toMatchObject({
    may_lock: false,
    may: { mute: false },
  })
  // Only the rejected attempts are logged.
  expect(await readEventKinds(pool)).toEqual([...before, 'act.refused'])
})

test('resends a receipt and a verification to the current address', async () => {
  const { support, nora, bought, pool, runJobs, mailbox } = await academyWithStaff()
  const { body } = await support.post(ORDERS, { words: bought.slug })
  const { body: reply } = await support.post(`${ORDERS}${body.orders[0].order_number}/receipt/`, {})
  expect(reply.message).toBe(`The receipt will be emailed to ${nora.email} within a minute.`)
  expect((await support.post(`${MEMBERS}${nora.id}/verification/`, {})).status).toBe(400)
  await pool.query('update members set email_verified_at = null where id = $1', [nora.id])
  expect((await support.post(`${MEMBERS}${nora.id}/verification/`, {})).status).toBe(200)
  await runJobs()
  expect((await mailbox()).map(({ to }) => to)).toEqual([nora.email, nora.email])
  const more: number[] = []
  for (let n = 0; n < 11; n += 1)
    more.push((await support.post(`${ORDERS}${body.orders[0].order_number}/receipt/`, {})).status)
  expect(more).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect(await support.post(`${MEMBERS}${nora.id}/email/`, { email: 'nora@hospital.example.com' })).toMatchObject({
    status: 429,
    body: {
      message: expect.stringMatching(/^This member has been sent too many emails\. Try again in \d+ minutes\.$/),
    },
  })
})
