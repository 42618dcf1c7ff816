import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { UnavailableError } from '#shared/unavailable-error.ts'
import { job } from '#shared/job.ts'
import { PermanentFailureError } from '#shared/permanent-failure-error.ts'
import { copyTemplate, emptyTables, testDatabase } from '../../test/harness/database.ts'
import { openJobs } from './jobs.ts'
import { openDatabase } from './open-database.ts'
import { isEveryChange } from '../../test/harness/long-test.ts'

const sendNews = job({ name: 'send-news', data: z.strictObject({ to: z.string() }) })
const count = job({ name: 'count', data: z.strictObject({}) })

const tidy = job({ name: 'tidy', data: z.strictObject({}) })

const AWAY = new UnavailableError('The post', new Error('nobody answers'))

async function queue(database = testDatabase()) {
  const connectionString = await database
  const { db, pool, close } = openDatabase(connectionString, () => {})
  await emptyTables(pool)
  const messages: string[] = []
  const jobs = openJobs(connectionString, ({ message }) => messages.push(message))
  const enqueueNews = (many: number) =>
    db.transaction(async (tx) => {
      for (let n = 0; n < many; n += 1) await jobs.enqueue(tx, sendNews, { to: `nurse${n}@example.com` })
    })
  onTestFinished(async () => {
    await jobs.stop()
    await close()
  })
  return { db, pool, jobs, messages, enqueueNews }
}

test('tries a job for more than three days', async () => {
  const { jobs, pool } = await queue()
  jobs.handle(sendNews, async () => {})
  await jobs.start({ work: false })
  const { rows } = await pool.query(
    `select sum(least(q.retry_delay_max, q.retry_delay * 2 ^ least(16, try) / 2)) / 86400 as days
     from pgboss.queue q, generate_series(1, q.retry_limit) try where q.name = $1`,
    [sendNews.name],
  )
  expect(Number(rows[0]?.days)).toBeGreaterThan(3)
})

test('a start corrects queues that differ and leaves the others alone', async () => {
  // Uses its own database, because the jobs that another test's academy runs every minute would update rows at the same
  // time.
  const { jobs, pool } = await queue(copyTemplate())
  jobs.handle(sendNews, async () => {})
  jobs.handle(count, async () => {})
  jobs.repeat(tidy, '29 3 * * *', async () => {})
  await jobs.start({ work: false })
  await jobs.stop()
  // Another version may have set these options.
  await pool.query(`update pgboss.queue set retry_limit = 3, notify = false where name = $1`, [sendNews.name])
  await pool.query(`update pgboss.schedule set cron = '0 1 * * *' where name = $1`, [tidy.name])
  const stored = async () =>
    (
      await pool.query<{ name: string; at: string; row: string }>(
        `select name, xmin::text as at, concat(retry_limit, notify, heartbeat_seconds, dead_letter) as row from pgboss.queue
       union all select name || ' time', xmin::text, cron from pgboss.schedule order by 1`,
      )
    ).rows
  const before = await stored()
  await jobs.start({ work: false })
  const after = await stored()
  expect(after.filter(({ at }, n) => at !== before[n]?.at).map(({ name }) => name)).toEqual([
    sendNews.name,
    `${tidy.name} time`,
  ])
  const rowOf = (wanted: string) => after.find(({ name }) => name === wanted)?.row
  expect(rowOf(sendNews.name)).toBe(rowOf(count.name))
  expect(rowOf(`${tidy.name} time`)).toBe('29 3 * * *')
})

test('a command that never started the queue stores a job, which the academy works on', async () => {
  const { pool, enqueueNews } = await queue()
  await enqueueNews(1)
  const stored = `select count(*)::int as many from pgboss.job where name = '${sendNews.name}'`
  expect((await pool.query(stored)).rows).toEqual([{ many: 1 }])
})

