import path from 'node:path'
import { z } from 'zod'
import { OperatorError } from '#shared/operator-error.ts'
import { loadOrCreateSecret } from './app-secret.ts'
import { type FilesLocation, parseFilesUrl, describeUnsafeLocation } from './files/files-location.ts'
import type { StorageKeys } from './files/presigned-url.ts'
import { findStorageProblems, toStorageKeys } from './files/storage-keys.ts'
import { parseTrustedProxies } from './http/trusted-proxies.ts'
import { type ImapMailbox, parseImapUrl } from './mail/imap.ts'
import type { MailAddress } from './mail/mail.ts'
import { parseSender } from './mail/sender.ts'
import { splitSecrets } from '#shared/webhook.ts'

export type StripeKeys = {
  secretKey: string
  publishableKey: string
  /** Contains one secret, or two during a change of secrets. */
  webhookSecrets: string[]
  /** A different base URL for the provider's API, used in tests. */
  apiUrl: string | undefined
}

export type Config = {
  mode: 'development' | 'production' | 'test'
  host: string
  port: number
  /** IP addresses and networks whose forwarding headers are trusted; undefined if the setting is missing. */
  trustedProxies: readonly string[] | undefined
  /** The site's public origin, without a trailing slash. Emails and certificates use it. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** Whether the operator chose the embedded database deliberately, even in production. */
  acceptsEmbedded: boolean
  appSecret: string
  /**
   * This setting and the next seven come from the environment. An owner can set up missing services on screen instead.
   */
  stripe: StripeKeys | undefined
  stripeApiUrl: string | undefined
  /** The secret key of an account that was used before, so that its payments can still be read and refunded. */
  formerSecretKey: string | undefined
  webhookSecrets: string[]
  smtpUrl: string | undefined
  mailFrom: MailAddress | undefined
  bounceAddress: string | undefined
  bounceMailbox: ImapMailbox | undefined
  /** Whether owners may use a mail server with a private address in production. */
  allowsPrivateMailServer: boolean
  /** How many emails of messages to learners are sent per minute at most, by all processes together. */
  messagesPerMinute: number
  /** Whether something other than the `backup` command makes the backups, so that the academy can't see them. */
  areBackupsElsewhere: boolean
  /** The email address that receives alerts. */
  operatorMail: string | undefined
  /** The webhook for alerts. Its path may serve as its password, so keep it secret. */
  alertWebhook: string | undefined
  files: FilesLocation
  /** The keys of the object storage. Without them, the AWS defaults of this machine apply. */
  storageKeys: StorageKeys | undefined
  /** How many processes `npm run serve` runs. Undefined means one per core. */
  workers: number | undefined
  /** The token for `/metrics`. In production, metrics are unavailable without it. */
  metricsToken: string | undefined
  /** With `anyone`, everyone who can reach the port can see captured email and, during development, the source code. */
  devMailOpenTo: 'anyone' | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** One or more settings are invalid. `message` names each of them with its expected value. */
export class ConfigError extends OperatorError {}

const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((text) => (text === '' ? undefined : text))

/** Parses the text. An error that `parse` throws is reported with the setting's name. */
function parseWith<Parsed>(parse: (text: string) => Parsed) {
  return optionalText.transform((text, context): Parsed | undefined => {
    if (text === undefined) return undefined
    try {
      return parse(text)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
      return z.NEVER
    }
  })
}

/** Whether an address is encrypted or local. A connection within this machine can't be intercepted. */
function isSecureAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

const secretKey = optionalText.refine((key) => !key || /^[sr]k_/.test(key), 'a key that begins with sk_ or rk_')

const wholeNumber = (what: string, max: number) =>
  optionalText.pipe(
    z.coerce.number<string>(what).int('a whole number').min(1, 'at least 1').max(max, `at most ${max}`).optional(),
  )

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test'], 'development, production, or test').default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: optionalText.pipe(
    z.coerce.number<string>('a port number').int('a whole number').min(0).max(65_535, 'at most 65535').optional(),
  ),
  PUBLIC_URL: optionalText.pipe(
    z
      .url({ protocol: /^https?$/, error: 'an address such as https://academy.example.com', abort: true })
      .refine((address) => new URL(address).pathname === '/', 'an address without a path')
      .optional(),
  ),
  TRUSTED_PROXIES: parseWith(parseTrustedProxies),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: optionalText.pipe(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'an address such as postgresql://user:password@host/database')
      .optional(),
  ),
  EMBEDDED_DATABASE: optionalText.pipe(
    z.literal('accepted', '"accepted", to knowingly run production on the embedded database, or empty').optional(),
  ),
  APP_SECRET: optionalText.pipe(z.string().min(32, 'at least 32 random characters').optional()),
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_FORMER_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: optionalText.pipe(z.string().regex(/^pk_/, 'a key that begins with pk_').optional()),
  STRIPE_WEBHOOK_SECRET: optionalText.pipe(
    z
      .string()
      .regex(/^[^\s,]{8,}(\s*,\s*\S{8,})?$/, "the webhook's signing secret (whsec_…), or two separated by a comma")
      .optional(),
  ),
  STRIPE_API_URL: optionalText.pipe(z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional()),
  SMTP_URL: optionalText.pipe(
    z.url({ protocol: /^smtps?$/, error: 'an address such as smtps://user:password@mail.example.com' }).optional(),
  ),
  MAIL_FROM: parseWith(parseSender),
  BOUNCE_ADDRESS: optionalText.pipe(z.email('one email address, such as bounces@example.com').optional()),
  BOUNCE_MAILBOX: parseWith(parseImapUrl),
  PRIVATE_MAIL_SERVER: optionalText.pipe(
    z.literal('accepted', '"accepted", to let owners use a mail server in your own network, or empty').optional(),
  ),
  MESSAGES_PER_MINUTE: wholeNumber('a number of emails', 60_000),
  BACKUPS: optionalText.pipe(z.literal('elsewhere', '"elsewhere", if other tools make backups, or empty').optional()),
  OPERATOR_MAIL: optionalText.pipe(z.email('one email address, such as operator@example.com').optional()),
  ALERT_WEBHOOK: optionalText.pipe(
    z
      .url({ protocol: /^https?$/, error: 'an address that begins with https://', abort: true })
      .refine(isSecureAddress, 'an address that begins with https://, so that no one can read it in transit')
      .optional(),
  ),
  FILES_URL: parseWith(parseFilesUrl),
  AWS_ACCESS_KEY_ID: optionalText,
  AWS_SECRET_ACCESS_KEY: optionalText,
  AWS_SESSION_TOKEN: optionalText,
  WORKERS: wholeNumber('a number of processes', 64),
  METRICS_TOKEN: optionalText.pipe(z.string().min(16, 'at least 16 random characters').optional()),
  DEV_MAIL_OPEN_TO: optionalText.pipe(
    z
      .literal('anyone', '"anyone", to show captured email and source code to anyone who can reach the port, or empty')
      .optional(),
  ),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace, or silent',
    )
    .optional(),
})

