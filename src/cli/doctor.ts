import { startEmbeddedServer } from '#db/embedded-server.ts'
import { getEncoding, missingMigrations } from '#db/migrate.ts'
import { UnusableDatabase } from '#db/unusable-database.ts'
import { type Db, openDatabase } from '#db/open-database.ts'
import { hasWordIndexes, WORD_INDEXES_MISSING } from '#db/word-indexes.ts'
import { describeDatabaseError } from '#db/describe-database-error.ts'
import {
  ALERTS,
  type HealthCheck,
  runSystemChecks,
  runDatabaseChecks,
} from '#features/back-office/alerts/alerts.public.ts'
import { areNumbersUnread, getEventArrivals } from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { systemClock } from '#platform/clock.ts'
import type { Config, StripeKeys } from '#platform/config.ts'
import { findConfigWarnings } from '#platform/config-warnings.ts'
import { openFileStore } from '#platform/files/open-file-store.ts'
import { checkSmtp } from '#platform/mail/smtp.ts'
import { findUsableFolder } from '#platform/usable-folder.ts'
import { formatAge, pluralize } from '#shared/pluralize.ts'
import { isLiveMode, describeKeyMode, checkProvider, checkTax, checkWebhookSecrets } from './doctor-provider.ts'
import { okFinding, type Finding, describeError, unknownFinding, failedFinding } from './finding.ts'
import { printError, missingDatabaseError, printLine } from './command.ts'

const NUMBERS_NOT_READ_MESSAGE =
  'a backup was restored, and the academy has not yet checked with Stripe which invoices were issued since. Until then, no purchases are completed. Start the academy, which checks every minute, and make sure it can reach Stripe'

/** Events arrive within seconds, but the event of a very recent sale might still be on its way. */
const MAX_EVENT_DELAY_MS = 5 * 60_000

/** Prints one line per check, including what to fix. Changes nothing. */
export async function runDoctor(config: Config): Promise<number> {
  const findings = await runChecks(config)
  for (const { what, isWrong, isUnknown, text } of findings)
    (isWrong ? printError : printLine)(`${isWrong ? 'WRONG' : isUnknown ? '?    ' : 'ok   '} ${what}: ${text}`)
  const wrong = findings.filter(({ isWrong }) => isWrong).length
  if (wrong > 0) return printError(`${wrong} of ${pluralize(findings.length, 'check')} failed.`)
  const isAllKnown = !findings.some(({ isUnknown }) => isUnknown)
  return printLine(isAllKnown ? 'Everything is OK.' : 'Everything that could be checked is OK.')
}

export async function runChecks(config: Config): Promise<Finding[]> {
  const parts = await Promise.all([
    checkDatabase(config),
    config.stripe
      ? checkProvider(config.stripe, config.publicUrl)
      : [okFinding('Stripe', 'simulated, because no keys are set: no real card can be charged')],
    checkMailServer(config),
    checkFiles(config),
    runSystemChecks(config, systemClock()).then((looks) => looks.map(toFinding)),
  ])
  return [
    ...parts.flat(),
    ...(config.stripe ? [...checkMode(config, config.stripe), checkWebhookSecrets(config.stripe)] : []),
    // At startup, live keys are rejected without an https: URL.
    okFinding('address', config.publicUrl),
  ]
}

/** In production, test keys are reported as a config warning instead. */
function checkMode({ mode }: Config, stripe: StripeKeys): Finding[] {
  return mode === 'production' && !isLiveMode(stripe) ? [] : [describeKeyMode(stripe)]
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  const missing = missingDatabaseError(config)
  if (missing !== undefined) return [failedFinding('database', missing), ...checkConfigWarnings(config, undefined)]
  const place = config.databaseUrl ? 'DATABASE_URL' : 'the embedded database'
  try {
    return await inspectDatabase(config, place)
  } catch (error) {
    const words = error instanceof UnusableDatabase ? error.message : describeDatabaseError(error, config.databaseUrl)
    return [
      failedFinding('database', words ?? `${place} can't be used (${describeError(error)})`),
      ...checkConfigWarnings(config, undefined),
    ]
  }
}

