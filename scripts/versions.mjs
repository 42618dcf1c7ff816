// The built versions of the program. Each is an immutable folder in versions/ with everything that a server process
// loads; `current` names the version to serve. Runs before anything is installed, so it is plain JavaScript for Node
// 20, without packages.
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tryLock } from './lock.mjs'
import { digestOfSources, ensureBuilt, ensureInstalled, root, say, SOURCE_FOLDERS, SOURCES } from './prepare.mjs'

const KEPT = 3
/** Caches, tools, types, and source maps, which no server process loads. */
const NOT_SERVED = /^[.]cache$|^[.]vite|^@academy$|[.]d[.][cm]?ts$|[.]map$/
// Not in build/, because each build empties that folder.
const VERSIONS = path.join(root, 'versions')
const PACKAGES = path.join(VERSIONS, 'packages')
const CURRENT = path.join(VERSIONS, 'current')
const BESIDE_NEWER = path.join(VERSIONS, 'beside-newer')
const FAILED = path.join(VERSIONS, 'failed')
const ASSETS = path.join(VERSIONS, 'assets')

/** The name of the version built from the sources in the installation folder. */
export function versionOfSources() {
  return digestOfSources(root).slice(0, 12)
}

/** The name of the version that starts and reloads use; undefined before the first build. */
export function currentVersion() {
  try {
    const name = readlinkSync(CURRENT)
    return isBuilt(name) ? name : undefined
  } catch {
    return undefined
  }
}

export function isBuilt(name) {
  return existsSync(path.join(folderOf(name), 'package.json'))
}

export function folderOf(name) {
  return path.join(VERSIONS, name)
}

