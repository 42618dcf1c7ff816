// `npm start`, `npm run serve`, and `npm run dev`: from a fresh clone to the running academy. Plain JavaScript for Node
// 20.
import { spawn, spawnSync } from 'node:child_process'
import { watch } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureInstalled, fail, ourNode, root, say, settingsFile, withOurNode } from './prepare.mjs'
import { serverEnvironment } from './server-process.mjs'
import { currentVersion, folderOf, isBesideNewer } from './versions.mjs'

const { dev: isDev, serve: isServe, overlap } = readOptions()

let building
let isReloadAsked = false
const program = isDev ? await sources() : await builtVersion()
const isOverlapping = overlap || (!isDev && isBesideNewer())

/** Our files that the running server has loaded; known only in development. */
const loaded = new Set()
let askedAt = 0
let isRestarting = false
let academy = launch()
if (isDev) watchServer()

async function sources() {
  await ensureInstalled({ hasTools: false })
  return programIn(root)
}

/**
 * Builds the sources in the installation folder, if needed, and serves them. In production, if the build fails, serves
 * the previous version, because the machine may have rebooted in the middle of an upgrade.
 */
async function builtVersion() {
  const code = await build()
  const name = currentVersion()
  if (name === undefined || (code !== 0 && process.env.NODE_ENV !== 'production')) process.exit(code || 1)
  if (code !== 0) say(`Running version ${name}, which was built earlier.`)
  return programIn(folderOf(name))
}

async function programIn(folder) {
  const { serverFlags } = await import(pathToFileURL(path.join(folder, 'scripts/server-process.mjs')).href)
  return { folder, flags: serverFlags }
}

/** Runs the build script that is on disk now, because this process may belong to an earlier version. */
function build() {
  building = spawn(process.execPath, [path.join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' })
  return new Promise((resolve) => {
    building.once('error', () => resolve(1))
    building.once('exit', (code) => resolve(code ?? 1))
  }).finally(() => (building = undefined))
}

/** Builds first, then restarts all processes, one by one; if the build fails, nothing changes. */
async function reload() {
  if (building) {
    isReloadAsked = true
    return
  }
  const code = await build()
  if (askedAt !== 0) return
  if (code === 0) academy.kill('SIGHUP')
  else say('Nothing was restarted. The previous version is still running.')
  if (isReloadAsked) {
    isReloadAsked = false
    await reload()
  }
}

function launch() {
  const how = [...(isDev ? ['--hot'] : []), ...(isServe ? ['--workers'] : []), ...(isOverlapping ? ['--overlap'] : [])]
  const reportingOptions = isDev ? ['--import', './scripts/report-loaded-files.mjs'] : []
  const main = path.join(program.folder, 'src/main.ts')
  const command = [
    ...endsWithUs(),
    ourNode(program.folder),
    ...program.flags,
    ...settingsFile(),
    ...reportingOptions,
    main,
    ...how,
  ]
  loaded.clear()
  const launched = spawn(command[0], command.slice(1), {
    cwd: root,
    stdio: isDev ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: withOurNode({ ...serverEnvironment, ...(isDev ? { NODE_ENV: 'development' } : {}) }),
    // Starts the academy in its own process group. Otherwise, Ctrl+C would reach it twice, from the terminal and from
    // npm, and interrupt its shutdown.
    detached: true,
  })
  launched.on('message', (message) => loaded.add(fileURLToPath(message.loaded)))
  launched.once('error', (error) => {
    process.stderr.write(`The academy could not be started: ${error.message}\n`)
    process.exit(1)
  })
  launched.once('exit', (code, signal) => {
    if (askedAt === 0 && isRestarting) {
      isRestarting = false
      academy = launch()
    } else if (askedAt === 0 && isDev) {
      say('The academy stopped. It restarts when a server file changes.')
    } else {
      process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 0))
    }
  })
  return launched
}

/**
 * Pages reload by themselves. The server restarts when a file that it loaded changes or, if it has stopped, when any
 * file changes.
 */
function watchServer() {
  let pause
  for (const folder of ['src', 'stripe-emulator']) {
    watch(path.join(root, folder), { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
      if (!hasEnded() && !loaded.has(path.join(root, folder, file))) return
      clearTimeout(pause)
      pause = setTimeout(restart, 200)
    })
  }
}

function restart() {
  if (askedAt !== 0 || isRestarting) return
  say('Restarting…')
  if (hasEnded()) {
    academy = launch()
  } else {
    isRestarting = true
    academy.kill('SIGTERM')
  }
}

function hasEnded() {
  return academy.exitCode !== null || academy.signalCode !== null
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
// A closed terminal also sends this signal, but then npm ends, and so does this script.
process.on('SIGHUP', isServe ? () => void reload() : stop)

// A killed npm can't notify us. Without this check, a forgotten academy would keep using the port.
const parent = process.ppid
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && stop(), 500).unref()

function stop() {
  if (askedAt === 0) {
    askedAt = Date.now()
    building?.kill('SIGTERM')
    if (hasEnded()) process.exit(1)
    academy.kill('SIGTERM')
  } else if (Date.now() - askedAt > 10_000) {
    academy.kill('SIGKILL')
  }
}

function readOptions() {
  const flag = { type: 'boolean', default: false }
  try {
    return parseArgs({ options: { dev: flag, serve: flag, overlap: flag } }).values
  } catch (error) {
    return fail(
      `${error.message}\nThe only option is --overlap: start alongside a newer version that has already migrated the database.`,
      2,
    )
  }
}

/** On Linux the kernel ends the academy when this script is killed, which frees its port. */
function endsWithUs() {
  const isThere = spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0
  return process.platform === 'linux' && isThere ? ['setpriv', '--pdeathsig', 'KILL'] : []
}
