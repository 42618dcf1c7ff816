import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { encrypt } from '#platform/encryption.ts'
import { commandFlags } from '../../scripts/server-process.mjs'
import { databaseUrl } from '../harness/database-server.ts'
import { emptyDatabase } from '../harness/database.ts'
import { startObjectStorage } from '../harness/object-storage.ts'
import { isEveryChange } from '../harness/long-test.ts'

// Each row is a separate program, which takes seconds to start.
const PATIENCE = { timeout: 120_000 }
const PASSWORD = 'a-secret-password'

type Settings = Record<string, string>
type Ended = { code: number; stdout: string; stderr: string }
type Run = { program: string[]; settings?: Settings; around?: (program: string[]) => string[] }

let folder: string
let cluster: Awaited<ReturnType<typeof startEmbeddedServer>>
let storage: Awaited<ReturnType<typeof startObjectStorage>>
let taken: ReturnType<typeof createServer>
/** An academy without members. */
let academy: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'academy-slips-'))
  ;[cluster, storage, academy] = await Promise.all([
    startEmbeddedServer(path.join(folder, 'cluster')),
    startObjectStorage(),
    emptyDatabase(),
  ])
  // Only the user `nurse` needs a password.
  const pages = path.join(folder, 'cluster/pg/pg_hba.conf')
  await writeFile(pages, `local all nurse scram-sha-256\n${await readFile(pages, 'utf8')}`)
  const client = new pg.Client({ connectionString: cluster.superuserConnectionString })
  await client.connect()
  await client.query(`create role nurse login password '${PASSWORD}'; select pg_reload_conf()`)
  await client.end()
  taken = createServer().listen(0, '127.0.0.1')
  await run({ program: ['src/cli.ts', 'migrate'] })
  await backup()
}, 120_000)
afterAll(async () => {
  taken.close()
  await Promise.all([cluster.stop(), storage.close()])
  await rm(folder, { recursive: true, force: true })
})

/** Runs a program as an operator would type it, with only the data folder, the database, and the row's settings. */
function run({ program, settings = {}, around = (words) => words }: Run): Promise<Ended> {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    HOME: folder,
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: academy,
    ...settings,
  }
  const [command = '', ...args] = around([process.execPath, ...commandFlags, ...program])
  return new Promise((resolve) => {
    execFile(command, args, { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    )
  })
}

/** Root may write everywhere: without this capability it is like any other system user. */
const likeAnybody = (program: string[]) =>
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', ...program] : program

/** Runs a program with a disk of this size mounted here, visible only to that program. */
const withDisk = (place: string, size: string) => (program: string[]) => {
  const mine = process.getuid?.() === 0 ? ['unshare', '--mount'] : ['unshare', '--user', '--map-root-user', '--mount']
  return [...mine, 'sh', '-c', `mount -t tmpfs -o size=${size} none "$0" && exec "$@"`, place, ...program]
}

async function file(name: string, content: string | Uint8Array = 'no folder'): Promise<string> {
  const place = path.join(folder, name)
  await writeFile(place, content)
  return place
}

async function folderOf(name: string, mode = 0o700): Promise<string> {
  const place = path.join(folder, name)
  await mkdir(place, { recursive: true })
  await chmod(place, mode)
  return place
}

const at = (url: string, user: string, database = 'postgres') =>
  databaseUrl(url, database).replace(/^postgresql:\/\/\w+@/, `postgresql://${user}@`)

/** A case: its name, the program, and the expected output and exit code. */
type Row = [what: string, row: () => Run | Promise<Run>, words: RegExp, code?: 1 | 2]

const START = ['src/main.ts']
/** Production settings, because otherwise the demo academy is loaded before the port is opened. */
const LIVE = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://academy.example.com',
  APP_SECRET: 'nothing is signed with this one in here',
  STRIPE_SECRET_KEY: 'sk_live_of_nobody',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_of_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_nobody_at_all',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'office@academy.example.com',
}
const command = (...words: string[]) => ['src/cli.ts', ...words]

