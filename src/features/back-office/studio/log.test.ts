import { expect, test } from 'vitest'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'

const LOG = '/Academy/api/studio/log/'
const MEMBERS = '/Academy/api/studio/members/'

async function academyWithLog() {
  const academy = await testAcademy()
  const { as, member } = academy
  const [owner, support, editor] = [
    await member({ role: 'owner' }),
    await member({ role: 'support' }),
    await member({ role: 'editor' }),
  ]
  const nora = await member({ firstName: 'Una', lastName: 'Umbra' })
  return {
    ...academy,
    ownerMember: owner,
    owner: as(owner),
    support: as(support),
    supportMember: support,
    editor: as(editor),
    nora,
  }
}

test('logs what staff tried without permission, whether the endpoint or the service rejected it, and changes nothing else', async () => {
  const { owner, support, supportMember, editor, ownerMember, nora, as, pool } = await academyWithLog()
  const tried = [
    await support.post(`${MEMBERS}${supportMember.id}/lock/`, { why: 'x' }),
    await support.post(`${MEMBERS}${ownerMember.id}/lock/`, { why: 'x' }),
    await editor.post(`${MEMBERS}${nora.id}/lock/`, { why: 'x' }),
    await as(nora).post(`${MEMBERS}${nora.id}/lock/`, { why: 'x' }),
    await editor.post(LOG, {}),
    await editor.post(`${MEMBERS}${nora.id}/revoke-grant/`, { slug: 'x', why: 'x' }),
  ]
  expect(tried.map(({ status }) => status)).toEqual([403, 403, 404, 404, 404, 404])
  const { rows } = await pool.query('select locked_at from members where locked_at is not null')
  expect(rows).toEqual([])
  const { body } = await owner.post(LOG, { kind: 'act' })
  expect(body.entries).toMatchObject([
    { subject: nora.id, details: ['action: revoke access', 'role: editor'] },
    { what: 'Studio action denied', about: null, details: ['action: see log', 'role: editor'] },
    { about: { id: nora.id }, subject: nora.id, details: ['action: lock account', 'role: editor'] },
    { about: { id: ownerMember.id }, by: { id: supportMember.id }, details: ['action: lock account', 'role: support'] },
    { about: { id: supportMember.id }, by: { id: supportMember.id } },
  ])
})

test('pages through the log from the newest entry by person, kind, and day, unaffected by new entries', async () => {
  const { owner, nora, member, db } = await academyWithLog()
  const other = await member()
  await db.transaction(async (tx) => {
    for (let n = 0; n < 70; n += 1)
      await recordEvent(tx, {
        // Ten events at a time have the same time.
        at: new Date(Date.UTC(2026, 1, 1, 12, Math.floor(n / 10))),
        kind: n % 2 === 0 ? 'grant.made' : 'coupon.made',
        by: n % 7 === 0 ? { kind: 'member', memberId: other.id } : OPERATOR,
        ...(n % 2 === 0 && { memberId: nora.id }),
        subject: { id: `number-${n}` },
      })
  })
  const read = async (search: object) => {
    const seen: string[] = []
    let after: string | null = null
    do {
      const { body }: { body: { entries: { id: string; subject: string }[]; is_more: boolean } } = await owner.post(
        LOG,
        {
          ...search,
          after,
        },
      )
      seen.push(...body.entries.map(({ subject }) => subject))
      after = body.is_more ? (body.entries.at(-1)?.id ?? null) : null
      await db.transaction((tx) =>
        recordEvent(tx, { at: new Date('2026-03-01T00:00:00Z'), kind: 'grant.made', by: OPERATOR, memberId: nora.id }),
      )
    } while (after !== null)
    return seen
  }
  const numbers = (wanted: (n: number) => boolean) =>
    Array.from({ length: 70 }, (_, n) => 69 - n)
      .filter(wanted)
      .map((n) => `number-${n}`)
  const until = '2026-02-01'
  expect(await read({ until })).toEqual(numbers(() => true))
  expect(await read({ until, kind: 'coupon' })).toEqual(numbers((n) => n % 2 === 1))
  expect(await read({ until, words: 'una umbra' })).toEqual(numbers((n) => n % 2 === 0))
  expect(await read({ until, words: nora.username, kind: 'coupon.made' })).toEqual([])
  expect(await read({ until, words: other.email })).toEqual(numbers((n) => n % 7 === 0))
  expect(await read({ until, words: 'sara' })).toEqual(numbers((n) => n % 7 !== 0))
  expect(await read({ until: '2026-01-31' })).toEqual([])
  expect((await owner.post(LOG, { words: 'nobody at all' })).body).toMatchObject({ entries: [], people: 0 })
  const someId = 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11'
  for (const after of ['x', '2026-01-02', '+275760-09-13T00:00:00.000Z_1', `2026-01-02T00:00:00.000Z_${someId}`])
    expect([after, (await owner.post(LOG, { after })).status]).toEqual([after, 404])
  expect((await owner.post(LOG, { kind: 'login.failed', after: '2026-01-02T00:00:00.000Z_7' })).status).toBe(404)
  expect((await owner.post(LOG, { since: 'yesterday' })).body.fields).toHaveProperty('since')
})

