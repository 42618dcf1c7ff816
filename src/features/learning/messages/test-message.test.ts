import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'

const MESSAGES = '/Academy/api/studio/messages/'

test('sends no test of a draft that was deleted in the meantime, and doesn’t try again', async () => {
  const { as, course, mailbox, member, pool, runJobs } = await testAcademy()
  const owner = as(await member({ role: 'owner' }))
  const { id } = await course()
  const made = await owner.post(`${MESSAGES}new/`, { to: 'course', id, lecture: null })
  const at = `${MESSAGES}${made.body.id}/`
  expect((await owner.post(`${at}test/`, { subject: 'Hello', body: 'Hello.' })).status).toBe(200)
  expect((await owner.post(`${at}delete/`, {})).status).toBe(200)
  await runJobs()
  const { rows } = await pool.query(`select state from pgboss.job where name = 'send-test-message'`)
  expect([await mailbox(), rows]).toEqual([[], [{ state: 'completed' }]])
})
