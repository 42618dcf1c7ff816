import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Config, readConfig } from './config.ts'
import { findConfigWarnings, describeWeakSecret } from './config-warnings.ts'

const LIVE = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://academy@127.0.0.1/academy',
  PUBLIC_URL: 'https://academy.example.com',
  APP_SECRET: 'kV3uG1mX0aQ9tZ7pR5sB2nC8wE4yH6jL',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_aaaaaaaa',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'office@academy.example.com',
  TRUSTED_PROXIES: '127.0.0.1',
}
const named = (config: Config, encoding?: string) => findConfigWarnings(config, encoding).map(({ what }) => what)

test('names each setting that production should not use', () => {
  expect(named(readConfig(LIVE), 'UTF8')).toEqual([])
  const doubtful = {
    ...LIVE,
    DATABASE_URL: '',
    APP_SECRET: 'changeme-changeme-changeme-changeme',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    TRUSTED_PROXIES: ' ',
  }
  expect(named(readConfig(doubtful), 'SQL_ASCII')).toEqual([
    'mode',
    'embedded database',
    'encoding',
    'proxies',
    'secret',
  ])
  expect(named(readConfig({ ...LIVE, DATABASE_URL: '', EMBEDDED_DATABASE: 'accepted' }))).toEqual([])
  expect(named(readConfig({ NODE_ENV: 'test', APP_SECRET: 'x'.repeat(32) }), 'SQL_ASCII')).toEqual([])
})

test('distinguishes a published secret from a random one', () => {
  for (const secret of [
    'changeme'.repeat(4),
    'secret-of-the-academy-of-legal-nurses',
    'Password123Password123Password123',
    'the-same-secret-for-every-process-of-it',
    'at-least-thirty-two-random-characters',
    'x'.repeat(40),
    'abcABC12'.repeat(5),
    '0123456789abcdefghijklmnopqrstuvwxyz',
  ])
    expect([secret, describeWeakSecret(secret)]).toEqual([secret, expect.any(String)])
  for (let tries = 0; tries < 2_000; tries += 1)
    for (const form of ['hex', 'base64'] as const) {
      const secret = randomBytes(32).toString(form)
      expect([secret, describeWeakSecret(secret.replace(PLAIN, 'q'))]).toEqual([secret, undefined])
    }
})

// A random text may happen to start with three letters that look like a plain word.
const PLAIN = /^[a-z_ -]/i
