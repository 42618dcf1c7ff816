import { startEmbedded } from '#db/embedded.ts'
import { encodingOf, missingMigrations } from '#db/migrate.ts'
import { UnusableDatabase } from '#db/unusable-database.ts'
import { type Db, openDatabase } from '#db/open.ts'
import { hasWordIndexes, NO_WORD_INDEXES } from '#db/word-indexes.ts'
import { whyNoDatabase } from '#db/why-no-database.ts'
import { ALERTS, type Look, looksAround, looksIntoDatabase } from '#features/back-office/alerts/alerts.public.ts'
import { areNumbersUnread, eventArrivals } from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { systemClock } from '#platform/clock.ts'
import type { Config, StripeKeys } from '#platform/config.ts'
import { doubtsOf } from '#platform/doubts.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { checkSmtp } from '#platform/mail/smtp.ts'
import { usableFolder } from '#platform/usable-folder.ts'
import { ageOf, counted } from '#shared/counted.ts'
import { isOfLiveMode, keyMode, provider, tax, webhook } from './doctor-provider.ts'
import { fine, type Finding, reason, unknown, wrong } from './finding.ts'
import { complain, missingDatabase, say } from './verb.ts'

const NUMBERS_UNREAD =
  'a backup was restored, and the card provider has not been asked yet which invoices were issued since: until then nothing is settled. Start the academy, which asks each minute, and see that it reaches the provider'

/** An event comes within seconds; the one of a sale that was paid just now may be on its way. */
const EVENT_PATIENCE_MS = 5 * 60_000

/** One line for each thing that an academy needs, with what to mend. Looks, and changes nothing. */
export async function doctor(config: Config): Promise<number> {
  const findings = await examine(config)
  for (const { what, isWrong, isUnknown, text } of findings)
    (isWrong ? complain : say)(`${isWrong ? 'WRONG' : isUnknown ? '?    ' : 'ok   '} ${what}: ${text}`)
  const wrong = findings.filter(({ isWrong }) => isWrong).length
  if (wrong > 0) return complain(`${wrong} of ${findings.length} ${wrong === 1 ? 'needs' : 'need'} fixing.`)
  const isAllKnown = !findings.some(({ isUnknown }) => isUnknown)
  return say(isAllKnown ? 'Everything is in order.' : 'Everything that could be asked is in order.')
}

export async function examine(config: Config): Promise<Finding[]> {
  const parts = await Promise.all([
    database(config),
    config.stripe
      ? provider(config.stripe, config.publicUrl)
      : [fine('card provider', 'its stand-in, since no keys are set: no real card can be charged')],
    mailServer(config),
    files(config),
    looksAround(config, systemClock()).then((looks) => looks.map(findingOf)),
  ])
  return [
    ...parts.flat(),
    ...(config.stripe ? [...modeOf(config, config.stripe), webhook(config.stripe)] : []),
    // With real cards an address that does not begin with https: was refused at the start.
    fine('address', config.publicUrl),
  ]
}

/** Test keys in production are among the doubts. */
function modeOf({ mode }: Config, stripe: StripeKeys): Finding[] {
  return mode === 'production' && !isOfLiveMode(stripe) ? [] : [keyMode(stripe)]
}

/** The database, and what is set in it. */
async function database(config: Config): Promise<Finding[]> {
  const missing = missingDatabase(config)
  if (missing !== undefined) return [wrong('database', missing), ...doubtful(config, undefined)]
  const place = config.databaseUrl ? 'DATABASE_URL' : 'the embedded PostgreSQL'
  try {
    return await lookedAt(config, place)
  } catch (error) {
    const words = error instanceof UnusableDatabase ? error.message : whyNoDatabase(error, config.databaseUrl)
    return [wrong('database', words ?? `${place} can't be used (${reason(error)})`), ...doubtful(config, undefined)]
  }
}