test('permanently failed jobs are kept, named, and can be put back into their queue', async () => {
  const { db, pool, jobs } = await queue()
  const sent: string[] = []
  let isAway = true
  jobs.handle(sendNews, async ({ to }) => {
    if (isAway) throw new Error('the letter to canary@example.com was refused')
    sent.push(to)
  })
  await jobs.start({ work: true })
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, sendNews, { to: 'nora@example.com' })
    await tx.execute(`update pgboss.job set retry_limit = 0 where name = '${sendNews.name}'`)
  })
  await expect.poll(() => jobs.failed(), { timeout: 10_000 }).toEqual([{ name: sendNews.name, count: 1 }])
  // Neither the queue nor the failed jobs reveal the recipient.
  const { rows: messages } = await pool.query(`select output, source_output from pgboss.job`)
  expect(JSON.stringify(messages)).toContain('the log tells more')
  expect(JSON.stringify(messages)).not.toContain('canary')
  const retention = `select keep_until > now() + interval '300 days' as long from pgboss.job where name = 'failed-jobs'`
  expect((await pool.query(retention)).rows).toEqual([{ long: true }])

  await jobs.stop()

  isAway = false
  await jobs.start({ work: false })
  await jobs.runDue()
  expect(sent).toEqual([])
  expect(await jobs.retryFailed()).toBe(1)
  await jobs.runDue()
  expect(sent).toEqual(['nora@example.com'])
  expect(await jobs.failed()).toEqual([])
  expect(await jobs.retryFailed()).toBe(0)
})

test('works on many jobs at once without a pause, several at a time', async () => {
  const { jobs, enqueueNews } = await queue()
  const done: string[] = []
  let inHand = 0
  let max = 0
  jobs.handle(sendNews, async ({ to }) => {
    inHand += 1
    max = Math.max(max, inHand)
    await sleep(20)
    inHand -= 1
    done.push(to)
  })
  await jobs.start({ work: true })
  await enqueueNews(30)
  const [waiting] = await jobs.backlog()
  expect(waiting?.oldestSeconds).toBeLessThan(60)
  await expect.poll(() => done.length, { timeout: 3_000 }).toBe(30)
  expect(new Set(done).size).toBe(30)
  expect(max).toBe(4)
  await expect.poll(() => jobs.backlog()).toMatchObject([{ name: sendNews.name, waiting: 0, oldestSeconds: 0 }])
})

test('while a service is down its jobs wait, none fails, and all run when it is back; other kinds are not delayed', async () => {
  const { db, pool, jobs, messages, enqueueNews } = await queue()
  const sent: string[] = []
  let isAway = true
  let counts = 0
  jobs.handle(sendNews, async ({ to }) => {
    if (isAway) throw AWAY
    sent.push(to)
  })
  jobs.handle(count, async () => void (counts += 1))
  await jobs.start({ work: true })
  await enqueueNews(20)
  await expect.poll(() => messages.length).toBe(1)
  await db.transaction((tx) => jobs.enqueue(tx, count, {}))
  await expect.poll(() => counts, { timeout: 3_000 }).toBe(1)
  expect((await jobs.backlog()).find(({ name }) => name === sendNews.name)).toMatchObject({ waiting: 16 })
  isAway = false
  await expect.poll(() => sent.length, { timeout: 3_000 }).toBe(20)
  const { rows } = await pool.query(`select max(retry_count) as tries from pgboss.job where name = 'send-news'`)
  expect(rows).toEqual([{ tries: 0 }])
  expect(messages).toEqual(["The post can't be used; jobs wait until it can"])
})

test('a stop lets running jobs finish and returns waiting ones at once', async () => {
  const { jobs, pool, enqueueNews } = await queue()
  let finished = 0
  let hasWaited = false
  const stopping = Promise.withResolvers<void>()
  jobs.handle(sendNews, async ({ to }) => {
    if (to !== 'nurse0@example.com') {
      hasWaited = true
      throw AWAY
    }
    await stopping.promise
    await sleep(300)
    finished += 1
  })
  await jobs.start({ work: true })
  await enqueueNews(2)
  const inHand = `select from pgboss.job where name = '${sendNews.name}' and state = 'active'`
  await expect.poll(async () => hasWaited && (await pool.query(inHand)).rowCount, { timeout: 10_000 }).toBe(2)
  const stopped = jobs.stop()
  stopping.resolve()
  await stopped
  expect(finished).toBe(1)
  const { rows } = await pool.query(`select state, count(*)::int from pgboss.job group by state order by state`)
  expect(rows).toEqual([
    { state: 'retry', count: 1 },
    { state: 'completed', count: 1 },
  ])
})

