import { runCommandLine } from '../../test/harness/command-line.ts'
import { execFile } from 'node:child_process'
import { mkdir, open, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { knownMigrations, migrateDatabase } from '#db/migrate.ts'
import { openDatabase } from '#db/open-database.ts'
import { providerCustomers } from '#db/tables/sales.ts'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import { testAcademy, type TestAcademy } from '../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../test/harness/audit.ts'
import { generateTotp } from '../../test/harness/totp.ts'
import { emptyDatabase, testDatabase } from '../../test/harness/database.ts'
import { loadDemo } from '../../test/harness/demo-academy.ts'
import { digestTables, SELF, makeEmptyTarget, makeScratchFolder, queryRows } from '../../test/harness/restore-target.ts'
import { readArchive, writeArchive } from './archive.service.ts'
import { createBackup } from './backup.service.ts'
import { restoreBackup } from './restore.service.ts'

const ignoreProgress = () => {}
const config = { appSecret: 'the secret of the academy that is restored' }
// These tests run two whole academies, sometimes in separate processes.
const LONG_TIMEOUT = { timeout: 120_000 }

/** The demo course, members, purchases, and a session. */
async function createActiveAcademy(part = 'courses/defense-medical-exam-training') {
  const academy = await testAcademy()
  await loadDemo(academy.deps, part)
  const { rows } = await academy.pool.query<{ id: string }>('select id from products')
  for (let n = 0; n < 3; n += 1) {
    const nurse = await academy.member()
    for (const { id } of rows) await academy.purchase(nurse.id, id)
    const customer = { memberId: nurse.id, isLive: false, customerId: `cus_${n}`, createdAt: new Date() }
    await academy.db.insert(providerCustomers).values(customer)
  }
  return academy
}

/** Creates courses until stopped: two rows each, of which a backup must have both or neither. */
function startWriting({ pool }: TestAcademy) {
  let isOver = false
  let written = 0
  const work = async () => {
    for (; !isOver; written += 1) {
      await pool.query(`with product as (
          insert into products (kind, slug, title, short_description, full_description, price_cents)
          values ('course', 'under-load-${written}', 'a', '', '', 100) returning id)
        insert into courses (product_id, examination_title) select id, '' from product`)
      await sleep(1)
    }
  }
  const done = work()
  return {
    written: () => written,
    stop: async () => {
      isOver = true
      await done
    },
  }
}

test(
  'after a backup and restore elsewhere, every table is equal by count and digest, and every file is there',
  LONG_TIMEOUT,
  async () => {
    const academy = await createActiveAcademy('.')
    const { folder, connectionString, files } = await makeEmptyTarget()
    const file = path.join(folder, 'academy.tar')
    const made = await createBackup(academy.deps, { file, onProgress: ignoreProgress })
    const restored = await restoreBackup({
      file,
      connectionString,
      files,
      onProgress: ignoreProgress,
      by: OPERATOR,
      config,
    })

    expect(restored).toMatchObject({ tables: made.tables, rows: made.rows, files: made.files, bytes: made.bytes })
    expect(made.files).toBeGreaterThan(50)
    expect(await digestTables(connectionString)).toEqual(await digestTables(await testDatabase()))
    for await (const { sha256, bytes } of academy.deps.files.list()) expect(await files.size(sha256)).toBe(bytes)
    const own = await queryRows<{ at: Date; kind: string; actor_name: string; subject_id: string; made: string }>(
      connectionString,
      `select *, after ->> 'made at' as made from audit_events where not (${SELF})`,
    )
    expect(own).toMatchObject([{ kind: 'academy.restored', actor_name: 'sara', subject_id: 'academy.tar' }])
    expect(own.every(({ at, made }) => new Date(made) < at)).toBe(true)
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    // `tar` can list the backup, which contains nothing about sessions.
    const { stdout } = await promisify(execFile)('tar', ['tf', file])
    expect(stdout.split('\n')[0]).toBe('academy.json')
    expect(stdout).not.toMatch(/sessions|account_tokens|throttles/)
  },
)

test('under load a backup is one instant: the restored data satisfies every constraint', LONG_TIMEOUT, async () => {
  const academy = await createActiveAcademy()
  const load = startWriting(academy)
  const { folder, connectionString, files } = await makeEmptyTarget()
  const file = path.join(folder, 'academy.tar')
  while (load.written() < 20) await sleep(5)
  const before = load.written()
  const made = await createBackup(academy.deps, { file, onProgress: ignoreProgress })
  const after = load.written()
  await load.stop()
  expect(after).toBeGreaterThan(before)

  expect(
    await restoreBackup({ file, connectionString, files, onProgress: ignoreProgress, by: OPERATOR, config }),
  ).toMatchObject({
    rows: made.rows,
  })
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ products: number; courses: number }>(
    `select count(*)::int as products, count(product_id)::int as courses
      from products left join courses on product_id = products.id where slug like 'under-load-%'`,
  )
  await client.end()
  const [found] = rows
  expect(found?.courses).toBe(found?.products)
  expect(found?.products).toBeGreaterThanOrEqual(before)
  expect(found?.products).toBeLessThanOrEqual(after)
})

