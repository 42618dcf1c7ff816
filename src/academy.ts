import path from 'node:path'
import { pino } from 'pino'
import { startEmbedded } from '#db/embedded.ts'
import { watchCatalogue } from '#db/catalogue-watch.ts'
import { openJobs } from '#db/jobs.ts'
import { alone, LOCK } from '#db/locks.ts'
import { encodingOf, migrateDatabase } from '#db/migrate.ts'
import { untilItAnswers } from '#db/late.ts'
import { becomeOnlyServer } from '#db/only-server.ts'
import { openDatabase } from '#db/open.ts'
import { makeWordIndexes, NO_WORD_INDEXES } from '#db/word-indexes.ts'
import { systemClock } from '#platform/clock.ts'
import { systemDice } from '#platform/dice.ts'
import { type Config, ConfigError } from '#platform/config.ts'
import { doubtsOf } from '#platform/doubts.ts'
import type { CardSetup, Deps } from '#platform/deps.ts'
import type { Files } from '#platform/files/files.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { StorageRefusal } from '#platform/files/s3-problem.ts'
import { logOptions } from '#platform/log.ts'
import { capturedMail } from '#platform/mail/captured.ts'
import { mailFolder } from '#platform/mail/mailbox.routes.ts'
import { noted } from '#platform/mail/noted.ts'
import { watched } from '#platform/mail/watched.ts'
import { smtpMail } from '#platform/mail/smtp.ts'
import { jobsWorked, watchJobs, watchPool } from '#platform/metrics.ts'
import { type Payments, stripePayments } from '#platform/payments.ts'

export type Academy = {
  readonly deps: Deps
  readonly connectionString: string
  /** Tells the card provider's stand-in where events go; a real provider is told on its own pages. */
  sendEventsTo(url: string): Promise<void>
  close(): Promise<void>
}

/** At a machine's start its database may be later than we are. Whoever starts by hand, to try something, is told at once. */
export function patienceAtStart({ mode }: Config): { patienceMs?: number } {
  return mode === 'production' ? { patienceMs: 60_000 } : {}
}

type Closer = () => Promise<void> | void

/** How a process of the academy joins others. `isOverlapping`: a newer version may have brought the database up to date and serve beside it. `patienceMs`: how long a database of one's own that does not answer yet is waited for. `isUntouched`: the database is left as it is, not even brought up to date. */
export type Joining = { isOverlapping?: boolean; patienceMs?: number; isUntouched?: boolean }

