import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { openAcademy } from '../src/academy.ts'
import { buildApp } from '../src/app.ts'
import { startSession } from '#features/people/accounts/sessions.public.ts'
import { readConfig } from '#platform/config.ts'
import { countStatements } from '../test/harness/statements.ts'
import { median } from './median.ts'
import { addLearners, LEARNERS } from './learner-rows.ts'
import type { Db } from './members.ts'
import type { Row } from './row.ts'
import { addSales, MEMBERS, ORDERS } from './sales-rows.ts'

const ROUNDS = 15
const MAX_MS = 50
type MeasuredList = { url: string; wanted: object[]; first: object; last: object; of: number }

/** The last page may not cost more than the first, apart from other load on the machine. */
const MAX_GROWTH = 1.5

const LISTS = {
  orders: '/Academy/api/studio/orders/',
  members: '/Academy/api/studio/members/',
} as const

/**
 * Measures staff searches among 100,000 orders, 50,000 members, and 100,000 learners of a course: newest first, by state,
 * by words, and on the last page.
 */
export async function lists(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-lists-'))
  const academy = await openAcademy(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  const { deps } = academy
  const app = await buildApp(deps)
  try {
    await deps.jobs.start({ work: false })
    await addSales(deps.db)
    const headers = { authorization: `Token ${await ownersToken(deps)}` }
    const ask = async (url: string, payload: object): Promise<number> => {
      const since = performance.now()
      const reply = await app.inject({ method: 'POST', url, payload, headers })
      if (reply.statusCode !== 200) throw new Error(`${url} answers ${reply.statusCode}: ${reply.payload}`)
      return performance.now() - since
    }
    const rows: Row[] = []
    const measure = async (list: string, { url, wanted, first, last, of }: MeasuredList): Promise<void> => {
      const times: number[] = []
      let statements = 0
      for (const payload of wanted) {
        // Every request also runs the query that finds the session.
        await ask(url, payload)
        // Some of the counts include background work, such as polling for jobs; two statements find the session, as in
        // every request.
        const counts = []
        for (let round = 0; round < 4; round += 1)
          counts.push(await countStatements(async () => void (await ask(url, payload))))
        statements = Math.max(statements, Math.min(...counts) - 2)
        for (let round = 0; round < ROUNDS; round += 1) times.push(await ask(url, payload))
      }
      const pages: { first: number[]; last: number[] } = { first: [], last: [] }
      for (let round = 0; round < ROUNDS * 4; round += 1) {
        pages.first.push(await ask(url, first))
        pages.last.push(await ask(url, last))
      }
      const [before, after] = [median(pages.first), median(pages.last)]
      rows.push(
        {
          what: `${list}: p95 of ${wanted.length} searches at ${of}`,
          ours: ms(p95(times)),
          limit: MAX_MS,
          unit: 'ms',
        },
        { what: `${list}: statements of the dearest of them`, ours: statements, limit: 3, unit: 'statements' },
        {
          what: `${list}: last page against first (${before.toFixed(1)} → ${after.toFixed(1)} ms)`,
          ours: ms(after / before),
          limit: MAX_GROWTH,
          unit: '×',
        },
      )
    }
    const wanted = await searches(deps.db)
    for (const list of ['orders', 'members'] as const)
      await measure(list, {
        url: LISTS[list],
        wanted: wanted[list],
        first: {},
        last: await lastPage(deps.db, list),
        of: list === 'orders' ? ORDERS : MEMBERS,
      })
    const today: number[] = []
    for (let round = 0; round < ROUNDS * 4; round += 1) {
      const since = performance.now()
      const { statusCode } = await app.inject({ url: '/Academy/api/studio/today/', headers })
      if (statusCode !== 200) throw new Error(`Today answers ${statusCode}`)
      today.push(performance.now() - since)
    }
    rows.push({ what: `Today: p95 at ${ORDERS} orders`, ours: ms(p95(today)), limit: MAX_MS, unit: 'ms' })
    const { course, lastRow } = await addLearners(deps.db)
    const asked = ['not_started', 'in_progress', 'finished', 'passed', 'certificate'].map((state) => ({ state }))
    await measure('progress', {
      url: '/Academy/api/studio/progress/',
      wanted: [{}, ...asked, ...['night777', 'example.com', 'zzz'].map((words) => ({ words }))].map((each) => ({
        ...each,
        course,
      })),
      first: { course },
      last: { course, after: lastRow },
      of: LEARNERS,
    })
    return rows
  } finally {
    await app.close()
    await academy.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ownersToken(deps: Awaited<ReturnType<typeof openAcademy>>['deps']): Promise<string> {
  const { rows } = await deps.db.execute<{ id: string }>(
    sql`insert into members (username, email, password_hash, email_verified_at, role, staff_role)
      values ('owner', 'owner@example.com', 'no password opens this', now(), 'staff', 'owner') returning id`,
  )
  return startSession(deps, { memberId: rows[0]?.id ?? '', agent: 'bench' })
}

async function searches(db: Db): Promise<Record<keyof typeof LISTS, object[]>> {
  const { rows } = await db.execute<Record<'number' | 'payment' | 'certificate' | 'mail', string>>(sql`
    select p.order_number as number, payment_intent_id as payment, c.id as certificate, email as mail
    from purchases p join certificates c on c.member_id = p.member_id join members m on m.id = p.member_id
    order by c.id limit 1`)
  const [found] = rows
  if (!found) throw new Error('there are no orders')
  const { number, payment, certificate, mail } = found
  const names = ['nightingale', 'nora', 'nora nightingale', 'nora maria', 'example.com', 'no', 'zzz', mail]
  const words = [...names, number, number.slice(0, 6), certificate, certificate.slice(0, 12)]
  return {
    orders: [
      {},
      ...['paid', 'refunded', 'disputed', 'expired', 'any'].map((state) => ({ state })),
      ...[...words, payment, 'exams', 'nora exams', 'ethics nightingale'].map((each) => ({ words: each })),
    ],
    members: [{}, ...words.map((each) => ({ words: each }))],
  }
}

async function lastPage(db: Db, list: string): Promise<{ after: string }> {
  const { rows } = await db.execute<{ after: string }>(
    list === 'orders'
      ? sql`select order_number as after from purchases where state = 'paid' order by coalesce(paid_at, created_at) limit 1 offset 20`
      : sql`select id as after from members order by created_at limit 1 offset 20`,
  )
  return { after: rows[0]?.after ?? '' }
}

function p95(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

function ms(value: number): number {
  return Number(value.toFixed(2))
}
