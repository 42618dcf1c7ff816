import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import pg from 'pg'
import { createBackup } from '#operations/backup.service.ts'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { readConfig } from '#platform/config.ts'
import { encrypt } from '#platform/encryption.ts'
import { testAcademy } from '../../test/harness/academy.ts'
import { OPERATOR } from '../../test/harness/audit.ts'
import { emptyDatabase } from '../../test/harness/database.ts'
import { readAllRows, findWords } from '../../test/harness/stored-data.ts'
import { backupCommands } from './backup-commands.ts'
import type { CommandInput } from './command.ts'
import { isEveryChange } from '../../test/harness/long-test.ts'

/**
 * Restores the way the command does, into a separate database and data folder. The list of erased members is in that
 * folder, or passed as an option.
 */
async function restoreBackup(
  file: string,
  list: { text?: string; isNamed: boolean; inFolder?: string },
  more: CommandInput['options'] = {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-restored-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const connectionString = await emptyDatabase()
  const listFile = path.join(folder, list.isNamed ? 'list.txt' : 'erased-members.txt')
  if (list.text !== undefined) await writeFile(listFile, list.text)
  if (list.inFolder !== undefined) await writeFile(path.join(folder, 'erased-members.txt'), list.inFolder)
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_URL: connectionString,
    APP_SECRET: 's'.repeat(40),
  })
  const verb = backupCommands['restore']
  if (!verb || !('before' in verb)) throw new Error('no verb')
  const options = { ...more, ...(list.isNamed && { erasures: listFile }) }
  const code = await verb.before(config, { args: [file], options, by: OPERATOR })
  const pool = new pg.Pool({ connectionString })
  onTestFinished(() => pool.end())
  return { code, pool, folder }
}

test(
  'a member restored by a backup but erased since is erased again, by the list in the data folder or a given one',
  { timeout: 120_000 },
  async () => {
    const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
    onTestFinished(() => logged.mockRestore())
    const academy = await testAcademy()
    const { deps, folder } = academy
    const nurse = await academy.member({ lastName: 'Quackenbush' })
    const other = await academy.member({ lastName: 'Nightingale' })
    await academy.purchase(nurse.id, (await academy.course()).id)
    const file = path.join(folder, 'academy.tar')
    await createBackup(deps, { file, onProgress: () => {} })
    await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
    const text = await readFile(path.join(folder, 'erased-members.txt'), 'utf8')
    expect(text).toBe(`${nurse.id}\n`)

    for (const isNamed of [false, true]) {
      const { code, pool, folder: target } = await restoreBackup(file, { text, isNamed })
      expect(code).toBe(0)
      // A list passed as an option is stored, too: after an interruption, the nightly job continues with it.
      expect(await readFile(path.join(target, 'erased-members.txt'), 'utf8')).toBe(text)
      const rows = await readAllRows(pool)
      expect(findWords(['Quackenbush', nurse.email, nurse.username], rows)).toEqual([])
      expect(findWords([other.username], rows)).not.toEqual([])
      const { rows: erased } = await pool.query<{ id: string }>('select id from members where erased_at is not null')
      expect(erased).toEqual([{ id: nurse.id }])
      expect((await pool.query('select from erasures')).rowCount).toBe(1)
      expect((await pool.query(`select from purchases where state = 'paid'`)).rowCount).toBe(1)
    }
    const words = logged.mock.calls.flat().join('\n')
    expect(words).toContain('Deleted again, as')
    expect(words).toMatch(
      /Changes made since \S+ are lost: new passwords, locks, roles, .* docs\/files-and-backups\.md/,
    )
    // An invalid or missing list is reported before anything is restored.
    await expect(restoreBackup(file, { text: 'Nora\n', isNamed: true })).rejects.toThrow('Invalid member ID')
  },
)

test.skipIf(isEveryChange)(
  'a given list does not replace the one in the data folder: members in either are erased again',
  { timeout: 120_000 },
  async () => {
    const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
    onTestFinished(() => logged.mockRestore())
    const academy = await testAcademy()
    const [inFolder, named, other] = [await academy.member(), await academy.member(), await academy.member()]
    const file = path.join(academy.folder, 'academy.tar')
    await createBackup(academy.deps, { file, onProgress: () => {} })
    const lists = { text: `${named.id}\n`, isNamed: true, inFolder: `# of before\n${inFolder.id}\n` }
    const { code, pool, folder } = await restoreBackup(file, lists)
    expect(code).toBe(0)
    const { rows } = await pool.query<{ id: string }>('select id from members where erased_at is null')
    expect(rows).toEqual([{ id: other.id }])
    expect(await readFile(path.join(folder, 'erased-members.txt'), 'utf8')).toBe(
      `# of before\n${inFolder.id}\n${named.id}\n`,
    )
    const words = logged.mock.calls.flat().join('\n')
    expect(words).toMatch(/Deleted again, as listed in \S+list\.txt and \S+erased-members\.txt: 2 members\./)
    // Errors in the folder's own list are reported before anything is restored, too.
    await expect(restoreBackup(file, { ...lists, inFolder: 'Nora\n' })).rejects.toThrow('Invalid member ID')
  },
)

test.skipIf(isEveryChange)(
  'without a list the restore says who may be back and what to do; invoices encrypted with another secret are rejected, or restored unreadable',
  { timeout: 120_000 },
  async () => {
    const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
    const complained = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => [logged, complained].forEach((spy) => spy.mockRestore()))
    const { deps, folder, pool } = await testAcademy()
    const sealing = {
      config: { appSecret: 'the secret of before' },
      purpose: 'kept record',
      owner: 'invoice INV-000001',
    }
    await pool.query(
      `insert into kept_records (kind, subject, sealed, keep_until) values ('invoice', 'INV-000001', $1, '2040-01-01')`,
      [encrypt(sealing, '{}')],
    )
    await pool.query(`insert into credential_issuer (host, since) values ('academy.test', now())`)
    await pool.query(`insert into credential_keys (public_key, sealed_secret, since) values ('z1', 'of before', now())`)
    const file = path.join(folder, 'academy.tar')
    await createBackup(deps, { file, onProgress: () => {} })

    await expect(restoreBackup(file, { isNamed: false })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('1 retained invoice of deleted members, encrypted with another APP_SECRET'),
    })
    const { code, pool: target } = await restoreBackup(file, { isNamed: false }, { 'without-records': true })
    expect(code).toBe(0)
    expect((await target.query('select from kept_records')).rowCount).toBe(1)
    expect(logged.mock.calls.flat().join('\n')).toContain('Left unreadable')
    const warning = complained.mock.calls.flat().join('\n')
    expect(warning).toMatch(/The list of deleted members, \S+erased-members\.txt, is missing/)
    expect(warning).toContain('erase-member MEMBER')
    expect(warning).toContain('The key that signs certificates was encrypted with another APP_SECRET')
    expect((await target.query('select sealed_secret from credential_keys')).rows).toEqual([
      { sealed_secret: 'of before' },
    ])
  },
)
