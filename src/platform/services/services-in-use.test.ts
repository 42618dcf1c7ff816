import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { resolveServices } from './services-in-use.ts'

const config = readConfig({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://academy.example.com',
  APP_SECRET: 'a'.repeat(64),
})

const stored = { id: '1', isConfirmed: true }

/** Returns keys that may not read their account, as is usual for restricted keys. */
function createCards(secretKey: string) {
  const settings = { publishableKey: `pk_live_${secretKey}`, isLive: true, accountId: null, accountName: '' }
  return { ...stored, settings, secrets: { secretKey, webhookSecrets: [] } }
}

test('the former account stays in use for its payments, even if the next account’s keys are saved twice', () => {
  const replaced = [createCards('rk_live_second'), createCards('rk_live_first')]
  const resolved = resolveServices(config, {
    mail: undefined,
    cards: createCards('rk_live_second'),
    formerCards: replaced,
  })
  expect([resolved.stripe?.secretKey, resolved.formerStripe?.secretKey]).toEqual(['rk_live_second', 'rk_live_first'])
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
  const resolved = resolveServices(config, { mail, cards: undefined, formerCards: [] })
  expect(resolved.mailServer).toBe(undefined)
  expect(resolved.sender).toEqual({ name: 'Ours', address: 'a@example.com' })
})
