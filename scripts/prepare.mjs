// Runs before anything is installed, so it is plain JavaScript for Node 20, without packages.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const bin = path.join(root, 'node_modules/.bin')
const buildStamp = path.join(root, 'build/.stamp')

/** The files and folders that make up a version of the program, without tests. */
export const SOURCES = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  // The owner's manual, which staff read in the studio.
  ...['daily-tasks', 'your-academy', 'payments', 'certificates', 'privacy'].map((page) => `docs/${page}.md`),
]
export const SOURCE_FOLDERS = ['src', 'stripe-emulator', 'scripts', 'public']

/**
 * Installs the packages if npm's record of node_modules differs from the lock file. Without the tools (the packages of
 * tools/package.json, which only tests and checks need), there are half as many packages.
 */
export async function ensureInstalled({ hasTools = true } = {}) {
  if (isInstalled(hasTools)) return
  say('Installing packages (once)…')
  // npm writes its record last, so an interrupted install runs again.
  rmSync(npmRecord(), { force: true })
  // Leaves our own bin folder off the PATH, because npm is about to remove the Node in it. Hides warnings, because npm
  // warns about the system's Node, which only runs this script.
  const outside = pathEntries().filter((entry) => !entry.endsWith(path.join('node_modules', '.bin')))
  const env = { ...process.env, PATH: outside.join(path.delimiter) }
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await run('npm', hasTools ? args : [...args, '--no-workspaces'], { env, isQuiet: true })
  if (code !== 0) fail('The packages could not be installed. See the npm error above.')
}

/** Builds the pages if their sources differ from those of the last build. */
export async function ensureBuilt() {
  const wanted = digestOfSources(root)
  if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === wanted) return
  say('Building the pages (once)…')
  rmSync(buildStamp, { force: true })
  // Always builds for production, because a test run sets NODE_ENV to `test`, which would build development pages.
  const env = withOurNode({ NODE_ENV: 'production', VITEST: undefined })
  const code = await run('npm', ['run', '--silent', 'build'], { env, isQuiet: true })
  if (code !== 0) fail('The pages could not be built. See the error above.')
  writeFileSync(buildStamp, wanted)
}

/** The Node that runs the academy: the current one if it is new enough, otherwise the one in this folder's packages. */
export function ourNode(folder = root) {
  if (isNewEnough(process.versions.node) && !process.execPath.startsWith(path.join(root, 'node_modules')))
    return process.execPath
  const installed = path.join(folder, 'node_modules/.bin/node')
  if (existsSync(installed)) return installed
  if (isNewEnough(process.versions.node)) return process.execPath
  return fail(`The academy needs Node 22.22 or newer. This is ${process.version}. Install it from nodejs.org.`)
}

/** Makes Node read `.env`, only in development. Environment variables take precedence over it. */
export function settingsFile() {
  const isRead = process.env.NODE_ENV !== 'production' && existsSync(path.join(root, '.env'))
  return isRead ? ['--env-file=.env'] : []
}

/** An environment whose PATH includes our `node` and the packages' programs. */
export function withOurNode(more = {}) {
  const first = [path.dirname(ourNode()), bin]
  return { ...process.env, PATH: [...first, ...pathEntries()].join(path.delimiter), ...more }
}

/**
 * Runs a program until it ends and passes stop signals on to it. If `isQuiet`, prints its output only if it fails.
 * @returns {Promise<number>} its exit code
 */
export function run(command, args, { env = withOurNode(), isQuiet = false } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
  })
  const printed = []
  child.stdout?.on('data', (chunk) => printed.push(chunk))
  child.stderr?.on('data', (chunk) => printed.push(chunk))
  const pass = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  return new Promise((resolve) => {
    child.once('error', (error) => {
      printed.push(Buffer.from(`${error.message}\n`))
      finish(127)
    })
    child.once('close', (code, signal) => {
      finish(code ?? 128)
      // A signal stopped the program, so later steps must not run.
      if (signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP') process.exit(130)
    })
    function finish(code) {
      for (const signal of signals) process.off(signal, pass)
      if (code !== 0 && isQuiet) process.stderr.write(Buffer.concat(printed))
      resolve(code)
    }
  })
}

/** A hash of the sources in a folder. */
export function digestOfSources(folder) {
  const hash = createHash('sha256')
  const nested = SOURCE_FOLDERS.filter((name) => existsSync(path.join(folder, name))).flatMap((name) =>
    readdirSync(path.join(folder, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/[.]test[.]tsx?$/.test(entry.name))
      .map((entry) => path.join(path.relative(folder, entry.parentPath ?? entry.path), entry.name)),
  )
  for (const file of [...SOURCES, ...nested].sort((a, b) => (a < b ? -1 : 1))) {
    hash.update(`${file}\0`).update(readFileSync(path.join(folder, file)))
  }
  return hash.digest('hex')
}

export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** @param {1 | 2} code 2 if the arguments are unknown */
export function fail(line, code = 1) {
  say(line)
  process.exit(code)
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 22)
}

function isInstalled(hasTools) {
  if (!existsSync(npmRecord())) return false
  try {
    const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
    const found = JSON.parse(readFileSync(npmRecord(), 'utf8')).packages
    const wanted = hasTools ? packages : withoutTools(packages)
    return Object.entries(wanted).every(([name, entry]) => {
      if (name === '' || name === 'tools') return true
      // Missing optional packages are usually for other operating systems.
      if (!found[name]) return entry.optional === true || entry.devOptional === true
      return found[name].version === entry.version && found[name].integrity === entry.integrity
    })
  } catch {
    return false
  }
}

/** The packages that package.json's dependencies need, resolved as Node does. This excludes the tools. */
function withoutTools(packages) {
  const needed = {}
  add('', packages[''] ?? {})
  return needed

  function add(folder, { dependencies, devDependencies, optionalDependencies, peerDependencies }) {
    // Development dependencies count only for our own packages.
    for (const name of Object.keys({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      let from = folder
      while (from && !packages[`${from}/node_modules/${name}`])
        from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))
      const place = from ? `${from}/node_modules/${name}` : `node_modules/${name}`
      if (!packages[place] || needed[place]) continue
      needed[place] = packages[place]
      add(place, packages[place])
    }
  }
}

function npmRecord() {
  return path.join(root, 'node_modules/.package-lock.json')
}

function pathEntries() {
  return (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
}
