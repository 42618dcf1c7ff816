import { type ChildProcess, spawn } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { chown, mkdir, realpath, rm, rmdir } from 'node:fs/promises'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { OperatorError } from '#shared/operator-error.ts'
import { chooseLocation, type EmbeddedLocation, moveIntoPlace, getSocketFolder } from './embedded-location.ts'
import { transferOwnership, ROLE } from './embedded-role.ts'

export type EmbeddedServer = {
  /** Connects as the role that owns everything in the database and has no other rights. */
  readonly connectionString: string
  /** Connects as the superuser, who may do anything that the system user may. Use it only to create databases. */
  readonly superuserConnectionString: string
  stop(): Promise<void>
}

// After `kill -9`, the old server needs up to two seconds to release the folder.
const RETRY_MS = 5_000
// Replaying the log after a machine crash can take long. Wait as long as the server reports that it is starting.
const RECOVERY_MS = 180_000
const LOG_BYTES = 5_000_000
// The space for a new database with its first write-ahead log. Each log segment takes 16 MB.
const MIN_FREE_BYTES = 16e6
// This is above the highest possible pid_max of Linux.
const NO_PROCESS = '4999999'
const SUPERUSER = 'postgres'

/**
 * Runs PostgreSQL for this data folder, or uses the server that another process of the academy runs there. If that
 * server ends, this process starts a new one. The connection string stays the same, and pools reconnect.
 */
export async function startEmbeddedServer(
  dataDir: string,
  notify: (line: string) => void = () => {},
): Promise<EmbeddedServer> {
  const asked = path.resolve(dataDir)
  await mkdir(asked, { recursive: true, mode: 0o700 })
  const place = await chooseLocation(await realpath(asked))
  const socket = await getSocketFolder(place)
  let server: ChildProcess | undefined
  let isStopping = false
  let recovery: Promise<void> = Promise.resolve()

  async function acquire(role: string): Promise<pg.Client> {
    let since = Date.now()
    for (;;) {
      const answer = await connect(socket, role)
      if (typeof answer === 'object') return answer
      const waited = Date.now() - since
      // On a busy machine, even a running server may respond late.
      if (waited > (answer === 'starting' || isAlive(server) ? RECOVERY_MS : RETRY_MS)) {
        throw unusableServerError('is not responding', place.cluster)
      }
      if (answer === 'absent' && !isAlive(server)) {
        if (!existsSync(path.join(place.cluster, 'PG_VERSION'))) {
          await createCluster(place)
          since = Date.now()
        }
        releaseLock(place.cluster)
        await getSocketFolder(place)
        server = run(place, socket)
      }
      await sleep(30)
      // A new server exits at once while another server still uses the folder, so pause before retrying.
      if (answer === 'absent' && waited > 500) await sleep(200)
    }
  }

  async function prepare(): Promise<pg.Client> {
    const superuser = await acquire(SUPERUSER)
    try {
      await transferOwnership(superuser)
    } finally {
      await superuser.end()
    }
    return acquire(ROLE)
  }

  async function recover(): Promise<void> {
    while (!isStopping) {
      try {
        tether = await prepare()
        hold()
        return
      } catch (error) {
        notify(error instanceof Error ? error.message : String(error))
        await sleep(1_000)
      }
    }
  }

  function hold(): void {
    tether.once('end', () => {
      if (isStopping) return
      notify('The embedded database stopped; restarting it.')
      recovery = recover()
    })
  }

  // An idle connection shows when the server ends, no matter which process started the server.
  let tether = await prepare()
  hold()

  return {
    connectionString: buildConnectionString(socket, ROLE),
    superuserConnectionString: buildConnectionString(socket, SUPERUSER),
    async stop() {
      isStopping = true
      await recovery
      await tether.end()
      if (!server || !isAlive(server)) return
      await stopServer(server)
      // The socket has a folder of its own if the path of the database's folder is too long for a socket.
      if (socket !== place.cluster) await rmdir(socket).catch(() => {})
    },
  }
}

function buildConnectionString(socket: string, role: string): string {
  // The port and sslmode are explicit, so that PGPORT and PGSSLMODE in the environment have no effect.
  return `postgresql://${role}@/postgres?host=${encodeURIComponent(socket)}&port=5432&sslmode=disable`
}

