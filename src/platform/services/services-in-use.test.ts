import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { resolveServices } from './services-in-use.ts'

const SETTINGS = { NODE_ENV: 'production', PUBLIC_URL: 'https://academy.example.com', APP_SECRET: 'a'.repeat(64) }

const stored = { id: '1', isConfirmed: true }

/** Returns keys. By default, they may not read their account, as is usual for restricted keys. */
function createCards(
  secretKey: string,
  { accountId = null, ...more }: { accountId?: string | null; isConfirmed?: boolean } = {},
) {
  const settings = { publishableKey: `pk_live_${secretKey}`, isLive: true, accountId, accountName: '' }
  return { ...stored, ...more, settings, secrets: { secretKey, webhookSecrets: [] } }
}

type Cards = ReturnType<typeof createCards>

/** Returns the secret keys in use: the current one, then former ones. */
function resolveKeys(cards: Cards, formerCards: Cards[], environment: Record<string, string> = {}): string[] {
  const config = readConfig({ ...SETTINGS, ...environment })
  const { stripe, formerStripe } = resolveServices(config, { mail: undefined, cards, formerCards })
  return [stripe?.secretKey ?? 'none', ...formerStripe.map(({ secretKey }) => secretKey)]
}

test('former accounts stay in use for their payments, each once, however often keys were saved since', () => {
  const second = createCards('sk_live_second', { accountId: 'acct_2' })
  const rolled = createCards('sk_live_second_rolled', { accountId: 'acct_2' })
  const first = createCards('sk_live_first', { accountId: 'acct_1' })
  const earlier = createCards('sk_live_first_earlier', { accountId: 'acct_1' })
  const third = createCards('sk_live_third', { accountId: 'acct_3' })
  expect(resolveKeys(third, [rolled, second, first, earlier])).toEqual([
    'sk_live_third',
    'sk_live_second_rolled',
    'sk_live_first',
  ])
  const restricted = createCards('rk_live_second')
  expect(resolveKeys(restricted, [restricted, createCards('rk_live_first')])).toEqual([
    'rk_live_second',
    'rk_live_first',
  ])
  // Keys from a backup and keys of test mode are not used.
  const unconfirmed = createCards('sk_live_first', { accountId: 'acct_1', isConfirmed: false })
  const test = { ...first, settings: { ...first.settings, isLive: false } }
  expect(resolveKeys(third, [unconfirmed, test])).toEqual(['sk_live_third'])
})

test('keys in the environment leave payments of stored and former keys reachable', () => {
  const given = {
    STRIPE_SECRET_KEY: 'sk_live_given',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_given',
    STRIPE_WEBHOOK_SECRET: 'whsec_given_12345',
  }
  const cards = createCards('sk_live_stored', { accountId: 'acct_1' })
  expect(resolveKeys(cards, [], given)).toEqual(['sk_live_given', 'sk_live_stored'])
  expect(resolveKeys(cards, [], { ...given, STRIPE_FORMER_SECRET_KEY: 'sk_live_before' })).toEqual([
    'sk_live_given',
    'sk_live_before',
    'sk_live_stored',
  ])
  expect(resolveKeys(cards, [], { STRIPE_FORMER_SECRET_KEY: 'sk_live_before' })).toEqual([
    'sk_live_stored',
    'sk_live_before',
  ])
  for (const useless of ['sk_live_stored', 'sk_test_before'])
    expect(resolveKeys(cards, [], { STRIPE_FORMER_SECRET_KEY: useless })).toEqual(['sk_live_stored'])
})

test('a sender that was stored without a server sends nothing', () => {
  const settings = {
    host: '',
    port: 0,
    security: 'tls',
    user: '',
    senderName: 'Ours',
    senderAddress: 'a@example.com',
  } as const
  const mail = { ...stored, settings, secrets: { password: '' } }
  const resolved = resolveServices(readConfig(SETTINGS), { mail, cards: undefined, formerCards: [] })
  expect(resolved.mailServer).toBe(undefined)
  expect(resolved.sender).toEqual({ name: 'Ours', address: 'a@example.com' })
})
