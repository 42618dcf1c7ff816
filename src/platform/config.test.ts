import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig, settingNames } from './config.ts'

function dataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const production = () => ({
  NODE_ENV: 'production',
  DATA_DIR: dataDir(),
  PUBLIC_URL: 'https://academy.example.com/',
  APP_SECRET: 'x'.repeat(32),
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_aaaa, whsec_bbbb',
  SMTP_URL: 'smtps://user:password@mail.example.com',
  MAIL_FROM: 'office@academy.example.com',
})

function problemsOf(settings: Record<string, string | undefined>): string[] {
  try {
    readConfig(settings)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

test('without settings the academy runs for development', () => {
  const config = readConfig({ DATA_DIR: dataDir() })
  expect(config).toMatchObject({
    mode: 'development',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    stripe: undefined,
  })
})

test('in development the secret is generated once, stored, and readable only by its owner', () => {
  const folder = dataDir()
  const first = readConfig({ DATA_DIR: folder }).appSecret
  expect(first.length).toBeGreaterThanOrEqual(43)
  expect(readConfig({ DATA_DIR: folder }).appSecret).toBe(first)
  const file = path.join(folder, 'app-secret')
  expect(readFileSync(file, 'utf8')).toBe(first)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('reports every invalid setting with its expected value', () => {
  const problems = problemsOf({
    PORT: '99999',
    PUBLIC_URL: 'academy.example.com',
    DATABASE_URL: 'mysql://x',
    SMTP_URL: 'mail.example.com',
    STRIPE_SECRET_KEY: 'pk_1',
    DEV_MAIL_OPEN_TO: 'yes',
  })
  expect(problems).toEqual([
    'PORT must be at most 65535',
    'PUBLIC_URL must be an address such as https://academy.example.com',
    'DATABASE_URL must be an address such as postgresql://user:password@host/database',
    'STRIPE_SECRET_KEY must be a key that begins with sk_ or rk_',
    'SMTP_URL must be an address such as smtps://user:password@mail.example.com',
    'DEV_MAIL_OPEN_TO must be "anyone", to show captured email and source code to anyone who can reach the port, or empty',
  ])
})

test('alerts go to one email address, and to a webhook with an encrypted connection', () => {
  const wrong = (settings: Record<string, string>) => problemsOf({ DATA_DIR: dataDir(), ...settings })
  expect(wrong({ OPERATOR_MAIL: 'Anna, Bob' })).toEqual([
    'OPERATOR_MAIL must be one email address, such as operator@example.com',
  ])
  expect(wrong({ ALERT_WEBHOOK: 'chat.example.com' })[0]).toBe(
    'ALERT_WEBHOOK must be an address that begins with https://',
  )
  expect(wrong({ ALERT_WEBHOOK: 'http://chat.example.com/hooks/secret' })).toEqual([
    'ALERT_WEBHOOK must be an address that begins with https://, so that no one can read it in transit',
  ])
  expect(wrong({ OPERATOR_MAIL: 'a@b.test', ALERT_WEBHOOK: 'http://127.0.0.1:8080/alerts' })).toEqual([])
})

test('an empty setting counts as missing', () => {
  expect(readConfig({ DATA_DIR: dataDir(), PORT: '', PUBLIC_URL: ' ' })).toMatchObject({
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
  })
})

test('.env.example and README document every setting with valid values', () => {
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')
  const example = read('.env.example')
  expect(Object.values(parseEnv(example))).toEqual([])
  const settings = parseEnv(example.replaceAll(/^#(?=[A-Z_]+=)/gm, ''))
  expect(problemsOf({ ...settings, DATA_DIR: dataDir() })).toEqual([])

  const named = settingNames.filter((name) => name !== 'NODE_ENV').toSorted()
  expect(Object.keys(settings).toSorted()).toEqual(named)
  const table = /## Settings\n(.*?)\n## /s.exec(read('README.md'))?.[1] ?? ''
  expect(named.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})

test('rejects one provider key without the other', () => {
  expect(problemsOf({ STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY go together: set both, or neither',
  ])
})

test.each(['sk', 'rk'])('rejects live keys outside production: %s', (kind) => {
  const keys = { STRIPE_SECRET_KEY: `${kind}_live_1`, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
  const problem = 'NODE_ENV must be production, because STRIPE_SECRET_KEY is a live key and charges real cards'
  expect(problemsOf(keys)).toEqual([problem])
  expect(problemsOf({ ...keys, NODE_ENV: 'test' })).toEqual([problem])
})

test('stores files in the data folder, in another folder, or in a bucket whose keys are separate settings', () => {
  const folder = dataDir()
  expect(readConfig({ DATA_DIR: folder }).files).toEqual({ kind: 'folder', folder: path.join(folder, 'files') })
  expect(readConfig({ DATA_DIR: folder, FILES_URL: 'file:///srv/files' }).files).toEqual({
    kind: 'folder',
    folder: '/srv/files',
  })
  const bucket = readConfig({
    DATA_DIR: folder,
    FILES_URL: 's3://academy/some/place/?endpoint=https://storage.example.com&region=eu-central-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  })
  expect(bucket.files).toEqual({
    kind: 's3',
    bucket: 'academy',
    prefix: 'some/place/',
    region: 'eu-central-1',
    endpoint: 'https://storage.example.com',
  })
  expect(bucket.storageKeys).toEqual({ accessKeyId: 'id', secretAccessKey: 'secret' })
})

test.each([
  ['/srv/files', /an address that begins with file: or s3:\/\//],
  ['s3://id:secret@academy', /without keys: they belong in AWS_ACCESS_KEY_ID/],
  ['s3://A_b', /the name of a bucket/],
  ['s3://academy?endpont=https://storage.example.com', /knows no 'endpont'/],
  ['s3://academy?endpoint=storage.example.com', /an endpoint such as https:/],
])('rejects FILES_URL=%s with its expected form', (address, words) => {
  const [problem, ...others] = problemsOf({ FILES_URL: address })
  expect([problem?.startsWith('FILES_URL must be '), others]).toEqual([true, []])
  expect(problem).toMatch(words)
})

test('rejects one object storage key without the other', () => {
  expect(problemsOf({ AWS_ACCESS_KEY_ID: 'id' })).toEqual([
    'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together: set both, or neither',
  ])
})

describe('production', () => {
  test('starts with all settings', () => {
    expect(readConfig(production())).toMatchObject({
      mode: 'production',
      publicUrl: 'https://academy.example.com',
      stripe: { webhookSecrets: ['whsec_aaaa', 'whsec_bbbb'] },
    })
  })

  test('starts without a mail server and keys, which an owner can set up later', () => {
    const { NODE_ENV, DATA_DIR, PUBLIC_URL, APP_SECRET } = production()
    const config = readConfig({ NODE_ENV, DATA_DIR, PUBLIC_URL, APP_SECRET })
    expect(config).toMatchObject({ stripe: undefined, smtpUrl: undefined, mailFrom: undefined })
  })

  test.each(['PUBLIC_URL', 'APP_SECRET', 'STRIPE_WEBHOOK_SECRET', 'MAIL_FROM'])(
    'refuses to start without %s and says so',
    (name) => {
      const problems = problemsOf({ ...production(), [name]: undefined })
      expect(problems.some((problem) => problem.startsWith(`${name} is missing: `))).toBe(true)
    },
  )

  test.each([
    ['PUBLIC_URL', 'http://academy.example.com'],
    ['STRIPE_API_URL', 'http://127.0.0.1:9'],
  ])('rejects an unencrypted %s', (name, address) => {
    expect(problemsOf({ ...production(), [name]: address })).toEqual([`${name} must begin with https:// in production`])
  })

  test('rejects unencrypted object storage, which browsers would not load from', () => {
    const FILES_URL = 's3://academy?endpoint=http://storage.example.com'
    expect(problemsOf({ ...production(), FILES_URL })).toEqual([
      'The endpoint in FILES_URL must begin with https:// in production; otherwise, browsers block its files',
    ])
  })

  test.each([
    ['STRIPE_WEBHOOK_SECRET', ',', "the webhook's signing secret (whsec_…), or two separated by a comma"],
    ['PUBLIC_URL', 'https://academy.example.com/school', 'an address without a path'],
    [
      'TRUSTED_PROXIES',
      '127.0.0.1,nginx',
      "IP addresses or networks of your proxies, separated by commas, such as 127.0.0.1,10.0.0.0/8,2001:db8::/32 ('nginx' is neither)",
    ],
    ['MAIL_FROM', 'garbage', 'a sender such as Academy <office@academy.example.com>'],
  ])('rejects %s=%s', (name, value, should) => {
    expect(problemsOf({ ...production(), [name]: value })).toEqual([`${name} must be ${should}`])
  })

  test('rejects a test key next to a live one', () => {
    expect(problemsOf({ ...production(), STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both live keys',
    ])
  })

  test('rejects a mailbox that is open to anyone', () => {
    expect(problemsOf({ ...production(), DEV_MAIL_OPEN_TO: 'anyone' })).toEqual([
      'DEV_MAIL_OPEN_TO must not be set in production, where no email is captured or shown',
    ])
  })

  test('rejects a short secret', () => {
    expect(problemsOf({ ...production(), APP_SECRET: 'short' })).toEqual([
      'APP_SECRET must be at least 32 random characters',
    ])
  })
})