test('a restore into an embedded database yields an equal academy, too', LONG_TIMEOUT, async () => {
  const academy = await createActiveAcademy()
  const folder = await makeScratchFolder()
  const [first, second] = [path.join(folder, 'first.tar'), path.join(folder, 'second.tar')]
  await createBackup(academy.deps, { file: first, onProgress: ignoreProgress })
  const server = await startEmbeddedServer(path.join(folder, 'data'))
  onTestFinished(() => server.stop())
  const files = createFolderFiles(path.join(folder, 'data/files'))
  await restoreBackup({
    file: first,
    connectionString: server.connectionString,
    files,
    onProgress: ignoreProgress,
    by: OPERATOR,
    config,
  })
  expect(await digestTables(server.connectionString)).toEqual(await digestTables(await testDatabase()))

  const database = openDatabase(server.connectionString, () => {})
  await createBackup({ db: database.db, files, now: () => new Date() }, { file: second, onProgress: ignoreProgress })
  await database.close()
  const back = await makeEmptyTarget()
  await restoreBackup({ ...back, file: second, onProgress: ignoreProgress, by: OPERATOR, config })
  expect(await digestTables(back.connectionString)).toEqual(await digestTables(await testDatabase()))
})

test('rejects a target that is not empty, and replaces nothing', LONG_TIMEOUT, async () => {
  const academy = await createActiveAcademy()
  const { folder, connectionString, files } = await makeEmptyTarget()
  const file = path.join(folder, 'academy.tar')
  await createBackup(academy.deps, { file, onProgress: ignoreProgress })
  await expect(createBackup(academy.deps, { file, onProgress: ignoreProgress })).rejects.toThrow('already exists')

  const unrelated = await files.put(Buffer.from('not of this academy'))
  await expect(
    restoreBackup({ file, connectionString, files, onProgress: ignoreProgress, by: OPERATOR, config }),
  ).rejects.toThrow('file storage is not empty')
  await files.remove(unrelated.sha256)
  await restoreBackup({ file, connectionString, files, onProgress: ignoreProgress, by: OPERATOR, config })
  await expect(
    restoreBackup({ file, connectionString, files, onProgress: ignoreProgress, by: OPERATOR, config }),
  ).rejects.toThrow('database is not empty')
})

test(
  'a truncated or damaged backup leaves the database empty; a good one can then be restored',
  LONG_TIMEOUT,
  async () => {
    const academy = await createActiveAcademy()
    const { folder, connectionString, files } = await makeEmptyTarget()
    const good = path.join(folder, 'academy.tar')
    await createBackup(academy.deps, { file: good, onProgress: ignoreProgress })
    const { size } = await stat(good)
    const bad = path.join(folder, 'bad.tar')
    const again = async (spoil: () => Promise<void>) => {
      await promisify(execFile)('cp', [good, bad])
      await spoil()
      return restoreBackup({ file: bad, connectionString, files, onProgress: ignoreProgress, by: OPERATOR, config })
    }
    await expect(again(() => truncate(bad, Math.floor(size / 2)))).rejects.toThrow('is incomplete')
    await expect(again(() => truncate(bad, size - 4096))).rejects.toThrow('is incomplete')
    await expect(
      again(async () => {
        // Damages the content of the last file.
        const handle = await open(bad, 'r+')
        await handle.write(Buffer.from('spoiled'), 0, 7, size - 20_000)
        await handle.close()
      }),
    ).rejects.toThrow(/change meanwhile|damaged/)
    await expect(
      restoreBackup({
        file: 'package.json',
        connectionString,
        files,
        onProgress: ignoreProgress,
        by: OPERATOR,
        config,
      }),
    ).rejects.toThrow('is not a backup')
    expect(Object.values(await digestTables(connectionString)).every((sum) => sum.startsWith('0 '))).toBe(true)
    await restoreBackup({ file: good, connectionString, files, onProgress: ignoreProgress, by: OPERATOR, config })
    expect(await digestTables(connectionString)).toEqual(await digestTables(await testDatabase()))
  },
)

