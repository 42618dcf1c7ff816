import { runCommandLine, type CommandResult } from '../../test/harness/command-line.ts'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import type { Deps } from '#platform/deps.ts'
import { OPERATOR } from '../../test/harness/audit.ts'
import { certificateCommands } from './certificate-commands.ts'
import { isEveryChange } from '../../test/harness/long-test.ts'

// Each command is a separate process, which takes seconds to start.
const LONG_TIMEOUT = { timeout: 180_000 }

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Runs a command without the service's settings, as an operator might. Only `DATA_DIR` is set. */
function runCommandIn(folder: string, ...args: string[]): Promise<CommandResult> {
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: folder, DATABASE_URL: '', FILES_URL: '' }
  return runCommandLine(env, ...args)
}

test('a command without a database says what to set and creates none', LONG_TIMEOUT, async () => {
  const folder = await newFolder()
  const archive = path.join(folder, 'academy.tar')
  const typed = [
    ['backup', archive],
    ['create-staff', 'sara', 'sara@example.com'],
    ['doctor'],
    ['import', 'demo', '--dry-run'],
  ]
  for (const { code, stderr } of await Promise.all(typed.map((args) => runCommandIn(folder, ...args))))
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`There is no database in ${folder}, and DATABASE_URL is not set.`),
    })
  expect([existsSync(path.join(folder, 'pg')), existsSync(archive)]).toEqual([false, false])
})

test('one command creates an empty academy, and prints a link for its owner', LONG_TIMEOUT, async () => {
  const folder = await newFolder()
  const { code, stdout } = await runCommandIn(folder, 'create-staff', 'nora@example.com', '--new')
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^There is no database in .* yet[.] Creating one[.]\nSend nora this link[.].*\nhttp\S+\n$/s),
  ])
})

test('correcting a license lists the professions, in the help and after an unknown one', async () => {
  const verb = certificateCommands['correct-license']
  if (!verb || !('run' in verb)) throw new Error('there is no such command')
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  const options = { state: 'fl', profession: 'Nurse', license: '9123456', why: 'a digit' }
  // The value is rejected before the database is queried.
  const refused = await verb.run({} as Deps, { args: ['1'], options, by: OPERATOR })
  expect(refused).toBe(2)
  const codes = 'RN, LPN, LVN, APRN, CNA'
  expect([verb.help, said.mock.calls.flat().join('\n')]).toEqual([
    expect.stringContaining(codes),
    expect.stringContaining(`--profession: Please choose a profession: ${codes}.`),
  ])
})

test("the command line of a server uses the service's settings", async () => {
  const unit = await readFile('deploy/academy.service', 'utf8')
  const command = (await readFile('deploy/academy', 'utf8')).replaceAll(/\\\n\s*/g, '')
  const lineOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
  for (const option of [
    `--uid=${lineOf('User')}`,
    `--working-directory=${lineOf('WorkingDirectory')}`,
    `-p EnvironmentFile=${lineOf('EnvironmentFile')}`,
    `-E NODE_ENV=${lineOf('Environment=NODE_ENV')}`,
    `-E DATA_DIR=${lineOf('Environment=DATA_DIR')}`,
    '-E SUDO_USER',
    'npm run --silent academy -- "$@"',
  ])
    expect(command.replaceAll('\n', ' ')).toContain(` ${option} `)
})

test.skipIf(isEveryChange)(
  "migrate may be an academy's first command and says that it is new; it leaves a newer version's academy alone",
  LONG_TIMEOUT,
  async () => {
    const folder = await newFolder()
    expect(await runCommandIn(folder, 'migrate')).toEqual({
      code: 0,
      stdout: `There is no database in ${folder} yet. Creating one.\nThe database is up to date.\n`,
      stderr: '',
    })
    expect(await runCommandIn(folder, 'migrate')).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' })

    // The state that a later version leaves, with one more migration.
    const server = await startEmbeddedServer(folder)
    onTestFinished(() => server.stop())
    const client = new pg.Client({ connectionString: server.connectionString })
    await client.connect()
    await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 9e15)`)
    await client.query(
      `create table if not exists drizzle.overlap_marks (hash text primary key, name text, may_overlap boolean)`,
    )
    await client.query(`insert into drizzle.overlap_marks values ('of tomorrow', '9999_tomorrow', true)`)
    await client.end()
    const [refused, list] = await Promise.all([
      runCommandIn(folder, 'coupon', 'list'),
      runCommandIn(folder, 'coupon', 'list', '--overlap'),
    ])
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^A newer version .*--overlap only to run .*\n$/s),
    })
    expect(list).toEqual({ code: 0, stdout: 'There are no coupons.\n', stderr: '' })

    // A refused dry run is not logged, unlike a refused import.
    const nothing = path.join(folder, 'nothing')
    await mkdir(nothing)
    for (const more of [['--dry-run'], []]) {
      const { code } = await runCommandIn(folder, 'import', nothing, '--overlap', ...more)
      const log = await runCommandIn(folder, 'log', '--overlap')
      expect([code, log.stdout.includes('Command rejected: import')]).toEqual([1, more.length === 0])
    }
  },
)
