import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { openAcademy } from '../src/academy.ts'
import { buildApp } from '../src/app.ts'
import { startSession } from '#features/people/accounts/sessions.public.ts'
import { readConfig } from '#platform/config.ts'
import { addMembers, type Db, logIn } from './members.ts'
import type { Row } from './row.ts'

const COURSES = 400
const LECTURES_EACH = 10
const PASSAGES_EACH = 50
const THREADS_EACH = 25
const POSTS_EACH = 10
const ROUNDS = 20

/**
 * Queries: rare words are in one of every 10,000 passages, broad ones in many or all, and typed ones are unfinished or
 * misspelled.
 */
const RARE = ['zebra17 marmoset', 'word4711', '"word4711 word4712"', 'resumé7']
const BROAD = ['nurse', 'nurse record', 'exam or nurse', 'nurse -word4711']
const TYPED = ['le', 'lec', 'lecture 7', 'lectrue', 'course 33', 'observr', 'zz', 'which r', 'quesiton']

/**
 * Measures searches among 200,000 passages and 100,000 posts: by a member with one course, a member with all, staff,
 * and a visitor.
 */
export async function search(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-search-'))
  const academy = await openAcademy(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  const { deps } = academy
  const app = await buildApp(deps)
  try {
    await deps.jobs.start({ work: false })
    await addPassages(deps.db)
    await addMembers(deps.db, 1, 1)
    const [ofOne] = await logIn(deps.db, 1)
    await addMembers(deps.db, 1, COURSES)
    const [ofAll] = (await logIn(deps.db, 2)).filter(({ id }) => id !== ofOne?.id)
    await addPosts(deps.db)
    const staff = await addStaff(deps)
    const people = { 'an owner of one course': ofOne?.token, 'an owner of all': ofAll?.token, staff }
    const timesOf = async (url: string, words: readonly string[], token: string | undefined) => {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1)
        for (const each of words) {
          const since = performance.now()
          const reply = await app.inject({
            method: 'POST',
            url,
            payload: { words: each },
            ...(token !== undefined && { headers: { authorization: `Token ${token}` } }),
          })
          if (reply.statusCode !== 200) throw new Error(`${url} answers ${reply.statusCode}: ${reply.payload}`)
          times.push(performance.now() - since)
        }
      return times
    }
    const rows: Row[] = []
    for (const [who, token] of Object.entries(people)) {
      if (token === undefined) throw new Error(`${who} is not logged in`)
      const row = async (what: string, url: string, words: readonly string[], limit: number) => {
        const times = await timesOf(url, words, token)
        rows.push({ what: `${what}, for ${who}: p95`, ours: p95(times), limit, unit: 'ms' })
      }
      await row('rare words', '/Academy/api/search/', RARE, 60)
      await row('broad words', '/Academy/api/search/', BROAD, 120)
      await row('suggestions', '/Academy/api/search/suggestions/', TYPED, 30)
    }
    // Visitors are rate limited.
    await deps.db.execute(sql`delete from throttles`)
    const visitor = await timesOf('/Academy/api/search/', BROAD, undefined)
    return [...rows, { what: 'broad words, for a visitor: p95', ours: p95(visitor), limit: 60, unit: 'ms' }]
  } finally {
    await app.close()
    await academy.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Adds courses with lectures that have passages of about 30 words. Every passage contains the words nurse, record, and
 * exam; one of every 10,000 has a pair of rare words.
 */
async function addPassages(db: Db): Promise<void> {
  await db.execute(sql`insert into products (slug, kind, title, short_description, full_description, price_cents, published_at, position)
    select 'course-' || n, 'course', 'Course ' || n || ' of an observing nurse', 'A course for nurses.', 'At length.', 100, now(), n from generate_series(1, ${COURSES}::int) n`)
  await db.execute(sql`insert into courses (product_id, examination_title) select id, 'Final' from products`)
  await db.execute(sql`insert into lectures (course_id, slug, position, name, description)
    select id, 'lecture-' || n, n, 'Lecture ' || n || ' on the exam of ' || title, 'What the observer does.'
    from products, generate_series(1, ${LECTURES_EACH}::int) n`)
  await db.execute(
    sql`insert into texts (kind, product_id, lecture_id, title) select 'transcript', course_id, id, name from lectures`,
  )
  await db.execute(sql`insert into passages (text_id, product_id, kind, seconds, body)
    select t.id, t.product_id, 'transcript', n * 20, 'The nurse keeps a record of the exam. ' ||
      (select string_agg('word' || (random() * 20000)::int, ' ' ) from generate_series(1, 24 + n * 0)) ||
      case when random() < 0.0001 then ' zebra17 marmoset resumé7' else '' end
    from texts t, generate_series(1, ${PASSAGES_EACH}::int) n where t.kind = 'transcript'`)
  await db.execute(sql`vacuum analyze`)
}

/** Adds discussions in every course, with posts of about 30 words by random members. */
async function addPosts(db: Db): Promise<void> {
  await db.execute(sql`insert into threads (id, course_id, member_id, title, asked_at, active_at)
    select gen_random_uuid(), product_id, (select id from members limit 1), 'Question ' || n || ' on which rule an observer keeps', now(), now()
    from courses, generate_series(1, ${THREADS_EACH}::int) n`)
  await db.execute(sql`insert into posts (id, thread_id, number, member_id, words, html, written_at)
    select gen_random_uuid(), threads.id, n, member_id, 'A **nurse** asks what the record of the exam says. ' ||
      (select string_agg('word' || (random() * 20000)::int, ' ' ) from generate_series(1, 22 + n * 0)) ||
      case when random() < 0.0001 then ' zebra17 marmoset resumé7' else '' end, '', now()
    from threads, generate_series(0, ${POSTS_EACH - 1}::int) n`)
  await db.execute(sql`vacuum analyze`)
}

async function addStaff(deps: Parameters<typeof startSession>[0] & { db: Db }): Promise<string> {
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    insert into members (username, email, password_hash, email_verified_at, role, staff_role)
    values ('staff', 'staff@example.com', 'none', now(), 'staff', 'owner') returning id`)
  const [made] = rows
  if (!made) throw new Error('nobody was made')
  return startSession(deps, { memberId: made.id, agent: 'bench' })
}

function p95(times: number[]): number {
  return Number((times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN).toFixed(1))
}
