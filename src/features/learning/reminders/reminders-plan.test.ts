import { PgDialect } from 'drizzle-orm/pg-core'
import type { SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { repetitions } from '../../../../test/harness/measure.ts'
import { findMembersToRemind } from './reminders.queries.ts'
import { getLastStudiedRange, MEMBERS_PER_BATCH } from './reminders.rules.ts'

/**
 * One in `ONE_IN` members has access to each course and has completed `COMPLETED` of its lectures. The short run has
 * fewer rows, because constraints check every inserted row.
 */
const ONE_IN = repetitions({ full: 2, short: 5 })
const COMPLETED = repetitions({ full: 5, short: 2 })

test(
  'finds members to remind among 50,000 by id ranges instead of reading all study data',
  { timeout: 120_000 },
  async () => {
    const { db, pool, course } = await testAcademy()
    for (let n = 0; n < 5; n += 1) await course({ lectures: 10 })
    await pool.query(
      `insert into members (username, email, password_hash, email_verified_at) select 'm' || n, 'm' || n || '@example.com', 'x', now() from generate_series(1, 50000) n`,
    )
    await pool.query(
      `insert into grants (member_id, product_id, reason) select m.id, p.id, 'class' from members m cross join products p where hashtext(m.id::text || p.id) % ${ONE_IN} = 0`,
    )
    await pool.query(
      `insert into lecture_completions (member_id, lecture_id, completed_at)
       select g.member_id, l.id, now() - abs(hashtext(g.member_id::text || g.product_id) % 60) * interval '1 day'
       from grants g join lectures l on l.course_id = g.product_id where l.position < ${COMPLETED}`,
    )
    await pool.query('analyze')
    const looking = { studied: getLastStudiedRange(new Date(), 7), day: '2026-11-23' }
    const middle = '80000000-0000-0000-0000-000000000000'
    const plans: string[] = []
    const explaining = {
      async execute(statement: SQL) {
        const { sql, params } = new PgDialect().sqlToQuery(statement)
        const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze) ${sql}`, params)
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        return { rows: [] }
      },
    }
    await findMembersToRemind(explaining as unknown as typeof db, {
      ...looking,
      after: middle,
      limit: MEMBERS_PER_BATCH,
    })
    expect(plans[0]).not.toMatch(/Seq Scan on (members|lecture_completions|grants)\b/)
    const { due } = await findMembersToRemind(db, { ...looking, after: middle, limit: MEMBERS_PER_BATCH })
    expect(due.length).toBeGreaterThan(100)
  },
)