/** Asks the database and changes nothing in it: not even to bring it up to date. */
async function lookedAt(config: Config, place: string): Promise<Finding[]> {
  const server = config.databaseUrl === undefined ? await startEmbedded(config.dataDir) : undefined
  const { db, close } = openDatabase(config.databaseUrl ?? server?.connectionString ?? '', () => {}, 2)
  try {
    const doubts = doubtful(config, await encodingOf(db))
    const missing = await missingMigrations(db)
    if (missing > 0) {
      const behind = `${place} lacks ${counted(missing, 'migration')} of this version. Start the academy, or run npm run academy -- migrate`
      return [wrong('database', behind), ...doubts]
    }
    const found = [fine('database', `${place} answers and is up to date`), ...doubts]
    found.push(...(await looksIntoDatabase({ config, db, now: systemClock })).map(findingOf))
    if (await areNumbersUnread(db, config.stripe !== undefined && isOfLiveMode(config.stripe)))
      found.push(wrong('invoice numbers', NUMBERS_UNREAD))
    if (!(await hasWordIndexes(db))) found.push(wrong('search', NO_WORD_INDEXES))
    const { stripe, publicUrl } = config
    if (stripe && stripe.webhookSecrets.length > 0) found.push(await events(db, { stripe, publicUrl }))
    const { isTaxAdded } = await readSite(db)
    return isTaxAdded && stripe ? [...found, await tax(stripe)] : found
  } finally {
    await close()
    await server?.stop()
  }
}

/** What alerts look at, too. */
function findingOf({ name, is, text }: Look): Finding {
  const what = ALERTS[name].line
  return is === 'wrong' ? wrong(what, text) : is === 'unknown' ? unknown(what, text) : fine(what, text)
}

function doubtful(config: Config, encoding: string | undefined): Finding[] {
  return doubtsOf(config, encoding).map(({ what, text }) => wrong(what, text))
}

/** What the provider says of its webhook may be right, and a proxy refuse the events all the same: only one that came proves it. */
async function events(db: Db, { stripe, publicUrl }: { stripe: StripeKeys; publicUrl: string }): Promise<Finding> {
  const what = 'events'
  const before = new Date(Date.now() - EVENT_PATIENCE_MS)
  const { last, missed } = await eventArrivals(db, { isLive: isOfLiveMode(stripe), before })
  const lastOne = last && `the last one came ${ageOf((Date.now() - last.getTime()) / 1000)} ago (${last.toISOString()})`
  if (missed > 0) {
    const told = `${counted(missed, 'sale')} ${lastOne ? `since, and ${lastOne}` : 'so far, and not one event'}`
    return wrong(
      what,
      `none arrives: ${told}. The sweep makes up for it a minute later. Look in the dashboard, Developers, Webhooks, what ${publicUrl}/webhooks/stripe answers: with 400, STRIPE_WEBHOOK_SECRET is not this endpoint's; with anything else, a proxy or firewall is in the way`,
    )
  }
  return fine(what, lastOne ?? 'none has come yet. After the first sale this tells whether the webhook works')
}

async function mailServer({ smtpUrl, mailFrom }: Config): Promise<Finding> {
  if (!smtpUrl)
    return fine('mail', 'captured in the data folder, since SMTP_URL is not set: no mail leaves this machine')
  try {
    await checkSmtp(smtpUrl)
    return fine('mail', `${new URL(smtpUrl).host} takes mail; the sender is ${mailFrom.name} <${mailFrom.address}>`)
  } catch (error) {
    return wrong(
      'mail',
      `${new URL(smtpUrl).host} does not take mail (${reason(error)}). Check host, port, user and password in SMTP_URL`,
    )
  }
}

async function files({ files: place, storageKeys }: Config): Promise<Finding> {
  const where = place.kind === 'folder' ? place.folder : `the bucket '${place.bucket}'`
  try {
    await (place.kind === 'folder' ? usableFolder(place.folder) : (await openFiles(place, storageKeys)).check())
    return fine('files', `${where} can be used`)
  } catch (error) {
    return wrong('files', place.kind === 'folder' ? `${where} can't be used (${reason(error)})` : reason(error))
  }
}
