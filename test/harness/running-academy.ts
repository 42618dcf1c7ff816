import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverEnvironment, serverFlags } from '../../scripts/server-process.mjs'
import { dropDatabase } from './database-server.ts'
import { hostAcademy } from './hosted-academy.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const START_LIMIT_MS = 90_000
/**
 * Fewer garbage collections than in an operator's academy, which saves a fifth of the start time. A test's academy ends
 * before its memory matters.
 */
const flags = [...serverFlags, ...(process.env['VITEST_WORKER_ID'] ? ['--initial-old-space-size=128'] : [])]

export type CapturedEmail = {
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; contentType: string; size: number; url: string }[]
}

type Given = {
  /** Runs the academy in its own process, as an operator starts it, even if no other option requires that. */
  isAlone?: boolean
  /** Empty for the embedded PostgreSQL in the academy's folder. */
  databaseUrl?: string
  settings?: Record<string, string>
  workers?: number
  /** Commands to run before the first start, on an empty academy without the demo. */
  before?: (environment: NodeJS.ProcessEnv) => Promise<void>
}

/** The processes of a running academy. */
type Running = {
  start(): Promise<void>
  stop(): Promise<void>
  /** Kills the processes, like a power failure, so that they can't finish anything. */
  kill(): Promise<void>
  pid(): number
  /** The academy's output so far. */
  output(): string
}

/**
 * An academy with its own data folder. In browser tests it is a copy of one that has loaded the demo, and runs in the
 * worker's process for academies on the tests' database server. Elsewhere, or with special options, it runs as an
 * operator starts it: in its own process, or with `workers` processes on one port, on its embedded PostgreSQL
 * (DATABASE_URL where the tests run on Debian's) or the given database. It loads the demo itself.
 */
export async function runAcademy(given: Given = {}) {
  const { workers = 0 } = given
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-e2e-'))
  const seeded = isHosted(given) ? await copySeededInto(folder) : undefined
  const databaseUrl = seeded ?? given.databaseUrl ?? (await ownDatabase())
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const environment = {
    ...process.env,
    ...serverEnvironment,
    NODE_ENV: 'development',
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    ...given.settings,
    WORKERS: workers ? String(workers) : '',
  }
  const running = seeded ? inHost(environment) : inOwnProcess(environment, { url, workers })

  await given.before?.(environment)
  await running.start()
  return {
    ...running,
    url,
    folder,
    /** The environment with which it was started, for running commands next to it. */
    environment,
    mail: async () => (await (await fetch(`${url}/dev/mail.json`)).json()) as CapturedEmail[],
    /** Waits for the newest email whose subject contains this word. */
    async findEmail(word: string): Promise<CapturedEmail> {
      for (let tries = 0; tries < 600; tries += 1) {
        const emails = (await (await fetch(`${url}/dev/mail.json`)).json()) as CapturedEmail[]
        const found = emails.find(({ subject }) => subject.toLowerCase().includes(word.toLowerCase()))
        if (found) return found
        await sleep(100)
      }
      throw new Error(`No letter about '${word}' came`)
    },
    async close() {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
      if (seeded) await dropDatabase(seeded)
    },
  }
}

export type RunningAcademy = Awaited<ReturnType<typeof runAcademy>>

/**
 * Benchmarks and screenshots start academies, too, without a test runner that keeps a seeded one, so their files are in
 * their own folder.
 */
function isHosted({ isAlone = false, databaseUrl, settings, workers = 0, before }: Given): boolean {
  const isSpecial = isAlone || databaseUrl !== undefined || workers > 0 || before !== undefined
  return process.env['VITEST_WORKER_ID'] !== undefined && !isSpecial && settings?.['FILES_URL'] === undefined
}

/** The folder and database of the seeded academy in browser tests, and the database URL. */
async function copySeededInto(folder: string): Promise<string | undefined> {
  const [{ inject }, { copySeededDatabase: copySeeded }] = await Promise.all([
    import('vitest'),
    import('./database.ts'),
  ])
  const seeded: { folder: string } | undefined = inject('seededAcademy')
  if (!seeded) return undefined
  await cp(seeded.folder, folder, { recursive: true })
  return copySeeded()
}

/** Empty for the embedded PostgreSQL. */
async function ownDatabase(): Promise<string> {
  if (!process.env['VITEST_WORKER_ID']) return ''
  const [{ inject }, { copyTemplate }] = await Promise.all([import('vitest'), import('./database.ts')])
  return inject('postgres') === 'debian' ? copyTemplate() : ''
}

function inHost(environment: NodeJS.ProcessEnv): Running {
  let hosted: Awaited<ReturnType<typeof hostAcademy>> | undefined
  const left = (hand: 'close' | 'kill') => async () => {
    const leaving = hosted
    hosted = undefined
    await leaving?.[hand]()
  }
  return {
    async start() {
      hosted = await hostAcademy(environment, flags)
    },
    stop: left('close'),
    kill: left('kill'),
    pid: () => hosted?.pid ?? 0,
    output: () => hosted?.printed() ?? '',
  }
}

function inOwnProcess(environment: NodeJS.ProcessEnv, { url, workers }: { url: string; workers: number }): Running {
  let server: ChildProcess | undefined
  let output = ''

  const start = async () => {
    const started = spawn(process.execPath, [...flags, 'src/main.ts', ...(workers ? ['--workers'] : [])], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    server = started
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const since = Date.now()
    const before = output.length
    // Waits for the message that it is complete. If there are several processes, the first responds earlier, and one
    // that is still starting ends on a signal without cleanup.
    const isWhole = () => environment['NODE_ENV'] === 'production' || output.includes('Stop with Ctrl+C', before)
    while (!(await isReady(url)) || !isWhole()) {
      if (started.exitCode !== null) throw new Error(`The academy ended:\n${output}`)
      if (Date.now() - since > START_LIMIT_MS) {
        // Nothing else would end the process.
        await end('SIGKILL')
        throw new Error(`The academy does not answer:\n${output}`)
      }
      await sleep(100)
    }
  }

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }

  return {
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pid: () => server?.pid ?? 0,
    output: () => output,
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(6_000) }).then(
    (reply) => reply.ok,
    () => false,
  )
}

/** A free port below the range for outgoing connections, which could take it before it is opened. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
