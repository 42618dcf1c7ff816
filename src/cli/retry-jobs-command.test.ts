import { expect, onTestFinished, test, vi } from 'vitest'
import { sendReceipt } from '#features/commerce/payments/payments.public.ts'
import { readLog } from '#features/foundation/audit-log/audit-log.public.ts'
import { testAcademy } from '../../test/harness/academy.ts'
import { OPERATOR } from '../../test/harness/audit.ts'
import { retryJobsCommand } from './retry-jobs-command.ts'

test('retries failed jobs, and the log records who requested it and how many', async () => {
  const { deps, db, pool, runJobs, mailbox, member, course, purchase } = await testAcademy()
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(console, 'log').mockReturnValue()
  const purchaseId = await purchase((await member()).id, (await course()).id)
  await db.transaction((tx) => deps.jobs.enqueue(tx, sendReceipt, { purchaseId }))
  // The state in which the queue leaves a permanently failed job.
  await pool.query(
    `with given_up as (delete from pgboss.job where name = 'send-receipt' returning id, data)
     insert into pgboss.job (name, data, source_name) select 'failed-jobs', data, 'send-receipt' from given_up`,
  )
  await runJobs()
  expect(await mailbox()).toEqual([])
  expect(await retryJobsCommand.run(deps, { args: [], options: {}, by: OPERATOR })).toBe(0)
  await runJobs()
  expect(await mailbox()).toHaveLength(1)
  const { entries } = await readLog(db, { kind: 'academy', memberId: undefined, since: undefined, limit: 9 })
  expect(entries).toMatchObject([{ kind: 'academy.retried_jobs', by: { name: 'sara' }, after: { jobs: 1 } }])
})