const WAYS: [way: string, url: () => string, words: RegExp][] = [
  [
    'is down',
    () => `postgresql://nurse:${PASSWORD}@127.0.0.1:9/academy`,
    /^The database server at 127\.0\.0\.1:9 is not responding\. Start it/m,
  ],
  [
    'cannot be resolved',
    () => `postgresql://nurse:${PASSWORD}@nowhere.invalid/academy`,
    /database host nowhere\.invalid can't be resolved/,
  ],
  [
    'refuses the password',
    () => at(cluster.connectionString, `nurse:${PASSWORD}-of-yesterday`),
    /rejects the password for the user nurse\. Correct it in DATABASE_URL/,
  ],
  ['requires a password', () => at(cluster.connectionString, 'nurse'), /requires a password for the user nurse/],
  [
    'knows no such user',
    () => at(cluster.connectionString, 'nobody'),
    /does not accept the user nobody.*createuser nobody/,
  ],
  [
    'has no such database',
    () => at(cluster.connectionString, 'academy', 'elsewhere'),
    /has no database elsewhere\. Create it \(createdb --owner=academy elsewhere\)/,
  ],
  [
    'does not let the user change it',
    () => at(cluster.connectionString, `nurse:${PASSWORD}`),
    /user nurse can't create or use it .*owner to nurse/,
  ],
  [
    'has an invalid address',
    () => `postgresql://nurse:in#${PASSWORD}@127.0.0.1/academy`,
    /DATABASE_URL can't be read\. It must be /,
  ],
]

