import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { job } from '#shared/job.ts'
import { startEmbeddedServer } from './embedded-server.ts'
import { openJobs } from './jobs.ts'
import { migrateDatabase } from './migrate.ts'

let folder: string
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'academy-embedded-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

test('committed data survives a kill of the process, and no server is left behind', async () => {
  const dataDir = path.join(folder, 'data')
  const first = await holder(dataDir)
  await ask(first.url, 'create table kept (id int)')
  await ask(first.url, 'insert into kept values (7)')
  const postgres = Number(readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])

  await end(first.child, 'SIGKILL')
  const again = await startEmbeddedServer(dataDir)

  expect(await ask(again.connectionString, 'select id from kept')).toEqual([{ id: 7 }])
  await expect.poll(() => isRunning(postgres)).toBe(false)
  await again.stop()
  expect(existsSync(path.join(dataDir, 'pg/postmaster.pid'))).toBe(false)
})

test('a second process joins the running server and takes over when the first one ends', async () => {
  const dataDir = path.join(folder, 'data')
  const first = await holder(dataDir)
  const second = await startEmbeddedServer(dataDir)
  expect(runnerOf(dataDir)).toBe(first.child.pid)
  expect(second.connectionString).toBe(first.url)

  await end(first.child, 'SIGTERM')
  await expect.poll(() => runnerOf(dataDir), { timeout: 8_000 }).toBe(process.pid)
  await expect.poll(() => ask(second.connectionString, 'select 1 as one').catch(String)).toEqual([{ one: 1 }])
  await second.stop()
})

test('three processes on a new folder share one database', async () => {
  const dataDir = path.join(folder, 'data')
  const all = await Promise.all([holder(dataDir), holder(dataDir), startEmbeddedServer(dataDir)])
  const [first, , ours] = all
  await ask(first.url, 'create table shared (id int)')
  expect(await ask(ours.connectionString, 'select count(*)::int as n from shared')).toEqual([{ n: 0 }])
  await ours.stop()
})

test('a deep path with spaces works', async () => {
  const dataDir = path.join(folder, 'a folder of the academy with a long name'.repeat(4), 'data & more 100%')
  const server = await startEmbeddedServer(dataDir)
  expect(await ask(server.connectionString, `select 'Łucja' as name`)).toEqual([{ name: 'Łucja' }])
  await server.stop()
})

