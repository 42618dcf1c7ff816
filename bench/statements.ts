import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { openAcademy } from '../src/academy.ts'
import { buildApp } from '../src/app.ts'
import { seedDemo } from '#features/back-office/demo/demo.public.ts'
import { readConfig } from '#platform/config.ts'
import { countStatements } from '../test/harness/statements.ts'
import { addPurchases, type Db } from './members.ts'
import type { Row } from './row.ts'

const LISTS = {
  '/Academy/api/courses/': 'everybody',
  '/Academy/api/podcasts/': 'everybody',
  '/Academy/api/Documents/': 'everybody',
  '/Academy/api/MyAcademy/': 'demo',
  '/Academy/api/MyDocuments/': 'demo',
} as const

/**
 * The number of SQL queries for each list, if the member has 1,000 products of its kind. Leaves out the query that
 * finds the session.
 */
export async function statements(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-statements-'))
  const academy = await openAcademy(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  const { deps } = academy
  const app = await buildApp(deps)
  try {
    await deps.jobs.start({ work: false })
    await seedDemo(deps)
    await fill(deps.db)
    const login = await app.inject({
      method: 'POST',
      url: '/Academy/api/login/',
      payload: { username: 'demo', password: 'demo-learner-2026' },
    })
    const authorization = `Token ${login.json().token}`
    const rows: Row[] = []
    for (const [url, who] of Object.entries(LISTS)) {
      const isPersonal = who === 'demo'
      let length = 0
      const counted = await countStatements(async () => {
        const reply = await app.inject({ method: 'GET', url, headers: isPersonal ? { authorization } : {} })
        length = reply.json().length
      })
      rows.push({
        what: `GET ${url} (${length} items)`,
        ours: counted - (isPersonal ? 1 : 0),
        limit: 3,
        unit: 'statements',
      })
    }
    return rows
  } finally {
    await app.close()
    await academy.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(db: Db): Promise<void> {
  for (const kind of ['course', 'podcast', 'document']) {
    await db.execute(sql`insert into products (slug, kind, title, short_description, full_description, price_cents, published_at)
      select ${kind}::text || '-' || n, ${kind}::product_kind, 'Product ' || n, 'Short', 'Full', 1000, now() from generate_series(1, 1000) n`)
  }
  await db.execute(
    sql`insert into courses (product_id, examination_title) select id, title from products where slug like 'course-%'`,
  )
  await db.execute(
    sql`insert into podcasts (product_id, is_for_sale, launch_date) select id, true, now() from products where slug like 'podcast-%'`,
  )
  await addPurchases(db, {
    members: sql`select id from members where username = 'demo'`,
    products: sql`select * from products`,
  })
}