const ROWS: Row[] = [
  ...WAYS.flatMap(([way, url, words]): Row[] => [
    [`start: the database ${way}`, () => ({ program: START, settings: { DATABASE_URL: url() } }), words],
  ]),
  ...WAYS.slice(0, 3).map(([way, url, words]): Row => [
    `command: the database ${way}`,
    () => ({ program: command('coupon', 'list'), settings: { DATABASE_URL: url() } }),
    words,
  ]),
  [
    'restore: the database is down',
    async () => ({
      program: command('restore', await backup()),
      settings: { DATABASE_URL: 'postgresql://nurse@127.0.0.1:9/academy' },
    }),
    /^The database server .*is not responding/,
  ],
  [
    'start: the port is taken',
    () => ({ program: START, settings: { ...LIVE, PORT: String((taken.address() as AddressInfo).port) } }),
    /is already listening on 127\.0\.0\.1:\d+.*set PORT/,
  ],
  [
    'serve: the port is taken',
    () => ({
      program: [...START, '--workers'],
      settings: { ...LIVE, PORT: String((taken.address() as AddressInfo).port), WORKERS: '2' },
    }),
    /is already listening on 127\.0\.0\.1:\d+.*set PORT/,
  ],
  [
    'start: HOST belongs to another machine',
    () => ({ program: START, settings: { ...LIVE, HOST: '192.0.2.1' } }),
    /192\.0\.2\.1 is not an address of this machine\. Correct HOST/,
  ],
  ['start: an unknown option', () => ({ program: [...START, '--wrokers'] }), /Unknown option '--wrokers'/, 2],
  ['start: an invalid setting', () => ({ program: START, settings: { PORT: 'http' } }), /PORT must be a port number/],
  [
    'start: no SMTP address',
    () => ({ program: START, settings: { SMTP_URL: 'mail.example.com' } }),
    /SMTP_URL must be an address such as smtps:/,
  ],
  [
    'start: the data folder is a file',
    async () => ({ program: START, settings: { DATABASE_URL: '', DATA_DIR: await file('a-file') } }),
    /a-file is a file, but a folder is needed|a-file\/app-secret can't exist, .* is a file/,
  ],
  [
    'start: the data folder belongs to another user',
    async () => ({
      program: START,
      around: likeAnybody,
      settings: { DATABASE_URL: '', DATA_DIR: path.join(await folderOf('closed', 0o500), 'data') },
    }),
    /system user can't use .*closed\/data.*chown/,
  ],
  [
    'start: the data folder’s disk is full',
    async () => {
      const DATA_DIR = await folderOf('small')
      return { program: START, around: withDisk(DATA_DIR, '8m'), settings: { DATABASE_URL: '', DATA_DIR } }
    },
    /embedded database could not be created: the disk that contains \S*small is full\. Free up space/,
  ],
  [
    'start: the files folder belongs to another user',
    async () => ({
      program: START,
      around: likeAnybody,
      settings: { FILES_URL: `file:${path.join(await folderOf('closed', 0o500), 'files')}` },
    }),
    /system user can't use .*closed\/files/,
  ],
  [
    'start: the storage host cannot be resolved',
    () => ({ program: START, settings: bucket('s3://academy?endpoint=https://nowhere.invalid') }),
    /FILES_URL: there is no host nowhere\.invalid\. Correct the endpoint/,
  ],
  [
    'start: no such bucket',
    () => ({ program: START, settings: bucket(storage.urlOf('elsewhere')) }),
    /FILES_URL: .* has no bucket 'elsewhere'/,
  ],
  [
    'start: unknown storage keys',
    () => ({ program: START, settings: { ...bucket(storage.url), AWS_ACCESS_KEY_ID: 'SOMEBODY' } }),
    /FILES_URL: .*AWS_ACCESS_KEY_ID/,
  ],
  [
    'restore: the storage does not respond',
    async () => ({
      program: command('restore', await backup()),
      settings: bucket('s3://academy?endpoint=http://127.0.0.1:9'),
    }),
    /storage at 127\.0\.0\.1:9 is not responding \(ECONNREFUSED\).*FILES_URL/,
  ],
  [
    'move-files: no such bucket',
    () => ({ program: command('move-files', '--to', storage.urlOf('elsewhere')), settings: storage.environment }),
    /has no bucket 'elsewhere'/,
  ],
  [
    'move-files: to a target that no start would use',
    () => ({
      program: command('move-files', '--to', storage.url),
      settings: { ...LIVE, ...storage.environment },
    }),
    /endpoint in --to must begin with https:\/\/ in production/,
  ],
  [
    'move-files: the storage does not respond',
    () => ({
      program: command('move-files', '--to', 's3://academy?endpoint=http://127.0.0.1:9'),
      settings: storage.environment,
    }),
    /storage at 127\.0\.0\.1:9 is not responding/,
  ],
  [
    'doctor: no mail server at SMTP_URL',
    () => ({ program: command('doctor'), settings: { SMTP_URL: `smtp://office:${PASSWORD}@127.0.0.1:9` } }),
    /^WRONG email: 127\.0\.0\.1:9 does not accept email \(ECONNREFUSED\)/m,
  ],
  [
    'backup: into a missing folder',
    () => ({ program: command('backup', path.join(folder, 'nowhere/academy.tar')) }),
    /^The folder \S*nowhere does not exist\..*create the folder/,
  ],
  [
    'backup: into another user’s folder',
    async () => ({
      program: command('backup', path.join(await folderOf('closed', 0o500), 'academy.tar')),
      around: likeAnybody,
    }),
    /can't use \S*closed\/academy\.tar/,
  ],
  [
    'backup: to a full disk',
    async () => {
      const disk = await folderOf('full')
      return { program: command('backup', path.join(disk, 'academy.tar')), around: withDisk(disk, '8k') }
    },
    /disk that contains \S*full\/academy\.tar is full\. No backup was written/,
  ],
  ['backup: over an existing one', async () => ({ program: command('backup', await backup()) }), /already exists/],
  [
    'restore: no such backup',
    () => ({ program: command('restore', path.join(folder, 'none.tar')) }),
    /none\.tar does not exist/,
  ],
  [
    'restore: a folder',
    () => ({ program: command('restore', folder) }),
    /academy-slips-\w+ is a folder, but a file is needed/,
  ],
  [
    'restore: another user’s backup',
    async () => {
      const closed = await file('closed.tar', await readFile(await backup()))
      await chmod(closed, 0o000)
      return { program: command('restore', closed), around: likeAnybody }
    },
    /can't use \S*closed\.tar/,
  ],
  [
    'restore: a truncated backup',
    async () => {
      const short = await file('short.tar', await readFile(await backup()))
      await truncate(short, 2_000)
      return { program: command('restore', short), settings: { DATABASE_URL: await emptyDatabase() } }
    },
    /backup is incomplete/,
  ],
  [
    'restore: not a backup',
    async () => ({
      program: command('restore', await file('a.tar', 'x'.repeat(2_048))),
      settings: { DATABASE_URL: await emptyDatabase() },
    }),
    /is not a backup, or is damaged/,
  ],
  [
    'restore: damaged in the middle',
    async () => {
      const content = await readFile(await backup())
      // Damages the content of the first table, keeping names and lengths.
      content.fill(0xff, content.indexOf('.jsonl.gz') + 512, content.indexOf('.jsonl.gz') + 540)
      return {
        program: command('restore', await file('damaged.tar', content)),
        settings: { DATABASE_URL: await emptyDatabase() },
      }
    },
    /backup is damaged/,
  ],
  [
    'restore: encrypted with another secret',
    async () => ({
      program: command('restore', await backup()),
      settings: {
        DATABASE_URL: await emptyDatabase(),
        APP_SECRET: 'another secret, which is as long as it should be',
        DATA_DIR: await folderOf('another'),
        FILES_URL: `file:${path.join(folder, 'another/files')}`,
      },
    }),
    /encrypted with another APP_SECRET/,
  ],
  [
    'import: no such folder',
    () => ({ program: command('import', path.join(folder, 'nowhere')) }),
    /is not a folder that this user can read/,
  ],
  [
    'export: into another user’s folder',
    async () => ({
      program: command('export', path.join(await folderOf('closed', 0o500), 'out')),
      around: likeAnybody,
    }),
    /can't use \S*closed\/out/,
  ],
  [
    'backup: the storage becomes unavailable midway',
    async () => {
      await inAcademy(
        `insert into files (sha256, name, content_type, bytes, is_public) values (repeat('a', 64), 'a.pdf', 'application/pdf', 1, false)`,
      )
      return {
        program: command('backup', path.join(folder, 'of-none.tar')),
        settings: bucket('s3://academy?endpoint=http://127.0.0.1:9'),
      }
    },
    /^FILES_URL: the storage at 127\.0\.0\.1:9 is not responding/,
  ],
  ['an unknown verb', () => ({ program: command('backpu') }), /Unknown command 'backpu'/, 2],
  ['a command without its argument', () => ({ program: command('backup') }), /backup needs a file/, 2],
  ['an option of another command', () => ({ program: command('backup', '--fiel', 'x') }), /Unknown option '--fiel'/, 2],
  ['an invalid option value', () => ({ program: command('log', '--since', 'monday') }), /--since must be a date/, 2],
]

