import { z } from 'zod'

export type { ServiceKind } from '#db/tables/service-settings.ts'

/** Where emails are returned that can't be delivered. Without a host, no mailbox is read. */
const StoredBounces = z.object({
  /** The sender in the envelope. Empty if it is the sender's address. */
  address: z.string(),
  host: z.string(),
  port: z.int(),
  security: z.enum(['tls', 'starttls', 'none']),
  user: z.string(),
  folder: z.string(),
})

/** The settings for the mail server, the sender, and returned emails, without the passwords. */
export const StoredMail = z.object({
  host: z.string(),
  port: z.int(),
  security: z.enum(['tls', 'starttls', 'none']),
  user: z.string(),
  senderName: z.string(),
  senderAddress: z.string(),
  bounces: StoredBounces.optional(),
})
export const MailSecrets = z.object({ password: z.string(), bouncePassword: z.string().optional() })

/** The settings for the card provider's account, without the secret key and the webhook secrets. */
export const StoredCards = z.object({
  publishableKey: z.string(),
  /** The provider's ID of the account, or null if the key may not read it. */
  accountId: z.string().nullable(),
  /** The account's name in the provider's dashboard. */
  accountName: z.string(),
  isLive: z.boolean(),
})
export const CardSecrets = z.object({ secretKey: z.string(), webhookSecrets: z.array(z.string()) })

export type StoredBounces = z.output<typeof StoredBounces>
export type StoredMail = z.output<typeof StoredMail>
export type StoredCards = z.output<typeof StoredCards>
export type MailSecrets = z.output<typeof MailSecrets>
export type CardSecrets = z.output<typeof CardSecrets>

/** A stored row. `secrets` is undefined if they were encrypted with another `APP_SECRET`. */
export type Stored<Settings, Secrets> = {
  id: string
  settings: Settings
  secrets: Secrets | undefined
  /** False in a restored copy or at another address, until an owner confirms the settings. */
  isConfirmed: boolean
}

export type StoredServices = {
  mail: Stored<StoredMail, MailSecrets> | undefined
  cards: Stored<StoredCards, CardSecrets> | undefined
  /** The keys that were replaced in the last month, newest first. */
  formerCards: Stored<StoredCards, CardSecrets>[]
}

export const NO_STORED_SERVICES: StoredServices = { mail: undefined, cards: undefined, formerCards: [] }
