import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { sendRequest, sendConcurrently, getChildPids, countConnections, isWorker, startLoad } from '../harness/load.ts'
import { logIn } from '../harness/api-client.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const CONNECTIONS = 16

let academy: RunningAcademy
beforeAll(async () => {
  academy = await runAcademy({ workers: 2 })
})
afterAll(() => academy.close())

const workers = () => getChildPids(academy.pid()).filter(isWorker)
const list = () => `${academy.url}/Academy/api/courses/`

async function workersToBe(isSo: (pids: number[]) => boolean): Promise<number[]> {
  await expect.poll(() => isSo(workers()), { timeout: 300_000, interval: 100 }).toBe(true)
  return workers()
}

/** Makes the database look as if a newer version had started next to this one. */
async function bringFurther(): Promise<void> {
  const { DATABASE_URL: given } = academy.environment
  const embedded = given ? undefined : await startEmbeddedServer(academy.folder)
  const client = new pg.Client({ connectionString: embedded?.connectionString ?? given })
  await client.connect()
  await client.query(`alter table members add column nickname text`)
  await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 9e15)`)
  await client.query(
    `create table if not exists drizzle.overlap_marks (hash text primary key, name text, may_overlap boolean)`,
  )
  await client.query(`insert into drizzle.overlap_marks values ('of tomorrow', '9999_tomorrow', true)`)
  await client.end()
  await embedded?.stop()
}

test('two processes answer on one port, and each reads what the other writes', async () => {
  expect(workers()).toHaveLength(2)
  const demo = await logIn(academy.url, 'demo', 'demo-learner-2026')
  const replies = await Promise.all(Array.from({ length: 20 }, () => demo.get('/Academy/api/MyAcademy/')))
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
})

test('metrics of both processes are combined', async () => {
  for (let times = 0; times < 10; times += 1) await sendRequest(list())
  const text = await (await fetch(`${academy.url}/metrics`)).text()
  expect(text).toMatch(/academy_request_seconds_count{method="GET",route="[^"]*MyAcademy[^"]*",status="2xx"} [2-9]\d/)
  // The first request to each process was not cached.
  expect(Number(/academy_kept_replies_total (\d+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(8)
  expect(text).toMatch(/academy_jobs{state="waiting"} \d/)
  expect(text).toMatch(/academy_jobs_waiting{job="send-receipt"} \d/)
  expect(text).toMatch(/academy_jobs_oldest_seconds{job="send-receipt"} \d/)
  expect(text).toMatch(/academy_database_connections{state="open"} \d/)
})

test('when one of two is killed under load, only its in-flight requests fail, and it is replaced, next to a newer version, too', async () => {
  await bringFurther()
  const before = workers()
  const load = startLoad(list(), CONNECTIONS)
  await sleep(1_500)
  const [killed = 0] = before
  const inHands = countConnections(killed, Number(new URL(academy.url).port))
  process.kill(killed, 'SIGKILL')
  await workersToBe((pids) => pids.length === 2 && !pids.includes(killed))
  await sleep(500)
  await load.stop()
  const failed = load.failures.length + load.askedAgain()
  expect(failed, `${inHands} in hands, ${failed} failed`).toBeLessThanOrEqual(inHands)
  expect(load.answered()).toBeGreaterThan(100)
}, 400_000)

test('all workers are renewed under load without a failed request', async () => {
  const before = workers()
  const load = startLoad(list(), CONNECTIONS)
  await sleep(500)
  process.kill(academy.pid(), 'SIGHUP')
  const after = await workersToBe((pids) => pids.length === 2 && !pids.some((pid) => before.includes(pid)))
  await load.stop()
  expect(load.failures).toEqual([])
  // On a busy machine, a client that was idle may use a connection just as it closes, but not repeatedly.
  expect(load.askedAgain()).toBeLessThanOrEqual(2)
  expect(load.answered()).toBeGreaterThan(100)
  expect(after).toHaveLength(2)
}, 400_000)

test('when stopped with 1,000 requests in flight, it answers all of them within ten seconds', async () => {
  const urls = Array.from({ length: 1_000 }, (_, index) => (index % 20 === 0 ? list() : `${academy.url}/favicon.svg`))
  const asked = sendConcurrently(urls)
  // From here on, a refused connection is not an error.
  await asked.sent
  const since = Date.now()
  const ended = academy.close()
  const failed = (await asked.answers).flatMap((answer) =>
    answer.status === 'rejected' ? [String(answer.reason)] : [],
  )
  await ended
  expect(failed).toEqual([])
  expect(Date.now() - since).toBeLessThan(10_000)
})