test(
  "restores an earlier version's backup as it was and then migrates it; rejects one of a later version",
  LONG_TIMEOUT,
  async () => {
    const [early, { folder, connectionString, files }] = [await emptyDatabase(), await makeEmptyTarget()]
    await migrateDatabase(early, { count: 1 })
    const database = openDatabase(early, () => {})
    await database.pool
      .query(`insert into products (slug, kind, title, short_description, full_description, price_cents)
    values ('old', 'document', 'Kept', '', '', 100)`)
    const file = path.join(folder, 'early.tar')
    await createBackup({ db: database.db, files, now: () => new Date() }, { file, onProgress: ignoreProgress })
    await database.close()

    // If a restore is killed after the tables were filled and before it was recorded, no academy opens the database.
    const killed = await makeEmptyTarget()
    const killing = {
      kind: 'command_line' as const,
      get name(): string {
        throw new Error('killed')
      },
    }
    await expect(
      restoreBackup({
        file,
        connectionString: killed.connectionString,
        files: killed.files,
        onProgress: ignoreProgress,
        by: killing,
        config,
      }),
    ).rejects.toThrow('killed')
    expect(await queryRows(killed.connectionString, 'select title from products')).toEqual([{ title: 'Kept' }])
    await expect(migrateDatabase(killed.connectionString)).rejects.toThrow(
      'A restore into this database was interrupted',
    )

    await restoreBackup({ file, connectionString, files, onProgress: ignoreProgress, by: OPERATOR, config })
    await migrateDatabase(connectionString)
    const rows = await queryRows(
      connectionString,
      `select title, (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
        (select array_agg(kind || ' by ' || actor_name) from audit_events) as audited from products`,
    )
    const auditTitles = ['academy.restored by sara']
    expect(rows).toEqual([{ title: 'Kept', migrations: knownMigrations().length, audited: auditTitles }])

    const later = path.join(folder, 'later.tar')
    await writeArchive(later, (archive) =>
      archive.add(
        'academy.json',
        Buffer.from(JSON.stringify({ form: 1, madeAt: '2026-11-22T08:00:00.000Z', migrations: ['of tomorrow'] })),
      ),
    )
    await expect(
      restoreBackup({
        file: later,
        connectionString: await emptyDatabase(),
        files,
        onProgress: ignoreProgress,
        by: OPERATOR,
        config,
      }),
    ).rejects.toThrow('made by a newer version')
  },
)

type Entry = { name: string; content: Buffer }

/** A header with overwritten fields and a valid checksum. */
function withHeader(archive: Buffer, at: number, fields: Record<number, string | Buffer>): Buffer {
  const spoiled = Buffer.from(archive)
  const header = spoiled.subarray(at, at + 512)
  for (const [from, value] of Object.entries(fields)) header.set(Buffer.from(value), Number(from))
  header.write('        ', 148)
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return spoiled
}

