import path from 'node:path'
import { pino } from 'pino'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { watchCatalog } from '#db/catalog-watch.ts'
import { openJobs } from '#db/jobs.ts'
import { withLock, LOCKS } from '#db/locks.ts'
import { getEncoding, migrateDatabase } from '#db/migrate.ts'
import { waitForDatabase } from '#db/wait-for-database.ts'
import { acquireServerLock } from '#db/server-lock.ts'
import { openDatabase } from '#db/open-database.ts'
import { makeWordIndexes, WORD_INDEXES_MISSING } from '#db/word-indexes.ts'
import { systemClock } from '#platform/clock.ts'
import { systemRandom } from '#platform/system-random.ts'
import { type Config, ConfigError } from '#platform/config.ts'
import { findConfigWarnings } from '#platform/config-warnings.ts'
import type { CardSetup } from '#platform/card-setup.ts'
import type { Deps } from '#platform/deps.ts'
import type { Files } from '#platform/files/files.ts'
import { openFileStore } from '#platform/files/open-file-store.ts'
import { StorageRejectedError } from '#platform/files/s3-errors.ts'
import { logOptions } from '#platform/log.ts'
import { createCapturedMail } from '#platform/mail/captured-mail.ts'
import { getMailFolder } from '#platform/mail/mailbox.routes.ts'
import { holdOptionalEmails } from '#platform/mail/held-mail.ts'
import { withEmailLog } from '#platform/mail/logged-mail.ts'
import { withMailMetrics } from '#platform/mail/metered-mail.ts'
import { jobsProcessed, watchJobs, watchPool } from '#platform/metrics.ts'
import { type Payments, createStripePayments } from '#platform/payments.ts'
import { openServices } from '#platform/services/services.ts'

export type Academy = {
  readonly deps: Deps
  readonly connectionString: string
  /** Sets the emulator's webhook URL; for the real provider, it is set in the dashboard. */
  sendEventsTo(url: string): Promise<void>
  close(): Promise<void>
}

/**
 * When a machine boots, the database might start later than the academy. In development, the error is reported at once.
 */
export function getStartTimeout({ mode }: Config): { patienceMs?: number } {
  return mode === 'production' ? { patienceMs: 60_000 } : {}
}

type CloseHandler = () => Promise<void> | void

/**
 * How a process joins a running academy. `isOverlapping`: a newer version may have migrated the database and may be
 * running at the same time. `patienceMs`: how long to wait for an external database that does not respond yet.
 * `isUntouched`: leave the database as it is, without migrating it.
 */
export type OpenOptions = { isOverlapping?: boolean; patienceMs?: number; isUntouched?: boolean }

