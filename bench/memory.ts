import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest } from '../test/harness/load.ts'
import { getToken } from '../test/harness/api-client.ts'
import { withAcademyOnPostgres } from './on-postgres.ts'
import type { Row } from './row.ts'
import { pssMiB } from './servers.ts'

const CONNECTIONS = 8

/**
 * Measures the memory of one process after 10,000 requests of all kinds, and whether it has grown after 100,000.
 * Restarts the process first, because loading the demo keeps 60 MiB that a production academy never uses.
 */
export async function memory(): Promise<Row[]> {
  return withAcademyOnPostgres({}, async (academy) => {
    await academy.stop()
    await academy.start()
    const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
    const early = await afterRequests(academy.url, { token, many: 10_000, pid: academy.pid() })
    const late = await afterRequests(academy.url, { token, many: 90_000, pid: academy.pid() })
    return [
      { what: 'memory (PSS) after 10,000 requests', ours: early, limit: 220, unit: 'MiB' },
      { what: 'memory (PSS) after 100,000 requests', ours: late, limit: Math.round(early * 1.1), unit: 'MiB' },
    ]
  })
}

const COURSE = 'defense-medical-exam-training'
const CALLS: [path: string, isMember: boolean][] = [
  ['/', false],
  ['/Courses/', false],
  [`/Course/${COURSE}`, false],
  ['/Academy/api/courses/', false],
  ['/Academy/api/podcasts/', false],
  ['/Academy/api/MyAcademy/', true],
  [`/Academy/api/take/course/${COURSE}/`, true],
  [`/Academy/api/course/${COURSE}/lecture/what-a-defense-medical-exam-is/`, true],
]

type Load = { token: string; many: number; pid: number }

async function afterRequests(url: string, { token, many, pid }: Load): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let next = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (next < many) {
        const [path, isMember] = CALLS[next++ % CALLS.length] ?? ['/', false]
        await sendRequest(url + path, agent, isMember ? { authorization: `Token ${token}` } : {})
      }
    }),
  )
  agent.destroy()
  await sleep(2_000)
  return pssMiB(pid)
}
