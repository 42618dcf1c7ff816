import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/open-database.ts'
import { readArchive } from '#operations/archive.service.ts'
import { createBackup } from '#operations/backup.service.ts'
import { restoreBackup } from '#operations/restore.service.ts'
import type { Deps } from '#platform/deps.ts'
import { encrypt } from '#platform/encryption.ts'
import { resolveServices } from '#platform/services/services-in-use.ts'
import { deleteReplacedSettings, readStoredServices, storeServiceSettings } from '#platform/services/stored-services.ts'
import { paymentsCommands } from '../../../cli/payments-commands.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { makeEmptyTarget } from '../../../../test/harness/restore-target.ts'
import { findWords, readAllFiles, readAllRows } from '../../../../test/harness/stored-data.ts'

const EMAIL = '/Academy/api/studio/settings/email/'
const PAYMENTS = '/Academy/api/studio/settings/payments/'
const PASSWORD = 'canary-password-77'

async function setUp(log: Deps['log'] = { info() {}, warn() {}, error() {} }) {
  const academy = await testAcademy({
    change: (deps) => ({ ...deps, log }),
  })
  const owner = academy.as(await academy.member({ role: 'owner' }))
  const { publishableKey, secretKey, webhookSecret } = academy.emulator
  const email = {
    host: 'localhost',
    port: '2525',
    security: 'none',
    user: 'office',
    password: PASSWORD,
    sender_name: 'Academy',
    sender_address: 'office@academy.test',
    revision: 'none',
  }
  const mail = await owner.post(EMAIL, email)
  const keys = { publishable_key: publishableKey, secret_key: secretKey, webhook_secret: webhookSecret }
  const cards = await owner.post(PAYMENTS, { ...keys, revision: 'none' })
  expect([mail.status, cards.status]).toEqual([200, 200])
  return { ...academy, owner, email, revision: mail.body.revision as string }
}

test('a restored backup uses neither its mail server nor its keys until an owner confirms them', async () => {
  const { deps } = await setUp()
  const { folder, connectionString, files } = await makeEmptyTarget()
  const file = path.join(folder, 'academy.tar')
  const onProgress = () => {}
  await createBackup(deps, { file, onProgress })
  await restoreBackup({ file, connectionString, files, onProgress, by: OPERATOR, config: deps.config })
  const copy = openDatabase(connectionString, () => {}, 1)
  onTestFinished(() => copy.close())
  const stored = await readStoredServices(copy.db, deps.config, new Date())
  expect(stored.mail).toMatchObject({ isConfirmed: false, secrets: { password: PASSWORD } })
  expect(resolveServices(deps.config, stored)).toMatchObject({ mailServer: undefined, stripe: undefined })
})

test('an owner confirms restored settings, which are then used again; a stale confirmation changes nothing', async () => {
  const { pool, owner, deps, revision, as, member } = await setUp()
  await pool.query('update service_settings set confirmed_host = null')
  expect((await owner.get(EMAIL)).body.state).toBe('unconfirmed')
  expect((await owner.get(PAYMENTS)).body.state).toBe('unconfirmed')
  expect(deps.services.cards).toMatchObject({ provider: 'stand-in' })
  expect(deps.services.inUse).toMatchObject({ mailServer: undefined, stripe: undefined })
  expect(await owner.post(`${EMAIL}confirm/`, { revision: 'none' })).toMatchObject({ status: 503 })
  for (const role of ['editor', 'support'] as const)
    expect((await as(await member({ role })).post(`${EMAIL}confirm/`, { revision })).status).toBe(404)
  expect(await owner.post(`${EMAIL}confirm/`, { revision })).toMatchObject({ status: 200 })
  expect(deps.services.inUse.mailServer).toMatchObject({ host: 'localhost' })
  expect((await owner.get(EMAIL)).body.state).toBe('used')
  // The mail and card settings are confirmed separately.
  expect(deps.services.inUse.stripe).toBeUndefined()
})

/** Adds keys of another account, which were in use before the current ones. */
async function addFormerKeys({ db, deps, pool }: Pick<Awaited<ReturnType<typeof setUp>>, 'db' | 'deps' | 'pool'>) {
  const settings = { publishableKey: 'pk_test_former', accountId: 'acct_former', accountName: 'Former', isLive: false }
  const secrets = { secretKey: 'sk_test_former', webhookSecrets: [] }
  const { rows } = await pool.query("select id from service_settings where kind = 'cards'")
  await db.transaction((tx) =>
    storeServiceSettings(tx, deps.config, { kind: 'cards', settings, secrets, now: deps.now() }),
  )
  await pool.query("update service_settings set replaced_at = now() where kind = 'cards' and id <> $1", [rows[0].id])
  await pool.query('update service_settings set replaced_at = null where id = $1', [rows[0].id])
  return String(rows[0].id)
}