/** Opens everything that the academy needs: database, jobs, mail, files, card provider. Does not serve requests yet. */
export async function openAcademy(config: Config, joining: OpenOptions = {}): Promise<Academy> {
  const log = pino(logOptions(config.logLevel))
  const closers: CloseHandler[] = []
  const close = async () => {
    for (const closer of closers.toReversed()) await closer()
  }
  try {
    const connectionString =
      config.databaseUrl ?? (await startEmbeddedDatabase(config, { closers, notify: (line) => log.warn(line) }))
    const { patienceMs } = joining
    if (patienceMs !== undefined && config.databaseUrl !== undefined)
      await waitForDatabase(connectionString, { patienceMs, onWait: (line) => log.warn(line) })
    if (joining.isUntouched !== true) await migrateDatabase(connectionString, joining)
    const database = openDatabase(connectionString, (error) =>
      log.warn({ err: error }, 'a database connection was lost'),
    )
    closers.push(() => database.close())
    watchPool(database.pool)

    const catalog = watchCatalog(connectionString, (error) =>
      log.warn(
        { err: error },
        'the connection that reports catalog changes failed; pages might be out of date until it reconnects',
      ),
    )
    const { emulator, sendEventsTo } = await openEmulator(config, { connectionString, closers })
    const services = await openServices({
      config,
      db: database.db,
      now: systemClock,
      capture: createCapturedMail(getMailFolder(config.dataDir)),
      emulator,
      catalog,
      onError: (error) => log.warn({ err: error }, 'the email and payment settings could not be read'),
    })
    // Closed after the jobs, because running jobs still send email.
    const loggedMail = withEmailLog(withMailMetrics(services.mail), {
      db: database.db,
      now: systemClock,
      onError: (error) => log.warn({ err: error }, 'the delivery result of an email could not be stored'),
    })
    // At an unconfirmed address, this may be a copy, whose members also get the original's emails.
    const mail = holdOptionalEmails(loggedMail, async () => {
      const { findUnconfirmedAddress } = await import('#features/commerce/payments/payments.public.ts')
      return (await findUnconfirmedAddress(database.db, config)) !== undefined
    })
    closers.push(() => mail.close())

    const jobs = openJobs(
      connectionString,
      (error) => log.warn({ err: error }, 'jobs'),
      (job, result) => jobsProcessed.inc({ job, result }),
    )
    closers.push(() => jobs.stop())
    watchJobs(jobs)

    const deps: Deps = {
      config,
      db: database.db,
      isDatabaseUp: database.isUp,
      catalog,
      jobs,
      services,
      mail,
      files: await openUsableFiles(config, (why) => log.warn({ why }, 'file storage is unavailable')),
      payments: services.payments,
      get cards() {
        return services.cards
      },
      now: systemClock,
      random: systemRandom,
      log,
    }
    return { deps, connectionString, sendEventsTo, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Logs settings that are unsuitable for production, and missing indexes that make searches slow. Call this once per
 * server, not per process.
 */
export async function logConfigWarnings({ deps: { config, services, db, log } }: Academy): Promise<void> {
  const { stripe } = services.inUse
  for (const { what, text } of findConfigWarnings({ ...config, stripe }, await getEncoding(db)))
    log.warn({ what }, `not for production: ${text}`)
  if (!(await makeWordIndexes(db))) log.warn({ what: 'search' }, WORD_INDEXES_MISSING)
}

/** Allows only one server per data folder. With DATABASE_URL, any number may run at the same time. */
export async function lockDataFolder({ connectionString, deps, close }: Academy) {
  if (deps.config.databaseUrl) return undefined
  const lock = await acquireServerLock(connectionString)
  if (lock) return lock
  await close()
  throw new ConfigError(
    `Another academy is already using the data folder ${deps.config.dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  )
}

type OpenContext = { closers: CloseHandler[]; notify: (line: string) => void }

async function startEmbeddedDatabase({ dataDir }: Config, { closers, notify }: OpenContext): Promise<string> {
  const server = await startEmbeddedServer(dataDir, notify)
  closers.push(() => server.stop())
  return server.connectionString
}

/**
 * Outside production, opens the emulator on loopback, unless the environment has keys. It is used through the same SDK
 * until an owner sets up keys.
 */
async function openEmulator(
  { stripe, mode, dataDir }: Config,
  { connectionString, closers }: { connectionString: string; closers: CloseHandler[] },
): Promise<{
  emulator: { payments: Payments; cards: CardSetup } | undefined
  sendEventsTo: Academy['sendEventsTo']
}> {
  if (stripe !== undefined || mode === 'production') return { emulator: undefined, sendEventsTo: async () => {} }
  const folder = path.join(dataDir, 'stand-in')
  const { findRunningEmulator: runningStripeEmulator, sendEmulatorEventsTo: sendEmulatorEvents } =
    await import('../stripe-emulator/address.ts')
  // The lock runs concurrent starts one after another, so that the second one finds the first one's emulator.
  const running = await withLock(
    connectionString,
    LOCKS.startingStripeEmulator,
    async () => (await runningStripeEmulator(folder)) ?? (await startEmulator(folder, closers)),
  )
  const { url, secretKey, publishableKey, webhookSecret } = running
  return {
    emulator: {
      payments: createStripePayments({ secretKey, apiUrl: url, webhookSecrets: [webhookSecret] }),
      cards: { provider: 'stand-in', publishableKey, url },
    },
    sendEventsTo: (address) => sendEmulatorEvents(running, address),
  }
}

async function startEmulator(folder: string, closers: CloseHandler[]) {
  const { startStripeEmulator } = await import('../stripe-emulator/server.ts')
  const emulator = await startStripeEmulator({ folder })
  closers.push(() => emulator.close())
  return emulator
}

/**
 * Unavailable storage might become available again. But if it rejects our keys, or a folder is not accessible, every
 * file of every member would fail to load, so startup fails instead.
 */
async function openUsableFiles({ files: place, storageKeys }: Config, warn: (why: string) => void): Promise<Files> {
  const files = await openFileStore(place, storageKeys)
  await files.check().catch((error: unknown) => {
    if (error instanceof StorageRejectedError) throw new ConfigError(`FILES_URL: ${error.message}`)
    if (place.kind === 'folder') throw error
    warn(error instanceof Error ? error.message : String(error))
  })
  return files
}