export const settingNames: readonly string[] = Object.keys(Environment.shape)

/**
 * Parses the settings. Throws a ConfigError that names every invalid or missing setting. In production, it also names
 * every unsafe setting, because a default secret or the Stripe emulator must never be public.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} must be ${issue.message}`).join('\n'),
    )
  }
  const settings = parsed.data
  const problems = [
    ...findStripeProblems(settings),
    ...findStorageProblems(settings),
    ...(settings.NODE_ENV === 'production' ? findProductionProblems(settings) : []),
  ]
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))

  const dataDir = path.resolve(settings.DATA_DIR)
  return {
    mode: settings.NODE_ENV,
    host: settings.HOST,
    port: settings.PORT ?? 3000,
    trustedProxies: settings.TRUSTED_PROXIES,
    publicUrl: (settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT ?? 3000}`).replace(/(?<!\/)\/+$/, ''),
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    acceptsEmbedded: settings.EMBEDDED_DATABASE === 'accepted',
    appSecret: settings.APP_SECRET ?? loadOrCreateSecret(dataDir),
    stripe: toStripeKeys(settings),
    stripeApiUrl: settings.STRIPE_API_URL,
    formerSecretKey: settings.STRIPE_FORMER_SECRET_KEY,
    webhookSecrets: splitSecrets(settings.STRIPE_WEBHOOK_SECRET),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    bounceAddress: settings.BOUNCE_ADDRESS,
    bounceMailbox: settings.BOUNCE_MAILBOX,
    allowsPrivateMailServer: settings.PRIVATE_MAIL_SERVER === 'accepted',
    areBackupsElsewhere: settings.BACKUPS === 'elsewhere',
    operatorMail: settings.OPERATOR_MAIL,
    alertWebhook: settings.ALERT_WEBHOOK,
    messagesPerMinute: settings.MESSAGES_PER_MINUTE ?? 300,
    files: settings.FILES_URL ?? { kind: 'folder', folder: path.join(dataDir, 'files') },
    storageKeys: toStorageKeys(settings),
    workers: settings.WORKERS,
    metricsToken: settings.METRICS_TOKEN,
    devMailOpenTo: settings.DEV_MAIL_OPEN_TO,
    // A person who starts the academy by hand needs only the important messages; a server's log needs every line.
    logLevel: settings.LOG_LEVEL ?? (settings.NODE_ENV === 'production' ? 'info' : 'warn'),
  }
}

type Settings = z.output<typeof Environment>

function findStripeProblems(settings: Settings): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = settings
  if (!secret && !publishable) return []
  if (!secret || !publishable) return ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY go together: set both, or neither']
  const modes = [secret, publishable].map((key) => /^[a-z]+_(test|live)_/.exec(key)?.[1])
  if (modes[0] !== modes[1])
    return ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both live keys']
  // Outside production, the academy creates demo accounts with published passwords, and emails are public.
  if (modes[0] === 'live' && settings.NODE_ENV !== 'production')
    return ['NODE_ENV must be production, because STRIPE_SECRET_KEY is a live key and charges real cards']
  return []
}

function findProductionProblems(settings: Settings): string[] {
  const problems: string[] = []
  const need = (name: keyof Settings, what: string) => {
    if (settings[name] === undefined) problems.push(`${name} is missing: ${what}`)
  }
  need('PUBLIC_URL', 'the address of the site, such as https://academy.example.com')
  need('APP_SECRET', 'at least 32 random characters, the same for every process')
  // An owner can set up both services on screen. But if a service is set up in the environment, its settings must be
  // complete.
  if (settings.STRIPE_SECRET_KEY) need('STRIPE_WEBHOOK_SECRET', 'the signing secret of the Stripe webhook (whsec_…)')
  if (settings.SMTP_URL) need('MAIL_FROM', 'the sender of emails, such as Academy <office@academy.example.com>')
  if (settings.PUBLIC_URL && !settings.PUBLIC_URL.startsWith('https:'))
    problems.push('PUBLIC_URL must begin with https:// in production')
  if (settings.STRIPE_API_URL && !settings.STRIPE_API_URL.startsWith('https:')) {
    problems.push('STRIPE_API_URL must begin with https:// in production')
  }
  if (settings.DEV_MAIL_OPEN_TO)
    problems.push('DEV_MAIL_OPEN_TO must not be set in production, where no email is captured or shown')
  const unsafe = settings.FILES_URL && describeUnsafeLocation(settings.FILES_URL)
  if (unsafe !== undefined) problems.push(`The endpoint in FILES_URL ${unsafe}`)
  return problems
}

function toStripeKeys(settings: Settings): StripeKeys | undefined {
  if (!settings.STRIPE_SECRET_KEY || !settings.STRIPE_PUBLISHABLE_KEY) return undefined
  return {
    secretKey: settings.STRIPE_SECRET_KEY,
    publishableKey: settings.STRIPE_PUBLISHABLE_KEY,
    webhookSecrets: splitSecrets(settings.STRIPE_WEBHOOK_SECRET),
    apiUrl: settings.STRIPE_API_URL,
  }
}
