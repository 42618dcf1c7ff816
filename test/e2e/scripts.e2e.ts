import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser, openPage, waitUntilStarted } from '../harness/browser.ts'
import { findFreePort } from '../harness/running-academy.ts'

// The commands that the README names, as a newcomer types them: in a clone with nothing installed or built, and with
// the system's Node.

const ROOT = path.resolve(import.meta.dirname, '../..')
const NOT_CLONED = new Set(['.git', 'node_modules', 'build', 'data', 'screenshots', '.react-router', '.compiled'])
const START_LIMIT_MS = 90_000

let folder: string
let clone: string
let environment: NodeJS.ProcessEnv
const running = new Set<ChildProcess>()

beforeAll(async () => {
  folder = await mkdtemp(path.join(await findWorkFolder(), 'academy-scripts-'))
  clone = path.join(folder, 'clone')
  await cp(ROOT, clone, {
    recursive: true,
    filter: (source) => !NOT_CLONED.has(path.relative(ROOT, source).split(path.sep)[0] ?? ''),
  })
  // `npm run words` asks Git which files are the project's.
  execFileSync('git', ['init', '--quiet'], { cwd: clone })
  await prepareRegistry()
  environment = {
    ...process.env,
    PATH: [path.join(folder, 'bin'), ...outsidePath()].join(path.delimiter),
    NODE_ENV: undefined,
    FORCE_COLOR: undefined,
    NO_COLOR: '1',
    PORT: String(await findFreePort()),
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: '',
  }
})
afterAll(async () => {
  for (const child of running) await end(child)
  await rm(folder, { recursive: true, force: true })
})

/** PATH without the packages' own programs, which include a newer Node. */
function outsidePath(): string[] {
  return (process.env['PATH'] ?? '').split(path.delimiter).filter((entry) => entry && !entry.includes('node_modules'))
}

/** A folder in which the 59,000 package files can be linked instead of copied, if there is one. */
async function findWorkFolder(): Promise<string> {
  const { dev } = await stat(ROOT)
  const places = [tmpdir(), '/tmp']
  for (const place of places) {
    const isOnSameDisk = await stat(place).then(
      (found) => found.dev === dev,
      () => false,
    )
    if (isOnSameDisk) return place
  }
  return tmpdir()
}

/**
 * Replaces the registry with a folder, from which `npm ci` installs into the clone; everything else is the real npm.
 */
async function prepareRegistry(): Promise<void> {
  const [from, to] = [path.join(ROOT, 'node_modules'), path.join(folder, 'packages')]
  try {
    // Uses hard links if the file system allows it, which takes a second instead of a minute.
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' })
  } catch {
    await cp(from, to, { recursive: true, force: true, verbatimSymlinks: true })
  }
  const npm = execFileSync('sh', ['-c', 'command -v npm'], {
    env: { ...process.env, PATH: outsidePath().join(path.delimiter) },
    encoding: 'utf8',
  }).trim()
  await mkdir(path.join(folder, 'bin'))
  const fakeNpm = path.join(folder, 'bin/npm')
  await writeFile(fakeNpm, `#!/bin/sh\n[ "$1" = ci ] && exec mv '${to}' node_modules\nexec '${npm}' "$@"\n`)
  await chmod(fakeNpm, 0o755)
}

function uninstall(): Promise<void> {
  return rename(path.join(clone, 'node_modules'), path.join(folder, 'packages'))
}

