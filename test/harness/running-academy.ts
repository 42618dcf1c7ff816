import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serverEnvironment, serverFlags } from '../../scripts/server-process.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')
const START_LIMIT_MS = 90_000
/** Less often than an operator's would a test's academy look for what can be thrown away: a fifth of the time in which it starts. It ends before its memory matters. */
const flags = [...serverFlags, ...(process.env['VITEST_WORKER_ID'] ? ['--initial-old-space-size=128'] : [])]

export type CapturedLetter = {
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; contentType: string; size: number; url: string }[]
}

type Given = {
  databaseUrl?: string
  settings?: Record<string, string>
  workers?: number
  /** What its operator types before the first start, on an academy in which there is nothing, the demo neither. */
  before?: (environment: NodeJS.ProcessEnv) => Promise<void>
}

/**
 * The academy as an operator starts it, a process of its own on a data folder of its own: on its embedded PostgreSQL, or with
 * DATABASE_URL where the tests run on Debian's; or on the database that is given. With `workers` it is as many processes behind one port. In browser tests it begins as a copy of one that has loaded the demo;
 * elsewhere, and with files or a database of its own, it loads the demo itself.
 */
export async function runAcademy(given: Given = {}) {
  const { workers = 0 } = given
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-e2e-'))
  const databaseUrl = given.databaseUrl ?? (await begin(folder, given))
  const port = await freePort()
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
    // It says so when it is whole: of several processes the first answers before, and one that is just opening ends at a signal as it is.
    const isWhole = () => environment.NODE_ENV === 'production' || output.includes('Stop with Ctrl+C', before)
    while (!(await isReady(url)) || !isWhole()) {
      if (started.exitCode !== null) throw new Error(`The academy ended:\n${output}`)
      if (Date.now() - since > START_LIMIT_MS) {
        // Nobody else has it in hand, and it would go on for ever.
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

  await given.before?.(environment)
  await start()
  return {
    url,
    folder,
    /** What the process was started with; for the command line beside it. */
    environment,
    output: () => output,
    start,
    pid: () => server?.pid ?? 0,
    /** As a power cut would: no chance to finish anything. */
    kill: () => end('SIGKILL'),
    mail: async () => (await (await fetch(`${url}/dev/mail.json`)).json()) as CapturedLetter[],
    /** The newest letter whose subject has this word, once it has arrived. */
    async letter(word: string): Promise<CapturedLetter> {
      for (let tries = 0; tries < 600; tries += 1) {
        const letters = (await (await fetch(`${url}/dev/mail.json`)).json()) as CapturedLetter[]
        const found = letters.find(({ subject }) => subject.toLowerCase().includes(word.toLowerCase()))
        if (found) return found
        await sleep(100)
      }
      throw new Error(`No letter about '${word}' came`)
    },
    stop: () => end('SIGTERM'),
    async close() {
      await end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type RunningAcademy = Awaited<ReturnType<typeof runAcademy>>

/** Fills the data folder from the seeded academy, if it can be; returns the address of its database, empty for the embedded one. */
async function begin(folder: string, { settings = {}, before }: Given): Promise<string> {
  // Benchmarks and screenshots start an academy too, and have no test runner to ask.
  if (!process.env['VITEST_WORKER_ID']) return ''
  const [{ inject }, { copySeeded, copyTemplate }] = await Promise.all([import('vitest'), import('./database.ts')])
  const isOnServer = inject('postgres') === 'debian'
  // Its files lie in its folder, and only browser tests have one.
  const seeded: { folder: string } | undefined = before || settings['FILES_URL'] ? undefined : inject('seededAcademy')
  if (!seeded) return isOnServer ? copyTemplate() : ''
  // The system's own copies these 1,600 files with a third of the processor's time that Node's needs.
  await promisify(execFile)('cp', ['-a', `${seeded.folder}/.`, folder])
  return isOnServer ? copySeeded() : ''
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  )
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}
