import { expect, test } from 'vitest'
import { testAcademy } from '../../test/harness/academy.ts'

test('waits four seconds for a table locked by a forgotten transaction, then fails with a retry time', async () => {
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
