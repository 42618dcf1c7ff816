import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http, { type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { type RunningAcademy, runAcademy } from '../test/harness/running-academy.ts'
import { median } from './median.ts'
import type { Row } from './row.ts'

const COURSES = 300
const ROUNDS = 5
const ROUND_SECONDS = 4
const PROCESSES = 2
/** The settings of production, with a card provider and a mail server that never respond. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://academy.example.com',
  APP_SECRET: 'a secret that is good for nothing but this',
  STRIPE_SECRET_KEY: 'sk_test_nothing',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_nothing',
  STRIPE_WEBHOOK_SECRET: 'whsec_nothing',
  STRIPE_API_URL: 'https://127.0.0.1:9',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'academy@example.com',
  LOG_LEVEL: 'fatal',
}
const ADDRESSES = {
  'course page': '/Course/course-1',
  'course list page': '/Courses/',
  'course list of the API': '/Academy/api/courses/',
}

/**
 * Measures public responses from one process, alternating with bare node:http that sends the same bytes and headers.
 * Then measures the same while a course changes once a second, and the delay until two processes show the change.
 * Requires wrk.
 */
export async function cache(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-cache-'))
  const database = await startEmbeddedServer(folder, () => {})
  const sql = new pg.Client({ connectionString: database.connectionString })
  const academies: RunningAcademy[] = []
  try {
    await migrateDatabase(database.connectionString)
    await sql.connect()
    await fill(sql)
    for (let started = 0; started < PROCESSES; started += 1)
      academies.push(await runAcademy({ databaseUrl: database.connectionString, settings: PRODUCTION }))
    const origins = academies.map(({ url }) => url)
    const [origin = ''] = origins

    const rows: Row[] = []
    for (const [name, address] of Object.entries(ADDRESSES)) {
      const { headers, body } = await fetchPacked(origin + address)
      const bare = await startBare(headers, body)
      try {
        const measure = () =>
          inTurns(
            () => press(origin + address),
            () => press(bare.url),
          )
        rows.push(...compare(`${name}, calm`, await measure()))
        const changes = changeEachSecond(
          sql,
          origins.map((each) => each + address),
        )
        rows.push(...compare(`${name}, a change a second`, await measure()))
        rows.push({
          what: `${name}: slowest of the changes to show on both`,
          ours: await changes.end(),
          limit: 1_000,
          unit: 'ms',
        })
      } finally {
        bare.server.kill()
      }
    }
    return rows
  } finally {
    for (const academy of academies) await academy.close()
    await sql.end()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Pressure = { perSecond: number; p99: number }
type Round = { ours: Pressure; bare: Pressure }

async function inTurns(ours: () => Promise<Pressure>, bare: () => Promise<Pressure>): Promise<Round[]> {
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push({ ours: await ours(), bare: await bare() })
  return rounds
}

function compare(what: string, rounds: Round[]): Row[] {
  const ratio = median(rounds.map(({ ours, bare }) => ours.perSecond / bare.perSecond))
  const p99s = [median(rounds.map(({ ours }) => ours.p99)), median(rounds.map(({ bare }) => bare.p99))] as const
  const rates = [
    median(rounds.map(({ ours }) => ours.perSecond)),
    median(rounds.map(({ bare }) => bare.perSecond)),
  ] as const
  console.log(
    `  ${what}: ${rates.map(Math.round).join(' of ')} requests/s, ratio ${ratio.toFixed(2)}; p99 ${p99s.map((p99) => p99.toFixed(1)).join(' and ')} ms`,
  )
  return [
    {
      what: `${what}: requests/s against bare node:http`,
      ours: round(ratio),
      limit: 0.5,
      unit: 'of it',
      isMinimum: true,
    },
    { what: `${what}: p99 against bare node:http`, ours: round(p99s[0] / p99s[1]), limit: 3, unit: 'times' },
  ]
}

const round = (value: number) => Math.round(value * 100) / 100

async function press(url: string): Promise<Pressure> {
  const options = ['-t1', '-c64', `-d${ROUND_SECONDS}`, '--latency', '-H', 'accept-encoding: br', url]
  const { stdout } = await promisify(execFile)('wrk', options)
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99: Number(p99) * ({ us: 0.001, ms: 1, s: 1_000 }[unit] ?? Number.NaN),
  }
}

/** Changes a course that all pages show, and polls each URL for the change. */
function changeEachSecond(sql: pg.Client, urls: string[]) {
  const stopping = new AbortController()
  let slowest = 0
  const showing = async (url: string, title: string, since: number): Promise<void> => {
    while (!(await (await fetch(url)).text()).includes(title)) {
      if (performance.now() - since > 20_000) throw new Error(`${url} does not show the change`)
      await sleep(20)
    }
    slowest = Math.max(slowest, Math.round(performance.now() - since))
  }
  const run = async () => {
    for (let change = 1; !stopping.signal.aborted; change += 1) {
      const title = `Course 1, changed ${change} times`
      const since = performance.now()
      await sql.query(`update products set title = $1 where slug = 'course-1'`, [title])
      await Promise.all(urls.map((url) => showing(url, title, since)))
      await sleep(Math.max(0, since + 1_000 - performance.now()))
    }
  }
  const running = run()
  return {
    async end(): Promise<number> {
      stopping.abort()
      await running
      return slowest
    },
  }
}

function fetchPacked(url: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'br' } }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () => resolve({ headers: reply.headers, body: Buffer.concat(chunks) }))
      })
      .on('error', reject)
  })
}

const BARE = `
  import http from 'node:http'
  const { headers, body } = JSON.parse(process.env.REPLY)
  const bytes = Buffer.from(body, 'base64')
  const server = http.createServer((request, reply) => {
    reply.writeHead(200, headers)
    reply.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

async function startBare(headers: IncomingHttpHeaders, body: Buffer) {
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...own } = headers
  const REPLY = JSON.stringify({ headers: own, body: body.toString('base64') })
  const server = spawn(process.execPath, ['--input-type=module', '-e', BARE], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, REPLY },
  })
  const [port]: unknown[] = await once(server.stdout, 'data')
  return { server, url: `http://127.0.0.1:${String(port).trim()}/` }
}

/** Adds courses of typical size: twelve lectures with three parts each, and covers in six files. */
async function fill(sql: pg.Client): Promise<void> {
  await sql.query(`
    insert into products (slug, kind, title, short_description, full_description, price_cents, published_at)
      select 'course-' || n, 'course', 'Course ' || n, repeat('What it is about. ', 8), repeat('What it is about, **at length**. ', 60), 29900, now()
      from generate_series(1, ${COURSES}) n;
    insert into courses (product_id, examination_title) select id, title from products;
    insert into lectures (course_id, slug, position, name, description)
      select id, 'lecture-' || n, n, 'Lecture ' || n, repeat('What it tells. ', 12) from products, generate_series(1, 12) n;
    insert into sub_lectures (lecture_id, position, title) select id, n, 'Part ' || n from lectures, generate_series(1, 3) n;
    insert into files (sha256, name, content_type, bytes, is_public)
      select md5(id::text || n), 'cover-' || n || '.webp', 'image/webp', 1, true from products, generate_series(1, 6) n;
    insert into product_images (product_id, format, width, file_id)
      select p.id, (case when n <= 3 then 'avif' else 'webp' end)::image_format, 320 * (1 + n % 3), f.id
      from products p, generate_series(1, 6) n join files f on true where f.sha256 = md5(p.id::text || n);
  `)
}
