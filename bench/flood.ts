import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/open-database.ts'
import { median } from './median.ts'
import { withAcademyOnPostgres } from './on-postgres.ts'
import type { Row } from './row.ts'

const PASSWORD = 'demo-learner-2026'
const FLOODERS = 10
const CONNECTIONS = 32
const OTHERS = 61

/**
 * Login times from other IP addresses while one IP address floods the academy with correct passwords, compared with a
 * quiet academy.
 */
export async function flood(): Promise<Row[]> {
  return withAcademyOnPostgres({}, async ({ url, environment }) => {
    await addMembers(String(environment['DATABASE_URL']), FLOODERS + 2 * OTHERS)
    const logIn = async (member: number, address: string) => {
      const start = performance.now()
      const reply = await fetch(`${url}/Academy/api/login/`, {
        method: 'POST',
        // The academy trusts a proxy on the same machine.
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ username: `login${member}`, password: PASSWORD }),
      })
      await reply.arrayBuffer()
      return { status: reply.status, ms: performance.now() - start }
    }
    const logOthersIn = async (first: number) => {
      const logins: Awaited<ReturnType<typeof logIn>>[] = []
      for (let n = 0; n < OTHERS; n += 1) logins.push(await logIn(first + n, `198.51.100.${n}`))
      return { ms: median(logins.map(({ ms }) => ms)), refused: logins.filter(({ status }) => status !== 200).length }
    }

    const quiet = await logOthersIn(FLOODERS + 1)
    let isOver = false
    const answers: number[] = []
    const flooding = Array.from({ length: CONNECTIONS }, async (_, n) => {
      while (!isOver) answers.push((await logIn(1 + (n % FLOODERS), '203.0.113.9')).status)
    })
    const flooded = await logOthersIn(FLOODERS + OTHERS + 1)
    isOver = true
    await Promise.all(flooding)

    const hashed = answers.filter((status) => status === 200).length
    console.log(
      `  a login takes ${quiet.ms.toFixed(0)} ms on a quiet academy, ${flooded.ms.toFixed(0)} ms in a flood of ${answers.length} logins, of which ${hashed} succeeded`,
    )
    return [
      {
        what: 'logins of others in a flood, against a quiet academy',
        ours: Number((flooded.ms / quiet.ms).toFixed(2)),
        limit: 4,
        unit: 'times',
      },
      { what: 'logins of others that were refused', ours: quiet.refused + flooded.refused, limit: 0, unit: '' },
    ]
  })
}

/** Adds this many members, `login1`, `login2`, …, with the demo learner's password. */
async function addMembers(databaseUrl: string, many: number): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, () => {}, 1)
  await db.execute(sql`insert into members (username, email, password_hash, email_verified_at)
    select 'login' || n, 'login' || n || '@example.org', password_hash, now() from members, generate_series(1, ${many}::int) n where username = 'demo'`)
  await close()
}
