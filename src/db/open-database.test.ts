import { expect, test } from 'vitest'
import { testAcademy } from '../../test/harness/academy.ts'

test('a table that somebody locked and forgot is waited for four seconds, and refused with a time to come back', async () => {
  const { as, pool, member, course } = await testAcademy()
  const [nurse, { slug }] = [await member(), await course()]
  const buy = () => as(nurse).post('/Academy/create-payment-intent/', { courseId: slug })
  const forgotten = await pool.connect()
  await forgotten.query('begin')
  await forgotten.query('lock table purchases in exclusive mode')
  expect(await buy()).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '5' } })
  await forgotten.query('rollback')
  forgotten.release()
  expect((await buy()).status).toBe(200)
})
