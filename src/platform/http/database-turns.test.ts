import { expect, test } from 'vitest'
import { testAcademy } from '../../../test/harness/academy.ts'

/** Makes requests share one database connection. `done` lists them in the order of their responses. */
async function crowdedAcademy() {
  const academy = await testAcademy()
  const done: string[] = []
  const taken: { release: () => void }[] = []
  const take = async () => {
    for (let n = 0; n < academy.pool.options.max; n += 1) taken.push(await academy.pool.connect())
  }
  const send = (name: string, sent: Promise<{ status: number }>) =>
    sent.then(({ status }) => {
      done.push(name)
      return status
    })
  const run = async (sent: Promise<number>[]) => {
    await expect.poll(() => academy.pool.queuedCount).toBeGreaterThanOrEqual(sent.length)
    taken.pop()?.release()
    const statuses = await Promise.all(sent)
    for (const each of taken) each.release()
    return statuses
  }
  return { ...academy, done, take, send, run }
}

test('a request waits for few of the many requests that a member sends at once', async () => {
  const { as, member, done, take, send, run } = await crowdedAcademy()
  const [busy, other] = [await member(), await member()]
  await take()
  const search = () => as(busy).post('/Academy/api/search/', { words: 'record' })
  const flood = Array.from({ length: 40 }, () => send('flood', search()))
  const statuses = await run([...flood, send('other', as(other).post('/Academy/api/search/', { words: 'record' }))])
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(done.indexOf('other')).toBeLessThan(6)
})

test('a network without an account waits for its own requests, and thirty visitors behind it are not refused', async () => {
  const { app, done, take, send, run } = await crowdedAcademy()
  await take()
  const get = (ip: string, name: string) =>
    send(
      name,
      app
        .inject({ url: '/Academy/api/course/none/notAuthenticated/', headers: { 'x-forwarded-for': ip } })
        .then(({ statusCode: status }) => ({ status })),
    )
  const hospital = Array.from({ length: 120 }, () => get('203.0.113.9', 'hospital'))
  const statuses = await run([...hospital, get('203.0.113.10', 'other')])
  expect(new Set(statuses)).toEqual(new Set([404]))
  expect(done.indexOf('other')).toBeLessThan(6)
})
