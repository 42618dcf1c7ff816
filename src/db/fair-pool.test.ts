import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../test/harness/database.ts'
import { runAsClient } from './current-client.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { openDatabase } from './open-database.ts'

const PATIENCE_MS = 60_000

async function openPool({ max = 1 } = {}) {
  const { pool, db, close } = openDatabase(await testDatabase(), () => {}, max, PATIENCE_MS)
  onTestFinished(close)
  const done: string[] = []
  const send = (client: string, name = client) =>
    runAsClient(client, async () => {
      await pool.query('select 1')
      done.push(name)
    })
  const transact = (client: string) =>
    runAsClient(client, () => db.transaction(async () => void done.push(`${client} in a transaction`)))
  return { pool, done, send, transact }
}

test('clients take turns using connections, however many statements one of them has waiting', async () => {
  const { pool, done, send, transact } = await openPool()
  const connection = await pool.connect()
  const flood = Array.from({ length: 40 }, (_, n) => send('flood', `flood ${n}`))
  const others = [send('a'), transact('b'), send('b'), pool.query('select 1').then(() => done.push('a job'))]
  expect(pool.queuedCount).toBe(44)
  connection.release()
  await Promise.all([...flood, ...others])
  expect(done.slice(0, 6)).toEqual(['flood 0', 'a', 'b in a transaction', 'a job', 'flood 1', 'b'])
  expect(done).toHaveLength(44)
  expect([pool.queuedCount, pool.totalCount, pool.idleCount]).toEqual([0, 1, 1])
})

test('a statement that waits too long fails, and its connection goes to the next one', async () => {
  const { pool, done, send, transact } = await openPool()
  const connection = await pool.connect()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const late = [send('late'), transact('late')].map((sent) => sent.catch((error: unknown) => error))
  vi.advanceTimersByTime(PATIENCE_MS)
  vi.useRealTimers()
  expect((await Promise.all(late)).map(isDatabaseUnavailable)).toEqual([true, true])
  expect(pool.queuedCount).toBe(0)
  connection.release()
  await send('next')
  expect(done).toEqual(['next'])
})

test('a broken connection gives way to a new one', async () => {
  const { pool, send, done } = await openPool({ max: 2 })
  const connections = [await pool.connect(), await pool.connect()]
  const waiting = [send('a'), send('b'), send('c')]
  for (const connection of connections) connection.release(new Error('broken'))
  await Promise.all(waiting)
  expect(done.toSorted()).toEqual(['a', 'b', 'c'])
  expect(await Promise.all([send('d'), send('e'), send('f')])).toHaveLength(3)
})