async function connect(socket: string, role: string): Promise<pg.Client | 'absent' | 'starting'> {
  const client = new pg.Client({
    connectionString: buildConnectionString(socket, role),
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {}) // An 'end' event follows, which is handled.
  try {
    await client.connect()
    return client
  } catch (error) {
    void client.end().catch(() => {})
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // 57P03 means that the server is starting, shutting down, or recovering. 53300 means that no connection is free.
    return code === '57P03' || code === '53300' ? 'starting' : 'absent'
  }
}

/** Creates the database in another folder, then renames that, so that a failed start leaves no partial database. */
async function createCluster(place: EmbeddedLocation): Promise<void> {
  const { cluster, programs, runner } = place
  await removeAbandoned(cluster)
  const unfinished = `${cluster}.new-${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  if (runner.uid !== undefined && runner.gid !== undefined) await chown(unfinished, runner.uid, runner.gid)
  // macOS has no locale C.UTF-8. The builtin provider sorts and folds case the same on both systems.
  const locale = process.platform === 'darwin' ? ['--locale=C', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8']
  const initdb = spawnProgram(place, [
    path.join(programs, 'bin/initdb'),
    '-D',
    unfinished,
    '-U',
    SUPERUSER,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    ...locale,
  ])
  await once(initdb, 'exit')
  if (initdb.exitCode !== 0) {
    await rm(unfinished, { recursive: true, force: true })
    throw unusableServerError('could not be created', cluster)
  }
  await moveIntoPlace(unfinished, cluster)
}

async function removeAbandoned(cluster: string): Promise<void> {
  const prefix = `${path.basename(cluster)}.new-`
  for (const name of readdirSync(path.dirname(cluster))) {
    if (!name.startsWith(prefix)) continue
    if (!isRunning(Number(name.slice(prefix.length)))) {
      await rm(path.join(path.dirname(cluster), name), { recursive: true, force: true })
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function run(place: EmbeddedLocation, socket: string): ChildProcess {
  // When this process dies for any reason, the kernel sends SIGINT to the server, which shuts down fast.
  const wrapper = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'INT'] : []
  // The last two settings keep members' statements and values out of the log.
  const settings = [
    'listen_addresses=',
    'unix_socket_permissions=0700',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
  ]
  const postgres = [path.join(place.programs, 'bin/postgres'), '-D', place.cluster, '-k', socket, '-p', '5432']
  return spawnProgram(place, [...wrapper, ...postgres, ...settings.flatMap((setting) => ['-c', setting])])
}

/**
 * Replaces the PID in postmaster.pid with one that no process can have. PostgreSQL assumes that any process with that
 * PID is a server, but after a crash, it may belong to another program or to a zombie. Only the PID is replaced, so
 * that PostgreSQL still uses the other lines to check for processes of the old server.
 */
function releaseLock(cluster: string): void {
  const lock = path.join(cluster, 'postmaster.pid')
  if (process.platform !== 'linux' || !existsSync(lock)) return
  const [pid = '', ...rest] = readFileSync(lock, 'utf8').split('\n')
  if (rest.length === 0 || pid === NO_PROCESS || isPostgres(pid)) return
  writeFileSync(lock, [NO_PROCESS, ...rest].join('\n'))
}

function isPostgres(pid: string): boolean {
  try {
    return readFileSync(`/proc/${Number(pid)}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
}

function spawnProgram(place: EmbeddedLocation, command: string[]): ChildProcess {
  const { wrap, ...user } = place.runner
  const [program = '', ...args] = [...wrap, ...command]
  const log = getLogFile(place.cluster)
  if (existsSync(log) && statSync(log).size > LOG_BYTES) truncateSync(log)
  const output = openSync(log, 'a', 0o600)
  const child = spawn(program, args, {
    // Our environment (PGDATA, LANG, TZ, …) must not affect the server.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', output, output],
    cwd: '/',
    // Ctrl+C in the terminal must reach only the academy, which then stops the server itself.
    detached: true,
    ...user,
  })
  closeSync(output)
  child.on('error', (error) => appendFileSync(log, `${error.message}\n`))
  return child
}

function isAlive(child: ChildProcess | undefined): boolean {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null
}

async function stopServer(server: ChildProcess): Promise<void> {
  const gone = once(server, 'exit')
  server.kill('SIGINT')
  const isGone = await Promise.race([gone.then(() => true), sleep(10_000, false, { ref: false })])
  if (isGone) return
  server.kill('SIGQUIT')
  await gone
}

function getLogFile(cluster: string): string {
  return `${cluster}.log`
}

/** Returns the error for a server that can't be used: the disk is full, or the last lines of the log. */
function unusableServerError(what: string, cluster: string): OperatorError {
  const words = readLogTail(cluster)
  if (/No space left on device|Disk quota exceeded/.test(words) || isFull(path.dirname(cluster)))
    return new OperatorError(
      `The embedded database ${what}: the disk that contains ${path.dirname(cluster)} is full. Free up space on that disk, then try again.`,
    )
  return new OperatorError(
    `The embedded database in ${cluster} ${what}. Fix the problem shown in ${getLogFile(cluster)}, then try again. Last log lines:\n${words}`,
  )
}

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < MIN_FREE_BYTES
}

function readLogTail(cluster: string): string {
  const log = getLogFile(cluster)
  return existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-8).join('\n') : ''
}
