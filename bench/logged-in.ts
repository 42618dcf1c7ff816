import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { openAcademy } from '../src/academy.ts'
import { buildApp } from '../src/app.ts'
import { seedDemo } from '#features/back-office/demo/demo.public.ts'
import { readConfig } from '#platform/config.ts'
import { runAcademy } from '../test/harness/running-academy.ts'
import { recordStatements } from '../test/harness/statements.ts'
import { median } from './median.ts'
import { addMembers, type Db, type Member, logIn, studyCalls } from './members.ts'
import type { Row } from './row.ts'
import { cpuMs, type Server, SERVERS } from './servers.ts'

const CONNECTIONS = 64
const PROCESSES = 2
// The total pool size of two processes; more sessions only slow down pgbench.
const PGBENCH_CLIENTS = 20
const ROUNDS = 3
const SECONDS = 6

const run = promisify(execFile)

/**
 * Measures requests for My Academy, a course, and a lecture, each equally often, by 64 members at once, compared with
 * pgbench running the same statements. The academy, PostgreSQL, and the load share the machine.
 */
export async function loggedIn(): Promise<Row[]> {
  const rows: Row[] = []
  for (const start of Object.values(SERVERS)) {
    const folder = mkdtempSync(path.join(tmpdir(), 'academy-logged-in-'))
    const server = await start(path.join(folder, 'server'))
    try {
      if (server) rows.push(...(await measure(server, folder)))
    } finally {
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return rows
}

async function measure(server: Server, folder: string): Promise<Row[]> {
  const scripts = await prepare(server, folder)
  const academy = await runAcademy({ databaseUrl: server.connectionString, workers: PROCESSES })
  try {
    const ask = () => askCalls(academy.url, path.join(folder, 'calls'), { node: academy.pid(), postgres: server.pid })
    await ask() // By now, every process has compiled its hot code.
    const ours: Awaited<ReturnType<typeof ask>>[] = []
    const theirs: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const [calls, statements] = [await ask(), await runStatements(server, scripts)]
      ours.push(calls)
      theirs.push(statements)
      console.log(
        `  ${server.name}: ${calls.perSecond.toFixed(0)} calls/s, p50 ${calls.p50} ms, p99 ${calls.p99} ms, failed ${calls.failed}, ` +
          `CPU a call: Node ${calls.nodeUs.toFixed(0)} µs, PostgreSQL ${calls.postgresUs.toFixed(0)} µs; pgbench ${statements.toFixed(0)}/s`,
      )
    }
    const perSecond = median(ours.map((round) => round.perSecond))
    const what = `calls of members, ${server.name}`
    return [
      { what, ours: Math.round(perSecond), limit: 2_500, unit: '/s', isMinimum: true },
      { what: `${what}: p99`, ours: median(ours.map(({ p99 }) => p99)), limit: 100, unit: 'ms' },
      { what: `${what}: failed`, ours: Math.max(...ours.map(({ failed }) => failed)), limit: 0, unit: '' },
      {
        what: `${what}: share of pgbench with the same statements`,
        ours: Number((perSecond / median(theirs)).toFixed(2)),
        limit: 0.15,
        unit: '',
        isMinimum: true,
      },
    ]
  } finally {
    await academy.close()
  }
}

/**
 * Fills the database, writes the requests for wrk, and creates a pgbench script with the statements of each request.
 */
async function prepare({ connectionString }: Server, folder: string): Promise<string[]> {
  const academy = await openAcademy(
    readConfig({ DATABASE_URL: connectionString, DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'warn' }),
  )
  const app = await buildApp(academy.deps)
  try {
    const { deps } = academy
    await deps.jobs.start({ work: false })
    await seedDemo(deps)
    await addMembers(deps.db, 1_000, 3)
    const members = await logIn(deps.db, CONNECTIONS)
    const calls = Object.entries(await studyCalls(deps.db))
    const lines = members.flatMap(({ token }, n) => calls.map(([, urls]) => `${token} ${urls[n % urls.length]}`))
    writeFileSync(path.join(folder, 'calls'), lines.join('\n'))
    await deps.db.execute(
      sql`create table bench_values (client int, call text, given text[], primary key (client, call))`,
    )
    const scripts: string[] = []
    for (const [name, urls] of calls) {
      let script = ''
      for (const [client, member] of members.entries()) {
        script = await scriptOf(deps.db, { app, name, client, member, url: urls[client % urls.length] ?? '' })
      }
      const file = path.join(folder, `${name}.sql`)
      writeFileSync(file, script)
      scripts.push(file)
    }
    return scripts
  } finally {
    await app.close()
    await academy.close()
  }
}

type Asked = { app: Awaited<ReturnType<typeof buildApp>>; name: string; client: number; member: Member; url: string }

/** The statements of one request as a script for all clients; each client reads its own values once. */
async function scriptOf(db: Db, { app, name, client, member, url }: Asked): Promise<string> {
  const statements = await recordStatements(async () => {
    const reply = await app.inject({ url, headers: { authorization: `Token ${member.token}` } })
    if (reply.statusCode !== 200) throw new Error(`${url} answers ${reply.statusCode}`)
  })
  const values: string[] = []
  const texts = statements.map(({ text, values: given }) => {
    const before = values.length
    for (const value of given) values.push(textOf(value) ?? member.id)
    return text.replaceAll(/\$(\d+)/g, (_, n) => `:${name}_v${before + Number(n)}`).replaceAll(/\s+/g, ' ')
  })
  await db.execute(
    sql`insert into bench_values values (${client}, ${name}, (select array_agg(v order by n) from json_array_elements_text(${JSON.stringify(values)}::json) with ordinality as t(v, n)))`,
  )
  const columns = values.map((_, n) => `given[${n + 1}] as v${n + 1}`).join(', ')
  return [
    `\\if :${name}_known = 0`,
    `select ${columns} from bench_values where client = :client_id and call = '${name}' \\gset ${name}_`,
    `\\set ${name}_known 1`,
    '\\endif',
    ...texts.map((text) => `${text};`),
    '',
  ].join('\n')
}

/** Formats a value for pgbench; undefined for null, which pgbench can't send. */
function textOf(value: unknown): string | undefined {
  if (value instanceof Date) return value.toISOString()
  return value === null ? undefined : `${value as string | number | boolean}`
}

async function askCalls(url: string, calls: string, pids: { node: number; postgres: number }) {
  const before = [cpuMs(pids.node), cpuMs(pids.postgres)] as const
  const script = path.join(import.meta.dirname, 'logged-in.lua')
  const { stdout } = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}`, '-s', script, url, '--', calls])
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<
    'requests' | 'perSecond' | 'p50' | 'p99' | 'failed',
    number
  >
  const usPerCall = (used: number) => (used * 1_000) / result.requests
  return {
    ...result,
    nodeUs: usPerCall(cpuMs(pids.node) - before[0]),
    postgresUs: usPerCall(cpuMs(pids.postgres) - before[1]),
  }
}

/** The requests per second that would be possible if each consisted only of its statements. */
async function runStatements({ connectionString }: Server, scripts: string[]): Promise<number> {
  const options = `-n -M prepared -c ${PGBENCH_CLIENTS} -j 2 -T ${SECONDS}`.split(' ')
  const known = ['list', 'course', 'lecture'].flatMap((name) => ['-D', `${name}_known=0`])
  const files = scripts.flatMap((file) => ['-f', file])
  const { stdout } = await run('pgbench', [...options, ...known, ...files, connectionString])
  const [, perSecond] = /^tps = ([\d.]+)/m.exec(stdout) ?? []
  if (perSecond === undefined) throw new Error(`pgbench says: ${stdout}`)
  return Number(perSecond)
}
