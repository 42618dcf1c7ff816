// A temporary cluster of the system's PostgreSQL, for tests and benchmarks. The types are in debian-postgres.d.mts.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const HOME = '/usr/lib/postgresql'

/** The folder of the newest PostgreSQL programs from Debian's packages, or undefined. */
export function findDebianPrograms() {
  if (!existsSync(HOME)) return undefined
  const folders = readdirSync(HOME)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(HOME, version, 'bin'))
  return folders.find((folder) => existsSync(path.join(folder, 'postgres')) && existsSync(path.join(folder, 'initdb')))
}

/** `isDurable` keeps the server's default settings; otherwise nothing is synced to disk. */
export async function startDebianPostgres(programs, { isDurable = false } = {}) {
  // TMPDIR may be too long for a socket path.
  const folder = mkdtempSync('/tmp/academy-debian-')
  const data = mkdtempSync(path.join(tmpdir(), 'academy-debian-data-'))
  const user = process.getuid?.() === 0 ? systemUser() : {}
  if (user.uid !== undefined) for (const made of [folder, data]) chownSync(made, user.uid, user.gid)
  const options = { cwd: folder, stdio: 'ignore', env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }, ...user }
  execFileSync(path.join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], options)

  const settings = ['listen_addresses=', 'timezone=UTC', ...(isDurable ? [] : ['fsync=off'])]
  // The kernel stops the server when this process is killed.
  const command = ['--pdeathsig', 'INT', path.join(programs, 'postgres'), '-D', data, '-k', folder, '-p', '5432']
  const launch = () =>
    spawn('setpriv', [...command, ...settings.flatMap((setting) => ['-c', setting])], { ...options, detached: true })
  const end = async (signal) => {
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }
  let server = launch()
  await isReady(programs, folder, server)

  return {
    url: `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}&port=5432`,
    version: execFileSync(path.join(programs, 'postgres'), ['--version'], { encoding: 'utf8' })
      .replace(/[()]/g, '')
      .replace(/^postgres /, '')
      .trim(),
    pid: () => server.pid,
    kill: () => end('SIGKILL'),
    /**
     * Restarts the server on the same data. Processes of a killed server may need seconds to end, and block a new
     * server until then.
     */
    async startAgain() {
      for (let tries = 1; ; tries++) {
        server = launch()
        try {
          return await isReady(programs, folder, server)
        } catch (error) {
          if (server.exitCode === null || tries === 50) throw error
          await sleep(100)
        }
      }
    },
    async stop() {
      await end('SIGINT')
      for (const made of [folder, data]) rmSync(made, { recursive: true, force: true })
    },
  }
}

async function isReady(programs, folder, server) {
  for (let tries = 0; tries < 100; tries++) {
    if (server.exitCode !== null) throw new Error("Debian's PostgreSQL did not start")
    const answer = spawnSync(path.join(programs, 'pg_isready'), ['-h', folder, '-p', '5432'], { stdio: 'ignore' })
    if (answer.status === 0) return
    await sleep(100)
  }
  throw new Error("Debian's PostgreSQL did not answer")
}

/** The user to run as, because PostgreSQL refuses to run as root. */
function systemUser() {
  const found = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' })
  const group = spawnSync('id', ['-g', 'postgres'], { encoding: 'utf8' })
  if (found.status !== 0) return { uid: 65534, gid: 65534 }
  return { uid: Number(found.stdout), gid: Number(group.stdout) }
}
