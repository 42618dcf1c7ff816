import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { cleanUpFailedLogins, cleanUpLoginOrigins } from './audit-log.queues.ts'
import {
  type Actor,
  countFailedLogin,
  countRefusedLogin,
  erasePersonalValues,
  readLog,
  recordEvent,
  formatEntries,
} from './audit-log.public.ts'
import { EVENT_TITLES, type EventKind, listKindGroups } from './audit-log.rules.ts'

const sara: Actor = { kind: 'command_line', name: 'sara' }
const ALL = { kind: undefined, memberId: undefined, since: undefined, limit: 20 }

const given = (memberId: string) => ({
  at: new Date('2026-03-01T10:00:00Z'),
  kind: 'grant.made' as const,
  by: sara,
  memberId,
  subject: { id: 'dme-training', name: 'DME Training' },
  personal: { why: 'scholarship' },
})

/** Returns all rows of the log tables as text. */
async function everything({ pool }: TestAcademy): Promise<string> {
  const { rows } = await pool.query<{ all: string | null }>(
    `select string_agg(line, E'\\n') as all from (select t::text as line from audit_events t
      union all select t::text from audit_personal_values t union all select t::text from failed_logins t) as lines`,
  )
  return rows[0]?.all ?? ''
}

test('logs an event exactly when its transaction commits, and lets no one change or delete it', async () => {
  const academy = await testAcademy()
  const { db, pool } = academy
  const nurse = await academy.member()
  await expect(
    db.transaction(async (tx) => {
      await recordEvent(tx, given(nurse.id))
      throw new Error('what it tells of went wrong')
    }),
  ).rejects.toThrow('went wrong')
  expect(await everything(academy)).toBe('')

  await db.transaction((tx) => recordEvent(tx, given(nurse.id)))
  const before = await everything(academy)
  for (const statement of [
    `update audit_events set kind = 'coupon.made'`,
    'delete from audit_events',
    'truncate audit_events cascade',
    `update audit_personal_values set details = '{}'`,
  ])
    await expect(pool.query(statement)).rejects.toThrow('is never changed')
  expect(await everything(academy)).toBe(before)
})

test('keeps what happened of an erased member, and nothing that identifies them', async () => {
  const academy = await testAcademy()
  const { db } = academy
  const nurse = await academy.member()
  const other = await academy.member()
  await db.transaction(async (tx) => {
    await recordEvent(tx, { ...given(nurse.id), personal: { why: `asked by ${nurse.email}` } })
    await recordEvent(tx, { ...given(other.id), by: { kind: 'member', memberId: nurse.id } })
  })
  await countFailedLogin(academy.deps, nurse.id)
  expect(await everything(academy)).toContain(nurse.email)

  await db.transaction((tx) => erasePersonalValues(tx, nurse.id))
  const left = await everything(academy)
  expect(left).not.toContain(nurse.email)
  expect(left).not.toContain(nurse.username)
  expect(left).toContain(other.email)
  const { entries } = await readLog(db, { ...ALL, kind: 'grant' })
  expect(entries).toMatchObject([
    { member: { details: { username: other.username } }, by: { member: { id: nurse.id, details: null } } },
    { member: { id: nurse.id, details: null }, by: { name: 'sara' }, subject: { name: 'DME Training' } },
  ])
})

test('counts thirty simultaneous failed logins in one row per hour and member, and deletes it after ninety days', async () => {
  const academy = await testAcademy()
  const { db, deps, pool } = academy
  const nurse = await academy.member()
  academy.setTime(new Date('2026-03-01T10:59:00Z'))
  await Promise.all(
    Array.from({ length: 30 }, async () => {
      await countFailedLogin(deps, nurse.id)
      await countFailedLogin(deps, undefined)
    }),
  )
  academy.setTime(new Date('2026-03-01T11:00:00Z'))
  await countFailedLogin(deps, nurse.id)
  const { entries } = await readLog(db, { ...ALL, kind: 'login.failed' })
  expect(entries.map(({ at, after }) => [at.toISOString().slice(11, 16), after?.['failed attempts']])).toEqual([
    ['11:00', 1],
    ['10:00', 30],
    ['10:00', 30],
  ])

  academy.setTime(new Date('2026-05-30T11:00:00Z'))
  await db.transaction((tx) => deps.jobs.enqueue(tx, cleanUpFailedLogins, {}))
  await academy.runJobs()
  expect((await readLog(db, ALL)).entries).toHaveLength(1)
  const { rows } = await pool.query('select cron from pgboss.schedule where name = $1', [cleanUpFailedLogins.name])
  expect(rows).toEqual([{ cron: '17 3 * * *' }])
})