test('reads a page with the same statements and rows, however far back or rare', async () => {
  const { owner, pool, nora } = await academyWithLog()
  await pool.query(
    `insert into audit_events (at, kind, actor, member_id, actor_name)
     select timestamptz '2026-01-01' + n * interval '1 minute', case when n % 5000 = 0 then 'coupon.made' else 'grant.made' end, 'command_line', $1, 'sara'
     from generate_series(1, 20000) n`,
    [nora.id],
  )
  await pool.query('analyze audit_events')
  for (const search of [{}, { kind: 'coupon' }, { words: nora.username }, { after: '2026-01-02T00:00:00.000Z_1400' }]) {
    const statements = await recordStatements(async () => void (await owner.post(LOG, search)))
    expect([search, statements.length <= 6]).toEqual([search, true])
  }
  const { rows } = await pool
    .query<{ line: string }>(
      `explain select id from audit_events where (at, id) < (timestamptz '2026-01-02', 1400) order by at desc, id desc limit 31`,
    )
    .then(({ rows: lines }) => ({ rows: lines.map((line) => ({ line: Object.values(line)[0] ?? '' })) }))
  expect(rows.map(({ line }) => line).join('\n')).toContain('audit_events_at')
})

test('shows support only members and their orders, and failed logins by the hour', async () => {
  const { owner, support, nora, db, pool } = await academyWithLog()
  await db.transaction(async (tx) => {
    const at = new Date('2026-02-01T12:00:00Z')
    await recordEvent(tx, { at, kind: 'grant.made', by: OPERATOR, memberId: nora.id })
    await recordEvent(tx, { at, kind: 'product.price_changed', by: OPERATOR, subject: { id: 'x' } })
  })
  const kindsFor = async (who: typeof owner) =>
    (await who.post(LOG, {})).body.entries.map(({ what }: { what: string }) => what)
  expect(await kindsFor(owner)).toEqual(['Price changed', 'Access granted'])
  expect(await kindsFor(support)).toEqual(['Access granted'])
  expect((await support.post(LOG, { kind: 'product' })).body.entries).toEqual([])
  expect((await support.post(`${LOG}file/`, {})).status).toBe(404)
  await pool.query(
    `insert into failed_logins (hour, member_id, failures) select timestamptz '2026-02-01' + n * interval '1 hour', m, 2
     from generate_series(1, 20) n, unnest(array[$1::uuid, null]) m`,
    [nora.id],
  )
  const first = (await support.post(LOG, { kind: 'login.failed' })).body
  const second = (await support.post(LOG, { kind: 'login.failed', after: first.entries.at(-1).id })).body
  expect([first.entries.length, first.is_more, second.entries.length, second.is_more]).toEqual([30, true, 10, false])
  expect(first.entries[0]).toMatchObject({ what: 'Failed logins', details: ['failed attempts: 2'] })
})

test('exports all matches to an owner with formulas neutralized, and logs the export', async () => {
  const { owner, db, nora } = await academyWithLog()
  await db.transaction(async (tx) => {
    for (let n = 0; n < 1_100; n += 1)
      await recordEvent(tx, {
        at: new Date(Date.UTC(2026, 1, 1) + n),
        kind: 'grant.made',
        by: OPERATOR,
        memberId: nora.id,
        subject: { id: 'x', name: '=1+1' },
        personal: { why: 'a, "b"' },
      })
  })
  const { text, headers } = await owner.post(`${LOG}file/`, { kind: 'grant' })
  expect(headers['content-type']).toContain('text/csv')
  const [head, first = '', ...rest] = text.split('\r\n')
  expect(head).toBe('\uFEFFTime,What,Who did it,About,Subject,Details')
  expect([rest.length, rest.at(-1)]).toEqual([1_100, ''])
  expect(first).toContain(`,'=1+1 (x),"why: a, ""b"""`)
  const { body } = await owner.post(LOG, { kind: 'log' })
  expect(body.entries).toMatchObject([{ what: 'Log exported', details: ['kind: grant'] }])
})