test('rejects a malicious backup with the reason and leaves nothing behind', LONG_TIMEOUT, async () => {
  const academy = await testAcademy()
  await academy.member()
  await academy.document()
  const { folder, connectionString, files } = await makeEmptyTarget()
  const good = path.join(folder, 'academy.tar')
  const bad = path.join(folder, 'bad.tar')
  await createBackup(academy.deps, { file: good, onProgress: ignoreProgress })
  const entries: Entry[] = []
  for await (const { name, read } of readArchive(good)) entries.push({ name, content: await buffer(read()) })
  const whole = await readFile(good)
  const place = (name: string) => entries.findIndex((entry) => entry.name.startsWith(name))
  const [members = 0, sums = 0, stored = 0, end = 0] = ['tables/members/', 'tables.json', 'files/', 'end.json'].map(
    place,
  )
  const without = (at: number) => entries.toSpliced(at, 1)
  const instead = (at: number, change: Partial<Entry>) =>
    entries.map((entry, n) => (n === at ? { ...entry, ...change } : entry))
  const moved = (from: number, to: number, files = entries) => files.toSpliced(to, 0, ...entries.slice(from, from + 1))
  const twice = (at: number) => moved(at, at)
  const json = (at: number, change: object) =>
    instead(at, { content: Buffer.from(JSON.stringify({ ...JSON.parse(String(entries[at]?.content)), ...change })) })
  const rows = (content: string | Buffer) => instead(members, { content: gzipSync(content) })
  const size = (value: string | Buffer) => withHeader(whole, 0, { 124: value })
  const { tables } = JSON.parse(String(entries[sums]?.content))
  const unrelated = { name: `files/00/${'0'.repeat(64)}`, content: Buffer.from('stray') }

  const harmful: [what: string, archive: Entry[] | Buffer, said: RegExp][] = [
    ['a negative size', size('-0000001000\0'), /damaged at byte 0/],
    ['a size that is no number', size('NaN\0\0\0\0\0\0\0\0\0'), /damaged at byte 0/],
    ['a negative size in binary', size(Buffer.alloc(12, 0xff)), /damaged at byte 0/],
    ['a size beyond the end', size('77777777777\0'), /is incomplete/],
    ['a link', withHeader(whole, 0, { 156: '2' }), /damaged at byte 0/],
    ['a name that leads out', instead(stored, { name: 'files/../../../etc/passwd' }), /"files\/\.\.\/\.\./],
    ['an absolute name', instead(stored, { name: '/etc/passwd' }), /"\/etc\/passwd"/],
    ['a table of another schema', instead(members, { name: 'tables/pgboss.job/000001.jsonl.gz' }), /not a backup/],
    ['no end', without(end), /is incomplete/],
    ['something after the end', [...entries, unrelated], /not a backup/],
    ...[0, members, stored].map((at): [string, Entry[], RegExp] => [
      `${entries[at]?.name} twice`,
      twice(at),
      /not a backup/,
    ]),
    ['tables after the sums', moved(members, sums, without(members)), /not a backup/],
    ['a table that does not exist', instead(members, { name: 'tables/zoo/000001.jsonl.gz' }), /not a backup/],
    ['rows without a sum', json(sums, { tables: { ...tables, members: undefined } }), /no checksum for them/],
    ['a time that is none', json(0, { madeAt: '\u001b[2J' }), /can't be read/],
    [
      'a table that is named as none is',
      json(sums, { tables: { '\u001b[2J': { rows: 0, sum: '' } } }),
      /can't be read/,
    ],
    ['a counter that does not exist', json(sums, { counters: { none: '1' } }), /rejected the backup/],
    ['no JSON', instead(sums, { content: Buffer.from('{') }), /can't be read/],
    ['no migrations', json(0, { migrations: [] }), /can't be read/],
    ['a file nobody knows', entries.toSpliced(end, 0, unrelated), /damaged/],
    ['no gzip', instead(members, { content: Buffer.from('rows') }), /damaged/],
    ...[0, sums, end].map((at): [string, Entry[], RegExp] => [
      `${entries[at]?.name} of brackets`,
      instead(at, { content: Buffer.alloc(1_200_000, '[') }),
      /damaged: its/,
    ]),
    ['a bomb', rows(Buffer.alloc(40_000_000, 'a')), /damaged: its tables\/members/],
    ['a row without an end', rows('{}'), /damaged/],
  ]
  for (const [what, archive, said] of harmful) {
    if (Buffer.isBuffer(archive)) await writeFile(bad, archive)
    else
      await writeArchive(bad, async ({ add }) => {
        for (const { name, content } of archive) await add(name, content)
      })
    const refusal = await restoreBackup({
      file: bad,
      connectionString,
      files,
      onProgress: ignoreProgress,
      by: OPERATOR,
      config,
    }).catch((error: unknown) => error)
    expect([what, refusal]).toEqual([
      what,
      expect.objectContaining({ name: 'AppError', message: expect.stringMatching(said) }),
    ])
    expect(String(refusal).length).toBeLessThan(500)
  }
  expect(Object.values(await digestTables(connectionString)).every((sum) => sum.startsWith('0 '))).toBe(true)
  await restoreBackup({ file: good, connectionString, files, onProgress: ignoreProgress, by: OPERATOR, config })
  expect(await digestTables(connectionString)).toEqual(await digestTables(await testDatabase()))
})

test('reports a missing file and backs up the rest', LONG_TIMEOUT, async () => {
  const academy = await createActiveAcademy()
  const { rows } = await academy.pool.query<{ sha256: string }>(`select sha256 from files where name = '01.mp4'`)
  const lost = rows[0]?.sha256 ?? ''
  await academy.deps.files.remove(lost)
  const { folder, connectionString, files } = await makeEmptyTarget()
  const file = path.join(folder, 'academy.tar')
  expect(await createBackup(academy.deps, { file, onProgress: ignoreProgress })).toMatchObject({ missing: [lost] })
  expect(
    await restoreBackup({ file, connectionString, files, onProgress: ignoreProgress, by: OPERATOR, config }),
  ).toMatchObject({
    missing: [lost],
  })
})

test('the command line makes a backup and restores it into a new data folder', LONG_TIMEOUT, async () => {
  const academy = await createActiveAcademy()
  const folder = await makeScratchFolder()
  const file = path.join(folder, 'academy.tar')
  const run = async (args: string[], settings: Record<string, string>) => {
    const env = { ...process.env, NODE_ENV: 'test', FILES_URL: '', ...settings }
    const { code, stdout, stderr } = await runCommandLine(env, ...args)
    return { code, output: stdout + stderr }
  }
  const living = { DATA_DIR: academy.folder, DATABASE_URL: await testDatabase() }
  const made = await run(['backup', file], living)
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/Backed up \d+ tables/) })
  const before = await readEventKinds(academy.pool)
  expect(before.at(-1)).toBe('academy.backed_up')

  const data = path.join(folder, 'data')
  await mkdir(data)
  const restored = await run(['restore', file], { DATA_DIR: data, DATABASE_URL: '' })
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('All data was verified') })
  const again = await run(['restore', file], { DATA_DIR: data, DATABASE_URL: '' })
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('The database is not empty') })

  // The log also shows the details of an export, and why a command was rejected.
  const codes = await Promise.all([
    run(['export', path.join(folder, 'exported')], { ...living, SUDO_USER: 'sara' }),
    run(['grant', 'nobody', 'defense-medical-exam-training', '--why', 'a friend'], living),
  ])
  expect(codes.map(({ code }) => code)).toEqual([0, 1])
  const since = (await readEventKinds(academy.pool)).slice(before.length)
  expect(since.toSorted()).toEqual(['academy.exported', 'command.refused'])
  const { output: log } = await run(['log', '--limit', '2'], living)
  const lines = log.split('\n').map((line) => line.replace(/^20\d\d-\d\d-\d\d \d\d:\d\d UTC {2}/, ''))
  expect(lines).toContainEqual(
    expect.stringMatching(
      new RegExp(
        `^Exported: exported; courses: 1; .*documents: 0;.* by ${userInfo().username}, for sara on the command line$`,
      ),
    ),
  )
  expect(lines).toContainEqual(
    expect.stringMatching(/^Command rejected: grant; why: not_found; by .+ on the command line$/),
  )
  expect((await readFile(file)).length).toBeGreaterThan(1_000_000)
})

