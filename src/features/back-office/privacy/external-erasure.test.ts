import { expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { members } from '#db/tables/members.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { runScheduledDeletions, eraseMember } from './erasure.service.ts'

// Data outside the tables: customers at the card provider, captured email, jobs.

test("deletes an erased member's customer at the provider at night, even when the job was lost or given up", async () => {
  const { deps, as, pool, emulator, runJobs, ...academy } = await testAcademy()
  const [nurse, other, course] = [await academy.member(), await academy.member(), await academy.course()]
  for (const buyer of [nurse, other]) await as(buyer).post('/Academy/create-payment-intent/', { courseId: course.slug })
  await pool.query(`update purchases set state = 'expired' where member_id = $1`, [nurse.id])
  const { rows } = await pool.query<{ id: string }>(
    'select customer_id as id from provider_customers where member_id = $1',
    [nurse.id],
  )
  const id = rows[0]?.id ?? ''
  // The customer was created in live mode, so test keys can't delete it.
  await pool.query(
    `insert into provider_customers (member_id, customer_id, is_live, created_at) values ($1, 'cus_live', true, now())`,
    [nurse.id],
  )
  await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  const jobs = async () => {
    const found = await pool.query<{ name: string }>(
      `select name from pgboss.job where data ->> 'memberId' = $1 and (name = 'erase-customer' or source_name = 'erase-customer') and state < 'completed'`,
      [nurse.id],
    )
    return found.rows.map(({ name }) => name)
  }
  // While the job is pending, no second one is enqueued.
  await runScheduledDeletions(deps)
  expect(await jobs()).toEqual(['erase-customer'])
  // The state of the queue after the job has failed permanently.
  await pool.query(`
    update pgboss.job set name = 'failed-jobs', source_name = name, dead_letter = null where name = 'erase-customer'`)
  await runScheduledDeletions(deps)
  expect(await jobs()).toEqual(['erase-customer'])
  // Deletes the job, as a restore does, because backups contain no jobs.
  await pool.query(`delete from pgboss.job where name = 'erase-customer'`)
  await runScheduledDeletions(deps)
  await runScheduledDeletions(deps)
  expect(await jobs()).toEqual(['erase-customer'])
  await runJobs()
  const there = await fetch(`${emulator.url}/v1/customers/${id}`, {
    headers: { authorization: `Bearer ${emulator.secretKey}` },
  })
  expect(await there.json()).toMatchObject({ deleted: true })
  const { rows: left } = await pool.query('select member_id as id from provider_customers where not is_live')
  expect(left).toEqual([{ id: other.id }])
  await runScheduledDeletions(deps)
  expect(await jobs()).toEqual([])
})

test('keeps captured email and jobs with a longer address that contains the erased one', async () => {
  const { deps, db, pool, mailbox, runJobs, ...academy } = await testAcademy()
  const nurse = await academy.member()
  await db.update(members).set({ email: 'Ann@Example.com' }).where(eq(members.id, nurse.id))
  const texts = {
    'joann@example.com': 'For Jo',
    'ann@example.com.au': 'From down under.',
    'mary-ann@example.com': 'For Mary',
    'ann@example.com': 'For Ann',
    'teacher@example.com': 'Her address is ann@example.com.\nCall her.',
    'other@example.com': 'Write to:\nANN@example.com',
  }
  for (const [to, text] of Object.entries(texts))
    await deps.mail.send({ to, memberId: null, subject: 'x', text, html: `<p>${text}</p>` })
  const named = ['joann@example.com', 'ann@example.com.au', 'Write to:\nann@example.com', 'ANN@EXAMPLE.COM']
  for (const sentence of named)
    await pool.query(`insert into pgboss.job (name, data) values ('tell-operator', $1)`, [
      JSON.stringify({ words: [{ sentence }] }),
    ])
  await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  const { rows } = await pool.query<{ said: string }>(
    `select data #>> '{words,0,sentence}' as said from pgboss.job where data ? 'words' order by 1`,
  )
  expect(rows.map(({ said }) => said)).toEqual(['ann@example.com.au', 'joann@example.com'])
  await pool.query(`delete from pgboss.job where name = 'tell-operator'`)
  await runJobs()
  expect(new Set((await mailbox()).map(({ to }) => to))).toEqual(
    new Set(['joann@example.com', 'ann@example.com.au', 'mary-ann@example.com']),
  )
})
