import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { getTableName, is } from 'drizzle-orm'
import { PgTable as Table } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as audit from '#db/tables/audit.ts'
import * as contests from '#db/tables/contests.ts'
import * as discussions from '#db/tables/discussions.ts'
import * as grants from '#db/tables/grants.ts'
import * as invoices from '#db/tables/invoices.ts'
import * as lectureOpenings from '#db/tables/lecture-openings.ts'
import * as members from '#db/tables/members.ts'
import * as sales from '#db/tables/sales.ts'
import * as study from '#db/tables/study.ts'
import { grantProduct } from '#features/commerce/access/grants.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { lockAccount } from '#features/people/member-administration/member-administration.public.ts'
import { sendVerification } from './accounts.queues.ts'
import { deleteExpired } from './expired-accounts.service.ts'
import { MEMBER_REFERENCES } from './unverified-accounts.queries.ts'

const DAY = 24 * 60 * 60_000

test('deletes accounts that stay unverified for thirty days and keeps all others', async () => {
  const academy = await testAcademy()
  const { deps, db, pool } = academy
  const unverified = (given = {}) => academy.member({ isVerified: false, ...given })
  const stale = await unverified()
  const course = await academy.course()
  const retained = {
    verified: await academy.member(),
    staff: await unverified({ role: 'support' }),
    buyer: await unverified(),
    granted: await unverified(),
    locked: await unverified(),
  }
  await academy.purchase(retained.buyer.id, course.id, 'pending')
  await grantProduct(deps, { memberId: retained.granted.id, slug: course.slug, reason: 'a class', by: OPERATOR })
  await lockAccount(deps, { memberId: retained.locked.id, by: OPERATOR })
  await pool.query(`update members set created_at = now() - interval '31 days'`)
  const young = await unverified()
  const waiting = await unverified()
  await pool.query(`update members set created_at = now() - interval '31 days' where id = $1`, [waiting.id])
  await deps.jobs.enqueue(db, sendVerification, { memberId: waiting.id })
  await academy.runJobs()

  await deleteExpired(deps)
  const { rows } = await pool.query<{ id: string }>('select id from members')
  const stay = [...Object.values(retained), young, waiting].map(({ id }) => id)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(stay.toSorted())
  expect(rows.map(({ id }) => id)).not.toContain(stale.id)
  const events = await pool.query(`select actor, after from audit_events where kind = 'account.never_verified'`)
  expect(events.rows).toEqual([{ actor: 'academy', after: { accounts: 1 } }])

  academy.setTime(new Date(Date.now() + 2 * DAY))
  await deleteExpired(deps)
  const { rowCount } = await pool.query('select 1 from members where id = $1', [waiting.id])
  expect(rowCount).toBe(0)
})

test('deletes login networks after 90 days, even if the session continues', async () => {
  const academy = await testAcademy()
  const { id } = await academy.member()
  await academy.pool.query(`update sessions set network = '203.0.113.9', created_at = now() - interval '89 days'`)
  const networks = async () =>
    (await academy.pool.query('select network from sessions where member_id = $1', [id])).rows
  await deleteExpired(academy.deps)
  expect(await networks()).toEqual([{ network: '203.0.113.9' }])
  await academy.pool.query(`update sessions set created_at = now() - interval '91 days'`)
  await deleteExpired(academy.deps)
  expect(await networks()).toEqual([{ network: '' }])
})

test('deletes many accounts in one night', async () => {
  const { deps, pool } = await testAcademy()
  await pool.query(`insert into members (username, email, password_hash, created_at)
    select 'stale' || n, 'stale' || n || '@example.com', '', now() - interval '40 days' from generate_series(1, 1200) n`)
  await deleteExpired(deps)
  expect((await pool.query('select 1 from members')).rowCount).toBe(0)
})

test('keeps accounts that other rows reference', () => {
  const tables = [audit, contests, discussions, grants, invoices, lectureOpenings, members, sales, study].flatMap(
    (module) => Object.values(module),
  )
  const holding = tables
    .filter((table): table is PgTable => is(table, Table))
    .flatMap((table) =>
      getTableConfig(table).foreignKeys.flatMap((key) => {
        const { foreignTable, columns } = key.reference()
        const isHeld = foreignTable === members.members && key.onDelete !== 'cascade'
        return isHeld ? columns.map(({ name }) => `${getTableName(table)}.${name}`) : []
      }),
    )
  expect(MEMBER_REFERENCES.map((column) => `${getTableName(column.table)}.${column.name}`).toSorted()).toEqual(
    holding.toSorted(),
  )
})
