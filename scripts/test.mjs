// `npm test`: on a fresh clone installs, builds and runs every check and test; `npm test -- NAME …` only the tests of the files in whose
// paths a name stands; with `--long` (`npm run test:long`) the proofs in their full measure instead. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { check } from './check.mjs'
import { debianPrograms, startDebianPostgres } from './debian-postgres.mjs'
import { ensureBuilt, ensureInstalled, fail, run, say, withOurNode } from './prepare.mjs'

const scratch = mkdtempSync(path.join(tmpdir(), 'academy-results-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
const total = { passed: 0, failed: 0 }
const chosen = process.argv.slice(2).filter((argument) => argument !== '--long')
const unknown = chosen.find((argument) => argument.startsWith('-'))
if (unknown) fail(`There is no option ${unknown}. Names of files choose tests: npm test -- checkout`)

await ensureInstalled()
await ensureSystemPrograms()
await ensureBuilt()

if (process.argv.includes('--long')) {
  await runTests(['long'], 'on the embedded PostgreSQL', {}, chosen)
  await onDebian((where, more) => runTests(['long'], where, more, chosen))
} else if (chosen.length > 0) {
  await runTests(['server', 'browser'], 'on the embedded PostgreSQL', {}, chosen)
} else {
  say('\nChecks')
  add(await check())
  await runTests(['server'], 'on the embedded PostgreSQL')
  await onDebian(async (where, more) => {
    // What endures is no other here: its database is Debian's in the first run, too.
    await runTests(['server'], where, more, ['--exclude', 'test/proofs/enduring.test.ts'])
    // What touches the database in ways of its own: the whole journey, money, and being killed.
    await runTests(['browser'], where, more, ['journey', 'shelves', 'interruptions'])
  })
  await runTests(['browser'], 'on the embedded PostgreSQL')
}

process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 ? 0 : 1

async function onDebian(runAll) {
  const programs = debianPrograms()
  if (!programs) {
    say('\nThe second run is left out: it needs the PostgreSQL of Debian (apt-get install -y postgresql).')
    return
  }
  const server = await startDebianPostgres(programs)
  try {
    await runAll(`on ${server.version}`, { TEST_DATABASE_URL: server.url })
  } finally {
    await server.stop()
  }
}

async function runTests(projects, where, more = {}, further = []) {
  const names = projects.join(' and ')
  say(`\nTests (${names}) ${where}`)
  const report = path.join(scratch, `${names}-${Object.keys(more).length}.json`)
  const args = [
    'run',
    ...further,
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const code = await run('vitest', args, { env: withOurNode(more) })
  const { numPassedTests: passed, numFailedTests: failed } = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0 }
  // A file that could not be loaded, or an error outside any test, counts as one.
  add({ passed, failed: failed === 0 && code !== 0 ? 1 : failed })
}

function add({ passed, failed }) {
  total.passed += passed
  total.failed += failed
}

/** The browser that the journeys run in, and the program that reads certificates back. */
async function ensureSystemPrograms() {
  const missing = [
    ['chromium', isThere('chromium') || isThere('chromium-browser')],
    ['poppler-utils', isThere('pdftotext')],
  ].flatMap(([name, isFound]) => (isFound ? [] : [name]))
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !isThere('apt-get')) {
    fail(`The tests need ${missing.join(' and ')}. On Debian or Ubuntu: sudo apt-get install -y ${missing.join(' ')}`)
  }
  say(`Installing ${missing.join(' and ')} (once) …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await run('apt-get', ['update'], { env, isQuiet: true })
  const code = updated || (await run('apt-get', ['install', '-y', ...missing], { env, isQuiet: true }))
  if (code !== 0) fail(`${missing.join(' and ')} could not be installed; apt-get said why above.`)
}

function isThere(program) {
  return spawnSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' }).status === 0
}
