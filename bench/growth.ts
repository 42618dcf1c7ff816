import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { openAcademy } from '../src/academy.ts'
import { buildApp } from '../src/app.ts'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { openDatabase } from '#db/open-database.ts'
import { seedDemo } from '#features/back-office/demo/demo.public.ts'
import { mediaAddressFor } from '#features/foundation/media/media.public.ts'
import { readConfig } from '#platform/config.ts'
import { databaseUrl } from '../test/harness/database-server.ts'
import { median } from './median.ts'
import { addMembers, type Db, type Member, logIn, studyCalls, studyVideos } from './members.ts'
import type { Row } from './row.ts'

const COURSES_EACH = 3
const FEW_PURCHASES = 1_000
const MANY_PURCHASES = 1_000_000
const MANY_COURSES = 1_000
const ROUNDS = 300
const MAX_GROWTH = 1.3

/** Makes one kind of data grow; each grown academy differs from the small one in only one of these. */
const GROWN: Record<string, (db: Db) => Promise<void>> = {
  [`${MANY_PURCHASES} purchases instead of ${FEW_PURCHASES}`]: (db) =>
    addMembers(db, Math.ceil((MANY_PURCHASES - FEW_PURCHASES) / COURSES_EACH), COURSES_EACH),
  [`${MANY_COURSES} courses instead of ${COURSES_EACH}`]: (db) => addCourses(db, MANY_COURSES - COURSES_EACH),
}

/**
 * How much longer a member's requests take in an academy that has grown. Every round alternates between the small
 * academy and the grown ones, so that other load affects all of them.
 */
export async function growth(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-growth-'))
  const server = await startEmbeddedServer(path.join(folder, 'server'))
  const open = (name: string) => openStudy(databaseUrl(server.connectionString, name), folder)
  const opened: Awaited<ReturnType<typeof openStudy>>[] = []
  try {
    await createDatabase(server.superuserConnectionString, 'small')
    const first = await open('small')
    await seedDemo(first.deps)
    await addMembers(first.deps.db, Math.ceil(FEW_PURCHASES / COURSES_EACH), COURSES_EACH)
    await first.close()
    const grown = Object.entries(GROWN).map(([what, grow], n) => ({ what, grow, name: `grown${n}` }))
    for (const { name } of grown) await createDatabase(server.superuserConnectionString, name, 'small')

    const small = await open('small')
    opened.push(small)
    const calls = await callsOf(small.deps)
    const subjects = [{ what: '', ...small, members: await logIn(small.deps.db, ROUNDS) }]
    for (const { what, grow, name } of grown) {
      const academy = await open(name)
      opened.push(academy)
      const since = Date.now()
      await grow(academy.deps.db)
      subjects.push({ what, ...academy, members: await logIn(academy.deps.db, ROUNDS) })
      console.log(`  ${what}: filled in ${((Date.now() - since) / 1_000).toFixed(0)} s`)
    }

    const rows: Row[] = []
    for (const [call, addresses] of Object.entries(calls)) {
      const times = subjects.map((): number[] => [])
      for (let round = 0; round < ROUNDS * 2; round += 1) {
        for (const [n, { app, members }] of subjects.entries()) {
          const member = members[round % ROUNDS]
          const address = addresses[round % addresses.length]
          if (!member || !address) throw new Error('there are too few members or calls')
          const ms = await timeOf(app, address(member), member)
          // The first half warms everything up.
          if (round >= ROUNDS) times[n]?.push(ms)
        }
      }
      const [before = Number.NaN, ...after] = times.map(median)
      for (const [n, ms] of after.entries()) {
        const what = `${call}: median with ${grown[n]?.what} (${before.toFixed(2)} → ${ms.toFixed(2)} ms)`
        rows.push({ what, ours: Number((ms / before).toFixed(2)), limit: MAX_GROWTH, unit: '×' })
      }
    }
    return rows
  } finally {
    for (const { close } of opened) await close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Call = (member: Member) => string

async function callsOf({
  db,
  config,
  now,
}: Awaited<ReturnType<typeof openStudy>>['deps']): Promise<Record<string, Call[]>> {
  const same = Object.entries(await studyCalls(db)).map(([call, urls]) => [call, urls.map((url) => () => url)] as const)
  const videos = await studyVideos(db)
  return {
    ...Object.fromEntries(same),
    'piece of a video': videos.map((video) => (member) => mediaAddressFor({ config, now }, member, video)),
  }
}

async function openStudy(databaseUrl: string, folder: string) {
  const academy = await openAcademy(
    readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'warn' }),
  )
  await academy.deps.jobs.start({ work: false })
  const app = await buildApp(academy.deps)
  return {
    deps: academy.deps,
    app,
    async close() {
      await app.close()
      await academy.close()
    },
  }
}

async function createDatabase(connectionString: string, name: string, template = 'template1'): Promise<void> {
  const { pool, close } = openDatabase(connectionString, () => {}, 1)
  await pool.query(`create database ${name} template ${template} owner academy`)
  await close()
}

/** Adds courses like the existing ones, with ten lectures each, at the end of the list. */
async function addCourses(db: Db, many: number): Promise<void> {
  await db.execute(sql`insert into products (slug, kind, title, short_description, full_description, price_cents, position, published_at)
    select 'grown-' || n, 'course', 'Course ' || n, p.short_description, p.full_description, p.price_cents, 1000 + n, now()
    from generate_series(1, ${many}::int) n, (select * from products where kind = 'course' order by position limit 1) p`)
  await db.execute(
    sql`insert into courses (product_id, examination_title) select id, title from products where slug ^@ 'grown-'`,
  )
  await db.execute(sql`insert into lectures (course_id, slug, position, name, description)
    select id, 'lecture-' || n, n, 'Lecture ' || n, 'About the exam.' from products, generate_series(1, 10) n where slug ^@ 'grown-'`)
  await db.execute(sql`insert into sub_lectures (lecture_id, position, title)
    select l.id, 0, 'First part' from lectures l join products p on p.id = l.course_id where p.slug ^@ 'grown-'`)
  await db.execute(sql`insert into product_images (product_id, format, width, file_id)
    select p.id, i.format, i.width, i.file_id from products p, product_images i
    where p.slug ^@ 'grown-' and i.product_id = (select id from products where kind = 'course' order by position limit 1)`)
}

async function timeOf(app: Awaited<ReturnType<typeof buildApp>>, url: string, { token }: Member): Promise<number> {
  const since = performance.now()
  // Only videos are requested in chunks.
  const reply = await app.inject({ url, headers: { authorization: `Token ${token}`, range: 'bytes=0-65535' } })
  if (![200, 206].includes(reply.statusCode)) throw new Error(`${url} answers ${reply.statusCode}`)
  return performance.now() - since
}
