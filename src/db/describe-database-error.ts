import pg from 'pg'
import { DrizzleQueryError } from 'drizzle-orm'
import { createClient } from './pg-client.ts'
import { getErrorChain, isDatabaseUnavailable, DatabaseConnectionError } from './database-errors.ts'

type DatabaseTarget = { server: string; host: string; user: string; database: string; isEmbedded: boolean }

/**
 * What is wrong with the database or its connection, and what to do; undefined for other errors and for those that the
 * operator cannot fix. Contains no password.
 */
export function describeDatabaseError(error: unknown, databaseUrl: string | undefined): string | undefined {
  const causes = getErrorChain(error)
  const isOfDatabase = causes.some(
    (cause) =>
      cause instanceof DatabaseConnectionError ||
      cause instanceof DrizzleQueryError ||
      cause instanceof pg.DatabaseError,
  )
  if (!isOfDatabase) return isDatabaseUnavailable(error) ? CONNECTION_LOST : undefined
  const place = parseDatabaseTarget(databaseUrl)
  for (const cause of causes) {
    const code = 'code' in cause ? String(cause.code) : ''
    const words = MESSAGES_BY_CODE[code] ?? (CERTIFICATE_CODES.has(code) ? MESSAGES_BY_CODE['certificate'] : undefined)
    if (words !== undefined) return words(place, code)
    const match = MESSAGES_BY_PATTERN.find(([pattern]) => pattern.test(cause.message))
    if (match) return match[1](place, code)
  }
  return isDatabaseUnavailable(error) ? CONNECTION_LOST : undefined
}

const CONNECTION_LOST =
  'The database went away in the middle of this. What was not finished was not stored: when it is back, look whether something is missing and try again.'

function parseDatabaseTarget(databaseUrl: string | undefined): DatabaseTarget {
  if (databaseUrl === undefined)
    return { server: 'the embedded database', host: '', user: '', database: '', isEmbedded: true }
  const { host, port, user = '', database = '' } = createClient({ connectionString: databaseUrl })
  const server = `the database server at ${host.startsWith('/') ? `${host} (a socket)` : `${host}:${port}`}`
  return { server, host, user, database, isEmbedded: false }
}

type MessageTemplate = (place: DatabaseTarget, code: string) => string

const unreachable: MessageTemplate = ({ server }, code) =>
  `${capitalize(server)} can't be reached (${code}). Is a firewall in the way? Otherwise correct host and port in DATABASE_URL.`
const unknownHost: MessageTemplate = ({ host }, code) =>
  `The name ${host} of the database server can't be looked up (${code}). Correct DATABASE_URL, or this machine's DNS.`
const noResponse: MessageTemplate = ({ server, isEmbedded }) =>
  isEmbedded
    ? 'The embedded database does not answer. Try again; pg.log in the data folder tells what it did last.'
    : `Nothing answers for ${server}. Start it, or correct host and port in DATABASE_URL.`
const untrustedCertificate: MessageTemplate = ({ server }, code) =>
  `The certificate of ${server} is not trusted (${code}). Give Node its authority with NODE_EXTRA_CA_CERTS=FILE, or name the host as the certificate does.`
const tooManyConnections: MessageTemplate = ({ server }) =>
  `The disk of ${server} is full: nothing was stored. Make room there, then try again.`
const permissionDenied: MessageTemplate = ({ user, database }) =>
  `The user ${user} may not do that in the database ${database}. Make it the owner: alter database ${database} owner to ${user}`
const loginRefused: MessageTemplate = ({ server, user }) =>
  `${capitalize(server)} does not let the user ${user} in. Make that user (createuser ${user}), allow it in pg_hba.conf, or correct DATABASE_URL.`

/** By the codes of PostgreSQL and of the system. */
const MESSAGES_BY_CODE: Readonly<Record<string, MessageTemplate>> = {
  ECONNREFUSED: noResponse,
  ENOENT: noResponse,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ECONNRESET: unreachable,
  EACCES: unreachable,
  '28P01': ({ server, user }) =>
    `${capitalize(server)} refuses the password of the user ${user}. Correct it in DATABASE_URL.`,
  '28000': loginRefused,
  '3D000': ({ server, user, database }) =>
    `${capitalize(server)} has no database ${database}. Make it (createdb --owner=${user} ${database}), or correct DATABASE_URL.`,
  '42501': permissionDenied,
  '57P03': ({ server }) => `${capitalize(server)} is just starting or ending. Try again in a moment.`,
  '53300': ({ server }) =>
    `${capitalize(server)} has no connection left. End what holds them, or raise max_connections there.`,
  '53100': tooManyConnections,
  '25006': ({ server }) =>
    `${capitalize(server)} takes no changes: it follows another one. Name the first one in DATABASE_URL.`,
  certificate: untrustedCertificate,
}

const CERTIFICATE_CODES = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

const MESSAGES_BY_PATTERN: [RegExp, MessageTemplate][] = [
  [
    /password must be a (?:non-empty )?string/,
    ({ server, user }) =>
      `${capitalize(server)} asks for a password of the user ${user}, and DATABASE_URL has none. Add it: postgresql://user:password@…`,
  ],
  [
    /does not support SSL/,
    ({ server }) =>
      `${capitalize(server)} does not encrypt connections. Take sslmode out of DATABASE_URL, or turn ssl on there.`,
  ],
  [/timeout expired/, (place) => unreachable(place, 'no answer in time')],
]

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
