import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { openAcademy } from '../src/academy.ts'
import { buildApp } from '../src/app.ts'
import { startSession } from '#features/people/accounts/sessions.public.ts'
import { readConfig } from '#platform/config.ts'
import { type TimedCalls, compareGrowth, measureMedians } from './long-lists.ts'
import type { Db } from './members.ts'
import type { Row } from './row.ts'

const FEW = 100
const MANY = 1_000_000
/** Every tenth post of a busy course starts a thread; one thread has a hundredth of all replies. */
const POSTS_EACH = 10
const IN_LECTURE = 'lecture-1'
/** The number of posts with decided reports: a tenth of all. */
const MAX_REPORTED = 100_000

/**
 * How long a member's queries of a course's discussions take with a hundred posts and with a million, and how long
 * staff's queries take if a tenth of those posts were reported and decided.
 */
export async function discussions(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-discussions-'))
  const academy = await openAcademy(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  const { deps } = academy
  const app = await buildApp(deps)
  try {
    await deps.jobs.start({ work: false })
    const { memberId, courseId } = await addCourse(deps.db)
    const headers = { authorization: `Token ${await startSession(deps, { memberId, agent: 'bench' })}` }
    const list = '/Academy/api/take/course/bench/discussions/'
    const staff = {
      authorization: `Token ${await startSession(deps, { memberId: await addStaff(deps.db), agent: 'bench' })}`,
    }
    const ask = async (method: 'GET' | 'POST', url: string, payload?: object): Promise<number> => {
      const since = performance.now()
      const by = url.includes('/studio/') ? staff : headers
      const reply = await app.inject({ method, url, headers: by, ...(payload && { payload }) })
      if (reply.statusCode !== 200) throw new Error(`${url} answers ${reply.statusCode}: ${reply.payload}`)
      return performance.now() - since
    }
    const calls = async (): Promise<TimedCalls> => {
      const { long, last } = await findLongestThread(deps.db)
      const decided = { state: 'decided', after: await middleDecided(deps.db) }
      return {
        'list of decided reports': () => ask('POST', '/Academy/api/studio/reports/', { state: 'decided' }),
        'list of decided reports from the middle': () => ask('POST', '/Academy/api/studio/reports/', decided),
        'list of a course': () => ask('POST', list, {}),
        'list of a lecture': () => ask('POST', list, { lecture: IN_LECTURE }),
        'list without an answer': () => ask('POST', list, { unanswered: true }),
        'moments of a lecture': () => ask('GET', `/Academy/api/course/bench/lecture/${IN_LECTURE}/discussions/`),
        'longest thread': () => ask('GET', `/Academy/api/discussion/${long}/from/0/`),
        'longest thread at its end': () => ask('GET', `/Academy/api/discussion/${long}/from/${last}/`),
      }
    }
    await addPosts(deps.db, { memberId, courseId, many: FEW })
    await deps.db.execute(sql`vacuum analyze`)
    const begun = await calls()
    // The first run compiles, plans, and reads from disk, so it is not measured.
    await measureMedians(begun)
    const before = await measureMedians(begun)
    await addPosts(deps.db, { memberId, courseId, many: MANY - FEW })
    await deps.db.execute(sql`vacuum analyze`)
    const sessionOf = (name: string) => (name.startsWith('list') ? 2 : 1)
    return await compareGrowth({ calls: await calls(), before, few: FEW, many: MANY, what: 'posts', sessionOf })
  } finally {
    await app.close()
    await academy.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Adds a course with two lectures, and a member who has access to it. */
async function addCourse(db: Db): Promise<{ memberId: string; courseId: string }> {
  const { rows } = await db.execute<{ memberId: string; courseId: string }>(sql`
    with product as (
      insert into products (slug, kind, title, short_description, full_description, price_cents, published_at)
      values ('bench', 'course', 'Bench', 'Short', 'Long', 100, now()) returning id
    ), course as (insert into courses (product_id, examination_title) select id, 'Examination' from product returning product_id),
    member as (
      insert into members (username, email, password_hash, email_verified_at) values ('reader', 'reader@example.com', 'none', now()) returning id
    ), given as (insert into grants (member_id, product_id, reason) select member.id, product.id, 'bench' from member, product)
    select member.id as "memberId", product.id as "courseId" from member, product`)
  const [made] = rows
  if (!made) throw new Error('no course was made')
  await db.execute(sql`insert into lectures (course_id, slug, position, name, description)
    select ${made.courseId}, 'lecture-' || n, n, 'Lecture ' || n, 'About it.' from generate_series(1, 2) n`)
  return made
}

type Added = { memberId: string; courseId: string; many: number }

/**
 * Adds threads and replies by one member: half are about a lecture, and half of those about a timestamp in it; half are
 * unanswered.
 */
async function addPosts(db: Db, { memberId, courseId, many }: Added): Promise<void> {
  const [begun, long] = [many / POSTS_EACH, Math.floor(many / 100)]
  await db.execute(sql`
    insert into threads (id, course_id, lecture_id, seconds, member_id, title, asked_at, active_at, last_number, replies, answers)
    select gen_random_uuid(), ${courseId}, l.id, case when l.id is not null and n % 4 = 0 then n % 900 end, ${memberId}, 'Thread ' || n,
      now() - n * interval '1 second', date_trunc('milliseconds', now()) - n * interval '1 second',
      ${POSTS_EACH - 1}::int, ${POSTS_EACH - 1}::int, n % 2
    from generate_series(1, ${begun}::int) n left join lectures l on n % 2 = 0 and l.slug = ${IN_LECTURE} and l.course_id = ${courseId}`)
  await db.execute(sql`
    insert into posts (id, thread_id, number, member_id, words, html, written_at)
    select gen_random_uuid(), t.id, n, ${memberId}, 'Words', '<p>Words of some length, as people write them.</p>', now()
    from threads t, generate_series(0, ${POSTS_EACH - 1}::int) n where not exists (select from posts p where p.thread_id = t.id)`)
  await db.execute(sql`
    with longest as (select id, last_number from threads order by last_number desc, id limit 1), written as (
      insert into posts (id, thread_id, number, member_id, words, html, written_at)
      select gen_random_uuid(), id, last_number + n, ${memberId}, 'Words', '<p>Words</p>', now() from longest, generate_series(1, ${long}::int) n
    )
    update threads t set last_number = t.last_number + ${long}::int, replies = t.replies + ${long}::int from longest where t.id = longest.id`)
  await db.execute(sql`
    insert into post_reports (post_id, member_id, reason, reported_at, outcome, decided_at)
    select p.id, ${memberId}, 'Rude', now(), 'dismissed', date_trunc('milliseconds', now() - random() * interval '1 year')
    from posts p where not exists (select from post_reports r where r.post_id = p.id) limit ${Math.min(many, MAX_REPORTED)}::int`)
}

async function addStaff(db: Db): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into members (username, email, password_hash, email_verified_at, role)
    values ('moderator', 'moderator@example.com', 'none', now(), 'staff') returning id`)
  return rows[0]?.id ?? ''
}

/** The cursor of a page past the middle of a list. */
async function middleDecided(db: Db): Promise<string> {
  const { rows } = await db.execute<{ place: string }>(sql`
    select (extract(epoch from decided_at) * 1000)::bigint || '.' || post_id as place from post_reports
    order by decided_at desc offset (select count(*) / 2 from post_reports) limit 1`)
  return rows[0]?.place ?? ''
}

async function findLongestThread(db: Db): Promise<{ long: string; last: number }> {
  const { rows } = await db.execute<{ long: string; last: number }>(
    sql`select id as long, last_number as last from threads order by last_number desc, id limit 1`,
  )
  if (!rows[0]) throw new Error('there are no threads')
  return rows[0]
}
