// `npm test`: on a fresh clone installs, builds, and runs every check and test; `npm test -- NAME …` runs only test
// files whose paths contain a name; `--long` (`npm run test:long`) runs the proofs in full, and every server test on both
// databases; `--watch` (`npm run test:watch`) reruns the rules tests, or those of selected files, on every change.
// Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'
import { check } from './check.mjs'
import { findDebianPrograms } from './debian-postgres.mjs'
import { ensureBuilt, ensureInstalled, fail, root, run, say, withOurNode } from './prepare.mjs'

const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const unknown = options.find((option) => option !== '--long' && option !== '--watch')
if (unknown) fail(`Unknown option ${unknown}. To choose tests, give part of a file name: npm test -- checkout`)
const isLong = options.includes('--long')
const isAll = !isLong && chosen.length === 0

// A complete run needs a third of this memory at its peak.
const PLENTY_BYTES = 8e9

const since = Date.now()
await ensureInstalled()
if (options.includes('--watch')) watch()
await ensureSystemPrograms()

const parts = []
if (isAll) {
  say('\nChecks')
  const started = Date.now()
  // When files are selected, the tests build the pages themselves if needed.
  const [checked] = await Promise.all([check(), ensureBuilt()])
  parts.push({ name: 'checks', ...checked, seconds: (Date.now() - started) / 1_000 })
}
const { slowest, unsteady } = await runTests()
printSummary()
process.exitCode = parts.some(({ failed }) => failed > 0) ? 1 : 0

async function runTests() {
  const scratch = scratchFolder()
  const report = path.join(scratch, 'parts.json')
  const args = ['run', ...chosen, ...projects(), '--reporter=default', '--reporter=./scripts/test-summary-reporter.ts']
  const code = await run('vitest', args, {
    env: withOurNode({
      TMPDIR: scratch,
      TOLD_PARTS: report,
      // The tests start hundreds of processes from the same sources, so cache the compiled code.
      NODE_COMPILE_CACHE: path.join(root, '.compiled'),
      ...(isLong && { TEST_MEASURE: 'full' }),
      ...(isAll && { TEST_SCOPE: 'every-change' }),
    }),
  })
  const results = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { parts: [], slowest: [], unsteady: [] }
  parts.push(...results.parts)
  // An error outside any test counts as one failed test.
  if (code !== 0 && results.parts.every(({ failed }) => failed === 0)) {
    parts.push({ name: 'outside any test', passed: 0, failed: 1, seconds: 0 })
  }
  return results
}

/**
 * Where tests put their databases and files: in memory if there is enough. Hundreds of databases are written and
 * discarded; on a disk, that would take a quarter more CPU time and make each test wait.
 */
function scratchFolder() {
  const memory = '/dev/shm'
  const free = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
  const isPlenty = Math.min(free.bavail * free.bsize, freemem()) > PLENTY_BYTES
  const folder = mkdtempSync(path.join(isPlenty ? memory : tmpdir(), 'academy-tests-'))
  // Writable for everyone, like the system's temporary folder, because the database may run as another user.
  chmodSync(folder, 0o1777)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Each kind of test runs on one database: API tests on Debian's PostgreSQL, which is older and stricter, and page tests
 * on the embedded one, which is the default. Selected files run on the embedded one; `--long` runs every server test on both.
 */
function projects() {
  const hasDebian = findDebianPrograms() !== undefined
  if ((isLong || isAll) && !hasDebian)
    say('\nTesting only on the embedded database. To also test on PostgreSQL: apt-get install -y postgresql')
  const server = (isAll || isLong) && hasDebian ? ['server', 'server-debian'] : ['server']
  const translated = isLong || isAll ? ['browser-translated'] : []
  const names = ['rules', ...server, 'browser', ...translated]
  return names.map((name) => `--project=${name}`)
}

/** Prints the results of each part, the slowest files, the retried tests, and the total. */
function printSummary() {
  const sum = (of) => parts.reduce((all, part) => all + part[of], 0)
  const lines = [
    ...parts.map(({ name, passed, failed, seconds }) =>
      [name.padEnd(18), `${passed} passed`.padStart(12), `${failed} failed`.padStart(10), clock(seconds)].join(' '),
    ),
    '',
    ...(isAll
      ? ['The slowest files:', ...slowest.map(({ file, part, seconds }) => `${clock(seconds)} ${file} (${part})`), '']
      : []),
    ...(unsteady.length > 0
      ? [
          'Flaky, passed on the second try:',
          ...unsteady.map(({ file, part, test, why }) => `  ${file} (${part}) ${test}: ${why}`),
          '',
        ]
      : []),
    `${sum('passed')} passed, ${sum('failed')} failed in ${clock((Date.now() - since) / 1_000).trim()} min`,
  ]
  process.stdout.write(`\n${lines.join('\n')}\n`)
}

function clock(seconds) {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`.padStart(8)
}

function watch() {
  const names = chosen.length > 0 ? ['rules', 'server', 'browser'] : ['rules']
  const args = ['watch', ...chosen, ...names.map((name) => `--project=${name}`)]
  process.exit(spawnSync('vitest', args, { stdio: 'inherit', env: withOurNode() }).status ?? 1)
}

/** Installs the browser for end-to-end tests the programs that read certificates, and a mail server. */
async function ensureSystemPrograms() {
  const missing = [
    ['chromium-headless-shell', ['chromium-headless-shell', 'chromium', 'chromium-browser'].some(isThere)],
    ['poppler-utils', isThere('pdftotext')],
    ['qpdf', isThere('qpdf')],
    ['dovecot-imapd', isThere('dovecot')],
  ].flatMap(([name, isFound]) => (isFound ? [] : [name]))
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !isThere('apt-get')) {
    fail(`The tests need ${missing.join(' and ')}. On Debian or Ubuntu: sudo apt-get install -y ${missing.join(' ')}`)
  }
  say(`Installing ${missing.join(' and ')} (once)…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await run('apt-get', ['update'], { env, isQuiet: true })
  const code = updated || (await run('apt-get', ['install', '-y', ...missing], { env, isQuiet: true }))
  if (code !== 0) fail(`${missing.join(' and ')} could not be installed. See the apt-get error above.`)
}

function isThere(program) {
  return spawnSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' }).status === 0
}
