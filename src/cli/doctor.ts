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
import {
  areNumbersUnread,
  checkEarlierPayments,
  getEventArrivals,
} from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { systemClock } from '#platform/clock.ts'
import type { Config, StripeKeys } from '#platform/config.ts'
import { findConfigWarnings } from '#platform/config-warnings.ts'
import { openFileStore } from '#platform/files/open-file-store.ts'
import { getServerName } from '#platform/mail/mail-server.ts'
import { checkSmtp } from '#platform/mail/smtp.ts'
import { NO_STORED_SERVICES, type StoredServices } from '#platform/services/service-settings.ts'
import { listFormerCards, resolveServices, type ServicesInUse } from '#platform/services/services-in-use.ts'
import { readStoredServices } from '#platform/services/stored-services.ts'
import { createPaymentsInUse, createSwitchablePayments } from '#platform/services/switchable-payments.ts'
import { findUsableFolder } from '#platform/usable-folder.ts'
import { formatAge, pluralize } from '#shared/pluralize.ts'
import { describeKeyMode, checkProvider, checkTax, checkWebhookSecrets } from '#platform/payment-checks.ts'
import { isLiveKey } from '#platform/payments.ts'
import { getWebhookUrl } from '#shared/webhook.ts'
import { okFinding, type Finding, describeError, unknownFinding, failedFinding } from '#platform/finding.ts'
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
  // Runs first, because the database may contain the mail server and keys in use.
  const { findings, stored } = await checkDatabase(config)
  const services = resolveServices(config, stored)
  const { stripe } = services
  const parts = await Promise.all([
    stripe ? checkProvider(stripe, config.publicUrl) : Promise.resolve(describeMissingKeys(config)),
    checkMailServer(config, services),
    checkFiles(config),
    runSystemChecks(config, systemClock()).then((looks) => looks.map(toFinding)),
  ])
  return [
    ...findings,
    ...checkStoredServices(stored),
    ...checkFormerCards(config, stored, stripe),
    ...parts.flat(),
    ...(stripe ? [...checkMode(config, stripe), checkWebhookSecrets(stripe)] : []),
    // At startup, live keys are rejected without an https: URL.
    okFinding('address', config.publicUrl),
  ]
}

function describeMissingKeys({ mode }: Config): Finding[] {
  return mode === 'production'
    ? [failedFinding('Stripe', 'no keys are set up, so nothing can be sold. Set them up under Payments in the studio')]
    : [okFinding('Stripe', 'simulated, because no keys are set: no real card can be charged')]
}

/** Settings that an owner stored, but that can't be used. */
function checkStoredServices({ mail, cards }: StoredServices): Finding[] {
  const found = [
    { what: 'mail settings', screen: 'Email', stored: mail },
    { what: 'payment settings', screen: 'Payments', stored: cards },
  ]
  return found.flatMap(({ what, screen, stored }) => {
    if (stored === undefined) return []
    if (stored.secrets === undefined)
      return [
        failedFinding(
          what,
          `they were encrypted with another APP_SECRET. Set that secret, or enter them again under ${screen} in the studio`,
        ),
      ]
    return stored.isConfirmed
      ? []
      : [
          failedFinding(
            what,
            `they are from a backup or another address, so they are not used. If they are right, confirm them under ${screen} in the studio`,
          ),
        ]
  })
}

function checkFormerCards(config: Config, stored: StoredServices, stripe: StripeKeys | undefined): Finding[] {
  const isWaiting = stripe && listFormerCards(config, stored, stripe).some(({ isConfirmed }) => !isConfirmed)
  if (!isWaiting) return []
  return [
    failedFinding(
      'former key',
      'it is from a backup or another address, so its payments can not be refunded here. If this is the live site, press Use the former keys under Payments in the studio',
    ),
  ]
}

/** In production, test keys are reported as a config warning instead. */
function checkMode({ mode }: Config, stripe: StripeKeys): Finding[] {
  return mode === 'production' && !isLiveKey(stripe.secretKey) ? [] : [describeKeyMode(stripe)]
}

type DatabaseCheck = { findings: Finding[]; stored: StoredServices }

