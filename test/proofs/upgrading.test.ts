import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { logIn } from '../harness/api-client.ts'
import { isFullMeasure, timeLimit } from '../harness/measure.ts'
import { findFreePort } from '../harness/running-academy.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** The first complete program: an academy with a demo, started by one command. */
const FIRST = '805dded'

const git = (folder: string, ...typed: string[]) => execFileSync('git', typed, { cwd: folder, encoding: 'utf8' }).trim()
const hasHistory =
  existsSync(path.join(ROOT, '.git')) && spawnSync('git', ['cat-file', '-e', FIRST], { cwd: ROOT }).status === 0

/**
 * Upgrades the way an operator does: clones that commit, installs its packages, loads its demo, then fetches the
 * current source and runs the one command.
 */
test.runIf(isFullMeasure && hasHistory).each([FIRST, 'HEAD~60', 'HEAD~1'])(
  'upgrades an academy that began with %s to the current version, with all its data',
  async (commit) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'upgrading-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const [today, before] = [git(ROOT, 'rev-parse', 'HEAD'), git(ROOT, 'rev-parse', commit)]
    const program = path.join(folder, 'program')
    git(folder, 'clone', '-q', ROOT, 'program')
    git(program, 'checkout', '-q', before)

    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const data = path.join(folder, 'data')
    const { PATH, HOME } = process.env
    const outside = PATH?.split(':').filter((entry) => !entry.endsWith('node_modules/.bin'))
    const env = { PATH: outside?.join(':'), HOME, PORT: String(port), DATA_DIR: data, WORKERS: '2' }
    const npm = (...typed: string[]) => spawn('npm', typed, { cwd: program, env, stdio: ['ignore', 'pipe', 'pipe'] })

    const old = npm('start')
    await answers(url, old)
    git(program, 'checkout', '-q', today)
    const printed = await output(npm('run', 'upgrade'))
    // The current version is already running if the commits since the old one changed only tests or docs.
    expect(printed).toMatch(/Version [0-9a-f]{12} (serves|is built|is already running)/)
    const isMigrated = printed.includes('Migrating the database')
    expect((await readdir(data)).some((name) => name.startsWith('before-upgrade-'))).toBe(isMigrated)
    // A version without this command, or with a single process, keeps serving until it is stopped.
    await answers(url, old)
    await stop(old)

    const renewed = npm('run', 'serve')
    await answers(url, renewed)
    const demo = await logIn(url, 'demo', 'demo-learner-2026')
    expect((await demo.get('/Academy/api/MyAcademy/')).status).toBe(200)
    expect(await output(npm('run', '--silent', 'academy', '--', 'doctor'))).toMatch(/^ok +database:/m)
    await stop(renewed)
  },
  timeLimit(3_600),
)

async function answers(url: string, academy: ChildProcess): Promise<void> {
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
  await expect
    .poll(async () => academy.exitCode !== null || (await isReady()), { timeout: 1_200_000, interval: 1_000 })
    .toBe(true)
  expect(academy.exitCode).toBe(null)
}

async function output(command: ChildProcess): Promise<string> {
  let text = ''
  for (const stream of [command.stdout, command.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(command, 'close')
  return text
}

async function stop(academy: ChildProcess): Promise<void> {
  const ended = once(academy, 'exit')
  academy.kill('SIGTERM')
  await ended
}
