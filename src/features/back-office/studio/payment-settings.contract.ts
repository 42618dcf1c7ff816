import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { revision, SavedChange, ServiceState } from './email-settings.contract.ts'
import { Done } from './orders.contract.ts'

const key = z.string('Please enter text.').max(500, 'Please use at most 500 characters.')
const lastFour = z.string().describe('The last four characters.')

const RESULTS = ['ok', 'wrong', 'unknown'] as const

const Finding = z.object({ what: z.string(), result: z.enum(RESULTS), text: z.string() })

export type KeyFinding = z.output<typeof Finding>

export const readPaymentSettings = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/settings/payments/',
  access: { may: 'see service settings' },
  summary: 'Get which Stripe keys are set up',
  description: 'Never the secret key or the webhook’s secret.',
  reply: z.object({
    publishable_key: z.string(),
    secret_key: lastFour.nullable().describe('Null if none can be used.'),
    webhook_secrets: z.array(lastFour),
    is_live: z.boolean().nullable().describe('Whether real cards are charged; null without keys.'),
    account: z.string().nullable().describe('The name of the account at Stripe; null if unknown.'),
    former_account: z
      .enum(['used', 'unconfirmed'])
      .nullable()
      .describe(
        'Keys of accounts that were in use before; null without any. `used`: their payments are followed. `unconfirmed`: from a backup or another address, and not used.',
      ),
    locked: z.object({ keys: z.boolean(), webhook: z.boolean() }).describe('Set in the environment.'),
    state: ServiceState,
    saved: SavedChange,
    is_tax_added: z.boolean().describe('Whether sales tax is added to prices.'),
    webhook_url: z.string().describe('Where Stripe must send events.'),
    revision,
  }),
  example: {
    reply: {
      publishable_key: 'pk_live_example',
      secret_key: '7aQx',
      webhook_secrets: ['s9Lm'],
      is_live: true,
      account: 'Legal Nurse Academy',
      former_account: null,
      locked: { keys: false, webhook: false },
      state: 'used',
      saved: { at: '2026-11-22T15:00:00.000Z', by: 'nora' },
      is_tax_added: false,
      webhook_url: 'https://academy.example.com/webhooks/stripe',
      revision: '3b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
    },
  },
})

export const savePaymentSettings = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/settings/payments/',
  access: { may: 'change service settings' },
  summary: 'Save the Stripe keys',
  description:
    'Only if Stripe accepts both keys and they belong to one account. Without a webhook secret, adds the webhook at Stripe. Applies within a second; payments under way keep their account. All owners are notified.',
  refuses: ['busy', 'conflict', 'payment_provider_unavailable', 'too_many_requests'],
  bodyLimit: 64 * 1024,
  body: z.strictObject({
    publishable_key: key,
    secret_key: key.describe('Empty: the stored one stays.'),
    webhook_secret: key.describe('One or two, separated by a comma. Empty: the stored one stays.'),
    revision,
  }),
  reply: Done.extend({ revision }),
  example: {
    body: {
      publishable_key: 'pk_live_example',
      secret_key: 'sk_live_example',
      webhook_secret: '',
      revision: 'none',
    },
    reply: {
      message: 'Saved. Stripe accepts the keys, and we added the webhook.',
      revision: '3b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
    },
  },
})

export const checkPaymentSettings = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/settings/payments/check/',
  access: { may: 'see service settings' },
  summary: 'Check the Stripe keys in use',
  description: 'Asks Stripe about keys, permissions, account, webhook, and tax. Changes nothing.',
  refuses: ['conflict', 'too_many_requests'],
  body: z.strictObject({}),
  reply: z.object({ findings: z.array(Finding) }),
  example: {
    body: {},
    reply: { findings: [{ what: 'account', result: 'ok', text: 'it can charge cards' }] },
  },
})

export const saveSalesTax = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/settings/payments/tax/',
  access: { may: 'change service settings' },
  summary: 'Turn sales tax on or off',
  description: "On only if Stripe's tax settings are complete, because no one can buy while tax can't be calculated.",
  refuses: ['conflict'],
  body: z.strictObject({ is_tax_added: z.boolean() }),
  reply: Done,
  example: { body: { is_tax_added: true }, reply: { message: 'Sales tax is on.' } },
})

export const confirmPaymentSettings = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/settings/payments/confirm/',
  access: { may: 'change service settings' },
  summary: 'Use the Stripe keys of a backup on this site',
  description:
    'After a restore or a move, the stored keys, also those of former accounts, are not used until an owner confirms them.',
  refuses: ['busy'],
  body: z.strictObject({ revision }),
  reply: Done,
  example: {
    body: { revision: '3b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' },
    reply: { message: 'These settings are now in use.' },
  },
})
