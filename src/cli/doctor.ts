import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Backlog, Jobs } from '#db/jobs.ts'
import { readSite } from '#features/site/site.public.ts'
import type { Config, StripeKeys } from '#platform/config.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { checkSmtp } from '#platform/mail/smtp.ts'
import { freeBytes } from '#platform/room.ts'
import { counted } from '#shared/counted.ts'
import { openAcademy } from '../academy.ts'
import { complain, missingDatabase, say } from './verb.ts'

export type Finding = { what: string; isWrong: boolean; text: string }

/** Long before the academy refuses to store anything. */
const COMFORTABLE_BYTES = 1024 ** 3
/** The provider's signatures are refused when they are five minutes old. */
const MOST_SECONDS_OFF = 60
const OLD_JOB_SECONDS = 10 * 60
const TIME_LIMIT_MS = 10_000
const PROVIDER = 'https://api.stripe.com'

/** One line for each thing that an academy needs, with what to mend. */
export async function doctor(config: Config): Promise<number> {
  const findings = await examine(config)
  for (const { what, isWrong, text } of findings)
    (isWrong ? complain : say)(`${isWrong ? 'WRONG' : 'ok   '} ${what}: ${text}`)
  const wrong = findings.filter(({ isWrong }) => isWrong).length
  return wrong === 0
    ? say('Everything is in order.')
    : complain(`${wrong} of ${findings.length} ${wrong === 1 ? 'needs' : 'need'} fixing.`)
}

export async function examine(config: Config): Promise<Finding[]> {
  const parts = await Promise.all([
    database(config),
    config.stripe
      ? provider(config.stripe)
      : [fine('card provider', 'its stand-in, since no keys are set: no real card can be charged')],
    mailServer(config),
    files(config),
    disk(config),
  ])
  return [
    ...parts.flat(),
    ...(config.stripe ? [keyMode(config.stripe), webhook(config.stripe)] : []),
    // Where real cards are paid, one that does not begin with https: is refused before it comes to this.
    fine('address', config.publicUrl),
  ]
}

function fine(what: string, text: string): Finding {
  return { what, isWrong: false, text }
}

function wrong(what: string, text: string): Finding {
  return { what, isWrong: true, text }
}

/** The database, and what is set in it. */
async function database(config: Config): Promise<Finding[]> {
  const missing = missingDatabase(config)
  if (missing !== undefined) return [wrong('database', missing)]
  const place = config.databaseUrl ? 'DATABASE_URL' : 'the embedded PostgreSQL'
  try {
    // Files are looked at on their own.
    const folder = path.join(config.dataDir, 'files')
    const { deps, close } = await openAcademy({ ...config, files: { kind: 'folder', folder } })
    try {
      const { automatic_tax: isTaxed } = await readSite(deps.db)
      await deps.jobs.start({ work: false })
      const found = [fine('database', `${place} answers and is up to date`), ...(await jobs(deps.jobs))]
      return isTaxed && config.stripe ? [...found, await tax(config.stripe)] : found
    } finally {
      await close()
    }
  } catch (error) {
    return [
      wrong(
        'database',
        `${place} can't be used (${reason(error)}). Is it running, and does its user own the database?`,
      ),
    ]
  }
}

async function jobs({ backlog, failed }: Pick<Jobs, 'backlog' | 'failed'>): Promise<Finding[]> {
  return [waitingJobs(await backlog()), failedJobs(await failed())]
}

function waitingJobs(backlog: Backlog[]): Finding {
  const what = 'jobs'
  const old = backlog.filter(({ oldestSeconds }) => oldestSeconds > OLD_JOB_SECONDS)
  if (old.length === 0) return fine(what, 'none is older than ten minutes')
  const list = old.map(
    ({ name, waiting, oldestSeconds }) => `${name} (${waiting} waiting, ${ageOf(oldestSeconds)} old)`,
  )
  return wrong(
    what,
    `not done yet: ${list.join(', ')}. Does the academy run? Then its log says what is in the way, such as a mail server that is away; they go by themselves when it is back`,
  )
}

function ageOf(seconds: number): string {
  const hours = seconds / 3600
  if (hours < 2) return counted(Math.floor(seconds / 60), 'minute')
  return hours < 48 ? counted(Math.floor(hours), 'hour') : counted(Math.floor(hours / 24), 'day')
}

function failedJobs(failed: { name: string; count: number }[]): Finding {
  const what = 'failed jobs'
  if (failed.length === 0) return fine(what, 'none has failed for good')
  const list = failed.map(({ name, count }) => `${name} (${count})`).join(', ')
  return wrong(
    what,
    `given up after days: ${list}. The log says why. Then send them again: npm run academy -- retry-jobs`,
  )
}

const TaxSettings = z.object({
  status: z.string(),
  status_details: z.object({ pending: z.object({ missing_fields: z.array(z.string()).nullish() }).optional() }),
})

/** Where tax is added and can't be calculated, nobody can buy. */
async function tax(keys: StripeKeys): Promise<Finding> {
  const reply = await ask(keys, '/v1/tax/settings')
  if (typeof reply === 'string') return wrong('tax', `the card provider's tax settings can't be read (${reply})`)
  if (reply.status === 403)
    return wrong('tax', 'STRIPE_SECRET_KEY may not read the tax settings. Allow it, so that they can be checked')
  const settings = TaxSettings.safeParse(await reply.json().catch(() => {})).data
  if (settings?.status === 'active') return fine('tax', "the card provider's tax settings are complete")
  const missing = settings?.status_details.pending?.missing_fields?.join(', ')
  const what = missing ? `lack ${missing}` : `answer with status ${reply.status}`
  return wrong('tax', `the card provider's tax settings ${what}. See docs/payments.md, Sales tax`)
}

