import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import {
  BROWSER_TESTS_OF_BOTH,
  BROWSER_TESTS_TRANSLATED,
  filesCalled,
  SERVER_TESTS_OF_BOTH,
  SERVER_TESTS_OF_DEBIAN,
} from './test/harness/both-databases.ts'
import './scripts/quick-imports.mjs'
import { commandFlags } from './scripts/server-process.mjs'
import LongestFirst from './test/harness/longest-first.ts'

type Settings = NonNullable<TestProjectInlineConfiguration['test']>

const ROOT = import.meta.dirname
/** `npm run test:long`: the proofs in their full measure, and every test on both databases. */
const isLong = process.env['TEST_MEASURE'] === 'full'
/** `npm test` with both databases: some tests of the server run on Debian's only. */
const isShared = process.env['TEST_DATABASES'] === 'shared'
const tests = globSync('{src,stand-in,scripts,test}/**/*.test.{ts,tsx}', { cwd: ROOT })
const serverTests = tests.filter(startsSomething)
const rulesTests = tests.filter((file) => !serverTests.includes(file))
const onDebian = isShared ? filesCalled(SERVER_TESTS_OF_DEBIAN, serverTests) : []
const browserTests = globSync('test/e2e/**/*.e2e.ts', { cwd: ROOT })

/** Whether a test asks the harness for more than a figure, or starts processes: then it waits for a database. */
function startsSomething(file: string): boolean {
  const source = readFileSync(path.join(ROOT, file), 'utf8')
  return /\/harness\/(?!figures|measure)|from 'node:(?:child_process|cluster)'|from '\.\/(?:embedded|database|killing)\b/.test(
    source,
  )
}

const limits = (testSeconds: number, hookSeconds: number): Settings => ({
  testTimeout: isLong ? 3_600_000 : testSeconds * 1_000,
  hookTimeout: isLong ? 180_000 : hookSeconds * 1_000,
})

const server: Settings = {
  ...limits(20, 60),
  globalSetup: ['test/harness/built-pages.ts', 'test/harness/database-setup.ts'],
}
/**
 * After all others, whose work would keep browsers from showing films and pages in time. With four at once they take as long as with three, and films have less.
 * What fails is tried once more, and `npm test` names whatever passed only then. What is looked for again and again is given as long as a page's own elements.
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
    // One module graph a worker: the application is loaded once, not once a file, and by Node itself, which keeps what it has compiled. Workers are processes:
    // threads of one process wait for each other whenever memory is given back, and to start a program takes longer the more memory a process has.
    pool: 'forks',
    isolate: false,
    execArgv: commandFlags,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // More than cores: with three files the processors were idle for a tenth of the time at least: files wait for databases, processes and the clock.
    maxWorkers: isLong ? 1 : 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('rules', { ...limits(20, 60), include: rulesTests }),
      project('server', {
        ...server,
        include: serverTests.filter((file) => !onDebian.includes(file)),
        provide: { postgres: 'embedded' },
      }),
      project('server-debian', {
        ...server,
        include: isLong ? serverTests : [...filesCalled(SERVER_TESTS_OF_BOTH, serverTests), ...onDebian],
        provide: { postgres: 'debian' },
      }),
      project('browser', { ...browser, include: browserTests, provide: { postgres: 'embedded' } }),
      project('browser-translated', {
        ...browser,
        include: isLong ? browserTests : filesCalled(BROWSER_TESTS_TRANSLATED, browserTests),
        provide: { postgres: 'embedded', isTranslated: true },
      }),
      project('browser-debian', {
        ...browser,
        include: isLong ? browserTests : filesCalled(BROWSER_TESTS_OF_BOTH, browserTests),
        provide: { postgres: 'debian' },
      }),
    ],
  },
})
