import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openAcademy } from '../src/academy.ts'
import { buildApp } from '../src/app.ts'
import { openJobs } from '#db/jobs.ts'
import { openDatabase } from '#db/open-database.ts'
import { notify } from '#features/people/notifications/notifications.public.ts'
import { readConfig } from '#platform/config.ts'
import { sendRequest } from '../test/harness/load.ts'
import { type TimedCalls, compareGrowth, measureMedians } from './long-lists.ts'
import { median } from './median.ts'
import { addMembers, type Db, logIn, type Member } from './members.ts'
import { withAcademyOnPostgres } from './on-postgres.ts'
import type { Row } from './row.ts'
import { cpuMs, pssMiB } from './servers.ts'

const FEW = 100
const MANY = 1_000_000
const STREAMS = 1_000
/** Two heartbeat intervals. At each heartbeat, the server writes to every stream and checks its session. */
const BEATS_MS = 30_000

/**
 * Measures how long a member's requests take with a hundred and with a million notifications, and then the live streams
 * of open pages.
 */
export async function notifications(): Promise<Row[]> {
  return [...(await list()), ...(await streams())]
}

async function list(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-notices-'))
  const academy = await openAcademy(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  const { deps } = academy
  const app = await buildApp(deps)
  try {
    await deps.jobs.start({ work: false })
    await addMembers(deps.db, 1, 0)
    await addThreads(deps.db)
    const [member] = await logIn(deps.db, 1)
    if (!member) throw new Error('no member was made')
    const asked = async (address: string, payload: object): Promise<number> => {
      const since = performance.now()
      const headers = { authorization: `Token ${member.token}` }
      const reply = await app.inject({ method: 'POST', url: `/Academy/api/account/${address}`, headers, payload })
      if (reply.statusCode !== 200) throw new Error(`${address} answers ${reply.statusCode}: ${reply.payload}`)
      return performance.now() - since
    }
    const calls = async (): Promise<TimedCalls> => {
      const { middle, newest } = await someOf(deps.db)
      return {
        'list of the newest': () => asked('notices/', {}),
        'list from the middle': () => asked('notices/', { after: middle }),
        'one is read': () => asked('notices/read/', { id: newest }),
      }
    }
    await addNotices(deps.db, { memberId: member.id, from: 1, to: FEW })
    const before = await measureMedians(await calls())
    await addNotices(deps.db, { memberId: member.id, from: FEW + 1, to: MANY })
    await deps.db.execute(sql`vacuum analyze`)
    return await compareGrowth({
      calls: await calls(),
      before,
      few: FEW,
      many: MANY,
      what: 'notices',
      sessionOf: () => 2,
    })
  } finally {
    await app.close()
    await academy.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The number of threads whose notifications are grouped. */
const THREADS = 50

async function addThreads(db: Db): Promise<void> {
  await db.execute(sql`
    with product as (
      insert into products (slug, kind, title, short_description, full_description, price_cents, published_at)
      values ('course', 'course', 'Course', 'Of the bench', 'Of the bench', 0, now()) returning id
    ), course as (insert into courses (product_id, examination_title) select id, 'Examination' from product returning product_id),
    asked as (
      insert into threads (id, course_id, member_id, title, asked_at, active_at)
      select gen_random_uuid(), course.product_id, m.id, 'Question ' || n, now(), now()
      from course, (select id from members limit 1) m, generate_series(1, ${THREADS}::int) n returning id, member_id
    ), given as (insert into grants (member_id, product_id, reason) select distinct asked.member_id, course.product_id, 'bench' from asked, course)
    insert into posts (id, thread_id, number, member_id, words, html, written_at)
    select gen_random_uuid(), asked.id, 0, asked.member_id, 'Words', '<p>Words</p>', now() from asked`)
}

/**
 * A member's own unread notifications, newest first; every second one belongs to a thread and is grouped with the
 * others in that thread.
 */
async function addNotices(
  db: Db,
  { memberId, from, to }: { memberId: string; from: number; to: number },
): Promise<void> {
  await db.execute(sql`
    with asked as (select id, course_id, row_number() over (order by id) as place from threads)
    insert into notices (member_id, kind, cause, words, counted, thread_id, number, product_id, is_listed, address, told_at)
    select ${memberId}::uuid, 'reply', 'bench:' || n, 'Someone replied to your question about a course of some length.',
      'new replies to your question about a course of some length.', asked.id, case when asked.id is not null then ${MANY}::int - n end, asked.course_id,
      asked.id is null or n <= 2 * ${THREADS}::int, '/Account/', now() - n * interval '1 second'
    from generate_series(${from}::int, ${to}::int) n left join asked on n % 2 = 0 and asked.place = 1 + (n / 2) % ${THREADS}::int`)
}

async function someOf(db: Db): Promise<{ middle: string; newest: string }> {
  const { rows } = await db.execute<{ middle: string; newest: string }>(sql`
    select (select id from notices order by told_at desc limit 1) as newest,
      (select id from notices where is_listed order by told_at desc offset (select count(*) / 2 from notices where is_listed) limit 1) as middle`)
  if (!rows[0]) throw new Error('there are no notices')
  return rows[0]
}

/** A thousand members listen to one process, each over their own connection; another process notifies them. */
async function streams(): Promise<Row[]> {
  return withAcademyOnPostgres({}, async (academy) => {
    const address = academy.environment.DATABASE_URL
    const { db, close } = openDatabase(address, () => {})
    const jobs = openJobs(address, () => {})
    const listeners: Listener[] = []
    try {
      await addMembers(db, STREAMS, 0)
      const members = await logIn(db, STREAMS)
      // Garbage from loading the demo would hide what the streams use.
      await academy.stop()
      await academy.start()
      const agent = new http.Agent({ keepAlive: true })
      for (let n = 0; n < 200; n += 1) await sendRequest(`${academy.url}/Courses/`, agent)
      agent.destroy()
      await sleep(BEATS_MS)
      const before = { memory: pssMiB(academy.pid()), cpu: cpuMs(academy.pid()) }
      await sleep(BEATS_MS)
      const idleCpu = cpuMs(academy.pid()) - before.cpu
      for (const member of members) listeners.push(await listen(academy.url, member))
      const opened = cpuMs(academy.pid())
      await sleep(BEATS_MS)
      const beatCpu = (cpuMs(academy.pid()) - opened - idleCpu) / 2
      let count = 0
      const timeToNotify = async (recipients: readonly Listener[]): Promise<number> => {
        count += 1
        const cause = `bench:${count}`
        const heard = Promise.all(recipients.map(({ hears }) => hears()))
        const to = recipients.map(({ memberId }) => memberId)
        const since = performance.now()
        await db.transaction((tx) =>
          notify({ jobs }, tx, { kind: 'order', cause, words: 'Told.', address: '/Account/', to, now: new Date() }),
        )
        await heard
        return Math.round(performance.now() - since)
      }
      const [one, all]: [number[], number[]] = [[], []]
      for (const listener of listeners.slice(0, 30)) one.push(await timeToNotify([listener]))
      for (let round = 0; round < 10; round += 1) all.push(await timeToNotify(listeners))
      const memory = pssMiB(academy.pid())
      const many = `${STREAMS} open streams`
      return [
        {
          what: `${many}: more memory (PSS ${before.memory} → ${memory} MiB)`,
          ours: memory - before.memory,
          limit: 250,
          unit: 'MiB',
        },
        { what: `${many}: processor time every 15 s`, ours: Math.round(beatCpu), limit: 500, unit: 'ms' },
        { what: `${many}: one hears what he is told, median of 30`, ours: median(one), limit: 500, unit: 'ms' },
        {
          what: `${many}: the last hears what all are told, slowest of 10`,
          ours: Math.max(...all),
          limit: 2_000,
          unit: 'ms',
        },
      ]
    } finally {
      for (const { end } of listeners) end()
      await jobs.stop()
      await close()
    }
  })
}

type Listener = { memberId: string; hears: () => Promise<void>; end: () => void }

/** Opens a member's stream; `hears` resolves at its next event. */
async function listen(url: string, { id: memberId, token }: Member): Promise<Listener> {
  let heard = () => {}
  const hears = () => new Promise<void>((resolve) => (heard = resolve))
  const first = hears()
  const request = http.get(`${url}/Academy/live/`, { agent: false, headers: { authorization: `Token ${token}` } })
  // The request is closed on purpose at the end.
  request.on('error', () => {})
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage]
  if (reply.statusCode !== 200) throw new Error(`the stream answers ${reply.statusCode}`)
  reply.setEncoding('utf8').on('data', (text: string) => text.includes('data:') && heard())
  await first
  return { memberId, hears, end: () => request.destroy() }
}