/** Opens everything the academy stands on: database, jobs, mail, files, card provider. Serves nothing yet. */
export async function openAcademy(config: Config, joining: Joining = {}): Promise<Academy> {
  const log = pino(logOptions(config.logLevel))
  const closers: Closer[] = []
  const close = async () => {
    for (const closer of closers.toReversed()) await closer()
  }
  try {
    const connectionString =
      config.databaseUrl ?? (await embedded(config, { closers, notify: (line) => log.warn(line) }))
    const { patienceMs } = joining
    if (patienceMs !== undefined && config.databaseUrl !== undefined)
      await untilItAnswers(connectionString, { patienceMs, tell: (line) => log.warn(line) })
    if (joining.isUntouched !== true) await migrateDatabase(connectionString, joining)
    const database = openDatabase(connectionString, (error) => log.warn({ err: error }, 'a database connection broke'))
    closers.push(() => database.close())
    watchPool(database.pool)

    // Closed after the jobs have stopped: those in hand still send theirs.
    const sender = config.smtpUrl ? smtpMail(config.smtpUrl, config.mailFrom) : capturedMail(mailFolder(config.dataDir))
    const mail = noted(watched(sender), {
      db: database.db,
      now: systemClock,
      onError: (error) => log.warn({ err: error }, 'what became of a letter could not be noted'),
    })
    closers.push(() => mail.close())

    const jobs = openJobs(
      connectionString,
      (error) => log.warn({ err: error }, 'jobs'),
      (job, result) => jobsWorked.inc({ job, result }),
    )
    closers.push(() => jobs.stop())
    watchJobs(jobs)

    const { payments, cards, sendEventsTo } = await openPayments(config, { connectionString, closers })
    const deps: Deps = {
      config,
      db: database.db,
      isDatabaseUp: database.isUp,
      catalogue: watchCatalogue(connectionString, (error) => log.warn({ err: error }, 'no news of the catalogue')),
      jobs,
      mail,
      files: await usableFiles(config, (why) => log.warn({ why }, 'files cannot be used right now')),
      payments,
      cards,
      now: systemClock,
      random: systemDice,
      log,
    }
    return { deps, connectionString, sendEventsTo, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Tells the log what production should not run on, and what is slow for want of an index: once for a server, whatever number of processes it has. */
export async function warnOfDoubts({ deps: { config, db, log } }: Academy): Promise<void> {
  for (const { what, text } of doubtsOf(config, await encodingOf(db))) log.warn({ what }, `not for production: ${text}`)
  if (!(await makeWordIndexes(db))) log.warn({ what: 'search' }, NO_WORD_INDEXES)
}

/** One server alone on a data folder. With DATABASE_URL any number may stand side by side. */
export async function holdDataFolder({ connectionString, deps, close }: Academy) {
  if (deps.config.databaseUrl) return undefined
  const lock = await becomeOnlyServer(connectionString)
  if (lock) return lock
  await close()
  throw new ConfigError(
    `Another academy already serves the data folder ${deps.config.dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  )
}

type Opening = { closers: Closer[]; notify: (line: string) => void }

async function embedded({ dataDir }: Config, { closers, notify }: Opening): Promise<string> {
  const server = await startEmbedded(dataDir, notify)
  closers.push(() => server.stop())
  return server.connectionString
}

/** With keys the real provider; without them, outside production, its stand-in on loopback behind the same SDK. */
async function openPayments(
  { stripe, mode, dataDir }: Config,
  { connectionString, closers }: { connectionString: string; closers: Closer[] },
): Promise<{ payments: Payments; cards: CardSetup; sendEventsTo: Academy['sendEventsTo'] }> {
  if (stripe) {
    const { secretKey, publishableKey, apiUrl, webhookSecrets } = stripe
    return {
      payments: stripePayments({ secretKey, apiUrl, webhookSecrets }),
      cards: { provider: 'stripe', publishableKey },
      sendEventsTo: async () => {},
    }
  }
  if (mode === 'production') throw new ConfigError('STRIPE_SECRET_KEY is missing')
  const folder = path.join(dataDir, 'stand-in')
  const { runningStandIn, sendStandInEvents } = await import('../stand-in/address.ts')
  // One after another: of two that start at once the second finds the first one's.
  const standIn = await alone(
    connectionString,
    LOCK.startingStandIn,
    async () => (await runningStandIn(folder)) ?? (await startOwn(folder, closers)),
  )
  const { url, secretKey, publishableKey, webhookSecret } = standIn
  return {
    payments: stripePayments({ secretKey, apiUrl: url, webhookSecrets: [webhookSecret] }),
    cards: { provider: 'stand-in', publishableKey, url },
    sendEventsTo: (address) => sendStandInEvents(standIn, address),
  }
}

async function startOwn(folder: string, closers: Closer[]) {
  const { startStandIn } = await import('../stand-in/server.ts')
  const standIn = await startStandIn({ folder })
  closers.push(() => standIn.close())
  return standIn
}

/** A storage that is away comes back; one that refuses us, like a folder that is not ours, would refuse every file to every member. */
async function usableFiles({ files: place, storageKeys }: Config, warn: (why: string) => void): Promise<Files> {
  const files = await openFiles(place, storageKeys)
  await files.check().catch((error: unknown) => {
    if (error instanceof StorageRefusal) throw new ConfigError(`FILES_URL: ${error.message}`)
    if (place.kind === 'folder') throw error
    warn(error instanceof Error ? error.message : String(error))
  })
  return files
}
