import type { Config } from './config.ts'

/** A setting that works but is unsuitable for production. The server warns about it at startup, and `doctor` fails. */
export type ConfigWarning = { what: string; text: string }

/** Checks the settings. `encoding` is the database's encoding, or undefined if it could not be read. */
export function findConfigWarnings(config: Config, encoding: string | undefined): ConfigWarning[] {
  if (config.mode !== 'production') return []
  const { databaseUrl, acceptsEmbedded, appSecret, stripe, trustedProxies } = config
  const warnings: ConfigWarning[] = []
  if (stripe && /_test_/.test(stripe.secretKey))
    warnings.push({
      what: 'mode',
      text: "the Stripe keys are test keys: no one is charged, and anyone can buy with Stripe's published test cards. Set the live keys when the academy opens",
    })
  if (databaseUrl === undefined && !acceptsEmbedded)
    warnings.push({
      what: 'embedded database',
      text: 'the embedded database is still in beta. Set DATABASE_URL to your own PostgreSQL database, or set EMBEDDED_DATABASE=accepted if you accept that and keep backups',
    })
  if (encoding === 'SQL_ASCII')
    warnings.push({
      what: 'encoding',
      text: "the database's encoding is SQL_ASCII, which accepts any bytes as text, and sorts and searches names incorrectly. Back up the database, create a new one with encoding 'UTF8' (createdb --encoding=UTF8 --template=template0), and restore into it",
    })
  if (trustedProxies === undefined)
    warnings.push({
      what: 'proxies',
      text: 'TRUSTED_PROXIES is not set, so any machine on a private network can pose as any visitor and bypass the rate limits. Set it to the addresses of your proxies, such as 127.0.0.1 for one on this machine',
    })
  const known = describeWeakSecret(appSecret)
  if (known !== undefined)
    warnings.push({
      what: 'secret',
      text: `APP_SECRET ${known}, and anyone who guesses it can open paid files. Create a new one (openssl rand -base64 32). Two-factor secrets and retained invoices can be read only with the old one, so change it before there are any`,
    })
  return warnings
}

const PLAIN_WORDS =
  /^(?:change|secret|password|passwort|example|default|insecure|please|your|test|academy|app[-_ ]?secret|at[-_ ]least|development|todo|the[-_ ])/i
// A random text of 32 hexadecimal digits has more than twice as many distinct characters.
const MIN_DISTINCT_CHARACTERS = 6

/** Explains why a secret is weak although it is long enough. Returns undefined if it may be random. */
export function describeWeakSecret(secret: string): string | undefined {
  if (PLAIN_WORDS.test(secret)) return 'looks like an example'
  if (new Set(secret).size < MIN_DISTINCT_CHARACTERS || /^(.{1,16})\1+/s.exec(secret)?.[0].length === secret.length)
    return 'repeats itself'
  const steps = [...secret].filter((sign, at) => at > 0 && sign.charCodeAt(0) === secret.charCodeAt(at - 1) + 1).length
  return steps > secret.length / 2 ? 'is a sequence such as abcdef' : undefined
}