/** Queries the database without changing it, even without migrating it. */
async function inspectDatabase(config: Config, place: string): Promise<Finding[]> {
  const server = config.databaseUrl === undefined ? await startEmbeddedServer(config.dataDir) : undefined
  const { db, close } = openDatabase(config.databaseUrl ?? server?.connectionString ?? '', () => {}, 2)
  try {
    const warnings = checkConfigWarnings(config, await getEncoding(db))
    const missing = await missingMigrations(db)
    if (missing > 0) {
      const behind = `${place} lacks ${pluralize(missing, 'migration')} that this version needs. Start the academy, or run: npm run academy -- migrate`
      return [failedFinding('database', behind), ...warnings]
    }
    const found = [okFinding('database', `${place} responds and is up to date`), ...warnings]
    found.push(...(await runDatabaseChecks({ config, db, now: systemClock })).map(toFinding))
    if (await areNumbersUnread(db, config.stripe !== undefined && isLiveMode(config.stripe)))
      found.push(failedFinding('invoice numbers', NUMBERS_NOT_READ_MESSAGE))
    if (!(await hasWordIndexes(db))) found.push(failedFinding('search', WORD_INDEXES_MISSING))
    const { stripe, publicUrl } = config
    if (stripe && stripe.webhookSecrets.length > 0) found.push(await checkEvents(db, { stripe, publicUrl }))
    const { isTaxAdded } = await readSite(db)
    return isTaxAdded && stripe ? [...found, await checkTax(stripe)] : found
  } finally {
    await close()
    await server?.stop()
  }
}

/** These are the same checks that raise alerts. */
function toFinding({ name, is, text }: HealthCheck): Finding {
  const what = ALERTS[name].line
  return is === 'wrong'
    ? failedFinding(what, text)
    : is === 'unknown'
      ? unknownFinding(what, text)
      : okFinding(what, text)
}

function checkConfigWarnings(config: Config, encoding: string | undefined): Finding[] {
  return findConfigWarnings(config, encoding).map(({ what, text }) => failedFinding(what, text))
}

/**
 * The provider might report that the webhook works while a proxy rejects its events. Only an event that arrived proves
 * that the webhook works.
 */
async function checkEvents(db: Db, { stripe, publicUrl }: { stripe: StripeKeys; publicUrl: string }): Promise<Finding> {
  const what = 'events'
  const before = new Date(Date.now() - MAX_EVENT_DELAY_MS)
  const { last, missed } = await getEventArrivals(db, { isLive: isLiveMode(stripe), before })
  const lastOne =
    last && `the last one arrived ${formatAge((Date.now() - last.getTime()) / 1000)} ago (${last.toISOString()})`
  if (missed > 0) {
    const finding = lastOne
      ? `${lastOne}, before ${pluralize(missed, 'sale')}`
      : `${pluralize(missed, 'sale')} so far, and no events`
    return failedFinding(
      what,
      `none are arriving: ${finding}. Purchases still work, with a delay of about a minute. In the Stripe Dashboard (Developers, Webhooks), check what ${publicUrl}/webhooks/stripe returns: 400 means STRIPE_WEBHOOK_SECRET belongs to another endpoint; anything else points to a proxy or firewall`,
    )
  }
  return okFinding(what, lastOne ?? 'none yet. After the first sale, this shows whether the webhook works')
}

async function checkMailServer({ smtpUrl, mailFrom }: Config): Promise<Finding> {
  if (!smtpUrl)
    return okFinding('email', 'captured in the data folder, because SMTP_URL is not set: no email leaves this machine')
  try {
    await checkSmtp(smtpUrl)
    return okFinding(
      'email',
      `${new URL(smtpUrl).host} accepts email; the sender is ${mailFrom.name} <${mailFrom.address}>`,
    )
  } catch (error) {
    return failedFinding(
      'email',
      `${new URL(smtpUrl).host} does not accept email (${describeError(error)}). Check the host, port, user, and password in SMTP_URL`,
    )
  }
}

async function checkFiles({ files: place, storageKeys }: Config): Promise<Finding> {
  const where = place.kind === 'folder' ? place.folder : `the bucket '${place.bucket}'`
  try {
    await (place.kind === 'folder' ? findUsableFolder(place.folder) : (await openFileStore(place, storageKeys)).check())
    return okFinding('files', `${where} can be used`)
  } catch (error) {
    return failedFinding(
      'files',
      place.kind === 'folder' ? `${where} can't be used (${describeError(error)})` : describeError(error),
    )
  }
}
