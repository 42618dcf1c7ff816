import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '#db/embedded.ts'
import { openDatabase } from '#db/open.ts'

export type Server = {
  readonly name: string
  readonly connectionString: string
  readonly pid: number
  stop(): Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'
const CLOCK_TICK_MS = 10

/** The PostgreSQL that we bring and, where there is one, the system's own: each new, empty, on a socket in the folder. */
export const SERVERS: Record<string, (folder: string) => Promise<Server | undefined>> = {
  embedded: startOurs,
  Debian: startSystems,
}

async function startOurs(folder: string): Promise<Server> {
  const { connectionString, stop } = await startEmbedded(folder)
  return { name: 'embedded', connectionString, pid: postmasterOf(path.join(folder, 'pg')), stop }
}

async function startSystems(folder: string): Promise<Server | undefined> {
  const newest = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .toSorted((a, b) => Number(a) - Number(b))
        .at(-1)
    : undefined
  if (newest === undefined) return undefined
  const programs = path.join(DEBIAN, newest, 'bin')
  const cluster = path.join(folder, 'pg')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // PostgreSQL refuses root.
  const wrap = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : []
  const command = (program: string, ...args: string[]) => [
    ...wrap,
    path.join(programs, program),
    '-D',
    cluster,
    ...args,
  ]
  const [initdb = '', ...given] = command('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  execFileSync(initdb, given, { stdio: 'ignore' })
  const [postgres = '', ...settings] = command('postgres', '-k', folder, '-c', 'listen_addresses=')
  const server = spawn(postgres, settings, { stdio: 'ignore', cwd: '/', detached: true })
  const connectionString = `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}&port=5432&sslmode=disable`
  await untilUp(connectionString)
  return {
    name: `Debian's ${newest}`,
    connectionString,
    pid: postmasterOf(cluster),
    async stop() {
      const gone = once(server, 'exit')
      server.kill('SIGINT')
      await gone
    },
  }
}

async function untilUp(connectionString: string): Promise<void> {
  const database = openDatabase(connectionString, () => {}, 1)
  for (let tries = 0; tries < 200; tries += 1) {
    if (await database.isUp()) return database.close()
    await sleep(50)
  }
  throw new Error('The PostgreSQL of the system does not start')
}

function postmasterOf(cluster: string): number {
  return Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Milliseconds of processor time that a process and all it started have used, those that have ended among them. */
export function cpuMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    const ofChildren = children.reduce((sum, child) => sum + cpuMs(Number(child)), 0)
    return (user + system + endedUser + endedSystem) * CLOCK_TICK_MS + ofChildren
  } catch {
    return 0
  }
}