/** Whether the current user may write to the versions folder. Under systemd, the service may not be allowed to. */
export function mayBuild() {
  try {
    accessSync(existsSync(VERSIONS) ? VERSIONS : root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Installs and builds the sources in the installation folder, without affecting the version being served, and returns
 * the new version's name. Error messages say what to do.
 */
export async function buildVersion() {
  mkdirSync(VERSIONS, { recursive: true })
  return alone(async () => {
    await ensureInstalled({ hasTools: false })
    const name = versionOfSources()
    if (!isBuilt(name)) {
      await ensureBuilt()
      make(name)
    }
    return name
  })
}

/** Makes starts and reloads use this version from now on. */
export function makeCurrent(name) {
  for (const note of [BESIDE_NEWER, FAILED]) rmSync(note, { force: true })
  pointTo(name)
  try {
    clearUp()
  } catch (error) {
    say(`Older versions could not be removed: ${error.message}`)
  }
}

/**
 * Call this before a newer version migrates the database. From then on, this version accepts the migrated database on
 * every start, whatever happens.
 */
export function allowBeside(name) {
  writeFileSync(BESIDE_NEWER, name)
}

/**
 * Serves the previous version again after a newer one failed to start. Until the sources change, starts and reloads
 * skip the newer one.
 */
export function serveBeside(name, failed) {
  allowBeside(name)
  if (failed !== name) writeFileSync(FAILED, failed)
  pointTo(name)
}

/**
 * The version that an upgrade could not start. Until the sources change or another upgrade runs, the previous version
 * is served.
 */
export function failedVersion() {
  return readOr(FAILED)
}

/** Whether the served version uses a database that was migrated by a newer version that failed. */
export function isBesideNewer() {
  return readOr(BESIDE_NEWER) === currentVersion()
}

function pointTo(name) {
  const link = `${CURRENT}.${process.pid}`
  rmSync(link, { force: true })
  symlinkSync(name, link)
  renameSync(link, CURRENT)
}

/** Creates a folder and renames it only when it is complete, so that no partial version exists. */
function make(name) {
  const making = path.join(VERSIONS, `.making-${process.pid}`)
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making)
  try {
    for (const file of [...SOURCES, ...SOURCE_FOLDERS, 'build/client', 'build/server']) {
      const from = path.join(root, file)
      if (existsSync(from)) cpSync(from, path.join(making, file), { recursive: true, filter: (each) => !isTest(each) })
    }
    if (digestOfSources(making).slice(0, 12) !== name)
      throw new Error('The sources were changed while they were built. Run it again when they are whole.')
    // The demo's files are content, not part of the program.
    symlinkSync('../../demo', path.join(making, 'demo'))
    symlinkSync(path.relative(making, packages()), path.join(making, 'node_modules'))
    keepAssets(path.join(making, 'build/client/assets'))
    renameSync(making, folderOf(name))
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    throw error
  }
}

/**
 * The server's packages for a lock file, shared by all versions with the same lock file. Versions have hard links to
 * these files, because npm never modifies files, only replaces them.
 */
function packages() {
  const lock = readFileSync(path.join(root, 'package-lock.json'))
  const name = createHash('sha256').update(lock).digest('hex').slice(0, 12)
  const done = path.join(PACKAGES, name, 'node_modules')
  if (existsSync(done)) return done
  const making = path.join(PACKAGES, `.making-${process.pid}`)
  rmSync(making, { recursive: true, force: true })
  const onlyForBuilding = new Set(
    Object.entries(JSON.parse(lock.toString()).packages).flatMap(([place, { dev }]) => (dev ? [place] : [])),
  )
  linkFolder('node_modules', path.join(making, 'node_modules'), onlyForBuilding)
  renameSync(making, path.join(PACKAGES, name))
  return done
}

function linkFolder(place, target, leftOut) {
  mkdirSync(target, { recursive: true })
  for (const entry of readdirSync(path.join(root, place), { withFileTypes: true })) {
    const from = `${place}/${entry.name}`
    const to = path.join(target, entry.name)
    if (leftOut.has(from) || NOT_SERVED.test(entry.name)) continue
    if (entry.isDirectory()) linkFolder(from, to, leftOut)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(path.join(root, from)), to)
    else linkOrCopy(path.join(root, from), to)
  }
}

function linkOrCopy(from, to) {
  try {
    linkSync(from, to)
  } catch {
    // The folder is on another disk, or the file system has no hard links.
    cpSync(from, to)
  }
}

/**
 * Keeps the assets of other versions, because browsers request them from any process: during a restart, and from tabs
 * that stay open.
 */
function keepAssets(folder) {
  mkdirSync(ASSETS, { recursive: true })
  for (const file of readdirSync(folder)) {
    if (existsSync(path.join(ASSETS, file))) continue
    const part = path.join(ASSETS, `.${process.pid}`)
    cpSync(path.join(folder, file), part)
    renameSync(part, path.join(ASSETS, file))
  }
}

/**
 * Removes old versions, except for the newest few and those with running processes. Does nothing while another process
 * builds here.
 */
function clearUp() {
  const giveBack = tryLock(VERSIONS)
  if (!giveBack) return
  try {
    removeOld()
  } finally {
    giveBack()
  }
}

function removeOld() {
  const names = readdirSync(VERSIONS).filter((name) => /^[0-9a-f]{12}$/.test(name) && isBuilt(name))
  const used = namesInUse()
  if (used === undefined) return
  const newest = names.sort((a, b) => statSync(folderOf(b)).mtimeMs - statSync(folderOf(a)).mtimeMs).slice(0, KEPT)
  const retained = names.filter((name) => name === currentVersion() || newest.includes(name) || used.has(name))
  if (retained.length === names.length) return
  for (const name of names) if (!retained.includes(name)) rmSync(folderOf(name), { recursive: true, force: true })
  const assets = new Set(retained.flatMap((name) => readdirSync(path.join(folderOf(name), 'build/client/assets'))))
  for (const file of readdirSync(ASSETS)) if (!assets.has(file)) rmSync(path.join(ASSETS, file))
  const linked = new Set(
    retained.map((name) =>
      readlinkSync(path.join(folderOf(name), 'node_modules'))
        .split('/')
        .at(-2),
    ),
  )
  for (const name of readdirSync(PACKAGES)) {
    if (!linked.has(name)) rmSync(path.join(PACKAGES, name), { recursive: true, force: true })
  }
}

/** The versions with running processes on this machine; undefined if that can't be determined. */
function namesInUse() {
  if (!existsSync('/proc/self/cmdline')) return undefined
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const lines = pids.map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      return ''
    }
  })
  return new Set(lines.flatMap((line) => [...line.matchAll(/\/versions\/([0-9a-f]{12})\//g)].map(([, name]) => name)))
}

/** Allows only one build per folder; others wait. The leftovers of a killed build don't block it. */
async function alone(work) {
  let giveBack = tryLock(VERSIONS)
  if (!giveBack) say('Waiting for another build in this folder to finish…')
  for (; !giveBack; giveBack = tryLock(VERSIONS)) await sleep(200)
  try {
    removeParts()
    return await work()
  } finally {
    giveBack()
  }
}

/** Removes the leftovers of killed builds, because no other build is running now. */
function removeParts() {
  for (const folder of [VERSIONS, PACKAGES].filter((each) => existsSync(each))) {
    const parts = readdirSync(folder).filter((name) => name.startsWith('.making-'))
    for (const name of parts) rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}

function readOr(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isTest(file) {
  return /[.]test[.]tsx?$/.test(file)
}