test('a killed server is restarted at the same address', async () => {
  const server = await startEmbeddedServer(path.join(folder, 'data'))
  const lines = readFileSync(path.join(folder, 'data/pg/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(lines[0]), 'SIGKILL')
  await sleep(200)
  await expect
    .poll(() => ask(server.connectionString, 'select 1 as one').catch(String), { timeout: 8_000 })
    .toEqual([{ one: 1 }])
  await server.stop()
})

test('a lock file from a crash whose pid now belongs to another process does not block the academy', async () => {
  const dataDir = path.join(folder, 'data')
  const first = await startEmbeddedServer(dataDir)
  const lock = path.join(dataDir, 'pg/postmaster.pid')
  const left = readFileSync(lock, 'utf8').split('\n')
  await first.stop()
  writeFileSync(lock, [process.pid, ...left.slice(1)].join('\n'))

  const again = await startEmbeddedServer(dataDir)
  expect(runnerOf(dataDir)).toBe(process.pid)
  await again.stop()
})

test(
  'the academy’s role owns what was the superuser’s, even after an interruption, and has no rights outside',
  { timeout: 60_000 },
  async () => {
    const dataDir = path.join(folder, 'data')
    const server = await startEmbeddedServer(dataDir)
    const { connectionString, superuserConnectionString: superuser } = server
    await ask(
      superuser,
      `alter schema public owner to pg_database_owner; revoke create on database postgres from academy`,
    )
    await ask(superuser, 'drop role academy')
    // Sets up the database as the previous version did.
    await migrateDatabase(superuser)
    await makeQueues(superuser)
    await ask(superuser, 'create extension citext; create table kept (id serial, name citext)')
    await ask(superuser, `insert into kept (name) values ('Łucja')`)

    const blocking = new pg.Client({ connectionString: superuser })
    blocking.on('error', () => {})
    await blocking.connect()
    await blocking.query('begin; lock table kept in access share mode')
    const second = holding(dataDir)
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table%'`
    await expect.poll(() => ask(superuser, waiting), { timeout: 10_000 }).toHaveLength(1)
    expect(await ask(superuser, `select from pg_roles where rolname = 'academy'`)).toEqual([])
    await end(second, 'SIGKILL')
    process.kill(Number(readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')

    const me = 'select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user'
    await expect
      .poll(() => ask(connectionString, me).catch(String), { timeout: 8_000 })
      .toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }])
    expect(await ask(superuser, OF_THE_SUPERUSER)).toEqual([])
    await migrateDatabase(connectionString)
    await makeQueues(connectionString)
    expect(await ask(connectionString, `insert into kept (name) values ('x') returning name`)).toEqual([{ name: 'x' }])
    await ask(connectionString, 'create extension btree_gin; alter table members add column more text')
    for (const harm of [
      `copy kept to program 'cat'`,
      `copy kept from '/etc/passwd'`,
      `select pg_read_file('/etc/passwd')`,
      'set role postgres',
      'create role more superuser',
    ])
      await expect(ask(connectionString, harm)).rejects.toThrow(/permission denied|must/)

    // The previous version continues to use the database. At the next start, its new objects are transferred to the
    // role.
    await migrateDatabase(superuser)
    await makeQueues(superuser, 'of-before')
    await ask(superuser, 'create table later (id int)')
    // The role creates functions that match the superuser's calls better than PostgreSQL's own.
    for (const [called, result, answer] of LYING_IN_WAIT)
      await ask(
        connectionString,
        `create function public.${called} returns ${result} language plpgsql as $$ begin
           if current_user = 'postgres' then alter role academy superuser; end if;
           return ${answer}; end $$`,
      )
    await server.stop()
    const again = await startEmbeddedServer(dataDir)
    expect(await ask(again.connectionString, OF_THE_SUPERUSER)).toEqual([])
    expect(await ask(again.connectionString, me)).toMatchObject([{ rolsuper: false }])
    await again.stop()
  },
)

const LYING_IN_WAIT = [
  ['pg_advisory_xact_lock(text)', 'void', ''],
  ['pg_advisory_xact_lock(int)', 'void', ''],
  ['format(text, name)', 'text', 'pg_catalog.format($1, $2)'],
  ['format(text, regtype)', 'text', 'pg_catalog.format($1, $2)'],
]

const OF_THE_SUPERUSER = `select name from (
    select oid::regclass::text, relnamespace, relowner, 'pg_class'::regclass, oid from pg_class where relkind <> 'i'
    union all select oid::regprocedure::text, pronamespace, proowner, 'pg_proc'::regclass, oid from pg_proc
    union all select oid::regtype::text, typnamespace, typowner, 'pg_type'::regclass, oid from pg_type where typelem = 0
    union all select nspname, oid, nspowner, 'pg_namespace'::regclass, oid from pg_namespace
  ) object (name, space, owner, class, id)
  where owner = 'postgres'::regrole and space in (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
    and not exists (select from pg_depend where deptype = 'e' and classid = class and objid = id)`

async function makeQueues(connectionString: string, name = 'of-now'): Promise<void> {
  const jobs = openJobs(connectionString, () => {})
  jobs.handle(job({ name, data: z.object({}) }), async () => {})
  await jobs.start({ work: false })
  await jobs.stop()
}

/** Returns the process that started the server of this folder, or undefined if there is none. */
function runnerOf(dataDir: string): number | undefined {
  try {
    const [postmaster] = readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${postmaster}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

/**
 * Whether a server process is running. A zombie that its new parent has not reaped has an empty command line, so it doesn't
 * count.
 */
function isRunning(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`
  return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes('postgres')
}

/** Starts another process of the academy, such as a command next to a running academy. */
async function holder(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const child = holding(dataDir)
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { child, ...JSON.parse(line) }
}

function holding(dataDir: string) {
  const script = `
    import { startEmbeddedServer } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded-server.ts'))}
    const server = await startEmbeddedServer(process.argv[1])
    process.stdout.write(JSON.stringify({ url: server.connectionString }) + '\\n')
    process.on('SIGTERM', () => server.stop().then(() => process.exit(0)))
    setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

async function ask(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
