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
import { openDatabase } from '#db/open.ts'
import { tell } from '#features/notices/notices.public.ts'
import { readConfig } from '#platform/config.ts'
import { ask } from '../test/harness/load.ts'
import { type Calls, grownRows, mediansOf } from './long-lists.ts'
import { median } from './median.ts'
import { addMembers, type Db, logIn, type Member } from './members.ts'
import { withAcademyOnPostgres } from './on-postgres.ts'
import type { Row } from './row.ts'
import { cpuMs, pssMiB } from './servers.ts'

const FEW = 100
const MANY = 1_000_000
const STREAMS = 1_000
/** Two beats of the streams: each is written to, and its session asked for. */
const BEATS_MS = 30_000

/** What a member reads of what he was told, with a hundred notices and with a million of his own; then the streams by which open pages hear of them. */
export async function notices(): Promise<Row[]> {
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
    const [member] = await logIn(deps.db, 1)
    if (!member) throw new Error('no member was made')
    const asked = async (address: string, payload: object): Promise<number> => {
      const since = performance.now()
      const headers = { authorization: `Token ${member.token}` }
      const reply = await app.inject({ method: 'POST', url: `/Academy/api/account/${address}`, headers, payload })
      if (reply.statusCode !== 200) throw new Error(`${address} answers ${reply.statusCode}: ${reply.payload}`)
      return performance.now() - since
    }
    const calls = async (): Promise<Calls> => {
      const { middle, newest } = await someOf(deps.db)
      return {
        'list of the newest': () => asked('notices/', {}),
        'list from the middle': () => asked('notices/', { after: middle }),
        'one is read': () => asked('notices/read/', { id: newest }),
      }
    }
    await addNotices(deps.db, { memberId: member.id, from: 1, to: FEW })
    const before = await mediansOf(await calls())
    await addNotices(deps.db, { memberId: member.id, from: FEW + 1, to: MANY })
    await deps.db.execute(sql`analyze`)
    return await grownRows({ calls: await calls(), before, few: FEW, many: MANY, what: 'notices', sessionOf: () => 2 })
  } finally {
    await app.close()
    await academy.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A member's own, none of them read, the newest first. */
async function addNotices(
  db: Db,
  { memberId, from, to }: { memberId: string; from: number; to: number },
): Promise<void> {
  await db.execute(sql`
    insert into notices (member_id, kind, cause, words, address, told_at)
    select ${memberId}::uuid, 'reply', 'bench:' || n, 'Somebody replied to your question about a course of some length.', '/Account/',
      now() - n * interval '1 second'
    from generate_series(${from}::int, ${to}::int) n`)
}

async function someOf(db: Db): Promise<{ middle: string; newest: string }> {
  const { rows } = await db.execute<{ middle: string; newest: string }>(sql`
    select (select id from notices order by told_at desc limit 1) as newest,
      (select id from notices order by told_at desc offset (select count(*) / 2 from notices) limit 1) as middle`)
  if (!rows[0]) throw new Error('there are no notices')
  return rows[0]
}

/** A thousand members listen to one process, each over a connection of his own; another process tells them. */
async function streams(): Promise<Row[]> {
  return withAcademyOnPostgres({}, async (academy) => {
    const address = academy.environment.DATABASE_URL
    const { db, close } = openDatabase(address, () => {})
    const jobs = openJobs(address, () => {})
    const listeners: Listener[] = []
    try {
      await addMembers(db, STREAMS, 0)
      const members = await logIn(db, STREAMS)
      // What loading the demo left to be thrown away would hide what the streams take.
      await academy.stop()
      await academy.start()
      const agent = new http.Agent({ keepAlive: true })
      for (let n = 0; n < 200; n += 1) await ask(`${academy.url}/Courses/`, agent)
      agent.destroy()
      await sleep(BEATS_MS)
      const before = { memory: pssMiB(academy.pid()), cpu: cpuMs(academy.pid()) }
      await sleep(BEATS_MS)
      const idleCpu = cpuMs(academy.pid()) - before.cpu
      for (const member of members) listeners.push(await listen(academy.url, member))
      const opened = cpuMs(academy.pid())
      await sleep(BEATS_MS)
      const beatCpu = (cpuMs(academy.pid()) - opened - idleCpu) / 2
      let told = 0
      const timeToTell = async (whom: readonly Listener[]): Promise<number> => {
        told += 1
        const cause = `bench:${told}`
        const heard = Promise.all(whom.map(({ hears }) => hears()))
        const to = whom.map(({ memberId }) => memberId)
        const since = performance.now()
        await db.transaction((tx) =>
          tell({ jobs }, tx, { kind: 'order', cause, words: 'Told.', address: '/Account/', to, now: new Date() }),
        )
        await heard
        return Math.round(performance.now() - since)
      }
      const [one, all]: [number[], number[]] = [[], []]
      for (const listener of listeners.slice(0, 30)) one.push(await timeToTell([listener]))
      for (let round = 0; round < 10; round += 1) all.push(await timeToTell(listeners))
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

/** Opens the stream of a member; `hears` resolves at its next event. */
async function listen(url: string, { id: memberId, token }: Member): Promise<Listener> {
  let heard = () => {}
  const hears = () => new Promise<void>((resolve) => (heard = resolve))
  const first = hears()
  const request = http.get(`${url}/Academy/live/`, { agent: false, headers: { authorization: `Token ${token}` } })
  // Of an end that is meant.
  request.on('error', () => {})
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage]
  if (reply.statusCode !== 200) throw new Error(`the stream answers ${reply.statusCode}`)
  reply.setEncoding('utf8').on('data', (text: string) => text.includes('data:') && heard())
  await first
  return { memberId, hears, end: () => request.destroy() }
}