/** A question that changes nothing and that any key may ask; the answer also tells the provider's time. */
async function provider(keys: StripeKeys): Promise<Finding[]> {
  const asked = Date.now()
  const reply = await ask(keys, '/v1/payment_intents/pi_doctor')
  if (typeof reply === 'string') {
    const { host } = new URL(keys.apiUrl ?? PROVIDER)
    return [wrong('card provider', `${host} can't be reached (${reply}). Is a firewall in the way?`)]
  }
  const time = clock(reply.headers.get('date'), (asked + Date.now()) / 2)
  return [secretKeyFinding(reply.status, await unreadable(keys)), time]
}

const LISTS = { Events: '/v1/events?limit=1', Charges: '/v1/charges?limit=1', Disputes: '/v1/disputes?limit=1' }

/** What a restricted key may not read. */
async function unreadable(keys: StripeKeys): Promise<string[]> {
  const asked = Object.entries(LISTS).map(async ([name, call]) => ({ name, reply: await ask(keys, call) }))
  const replies = await Promise.all(asked)
  return replies.flatMap(({ name, reply }) => (typeof reply !== 'string' && reply.status === 403 ? [name] : []))
}

/** The answer, or why there is none. */
async function ask({ secretKey, apiUrl }: StripeKeys, call: string): Promise<Response | string> {
  return fetch(new URL(call, apiUrl ?? PROVIDER), {
    headers: { authorization: `Bearer ${secretKey}` },
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  }).catch((error: unknown) => reason(error))
}

const RIGHTS = 'It needs to write PaymentIntents and Refunds, and to read Events, Charges and Disputes'

function secretKeyFinding(status: number, unread: string[]): Finding {
  const what = 'secret key'
  if (status !== 401 && unread.length > 0)
    return wrong(what, `STRIPE_SECRET_KEY may not read ${unread.join(', ')}. ${RIGHTS}`)
  // There is no such payment: whoever is told so was let in.
  if (status === 404 || status === 200) return fine(what, 'the card provider takes STRIPE_SECRET_KEY')
  if (status === 401)
    return wrong(
      what,
      'the card provider refuses STRIPE_SECRET_KEY. Copy it again from the dashboard, Developers, API keys',
    )
  if (status === 403) return wrong(what, `STRIPE_SECRET_KEY is restricted. ${RIGHTS}`)
  return wrong(what, `the card provider answers with status ${status}. Look at its status page, then try again`)
}

function clock(date: string | null, here: number): Finding {
  const there = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(there)) return wrong('clock', 'the card provider did not tell its time. Try again')
  const seconds = Math.round(Math.abs(here - there) / 1000)
  return seconds > MOST_SECONDS_OFF
    ? wrong(
        'clock',
        `${seconds} seconds off the card provider's: signed events would be refused. Turn on time synchronization (NTP)`,
      )
    : fine('clock', `within ${Math.max(seconds, 1)} s of the card provider's`)
}

/** Keys of two modes are refused before it comes to this. */
function keyMode({ secretKey }: StripeKeys): Finding {
  return fine('mode', /_live_/.test(secretKey) ? 'live: real cards are charged' : 'test: no real card is charged')
}

function webhook({ webhookSecrets }: StripeKeys): Finding {
  const what = 'webhook secret'
  if (webhookSecrets.length === 0)
    return wrong(
      what,
      'STRIPE_WEBHOOK_SECRET is missing: you would learn of refunds and disputes late. See docs/payments.md, step 5',
    )
  if (webhookSecrets.some((secret) => !/^whsec_\S{8,}$/.test(secret)))
    return wrong(
      what,
      'STRIPE_WEBHOOK_SECRET should begin with whsec_. It is the signing secret of the webhook, not an API key',
    )
  if (webhookSecrets.length > 2)
    return wrong(what, 'STRIPE_WEBHOOK_SECRET holds more than two. Remove those that are no longer used')
  return fine(what, webhookSecrets.length === 2 ? 'two are set: remove the old one when the new one is in use' : 'set')
}

async function mailServer({ smtpUrl, mailFrom }: Config): Promise<Finding> {
  if (!smtpUrl)
    return fine('mail', 'captured in the data folder, since SMTP_URL is not set: no mail leaves this machine')
  try {
    await checkSmtp(smtpUrl)
    return fine('mail', `${new URL(smtpUrl).host} takes mail; the sender is ${mailFrom}`)
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
    await (await openFiles(place, storageKeys)).check()
    return fine('files', `${where} can be used`)
  } catch (error) {
    return wrong('files', place.kind === 'folder' ? `${where} can't be used (${reason(error)})` : reason(error))
  }
}

async function disk({ dataDir }: Config): Promise<Finding> {
  try {
    await mkdir(dataDir, { recursive: true })
    const bytes = await freeBytes(dataDir)
    const free = `${(bytes / 1024 ** 3).toFixed(1)} GB free in ${dataDir}`
    return bytes < COMFORTABLE_BYTES ? wrong('disk', `${free}. Make room, at least 1 GB`) : fine('disk', free)
  } catch (error) {
    return wrong(
      'disk',
      `${dataDir} can't be used (${reason(error)}). Set DATA_DIR to a folder that this user may write`,
    )
  }
}

/** One line, and never the address that was asked, which may hold a password. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
  return code ?? cause.message.split('\n')[0]?.replaceAll(/\S+:\/\/\S+/g, '…') ?? 'unknown'
}