test("keeps a member's login network and browser for ninety days, and the event itself", async () => {
  const academy = await testAcademy()
  const { db, deps } = academy
  const nurse = await academy.member()
  const came = (day: string) => ({
    at: new Date(`${day}T10:00:00Z`),
    kind: 'login.new_place' as const,
    by: { kind: 'member' as const, memberId: nurse.id },
    memberId: nurse.id,
    personal: { network: '203.0.113.77', browser: 'Firefox' },
  })
  await db.transaction(async (tx) => {
    await recordEvent(tx, came('2026-03-01'))
    await recordEvent(tx, came('2026-03-03'))
    await recordEvent(tx, given(nurse.id))
  })
  academy.setTime(new Date('2026-05-31T03:17:00Z'))
  for (let nights = 0; nights < 2; nights += 1) {
    await db.transaction((tx) => deps.jobs.enqueue(tx, cleanUpLoginOrigins, {}))
    await academy.runJobs()
  }
  const names = { username: nurse.username, email: nurse.email }
  const details = (await readLog(db, ALL)).entries.map(({ member }) => member?.details)
  expect(details).toEqual([
    { ...names, network: '203.0.113.77', browser: 'Firefox' },
    expect.objectContaining(names),
    expect.objectContaining(names),
  ])
  expect(
    details.slice(1).toSorted((one, other) => Object.keys(one ?? {}).length - Object.keys(other ?? {}).length),
  ).toEqual([names, { ...names, why: 'scholarship' }])
  const { rows } = await academy.pool.query('select cron from pgboss.schedule where name = $1', [
    cleanUpLoginOrigins.name,
  ])
  expect(rows).toEqual([{ cron: '17 3 * * *' }])
})

test('keeps a requested address and a lock reason for ninety days, and addresses that were in use', async () => {
  const academy = await testAcademy()
  const { db, deps, pool } = academy
  const { id: memberId } = await academy.member()
  const at = new Date('2026-03-01T10:00:00Z')
  const by = { kind: 'member', memberId } as const
  const addresses = { from: 'one@example.com', to: 'two@example.com' }
  await db.transaction(async (tx) => {
    await recordEvent(tx, { at, kind: 'email.change_asked', by, memberId, personal: addresses })
    await recordEvent(tx, { at, kind: 'email.changed', by, memberId, personal: addresses })
    await recordEvent(tx, { at, kind: 'account.locked', by, memberId, personal: { because: 'Please call us.' } })
  })
  const readDetails = async () =>
    (await pool.query(`select details - 'username' - 'email' as said from audit_personal_values order by event_id`))
      .rows
  const night = async (time: string) => {
    academy.setTime(new Date(time))
    await db.transaction((tx) => deps.jobs.enqueue(tx, cleanUpLoginOrigins, {}))
    await academy.runJobs()
    return (await readDetails()).map(({ said }) => said as unknown)
  }
  expect(await night('2026-05-29T03:17:00Z')).toEqual([addresses, addresses, { because: 'Please call us.' }])
  expect(await night('2026-05-31T03:17:00Z')).toEqual([{ from: 'one@example.com' }, addresses, {}])
})

