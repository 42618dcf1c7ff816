import http from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { getToken } from '../test/harness/api-client.ts'
import type { RunningAcademy } from '../test/harness/running-academy.ts'
import {
  HOSTILE_HEADERS,
  HOSTILE_PATHS,
  createHostileBodies,
  createHostileValues,
  replaceField,
} from '../test/harness/hostile-input.ts'
import { median } from './median.ts'
import { withAcademyOnPostgres } from './on-postgres.ts'
import type { Row } from './row.ts'
import { cpuMs } from './servers.ts'

const TRIES = 5
const MAX_HOLD_MS = 50
const USUAL_BODY_BYTES = 16 * 1024
const MAX_BODY_BYTES = 256 * 1024
const ROUNDS = 5
const REQUESTS = 500

type Request = { method: string; path: string; headers?: http.OutgoingHttpHeaders; body?: string }

/**
 * How long one request by a stranger or a member blocks a process, and the cost of requests for pages that don't exist.
 */
export async function hostile(): Promise<Row[]> {
  return withAcademyOnPostgres({}, async (academy) => {
    const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const held: [number, string][] = []
    for (const request of [...pages(), ...(await calls(academy.url, token))])
      held.push([await holdOf(academy, request), `${request.method} ${request.path.slice(0, 60)}`])
    const [[longest, of] = [0, '']] = held.toSorted((a, b) => b[0] - a[0])
    console.log(`  ${held.length} requests, the longest hold by ${of}`)

    const cached = await costOf(academy, agent, () => '/Courses/')
    const unknown = await costOf(academy, agent, (n) => `/nowhere-${n}`)
    const absent = await costOf(academy, agent, (n) => `/Course/none-${n}`)
    agent.destroy()
    console.log(
      `  processor time of a request: kept ${cached} ms, unknown address ${unknown} ms, no such course ${absent} ms`,
    )
    return [
      { what: 'longest hold of the event loop by one request', ours: longest, limit: MAX_HOLD_MS, unit: 'ms' },
      {
        what: 'an unknown address against a kept page, processor time',
        ours: ratio(unknown, cached),
        limit: 6,
        unit: 'times',
      },
      { what: 'a course that is not there against a kept page', ours: ratio(absent, cached), limit: 20, unit: 'times' },
    ]
  })
}

const ratio = (one: number, other: number) => Math.round((one / other) * 10) / 10

function pages(): Request[] {
  return [
    ...HOSTILE_PATHS.map((path) => ({ method: 'GET', path })),
    ...['/Courses/', '/nowhere', '/Academy/api/courses/', '/Academy/docs/json'].flatMap((path) =>
      HOSTILE_HEADERS.map((headers) => ({ method: 'GET', path, headers })),
    ),
  ]
}

type Docs = {
  paths: Record<string, { post?: { requestBody?: { content: { 'application/json': { example?: object } } } } }>
}

/** Every endpoint with a body, from the API docs, up to the largest body that any of them accepts. */
async function calls(url: string, token: string): Promise<Request[]> {
  const { paths } = (await (await fetch(`${url}/Academy/docs/json`)).json()) as Docs
  return Object.entries(paths).flatMap(([address, { post }]) => {
    // A logout would end the session.
    if (!post || address.includes('logout')) return []
    const example = post.requestBody?.content['application/json'].example ?? {}
    const [field = 'none'] = Object.keys(example)
    const bodies = [
      ...createHostileBodies(USUAL_BODY_BYTES),
      ...createHostileBodies(MAX_BODY_BYTES).filter((body) => body.length > USUAL_BODY_BYTES),
      ...createHostileValues(USUAL_BODY_BYTES - 800).map((value) => replaceField(example, field, value)),
    ]
    return bodies.map((body) => ({
      method: 'POST',
      path: address.replaceAll(/\{\w+\}/g, 'some'),
      headers: { 'content-type': 'application/json', authorization: `Token ${token}` },
      body,
    }))
  })
}

/**
 * The longest time between two turns of the process's event loop around one request, in ms; if it is too long, the
 * minimum of several attempts.
 */
async function holdOf(academy: RunningAcademy, request: Request): Promise<number> {
  let min = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && min > MAX_HOLD_MS; tries += 1) {
    // Reading the value restarts the measurement.
    await lag(academy)
    const status = await statusOf(academy.url, request)
    if (status >= 500 && status !== 503) throw new Error(`${request.method} ${request.path.slice(0, 80)}: ${status}`)
    await sleep(25)
    min = Math.min(min, await lag(academy))
  }
  return min
}

async function lag({ url }: RunningAcademy): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Math.round(Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1_000)
}

async function statusOf(
  url: string,
  { method, path, headers = {}, body }: Request,
  agent?: http.Agent,
): Promise<number> {
  const request = http.request(url, { method, path, headers, agent: agent ?? false })
  request.end(body)
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage]
  for await (const _ of reply);
  return reply.statusCode ?? 0
}

/** Processor time of the academy and its database for one request, in ms. */
async function costOf(academy: RunningAcademy, agent: http.Agent, path: (n: number) => string): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = cpuMs(academy.pid())
    for (let n = 0; n < REQUESTS; n += 1)
      await statusOf(academy.url, { method: 'GET', path: path(round * REQUESTS + n) }, agent)
    rounds.push((cpuMs(academy.pid()) - before) / REQUESTS)
  }
  return median(rounds)
}
