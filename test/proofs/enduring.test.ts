import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { findDebianPrograms, startDebianPostgres } from '../../scripts/debian-postgres.mjs'
import { getToken } from '../harness/api-client.ts'
import { runAcademy } from '../harness/running-academy.ts'
import { printFigure } from '../harness/print-figure.ts'
import { repetitions, timeLimit } from '../harness/measure.ts'

const AWAY_SECONDS = repetitions({ full: 30, short: 5 })
const MEMBER = '/Academy/api/MyAcademy/'

test.skipIf(findDebianPrograms() === undefined)(
  `while the database is down for ${AWAY_SECONDS} s, calls fail with a retry time, cached pages still respond, all within 5 s`,
  async () => {
    const cluster = await startDebianPostgres(findDebianPrograms() ?? '', { isDurable: true })
    onTestFinished(() => cluster.stop())
    const academy = await runAcademy({ databaseUrl: cluster.url })
    onTestFinished(() => academy.close())
    const token = { authorization: `Token ${await getToken(academy.url, 'demo', 'demo-learner-2026')}` }
    expect((await fetch(academy.url + '/')).status).toBe(200)
    // When the database goes down, the email for this request is still a queued job.
    const forgotten = await fetch(`${academy.url}/Academy/api/forgot-password/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'demo@example.com' }),
    })
    expect(forgotten.status).toBe(200)

    await cluster.kill()
    const back = performance.now() + AWAY_SECONDS * 1_000
    const answers = new Set<string>()
    while (performance.now() < back) {
      const refused = await fetch(academy.url + MEMBER, { headers: token })
      answers.add(`${refused.status}, again in ${refused.headers.get('retry-after')} s`)
      expect((await fetch(academy.url + '/')).status).toBe(200)
      await sleep(200)
    }
    expect([...answers]).toEqual(['503, again in 5 s'])

    await cluster.startAgain()
    const since = performance.now()
    while ((await fetch(academy.url + MEMBER, { headers: token })).status !== 200) {
      expect(performance.now() - since).toBeLessThan(5_000)
      await sleep(50)
    }
    printFigure(
      `database away ${AWAY_SECONDS} s: members are answered ${Math.round(performance.now() - since)} ms after its return`,
    )
    expect((await academy.findEmail('password')).to).toBe('demo@example.com')
  },
  timeLimit(120),
)

test(
  'closes 500 idle sockets within 12 s while pages still respond',
  async () => {
    const academy = await runAcademy()
    onTestFinished(() => academy.close())
    const { hostname, port } = new URL(academy.url)
    const since = performance.now()
    const slow = await Promise.all(Array.from({ length: 500 }, () => halfRequest(Number(port), hostname)))
    const closed = Promise.all(slow.map((socket) => once(socket, 'close')))
    let slowest = 0
    for (let asked = 0; asked < 20; asked += 1) {
      const asking = performance.now()
      expect((await fetch(`${academy.url}/Courses/`)).status).toBe(200)
      slowest = Math.max(slowest, performance.now() - asking)
      await sleep(100)
    }
    await closed
    const seconds = (performance.now() - since) / 1_000
    printFigure(
      `500 slow sockets: closed after ${seconds.toFixed(1)} s; slowest page meanwhile ${Math.round(slowest)} ms`,
    )
    expect(seconds).toBeLessThan(12)
    expect(slowest).toBeLessThan(2_000)
  },
  timeLimit(90),
)

async function halfRequest(port: number, hostname: string): Promise<Socket> {
  const socket = connect(port, hostname)
  // The server closes the connection at the end, which is expected.
  socket.on('error', () => {})
  socket.resume()
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nHost: academy\r\nX-Slow: ')
  return socket
}