async function checkDatabase(config: Config): Promise<DatabaseCheck> {
  const failed = (text: string): DatabaseCheck => ({
    findings: [failedFinding('database', text), ...checkConfigWarnings(config, undefined)],
    stored: NO_STORED_SERVICES,
  })
  const missing = missingDatabaseError(config)
  if (missing !== undefined) return failed(missing)
  const place = config.databaseUrl ? 'DATABASE_URL' : 'the embedded database'
  try {
    return await inspectDatabase(config, place)
  } catch (error) {
    const words = error instanceof UnusableDatabase ? error.message : describeDatabaseError(error, config.databaseUrl)
    return failed(words ?? `${place} can't be used (${describeError(error)})`)
  }
}

/** Queries the database without changing it, even without migrating it. */
async function inspectDatabase(config: Config, place: string): Promise<DatabaseCheck> {
  const server = config.databaseUrl === undefined ? await startEmbeddedServer(config.dataDir) : undefined
  const { db, close } = openDatabase(config.databaseUrl ?? server?.connectionString ?? '', () => {}, 2)
  try {
    const stored = await readStoredServices(db, config, systemClock())
    const services = resolveServices(config, stored)
    const { stripe } = services
    const warnings = checkConfigWarnings({ ...config, stripe }, await getEncoding(db))
    const missing = await missingMigrations(db)
    if (missing > 0) {
      const behind = `${place} lacks ${pluralize(missing, 'migration')} that this version needs. Start the academy, or run: npm run academy -- migrate`
      return { findings: [failedFinding('database', behind), ...warnings], stored }
    }
    const found = [okFinding('database', `${place} responds and is up to date`), ...warnings]
    found.push(...(await runDatabaseChecks({ config, db, now: systemClock })).map(toFinding))
    if (await areNumbersUnread(db, stripe !== undefined && isLiveKey(stripe.secretKey)))
      found.push(failedFinding('invoice numbers', NUMBERS_NOT_READ_MESSAGE))
    if (!(await hasWordIndexes(db))) found.push(failedFinding('search', WORD_INDEXES_MISSING))
    const { publicUrl } = config
    if (stripe && stripe.webhookSecrets.length > 0) found.push(await checkEvents(db, { stripe, publicUrl }))
    const { isTaxAdded } = await readSite(db)
    if (isTaxAdded && stripe) found.push(await checkTax(stripe))
    if (stripe) found.push(...(await checkPaymentAccounts(db, services)))
    return { findings: found, stored }
  } finally {
    await close()
    await server?.stop()
  }
}

async function checkPaymentAccounts(db: Db, services: ServicesInUse): Promise<Finding[]> {
  const accounts = createPaymentsInUse(services)
  if (!accounts) return []
  const payments = createSwitchablePayments(() => accounts)
  return checkEarlierPayments({ db, now: systemClock, payments, formerKeys: services.formerStripe })
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
  const { last, missed } = await getEventArrivals(db, { isLive: isLiveKey(stripe.secretKey), before })
  const lastOne =
    last && `the last one arrived ${formatAge((Date.now() - last.getTime()) / 1000)} ago (${last.toISOString()})`
  if (missed > 0) {
    const finding = lastOne
      ? `${lastOne}, before ${pluralize(missed, 'sale')}`
      : `${pluralize(missed, 'sale')} so far, and no events`
    return failedFinding(
      what,
      `none are arriving: ${finding}. Purchases still work, with a delay of about a minute. In the Stripe Dashboard (Developers, Webhooks), check what ${getWebhookUrl({ publicUrl })} returns: 400 means that the webhook secret belongs to another endpoint; anything else points to a proxy or firewall`,
    )
  }
  return okFinding(what, lastOne ?? 'none yet. After the first sale, this shows whether the webhook works')
}

async function checkMailServer({ mode }: Config, { mailServer, sender }: ServicesInUse): Promise<Finding> {
  if (!mailServer)
    return mode === 'production'
      ? failedFinding('email', 'no mail server is set up, so emails wait. Set it up under Email in the studio')
      : okFinding(
          'email',
          'captured in the data folder, because no mail server is set up: no email leaves this machine',
        )
  const name = getServerName(mailServer)
  try {
    await checkSmtp(mailServer)
    return okFinding('email', `${name} accepts email; the sender is ${sender.name} <${sender.address}>`)
  } catch (error) {
    const where = 'url' in mailServer ? 'in SMTP_URL' : 'under Email in the studio'
    return failedFinding(
      'email',
      `${name} does not accept email (${describeError(error)}). Check the host, port, user, and password ${where}`,
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
