import type { RateLimit } from '#shared/rate-limit.ts'

export const TEST_EMAIL_LIMIT: RateLimit = {
  what: 'test-email',
  hits: 20,
  windowMs: 60 * 60_000,
  says: 'You’ve sent too many test emails.',
}

export type EmailForm = {
  host: string
  port: string
  security: 'tls' | 'starttls' | 'none'
  user: string
  /** If empty, the stored password is kept. */
  password: string
  sender_name: string
  sender_address: string
}

export type FieldErrors = Record<string, string[]>

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62}(?<!-))?(?:\.[a-z0-9](?:[a-z0-9-]{0,62}(?<!-))?)*\.?$/i
const IPV6 = /^\[?[0-9a-f:.]*:[0-9a-f:.]*\]?$/i
const MAX_PORT = 65_535

/**
 * The errors for each field except the password. `isProduction`: emails and passwords must be encrypted on their way.
 */
export function findServerErrors({ host, port, security }: EmailForm, isProduction: boolean): FieldErrors {
  const errors: FieldErrors = {}
  if (host === '') errors['host'] = ['Enter the name of the mail server, such as smtp.example.com.']
  else if (/[/@]|:\/\//.test(host))
    errors['host'] = ['Enter only the server’s name, such as smtp.example.com. The user name and password go below.']
  else if (!HOST.test(host) && !IPV6.test(host))
    errors['host'] = ['This is not the name of a server. Enter one, such as smtp.example.com.']
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > MAX_PORT)
    errors['port'] = ['Enter the port as a number. Usually, it is 465 or 587.']
  if (security === 'none' && isProduction)
    errors['security'] = ['Choose TLS or STARTTLS. Without encryption, others could read emails and the password.']
  return errors
}

type StoredServer = Pick<EmailForm, 'host' | 'security' | 'user'> & { port: number }

/** A stored password is only ever sent to the server and user for which it was entered. */
export function needsPasswordAgain(form: EmailForm, stored: StoredServer): boolean {
  const { host, port, security, user } = stored
  return form.host !== host || Number(form.port) !== port || form.security !== security || form.user !== user
}