test(
  'two-factor secrets encrypted with another secret are rejected with a message, or explicitly removed',
  LONG_TIMEOUT,
  async () => {
    const { as, deps, member, pool } = await testAcademy()
    const nurse = await member()
    const { body } = await as(nurse).post('/Academy/api/account/factors/code/')
    const code = generateTotp(body.key, deps.now())
    expect((await as(nurse).post('/Academy/api/account/factors/code/confirm/', { code })).status).toBe(200)
    const { folder, connectionString, files } = await makeEmptyTarget()
    const file = path.join(folder, 'academy.tar')
    await createBackup(deps, { file, onProgress: ignoreProgress })

    const given = { file, connectionString, files, onProgress: ignoreProgress, by: OPERATOR }
    await expect(restoreBackup({ ...given, config })).rejects.toThrow(
      '1 two-factor secret encrypted with another APP_SECRET',
    )
    expect(await queryRows(connectionString, 'select 1 from members')).toEqual([])
    expect(await restoreBackup({ ...given, config, resetFactors: true })).toMatchObject({ factorsTaken: 1 })
    expect(
      await queryRows(connectionString, 'select 1 from second_factors union all select 1 from recovery_codes'),
    ).toEqual([])
    expect(
      await queryRows(connectionString, `select "after" from audit_events where kind = 'academy.restored'`),
    ).toMatchObject([{ after: { 'two-factor setups removed': 1 } }])

    // With the same secret, no option is needed.
    const same = await makeEmptyTarget()
    const restored = await restoreBackup({ ...given, ...same, file, config: deps.config })
    expect(restored.factorsTaken).toBe(0)
    const sealed = 'select sealed_secret from second_factors'
    expect(await queryRows(same.connectionString, sealed)).toEqual((await pool.query(sealed)).rows)
  },
)
