import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import './scripts/quick-imports.mjs'
import { findDebianPrograms } from './scripts/debian-postgres.mjs'
import { commandFlags } from './scripts/server-process.mjs'
import {
  ALSO_TRANSLATED_TESTS,
  EMBEDDED_TESTS,
  findFilesByName,
  LONG_TESTS,
  TRANSLATED_TESTS,
} from './test/harness/long-tests.ts'
import { isEveryChange } from './test/harness/long-test.ts'
import LongestFirst from './test/harness/longest-first.ts'

type Settings = NonNullable<TestProjectInlineConfiguration['test']>

const ROOT = import.meta.dirname
/** `npm run test:long`: the proofs in full, and every server test on both databases. */
const isLong = process.env['TEST_MEASURE'] === 'full'
const allTests = globSync('{{src,stripe-emulator,scripts,test}/**/*.test.{ts,tsx},test/e2e/**/*.e2e.ts}', { cwd: ROOT })
const longTests = findFilesByName(LONG_TESTS, allTests)
const tests = allTests.filter((file) => !(isEveryChange && longTests.includes(file)))
const browserTests = tests.filter((file) => file.endsWith('.e2e.ts'))
const serverTests = tests.filter((file) => !browserTests.includes(file) && startsSomething(file))
const embeddedTests = findFilesByName(EMBEDDED_TESTS, serverTests)
const translatedTests = findFilesByName(TRANSLATED_TESTS, browserTests)
const alsoTranslatedTests = isLong ? findFilesByName(ALSO_TRANSLATED_TESTS, browserTests) : []
/** True if server tests run on Debian's PostgreSQL, which they do for every change if it is installed. */
const hasBoth = isEveryChange && findDebianPrograms() !== undefined
const rulesTests = tests.filter((file) => !browserTests.includes(file) && !serverTests.includes(file))

/**
 * Whether a test starts processes or uses more of the harness than its measurements. Such a test waits for a database.
 */
function startsSomething(file: string): boolean {
  const source = readFileSync(path.join(ROOT, file), 'utf8')
  return /\/harness\/(?!print-figure|measure|event-loop-block|long-test)|from 'node:(?:child_process|cluster)'|from '\.\/(?:embedded-server|database|killing)\b/.test(
    source,
  )
}

const limits = (testSeconds: number, hookSeconds: number): Settings => ({
  testTimeout: isLong ? 3_600_000 : testSeconds * 1_000,
  hookTimeout: isLong ? 180_000 : hookSeconds * 1_000,
})

// Long enough that a test that only waits does not fail on a slow machine.
const server: Settings = {
  ...limits(120, 180),
  expect: { poll: { timeout: 15_000 } },
  globalSetup: ['test/harness/built-pages.ts', 'test/harness/database-setup.ts'],
}
/**
 * Browser tests run after all others, whose load would keep browsers from showing videos and pages in time. Four at
 * once would take as long as three, with less processor time for each video. Failures are retried once, and `npm test`
 * names tests that passed only then. Polling gets as much time as a page's own elements.
 */
const browser: Settings = {
  ...limits(180, 180),
  retry: 1,
  expect: { poll: { timeout: 15_000 } },
  maxWorkers: isLong ? 1 : 3,
  sequence: { groupOrder: 1 },
  setupFiles: ['test/harness/closing-windows.ts'],
  globalSetup: ['test/harness/built-pages.ts', 'test/harness/database-setup.ts', 'test/harness/seeded-academy.ts'],
}

const project = (name: string, settings: Settings) => ({ extends: true as const, test: { name, ...settings } })

export default defineConfig({
  test: {
    root: ROOT,
    env: { NODE_ENV: 'test', TZ: 'UTC' },
    // One module graph per worker: the application is loaded once, not once per file, and by Node itself, which caches
    // compiled code. Workers are processes: threads of one process wait for each other whenever memory is freed, and
    // starting a program takes longer the more memory a process has.
    pool: 'forks',
    isolate: false,
    execArgv: commandFlags,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // More than the number of cores: with three files, the processors were idle at least a tenth of the time, because
    // tests wait for databases, processes, and timers.
    maxWorkers: isLong ? 2 : 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('rules', { ...limits(120, 180), include: rulesTests }),
      project('server', {
        ...server,
        include: hasBoth ? embeddedTests : serverTests,
        provide: { postgres: 'embedded' },
      }),
      project('server-debian', {
        ...server,
        include: serverTests.filter((file) => !embeddedTests.includes(file)),
        provide: { postgres: 'debian' },
      }),
      project('browser', {
        ...browser,
        include: browserTests.filter((file) => !translatedTests.includes(file)),
        provide: { postgres: 'embedded' },
      }),
      project('browser-translated', {
        ...browser,
        include: [...translatedTests, ...alsoTranslatedTests],
        provide: { postgres: 'embedded', isTranslated: true },
      }),
    ],
  },
})