test('after a time when every job failed, the first success brings the others’ retries forward', async () => {
  const { jobs, pool, enqueueNews } = await queue()
  let isRefused = true
  let sent = 0
  jobs.handle(sendNews, async () => {
    if (isRefused) throw new Error('the letter is refused for now')
    sent += 1
  })
  await jobs.start({ work: true })
  await enqueueNews(4)
  const retrying = `select from pgboss.job where name = 'send-news' and state = 'retry'`
  await expect.poll(async () => (await pool.query(retrying)).rowCount).toBe(4)
  await pool.query(`update pgboss.job set start_after = now() + interval '1 hour'`)
  isRefused = false
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
  onTestFinished(() => void vi.restoreAllMocks())
  await enqueueNews(1)
  await expect.poll(() => sent, { timeout: 4_000 }).toBe(5)
})

test('retries a permanent failure a few times, then leaves it to the operator; keeps retrying a temporary one', async () => {
  const { jobs, pool, messages, enqueueNews } = await queue()
  jobs.handle(sendNews, async ({ to }) => {
    if (to === 'nurse0@example.com') throw new PermanentFailureError('nobody of this name')
    throw new Error('not now')
  })
  await jobs.start({ work: true })
  await enqueueNews(2)
  const dueNow = `update pgboss.job set start_after = now() where state = 'retry'`
  await expect
    .poll(
      async () => {
        await pool.query(dueNow)
        return jobs.failed()
      },
      { timeout: 15_000 },
    )
    .toEqual([{ name: sendNews.name, count: 1 }])
  expect(messages.filter((message) => message.includes('was rejected'))).toHaveLength(4)
  expect(messages.filter((message) => message.includes('failed permanently; to run it again'))).toHaveLength(1)
  const { rows } = await pool.query(
    `select data->>'to' as to from pgboss.job where name = 'send-news' and state <> 'failed'`,
  )
  expect(rows).toEqual([{ to: 'nurse1@example.com' }])
})

test.skipIf(isEveryChange)(
  'retries a job that waited long before a permanent failure a few times, too, and not out of turn',
  async () => {
    const { jobs, pool, messages, enqueueNews } = await queue()
    jobs.handle(sendNews, async () => {
      throw new PermanentFailureError('nobody of this name')
    })
    await jobs.start({ work: false })
    await enqueueNews(1)
    // This is the state of a job after long outages.
    await pool.query(`update pgboss.job set state = 'retry', retry_count = 30, started_on = now(), start_after = now()`)
    await jobs.start({ work: true })
    const dueNow = `update pgboss.job set start_after = now() where state = 'retry'`
    await expect
      .poll(
        async () => {
          await pool.query(dueNow)
          return jobs.failed()
        },
        { timeout: 15_000 },
      )
      .toEqual([{ name: sendNews.name, count: 1 }])
    expect(messages.filter((message) => message.includes('was rejected'))).toHaveLength(4)
  },
)

test('while all fail temporarily, one is tried out of turn, and all are done soon after the outage ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { jobs, pool, enqueueNews } = await queue()
  let isRefused = true
  let sent = 0
  jobs.handle(sendNews, async () => {
    if (isRefused) throw new Error('450: not now')
    sent += 1
  })
  await jobs.start({ work: true })
  await enqueueNews(4)
  const retrying = `select from pgboss.job where name = 'send-news' and state = 'retry'`
  await expect.poll(async () => (await pool.query(retrying)).rowCount, { timeout: 4_000 }).toBe(4)
  await pool.query(`update pgboss.job set start_after = now() + interval '1 hour'`)
  isRefused = false
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
  onTestFinished(() => void vi.restoreAllMocks())
  await vi.advanceTimersByTimeAsync(20_000)
  await expect.poll(() => sent, { timeout: 8_000 }).toBe(4)
})
