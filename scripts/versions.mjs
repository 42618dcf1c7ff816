// The built versions of the program: each is a folder below versions/ with all that a process of the server loads, which nobody changes
// any more, and `current` names the one to be served. Runs before anything is installed: plain JavaScript for Node 20, without packages.
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
// Not below build/, which each build empties.
const VERSIONS = path.join(root, 'versions')
const PACKAGES = path.join(VERSIONS, 'packages')
const CURRENT = path.join(VERSIONS, 'current')
const BESIDE_NEWER = path.join(VERSIONS, 'beside-newer')
const FAILED = path.join(VERSIONS, 'failed')
const ASSETS = path.join(VERSIONS, 'assets')

/** The name of the version whose sources lie in the program's folder. */
export function versionOfSources() {
  return digestOfSources(root).slice(0, 12)
}

/** The name of the version that a start and a reload serve; undefined before the first was built. */
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

/** Whether whoever runs this may write where versions are built. Under systemd the service may not. */
export function mayBuild() {
  try {
    accessSync(existsSync(VERSIONS) ? VERSIONS : root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Installs and builds what lies in the program's folder, beside what is served, and returns its name. Throws with what to do. */
export async function buildVersion() {
  mkdirSync(VERSIONS, { recursive: true })
  return alone(async () => {
    await ensureInstalled()
    const name = versionOfSources()
    if (!isBuilt(name)) {
      await ensureBuilt()
      make(name)
    }
    return name
  })
}

/** From here on a start and a reload serve this one. */
export function makeCurrent(name) {
  for (const note of [BESIDE_NEWER, FAILED]) rmSync(note, { force: true })
  pointTo(name)
  try {
    clearUp()
  } catch (error) {
    say(`Older versions could not be removed: ${error.message}`)
  }
}

/** Before a newer one brings the database further: whatever happens then, every start of this one may take that database. */
export function allowBeside(name) {
  writeFileSync(BESIDE_NEWER, name)
}

/** Again the one before, after a newer one could not be started: no start and no reload tries that one again. */
export function serveBeside(name, failed) {
  allowBeside(name)
  if (failed !== name) writeFileSync(FAILED, failed)
  pointTo(name)
}

/** The version that an upgrade could not start; a start serves the one before until there are other sources, or an upgrade is asked for again. */
export function failedVersion() {
  return readOr(FAILED)
}

/** Whether the version that is served works on a database that a newer one, which failed, has brought further. */
export function isBesideNewer() {
  return readOr(BESIDE_NEWER) === currentVersion()
}

function pointTo(name) {
  const link = `${CURRENT}.${process.pid}`
  rmSync(link, { force: true })
  symlinkSync(name, link)
  renameSync(link, CURRENT)
}

/** The whole version gets its name at last, so that none is ever there in part. */
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
    // Files of the demo are content, not program.
    symlinkSync('../../demo', path.join(making, 'demo'))
    symlinkSync(path.relative(making, packages()), path.join(making, 'node_modules'))
    keepAssets(path.join(making, 'build/client/assets'))
    renameSync(making, folderOf(name))
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    throw error
  }
}

/** The packages of the lock file that the server needs, shared by all versions with that lock file: as links to the same files, of which npm changes none, only puts others in their place. */
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
    if (leftOut.has(from) || entry.name === '.cache' || entry.name.startsWith('.vite')) continue
    if (entry.isDirectory()) linkFolder(from, to, leftOut)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(path.join(root, from)), to)
    else linkOrCopy(path.join(root, from), to)
  }
}

function linkOrCopy(from, to) {
  try {
    linkSync(from, to)
  } catch {
    // Another disk, or a system without such links.
    cpSync(from, to)
  }
}

/** Browsers ask any process for the scripts of a page that another version made: while processes are renewed, and in tabs that stay open. */
function keepAssets(folder) {
  mkdirSync(ASSETS, { recursive: true })
  for (const file of readdirSync(folder)) {
    if (existsSync(path.join(ASSETS, file))) continue
    const part = path.join(ASSETS, `.${process.pid}`)
    cpSync(path.join(folder, file), part)
    renameSync(part, path.join(ASSETS, file))
  }
}

/** Removes all versions but the newest few, and none from which a process runs. Where another builds it is left to the next. */
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

/** The versions from which processes of this machine run; undefined where that can't be seen. */
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

/** Of several that build in one folder one works and the others wait; what a killed one left counts for nothing. */
async function alone(work) {
  let giveBack = tryLock(VERSIONS)
  if (!giveBack) say('Another process builds here; this one waits for it …')
  for (; !giveBack; giveBack = tryLock(VERSIONS)) await sleep(200)
  try {
    removeParts()
    return await work()
  } finally {
    giveBack()
  }
}

/** Whoever made these was killed, since nobody else builds now. */
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