test('reads the log by kind, member, day, and number in two statements regardless of length, and fits a screen', async () => {
  const academy = await testAcademy()
  const { db } = academy
  const nurse = await academy.member()
  const other = await academy.member()
  await db.transaction(async (tx) => {
    await recordEvent(tx, given(nurse.id))
    await recordEvent(tx, { ...given(other.id), at: new Date('2026-03-02T09:00:00Z') })
    for (let n = 1; n <= 30; n += 1)
      await recordEvent(tx, {
        at: new Date(`2026-02-01T10:${n + 10}:00Z`),
        kind: 'coupon.ended',
        by: { kind: 'academy' },
        subject: { id: `SPRING${n}` },
        before: { uses: n, percent: 20 },
        after: { uses: 0, percent: 20, 'was\u001B[2Jfor': ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
      })
  })
  expect(await countStatements(async () => void (await readLog(db, ALL)))).toBeLessThanOrEqual(2)
  const read = async (filter: object) => (await readLog(db, { ...ALL, ...filter })).entries
  expect(await read({ memberId: nurse.id })).toHaveLength(1)
  expect(await read({ kind: 'grant', since: new Date('2026-03-02T00:00:00Z') })).toHaveLength(1)
  expect(await read({ kind: 'coupon.ended' })).toHaveLength(20)

  const browser = `Firefox"; network: 203.0.113.9; by the member${' '.repeat(120)}${'x'.repeat(35)}`
  await db.transaction((tx) =>
    recordEvent(tx, {
      at: new Date('2026-03-03T09:00:00Z'),
      kind: 'login.new_place',
      by: { kind: 'member', memberId: nurse.id },
      memberId: nurse.id,
      personal: { network: '198.51.100.66', browser },
    }),
  )

  const screen = formatEntries((await readLog(db, { ...ALL, limit: 4 })).entries, {
    timeZone: 'America/New_York',
    isMore: true,
  })
  expect(screen.split('\n')).toEqual([
    `2026-03-03 04:00 EST  Logged in from a new location: ${nurse.username} <${nurse.email}>; network: 198.51.100.66; by ${nurse.username} <${nurse.email}>; browser: "Firefox\\"; network: 203.0.113.9; by the member ${'x'.repeat(34)}…"`,
    `2026-03-02 04:00 EST  Access granted: ${other.username} <${other.email}>; DME Training (dme-training); why: scholarship; by sara on the command line`,
    `2026-03-01 05:00 EST  Access granted: ${nurse.username} <${nurse.email}>; DME Training (dme-training); why: scholarship; by sara on the command line`,
    '2026-02-01 05:40 EST  Coupon ended: SPRING30; uses: 30 → 0; was [2Jfor: a, b, c, d, e, and 2 more; by the academy',
    '',
    '4 entries, newest first. Times are in America/New_York. For older ones, use a higher --limit.',
  ])
})

test('shows logins rejected before verification next to failed ones', async () => {
  const { db, deps } = await testAcademy()
  await countRefusedLogin(deps, undefined)
  for (let n = 0; n < 2; n += 1) await countFailedLogin(deps, undefined)
  const { entries } = await readLog(db, ALL)
  expect(formatEntries(entries, { timeZone: 'UTC', isMore: false })).toContain(
    'Failed logins: unknown usernames; failed attempts: 2; blocked by the rate limit: 1',
  )
})

test('has code that records every kind of event', async () => {
  const written = new Set<string>()
  for await (const file of glob('src/**/*.ts')) {
    if (file.endsWith('.test.ts') || file.endsWith('audit-log.rules.ts')) continue
    for (const [, word = ''] of (await readFile(file, 'utf8')).matchAll(/'([a-z]+\.[a-z_]+)'/g)) written.add(word)
  }
  expect(Object.keys(EVENT_TITLES).filter((kind) => !written.has(kind))).toEqual([])
})

test('labels each filter choice of the log correctly and once', () => {
  const words = listKindGroups(Object.keys(EVENT_TITLES) as EventKind[]).map((group) => group.words)
  expect(words).toEqual(expect.arrayContaining(['Catalog order', 'Sales exported', 'Site settings', 'Drafts']))
  expect(words.filter((word) => /ss$|^Sites$/.test(word))).toEqual([])
  expect(new Set(words).size).toBe(words.length)
})