test('keys of a former account are confirmed with the current ones, or alone, and everything is then read again', async () => {
  const academy = await setUp()
  const { pool, owner, deps } = academy
  const revision = await addFormerKeys(academy)
  const former = () => deps.services.inUse.formerStripe.map(({ secretKey }) => secretKey)
  const confirm = () => owner.post(`${PAYMENTS}confirm/`, { revision })
  expect((await owner.get(PAYMENTS)).body).toMatchObject({ state: 'used', former_account: 'used' })
  await pool.query('update service_settings set confirmed_host = null')
  expect((await owner.get(PAYMENTS)).body).toMatchObject({ state: 'unconfirmed', former_account: null })
  expect((await confirm()).status).toBe(200)
  expect((await owner.get(PAYMENTS)).body).toMatchObject({ state: 'used', former_account: 'used' })

  // After a restore, an owner entered the current keys instead, and the academy has read their payments.
  await pool.query('update service_settings set confirmed_host = null where replaced_at is not null')
  await pool.query('insert into restores (made_at, restored_at, test_numbers_read_at) values (now(), now(), now())')
  expect((await owner.get(PAYMENTS)).body).toMatchObject({ state: 'used', former_account: 'unconfirmed' })
  expect(former()).toEqual([])
  expect((await confirm()).status).toBe(200)
  expect(former()).toEqual(['sk_test_former'])
  const { rows } = await pool.query('select test_numbers_read_at from restores')
  expect(rows).toEqual([{ test_numbers_read_at: null }])
})

test('replaced passwords and keys are deleted after 30 days, and not before', async () => {
  const academy = await setUp()
  const { pool, deps } = academy
  await addFormerKeys(academy)
  const count = async () => (await pool.query('select from service_settings')).rowCount
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000)
  await deleteReplacedSettings(deps.db, inDays(29))
  expect(await count()).toBe(3)
  await deleteReplacedSettings(deps.db, inDays(31))
  expect(await count()).toBe(2)
})

test('the command that confirms a former address confirms the mail server and all keys', async () => {
  const academy = await setUp()
  const { pool, owner, deps } = academy
  await addFormerKeys(academy)
  await pool.query("update service_settings set confirmed_host = 'old.test' where kind = 'mail'")
  await pool.query("update service_settings set confirmed_host = null where kind = 'cards'")
  const run = paymentsCommands['confirm-former-address'].run
  expect(await run(deps, { args: ['old.test'], options: {}, by: OPERATOR })).toBe(0)
  expect((await owner.get(EMAIL)).body.state).toBe('used')
  expect((await owner.get(PAYMENTS)).body).toMatchObject({ state: 'used', former_account: 'used' })
})

test('with another APP_SECRET the page says that the settings are unreadable, and an owner can enter them again', async () => {
  const { pool, owner, deps, email, revision } = await setUp()
  const { rows } = await pool.query("select id from service_settings where kind = 'mail'")
  const other = { config: { appSecret: 'another secret of thirty-two characters' }, purpose: 'service settings' }
  const sealed = encrypt({ ...other, owner: `mail:${rows[0].id}` }, JSON.stringify({ password: PASSWORD }))
  await pool.query("update service_settings set sealed_secrets = $1 where kind = 'mail'", [sealed])
  expect((await owner.get(EMAIL)).body).toMatchObject({ state: 'unreadable', has_password: false })
  expect(deps.services.inUse.mailServer).toBeUndefined()
  expect(await owner.post(EMAIL, { ...email, password: '', revision })).toMatchObject({ status: 400 })
  expect(await owner.post(EMAIL, { ...email, revision })).toMatchObject({ status: 200 })
  expect(deps.services.inUse.mailServer).toMatchObject({ password: PASSWORD })
})

test('the password and the keys are in no table, log, audit event, email, or backup', async () => {
  const logged: unknown[] = []
  const note = (...entry: unknown[]) => void logged.push(entry)
  const { pool, deps, emulator, runJobs, folder, owner } = await setUp({ info: note, warn: note, error: note })
  const tried = await owner.post(`${EMAIL}test/`, {})
  expect(tried.body.is_sent).toBe(false)
  await runJobs().catch(note)
  const words = [PASSWORD, emulator.secretKey, emulator.webhookSecret]
  const file = path.join(folder, 'made.tar')
  await createBackup(deps, { file, onProgress() {} })
  const entries: string[] = []
  for await (const { name, read } of readArchive(file))
    if (name.includes('service_settings')) entries.push(gunzipSync(await buffer(read())).toString())
  expect(entries.join('')).toContain('office@academy.test')
  const texts = new Map([
    ...(await readAllRows(pool)),
    ...[...(await readAllFiles(folder))].filter(([name]) => !name.includes('stand-in')),
    ['reply', tried.text],
    ['backup', entries.join('\n')],
    ['log', inspect(logged, { depth: null, maxArrayLength: null, maxStringLength: null })],
  ] as const)
  expect(logged.length).toBeGreaterThan(0)
  expect(findWords(words, texts)).toEqual([])
})
