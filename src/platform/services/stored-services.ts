import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { isUndefinedTable } from '#db/database-errors.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import type { Config } from '../config.ts'
import { decrypt, DecryptionError, encrypt } from '../encryption.ts'
import {
  CardSecrets,
  MailSecrets,
  NO_STORED_SERVICES,
  type Stored,
  StoredCards,
  StoredMail,
  type StoredServices,
} from './service-settings.ts'
import {
  deleteServiceRows,
  findServiceRow,
  listServiceRows,
  replaceServiceRow,
  type ServiceRow,
} from './stored-services.queries.ts'

type StoreConfig = Pick<Config, 'appSecret' | 'publicUrl'>

/** Replaced settings are kept for this long, because payments may be in progress with the former keys. */
const FORMER_SETTINGS_MS = 30 * 24 * 60 * 60_000

/** Returns the host for which settings are confirmed. They are not used on any other host. */
export function getServiceHost({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return new URL(publicUrl).host
}

/**
 * Reads what owners stored on screen. Returns nothing if the database lacks the table, because it has not been migrated
 * yet.
 */
export async function readStoredServices(db: Executor, config: StoreConfig, now: Date): Promise<StoredServices> {
  const rows = await listServiceRows(db, new Date(now.getTime() - FORMER_SETTINGS_MS)).catch((error: unknown) => {
    if (isUndefinedTable(error)) return []
    throw error
  })
  const stored: StoredServices = { ...NO_STORED_SERVICES, formerCards: [] }
  for (const row of rows) {
    if (row.kind === 'mail') {
      if (row.replacedAt === null) stored.mail = open(config, row, StoredMail, MailSecrets)
    } else {
      const cards = open(config, row, StoredCards, CardSecrets)
      if (row.replacedAt === null) stored.cards = cards
      else if (cards) stored.formerCards.push(cards)
    }
  }
  return stored
}

/**
 * Reads the mail settings of one row, which may be in use or replaced. Returns undefined if it was deleted or can't be
 * read.
 */
export async function readStoredMail(db: Executor, config: StoreConfig, id: string) {
  const row = await findServiceRow(db, id)
  return row && open(config, row, StoredMail, MailSecrets)
}

/** Parses a row and decrypts its secrets. Returns undefined if a newer version wrote the row in another format. */
function open<Settings, Secrets>(
  config: StoreConfig,
  row: ServiceRow,
  settingsSchema: z.ZodType<Settings>,
  secretsSchema: z.ZodType<Secrets>,
): Stored<Settings, Secrets> | undefined {
  const { id, confirmedHost } = row
  const { data: settings } = settingsSchema.safeParse(row.settings)
  if (settings === undefined) return undefined
  return {
    id,
    settings,
    secrets: openSecrets(config, row, secretsSchema),
    isConfirmed: confirmedHost === getServiceHost(config),
  }
}

function openSecrets<Secrets>(config: StoreConfig, row: ServiceRow, schema: z.ZodType<Secrets>): Secrets | undefined {
  try {
    return schema.safeParse(JSON.parse(decrypt(getSealContext(config, row), row.sealedSecrets))).data
  } catch (error) {
    if (error instanceof DecryptionError) return undefined
    throw error
  }
}

function getSealContext(config: StoreConfig, { kind, id }: Pick<ServiceRow, 'kind' | 'id'>) {
  return { config, purpose: 'service settings', owner: `${kind}:${id}` }
}

export type NewSettings =
  | { kind: 'mail'; settings: StoredMail; secrets: MailSecrets }
  | { kind: 'cards'; settings: StoredCards; secrets: CardSecrets }

/** Stores settings as confirmed for this site, in place of those in use. Returns the ID of the new row. */
export async function storeServiceSettings(
  tx: Transaction,
  config: StoreConfig,
  { kind, settings, secrets, now }: NewSettings & { now: Date },
): Promise<string> {
  const id = randomUUID()
  const sealedSecrets = encrypt(getSealContext(config, { kind, id }), JSON.stringify(secrets))
  const confirmedHost = getServiceHost(config)
  await replaceServiceRow(tx, { id, kind, settings, sealedSecrets, savedAt: now, confirmedHost })
  return id
}

/** Deletes settings that were replaced long ago. */
export function deleteReplacedSettings(db: Executor, now: Date): Promise<void> {
  return deleteServiceRows(db, new Date(now.getTime() - FORMER_SETTINGS_MS))
}
