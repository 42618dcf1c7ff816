import type { RateLimit } from '#shared/rate-limit.ts'

export const TEST_EMAIL_LIMIT: RateLimit = {
  what: 'test-email',
  hits: 20,
  windowMs: 60 * 60_000,
  says: 'You’ve sent too many test emails.',
}

/** The fields of an SMTP or IMAP server. */
export type ServerForm = {
  host: string
  port: string
  security: 'tls' | 'starttls' | 'none'
  user: string
  /** If empty, the stored password is kept. */
  password: string
}

export type EmailForm = ServerForm & { sender_name: string; sender_address: string }

/** `address` is the return address, which may be empty. */
export type BounceForm = ServerForm & { address: string; folder: string }

/** Examples in error messages. */
export type ServerKind = { host: string; ports: string }
export const SMTP_SERVER: ServerKind = { host: 'smtp.example.com', ports: '465 or 587' }
export const IMAP_SERVER: ServerKind = { host: 'imap.example.com', ports: '993 or 143' }

export type FieldErrors = Record<string, string[]>

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62}(?<!-))?(?:\.[a-z0-9](?:[a-z0-9-]{0,62}(?<!-))?)*\.?$/i
const IPV6 = /^\[?[0-9a-f:.]*:[0-9a-f:.]*\]?$/i
const MAX_PORT = 65_535

/**
 * The errors for each field except the password. `isProduction`: emails and passwords must be encrypted on their way.
 */
export function findServerErrors(
  { host, port, security }: ServerForm,
  isProduction: boolean,
  example = SMTP_SERVER,
): FieldErrors {
  const errors: FieldErrors = {}
  if (host === '') errors['host'] = [`Enter the name of the mail server, such as ${example.host}.`]
  else if (/[/@]|:\/\//.test(host))
    errors['host'] = [`Enter only the server’s name, such as ${example.host}. The user name and password go below.`]
  else if (!HOST.test(host) && !IPV6.test(host))
    errors['host'] = [`This is not the name of a server. Enter one, such as ${example.host}.`]
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > MAX_PORT)
    errors['port'] = [`Enter the port as a number. Usually, it is ${example.ports}.`]
  if (security === 'none' && isProduction)
    errors['security'] = ['Choose TLS or STARTTLS. Without encryption, others could read emails and the password.']
  return errors
}

type StoredServer = Pick<ServerForm, 'host' | 'security' | 'user'> & { port: number }

/** A stored password is only ever sent to the server and user for which it was entered. */
export function needsPasswordAgain(form: ServerForm, stored: StoredServer): boolean {
  const { host, port, security, user } = stored
  return form.host !== host || Number(form.port) !== port || form.security !== security || form.user !== user
}