function bucket(url: string): Settings {
  return { ...storage.environment, FILES_URL: url }
}

async function inAcademy(statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: academy })
  await client.connect()
  await client.query(statement, values)
  await client.end()
}

let made: Promise<string> | undefined
/** A backup from an academy that keeps an encrypted invoice of an erased member. */
function backup(): Promise<string> {
  made ??= (async () => {
    const name = path.join(folder, 'academy.tar')
    const appSecret = await readFile(path.join(folder, 'data/app-secret'), 'utf8')
    const sealing = { config: { appSecret }, purpose: 'kept record', owner: 'invoice INV-000001' }
    await inAcademy(
      `insert into kept_records (kind, subject, sealed, keep_until) values ('invoice', 'INV-000001', $1, '2040-01-01')`,
      [encrypt(sealing, '{}')],
    )
    expect(await run({ program: command('backup', name) })).toMatchObject({ code: 0, stderr: '' })
    return name
  })()
  return made
}

/** One row of each kind. */
const SHORT = [
  'start: the database is down',
  'command: the database refuses the password',
  'start: the port is taken',
  'start: an invalid setting',
  'start: the data folder belongs to another user',
  'restore: not a backup',
  'backup: over an existing one',
  'an unknown verb',
]

test.concurrent.each(ROWS.filter(([what]) => !isEveryChange || SHORT.includes(what)))(
  '%s: prints a message with what to do, an exit code, and no stack',
  PATIENCE,
  async (_what, row, words, code = 1) => {
    const { code: ended, stdout, stderr } = await run(await row())
    expect(stderr).toMatch(words)
    expect(ended).toBe(code)
    expect(`${stdout}${stderr}`).not.toMatch(/^\s+at |node:internal|bug in the program/m)
    expect(`${stdout}${stderr}`).not.toContain(PASSWORD)
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3)
  },
)

test('an unexpected error is reported as a bug, with its stack', PATIENCE, async () => {
  const broken = path.join(folder, 'broken.mjs')
  await writeFile(
    broken,
    `const own = Object.hasOwn
     Object.hasOwn = (on, name) => { if (name === 'coupon') throw new TypeError('broken for this test'); return own(on, name) }`,
  )
  const { code, stderr } = await run({ program: ['--import', broken, ...command('coupon', 'list')] })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^This is a bug in the program, .*report it.*TypeError: broken for this test\n +at /s)
})
