import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { runScheduledDeletions } from './erasure.service.ts'
import { eraseCapturedEmails } from './privacy.queues.ts'

test('deletes a job with a sealed address the night after completion or ninety days after giving up, and not before it completes', async () => {
  const { deps, db, pool, member } = await testAcademy()
  const { id: memberId } = await member()
  for (const sealed of ['waits', 'done', 'given up', 'given up long ago', 'earlier version'])
    await deps.jobs.enqueue(db, eraseCapturedEmails, { memberId, sealed })
  const set = (what: string, sealed: string) =>
    pool.query(`update pgboss.job set ${what} where data ->> 'sealed' = $1`, [sealed])
  await set(`state = 'completed', completed_on = now()`, 'done')
  await set(`source_name = name, created_on = now() - interval '89 days'`, 'given up')
  await set(`source_name = name, created_on = now() - interval '91 days'`, 'given up long ago')
  await set(`state = 'completed', data = data - 'sealed' || '{"network": "10.0.0.1"}'`, 'earlier version')
  await runScheduledDeletions(deps)
  const { rows } = await pool.query(
    `select data ->> 'sealed' as sealed from pgboss.job where data ->> 'memberId' = $1`,
    [memberId],
  )
  expect(new Set(rows.map(({ sealed }) => sealed as unknown))).toEqual(new Set(['waits', 'given up']))
})