/** Runs one of npm's scripts to its end. */
async function npm(...args: string[]): Promise<{ code: number | null; printed: string }> {
  const child = spawn('npm', args, { cwd: clone, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, printed }
}

/** Starts an academy with one of npm's scripts. Resolves with its URL once it prints that it is open. */
async function open(...args: string[]): Promise<{ url: string; printed: () => string; close: () => Promise<void> }> {
  const child = spawn('npm', args, { cwd: clone, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const since = Date.now()
  while (!printed.includes('Stop with Ctrl+C')) {
    if (child.exitCode !== null) throw new Error(`npm ${args.join(' ')} ended:\n${printed}`)
    if (Date.now() - since > START_LIMIT_MS) throw new Error(`npm ${args.join(' ')} does not open:\n${printed}`)
    await sleep(50)
  }
  return { url: `http://127.0.0.1:${environment['PORT']}`, printed: () => printed, close: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

const TRIED = 'start test serve dev check bench screenshots db academy upgrade book mutate words'.split(' ')

test('every script the README names is tried here', async () => {
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8')
  const named = [...readme.matchAll(/npm (?:run )?(start|test|(?<=run )[\w:]+)/g)].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set(TRIED))
})

test('an upgrade prints its usage before it does anything', async () => {
  const { printed, code } = await npm('run', 'upgrade', '--', '--help')
  expect([code, printed]).toEqual([0, expect.stringContaining('--no-backup')])
})

test('one-off commands install first when nothing is installed', async () => {
  // Represents the browser tests, which are retried once.
  await appendFile(
    path.join(clone, 'src/shared/money.test.ts'),
    `\nlet tries = 0\ntest('is unsteady', { retry: 1 }, () => expect((tries += 1)).toBe(2))\n`,
  )
  const commands: [args: string[], says: string | RegExp, code: number][] = [
    [['run', 'academy', '--', '--help'], 'create-staff [USERNAME] EMAIL', 0],
    [['run', 'db', '--', '-c', 'select 1'], 'There is no database in', 1],
    [['run', 'check', '--', 'page types'], '✓ page types', 0],
    [['run', 'bench', '--', 'nothing'], "There is no part 'nothing'. There are: statements", 2],
    [['run', 'book', '--', 'nothing'], 'npm run book takes no words', 2],
    [['run', 'mutate', '--', '--list'], /^1 money .*^40 /ms, 0],
    [['run', 'words', '--', 'receipt.email'], 'receipt.email.ts', 0],
    [['run', 'screenshots', '--', 'no such one'], "There is no screen 'no such one'. There are: home", 2],
    [
      ['test', '--', 'src/shared/money.test.ts'],
      /Test Files\D+1 passed.*on the second try.*money[.]test[.]ts [(]rules[)] is unsteady: expected 1 to be 2.*\D[1-9]\d* passed, 0 failed/s,
      0,
    ],
  ]
  for (const [args, says, code] of commands) {
    const ended = await npm(...args)
    expect(ended.printed).toContain('Installing packages (once)…')
    expect(ended.printed).toMatch(says)
    expect(ended.code).toBe(code)
    await uninstall()
  }
})

test('in development, pages respond to clicks and show edits', async () => {
  const [academy, browser] = await Promise.all([open('run', 'dev'), sharedBrowser()])
  try {
    const { page, complaints } = await openPage(browser, academy.url)
    // Pages and their scripts are built on request, which takes long on a busy machine.
    page.setDefaultTimeout(START_LIMIT_MS)
    await page.goto('/Login/')
    await waitUntilStarted(page, START_LIMIT_MS)
    await page.getByLabel('Username').fill('nora')
    const password = page.getByLabel('Password', { exact: true })
    expect(await password.getAttribute('type')).toBe('password')
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await password.getAttribute('type')).toBe('text')

    const file = path.join(clone, 'src/features/people/login/login.page.tsx')
    const text = await readFile(file, 'utf8')
    // Files that only browsers load don't affect the server and its database.
    const touch = async (name: string) => appendFile(path.join(clone, name), '\n')
    await touch('src/features/commerce/checkout/ui/use-payment.ts')
    await writeFile(file, text.replace('Need an Account?', 'Need an account here?'))
    await page.getByText('Need an account here?').waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe('nora')
    await writeFile(file, text)

    expect(academy.printed()).not.toContain('Restarting')

    // Opens a page without server data, which waits for the browser's own loader.
    await page.goto('/MyAcademy/')
    await page.getByText("You don't have permission to access this page.").waitFor()
    expect(complaints.filter((line) => line !== 'No token found')).toEqual([])

    await touch('src/features/people/accounts/accounts.rules.ts')
    await expect.poll(academy.printed, { timeout: START_LIMIT_MS }).toMatch(/Restarting.*Stop with Ctrl\+C/s)
  } finally {
    await academy.close()
  }
})

test('npm start and npm run serve open the same academy', async () => {
  for (const script of [['start'], ['run', 'serve']]) {
    const academy = await open(...script)
    expect((await fetch(`${academy.url}/Courses/`)).status).toBe(200)
    await academy.close()
    expect(await fetch(academy.url).catch(() => 'nobody')).toBe('nobody')
  }
})
