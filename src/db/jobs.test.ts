import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { job } from '#shared/job.ts'
import { emptyTables, testDatabase } from '../../test/database.ts'
import { openJobs } from './jobs.ts'
import { openDatabase } from './open.ts'

const sendNews = job({ name: 'send-news', data: z.strictObject({ to: z.string() }) })

async function queue() {
  const connectionString = await testDatabase()
  const { db, pool, close } = openDatabase(connectionString, () => {})
  await emptyTables(pool)
  const jobs = openJobs(connectionString, () => {})
  onTestFinished(async () => {
    await jobs.stop()
    await close()
  })
  return { db, pool, jobs }
}

test('a job is tried for more than three days', async () => {
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

test('what has failed for good is kept and named, and can be put into its queue again', async () => {
  const { db, pool, jobs } = await queue()
  const sent: string[] = []
  let isAway = true
  jobs.handle(sendNews, async ({ to }) => {
    if (isAway) throw new Error('the mail server is away')
    sent.push(to)
  })
  await jobs.start({ work: true })
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, sendNews, { to: 'nora@example.com' })
    await tx.execute(`update pgboss.job set retry_limit = 0 where name = '${sendNews.name}'`)
  })
  await expect.poll(() => jobs.failed(), { timeout: 10_000 }).toEqual([{ name: sendNews.name, count: 1 }])
  const kept = `select keep_until > now() + interval '300 days' as long from pgboss.job where name = 'failed-jobs'`
  expect((await pool.query(kept)).rows).toEqual([{ long: true }])

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
