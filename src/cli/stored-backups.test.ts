import { mkdir, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { files } from '#db/tables/files.ts'
import { runDatabaseChecks } from '#features/back-office/alerts/alerts.public.ts'
import { encrypt } from '#platform/encryption.ts'
import { testAcademy, type TestAcademy } from '../../test/harness/academy.ts'
import { createCommandRunner } from '../../test/harness/command-runner.ts'
import { backupCommands } from './backup-commands.ts'

/** An academy that backs up into a folder, at a given minute of a day. */
async function createAcademyWithFolder() {
  const academy = await testAcademy()
  const { deps, folder, setTime } = academy
  const backupFolder = path.join(folder, 'backups')
  await mkdir(backupFolder)
  const type = createCommandRunner(deps)
  return {
    ...academy,
    backupFolder,
    type,
    names: async () => (await readdir(backupFolder)).toSorted(),
    backUpAt: (minute: number, options = {}) => {
      setTime(new Date(Date.UTC(2026, 10, 22, 2, minute)))
      return type(backupCommands['backup'], [backupFolder], { keep: '2', ...options })
    },
  }
}

const findBackupCheck = async ({ deps }: Pick<TestAcademy, 'deps'>, config = {}) =>
  (await runDatabaseChecks({ ...deps, config: { ...deps.config, ...config } })).find(
    ({ name }) => name === 'backup_old',
  )

const backupNameAt = (minute: number) => `academy-2026-11-22-02${String(minute).padStart(2, '0')}00.tar`
const backupNames = (...minutes: number[]) => minutes.map(backupNameAt)

test('keeps the newest complete backups and removes older ones last; leaves incomplete and foreign files alone', async () => {
  const { backupFolder, names, backUpAt, file, db } = await createAcademyWithFolder()
  await writeFile(path.join(backupFolder, 'notes.txt'), 'mine')
  expect(await backUpAt(10)).toMatchObject({
    code: 0,
    text: expect.stringContaining('No older backups to remove.'),
  })
  await backUpAt(11)
  expect(await names()).toEqual([...backupNames(10, 11), 'notes.txt'])
  // A truncated copy, the leftovers of a backup that was just killed, and those of one that was killed two days ago.
  const [broken, draft, old] = [
    backupNameAt(5),
    `${backupNameAt(6)}.unfinished`,
    `${backupNameAt(4)}.unfinished`,
  ] as const
  await writeFile(
    path.join(backupFolder, broken),
    (await readFile(path.join(backupFolder, backupNameAt(10)))).subarray(0, -512),
  )
  for (const each of [draft, old]) await writeFile(path.join(backupFolder, each), 'half')
  const now = Date.UTC(2026, 10, 22, 2, 12) / 1000
  await utimes(path.join(backupFolder, draft), now, now)
  await utimes(path.join(backupFolder, old), now - 2 * 86_400, now - 2 * 86_400)
  const third = await backUpAt(12)
  expect(third.text).toContain(`Removed ${old}, an unfinished backup.`)
  expect(third.text).toContain(`Removed, keeping the newest 2: ${backupNameAt(10)}.`)
  expect(third.text).toContain(`${broken} is incomplete`)
  expect(await names()).toEqual([broken, draft, ...backupNames(11, 12), 'notes.txt'])

  // If the new backup lacks a file, no older backup is removed.
  const { id } = await file('handout.txt', 'text/plain', 'a handout')
  const [row] = await db.select().from(files)
  if (!row) throw new Error(`no row of ${id}`)
  await rm(path.join(backupFolder, '../files', row.sha256.slice(0, 2), row.sha256))
  expect(await backUpAt(13)).toMatchObject({ code: 1, text: expect.stringContaining('No older backup was removed.') })
  expect(await names()).toEqual([broken, draft, ...backupNames(11, 12, 13), 'notes.txt'])
})

test('reports an invalid number or folder; nothing is written or removed', async () => {
  const { folder, backupFolder, type, names, backUpAt } = await createAcademyWithFolder()
  for (const [keep, words] of [
    ['0', 'at least 1'],
    ['all', '--keep must be a number such as 20'],
  ])
    await expect(backUpAt(10, { keep })).rejects.toThrow(words)
  const nowhere = path.join(folder, 'nowhere')
  await expect(type(backupCommands['backup'], [nowhere], { keep: '2' })).rejects.toThrow(
    /nowhere is not a folder\. Create it first/,
  )
  await expect(type(backupCommands['backup'], [backupFolder])).rejects.toThrow(
    /is a folder. Add a file name, or set how many/,
  )
  expect(await names()).toEqual([])
})

test(
  'a test restore leaves nothing behind; a backup that can’t be restored is reported, kept next to the older ones, and not counted',
  { timeout: 120_000 },
  async () => {
    const academy = await createAcademyWithFolder()
    const { backupFolder, folder, names, backUpAt, pool, type, setTime, member, file } = academy
    expect(await findBackupCheck(academy)).toMatchObject({
      is: 'fine',
      text: expect.stringContaining('none yet'),
    })
    await member()
    await file('handout.txt', 'text/plain', 'a handout')
    const left = path.join(folder, 'trial-of-a-killed-one')
    await mkdir(left)
    await utimes(left, 0, 0)
    const good = await backUpAt(10, { keep: '1', try: true })
    expect(good).toMatchObject({
      code: 0,
      text: expect.stringMatching(
        /Test restore passed: \d+ tables \(\d+ rows\) and 1 file \(.*\. All data was verified, and the test copy was removed\./,
      ),
    })
    expect(await findBackupCheck(academy)).toMatchObject({
      is: 'fine',
      text: expect.stringContaining('and passed a test restore'),
    })
    expect((await readdir(folder)).filter((name) => name.startsWith('trial-'))).toEqual([])
    // This academy's secret cannot decrypt another one's data.
    const other = { config: { appSecret: 'the secret of before' }, purpose: 'kept record', owner: 'invoice INV-000001' }
    await pool.query(
      `insert into kept_records (kind, subject, sealed, keep_until) values ('invoice', 'INV-000001', $1, '2040-01-01')`,
      [encrypt(other, '{}')],
    )
    await expect(backUpAt(20, { keep: '1', try: true })).rejects.toThrow(
      /022000\.tar could not be restored: .*another APP_SECRET.* Nothing was removed\. Make another backup\.$/,
    )
    expect(await names()).toEqual(backupNames(10, 20))
    expect(await findBackupCheck(academy)).toMatchObject({
      is: 'wrong',
      text: expect.stringContaining('could not be restored'),
    })

    // A backup that was truncated after it was made, and one of another academy.
    const copy = path.join(backupFolder, backupNameAt(10))
    await truncate(copy, (await readFile(copy)).length - 1024)
    await expect(type(backupCommands['try-backup'], [copy])).rejects.toThrow(/could not be restored: .*is incomplete/)
    const { rows } = await pool.query<{ problem: string }>('select problem from backups order by made_at')
    expect(rows.map(({ problem }) => /is incomplete|APP_SECRET/.exec(problem)?.[0])).toEqual([
      'is incomplete',
      'APP_SECRET',
    ])
    setTime(new Date('2026-11-26T00:00:00Z'))
    expect(await findBackupCheck(academy, { areBackupsElsewhere: true })).toMatchObject({ is: 'fine' })
  },
)
