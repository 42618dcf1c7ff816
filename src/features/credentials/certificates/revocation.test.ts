import { expect, test } from 'vitest'
import { purchases } from '#db/tables/sales.ts'
import { createGraduate, createSigningAcademy } from '../../../../test/harness/graduate.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { restoreCertificate, revokeCertificate, revokeWithPurchase } from './certificates.public.ts'

async function setUpGraduate() {
  const academy = await createSigningAcademy()
  const graduate = await createGraduate(academy)
  await academy.runJobs()
  const ended = async () => {
    const { rows } = await academy.pool.query<{ ended: boolean; gone: boolean }>(
      'select ended_at is not null as ended, signed is null as gone from credentials order by signed_at, ended_at',
    )
    return rows
  }
  const mailed = async () => (await academy.mailbox()).map(({ subject }) => subject.split(':')[0]).toReversed()
  return { ...academy, ...graduate, ended, mailed }
}

test('revokes a certificate and its credential in the transaction that ends its purchase, and emails the member about the refund', async () => {
  const { deps, db, nurse, courseId, ended, mailed, mailbox, runJobs } = await setUpGraduate()
  await db.update(purchases).set({ state: 'refunded' })
  const end = (isGivenUp: boolean) =>
    db.transaction(async (tx) => {
      const given = { memberId: nurse.id, productId: courseId, reason: 'refund of 1', now: deps.now() }
      await revokeWithPurchase(deps, tx, given)
      if (isGivenUp) throw new Error('given up')
    })
  await expect(end(true)).rejects.toThrow('given up')
  await runJobs()
  expect([await ended(), await mailed()]).toEqual([[{ ended: false, gone: false }], ['Your certificate']])

  await end(false)
  await end(false)
  await runJobs()
  expect([await ended(), await mailed()]).toEqual([
    [{ ended: true, gone: false }],
    ['Your certificate', 'Your certificate was revoked'],
  ])
  const [email] = await mailbox()
  expect(email?.text).toContain('was refunded or returned in a dispute')
  expect(email?.text).not.toContain('refund of')
})

test('a refund while a certificate is being restored revokes it again', async () => {
  const { deps, db, pool, nurse, courseId, id } = await setUpGraduate()
  await revokeCertificate(deps, { id, reason: 'a mistake', by: OPERATOR })
  const [reached, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const enqueue: typeof deps.jobs.enqueue = async (...job) => {
    reached.resolve()
    await resume.promise
    return deps.jobs.enqueue(...job)
  }
  const restoring = restoreCertificate(
    { ...deps, jobs: { ...deps.jobs, enqueue } },
    { id, reason: 'looked at again', by: OPERATOR },
  )
  await reached.promise
  let isRefunded = false
  const refunding = db.transaction(async (tx) => {
    await tx.update(purchases).set({ state: 'refunded' })
    await revokeWithPurchase(deps, tx, { memberId: nurse.id, productId: courseId, reason: 'refund', now: deps.now() })
    isRefunded = true
  })
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => isRefunded || (await pool.query(waiting)).rowCount === 1).toBe(true)
  resume.resolve()
  await Promise.all([restoring, refunding])
  const { rows } = await pool.query('select revoked_at is not null as revoked from certificates')
  expect(rows).toEqual([{ revoked: true }])
})

test('does not send an outdated email whose content is no longer true', async () => {
  const { deps, id, mailed, runJobs } = await setUpGraduate()
  await revokeCertificate(deps, { id, reason: 'a mistake', by: OPERATOR })
  await restoreCertificate(deps, { id, reason: 'looked at again', by: OPERATOR })
  await runJobs()
  expect(await mailed()).toEqual(['Your certificate', 'Your certificate is valid again'])
})
