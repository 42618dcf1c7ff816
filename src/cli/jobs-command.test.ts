import { expect, test } from 'vitest'
import { sendReceipt } from '#features/commerce/payments/payments.public.ts'
import { testAcademy } from '../../test/harness/academy.ts'
import { createCommandRunner } from '../../test/harness/command-runner.ts'
import { jobsCommand } from './jobs-command.ts'

test('jobs lists waiting jobs by kind with their age, and failed ones', async () => {
  const { deps, db, pool, member, course, purchase } = await testAcademy()
  const purchaseId = await purchase((await member()).id, (await course()).id)
  await deps.jobs.enqueue(db, sendReceipt, { purchaseId })
  await pool.query(`update pgboss.job set start_after = now() - interval '5 hours'`)
  await pool.query(
    `insert into pgboss.job (name, data, source_name) values ('failed-jobs', '{}', 'send-certificate'), ('failed-jobs', '{}', 'send-certificate')`,
  )
  const type = createCommandRunner(deps)
  const { code, text } = await type(jobsCommand, [])
  expect(code).toBe(0)
  expect(text).toMatch(/^Kind +Waiting +Oldest +Failed\n/)
  expect(text).toMatch(/\nsend-receipt +1 +5 hours +0\n/)
  expect(text).toMatch(/\nsend-certificate +0 +2\n/)
  expect(text).toMatch(/\n\n2 jobs failed: .* npm run academy -- retry-jobs$/)
  expect(JSON.parse((await type(jobsCommand, [], { json: true })).text)).toContainEqual({
    name: 'send-certificate',
    waiting: 0,
    oldestSeconds: 0,
    givenUp: 2,
  })
})
