import pg from 'pg'
import { DrizzleQueryError } from 'drizzle-orm'
import { createClient } from './pg-client.ts'
import { getErrorChain, isDatabaseUnavailable, DatabaseConnectionError } from './database-errors.ts'

type DatabaseTarget = { server: string; host: string; user: string; database: string; isEmbedded: boolean }

/**
 * Describes what is wrong with the database or its connection, and what to do. Returns undefined for other errors, and
 * for those that the operator can't fix. The text contains no password.
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
  'The connection to the database was lost. Unfinished changes were not saved. When the database is back, check which changes were saved, then repeat the others.'

function parseDatabaseTarget(databaseUrl: string | undefined): DatabaseTarget {
  if (databaseUrl === undefined)
    return { server: 'the embedded database', host: '', user: '', database: '', isEmbedded: true }
  const { host, port, user = '', database = '' } = createClient({ connectionString: databaseUrl })
  const server = `the database server at ${host.startsWith('/') ? `${host} (a socket)` : `${host}:${port}`}`
  return { server, host, user, database, isEmbedded: false }
}

type MessageTemplate = (place: DatabaseTarget, code: string) => string

const unreachable: MessageTemplate = ({ server }, code) =>
  `${capitalize(server)} can't be reached (${code}). Check the firewall, and the host and port in DATABASE_URL.`
const unknownHost: MessageTemplate = ({ host }, code) =>
  `The database host ${host} can't be resolved (${code}). Correct DATABASE_URL or this machine's DNS.`
const noResponse: MessageTemplate = ({ server, isEmbedded }) =>
  isEmbedded
    ? 'The embedded database is not responding. Try again. pg.log in the data folder shows what it did last.'
    : `${capitalize(server)} is not responding. Start it, or correct the host and port in DATABASE_URL.`
const untrustedCertificate: MessageTemplate = ({ server }, code) =>
  `The certificate of ${server} is not trusted (${code}). Point Node to its certificate authority with NODE_EXTRA_CA_CERTS=FILE, or use the host name in the certificate.`
const tooManyConnections: MessageTemplate = ({ server }) =>
  `The disk used by ${server} is full. Nothing was stored. Free up space on that disk, then try again.`
const permissionDenied: MessageTemplate = ({ user, database }) =>
  `The user ${user} does not have the required permissions in the database ${database}. Make it the owner: alter database ${database} owner to ${user}`
const loginRefused: MessageTemplate = ({ server, user }) =>
  `${capitalize(server)} does not accept the user ${user}. Create it (createuser ${user}), allow it in pg_hba.conf, or correct DATABASE_URL.`

/** The messages by the error codes of PostgreSQL and the operating system. */
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
    `${capitalize(server)} rejects the password for the user ${user}. Correct it in DATABASE_URL.`,
  '28000': loginRefused,
  '3D000': ({ server, user, database }) =>
    `${capitalize(server)} has no database ${database}. Create it (createdb --owner=${user} ${database}), or correct DATABASE_URL.`,
  '42501': permissionDenied,
  '57P03': ({ server }) => `${capitalize(server)} is starting or stopping. Try again in a moment.`,
  '53300': ({ server }) =>
    `${capitalize(server)} has no connections left. Close other clients, or raise max_connections on the server.`,
  '53100': tooManyConnections,
  '25006': ({ server }) =>
    `${capitalize(server)} is read-only, because it is a replica. Use the primary server in DATABASE_URL.`,
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
      `${capitalize(server)} requires a password for the user ${user}, and DATABASE_URL has none. Add it: postgresql://user:password@…`,
  ],
  [
    /does not support SSL/,
    ({ server }) =>
      `${capitalize(server)} does not encrypt connections. Remove sslmode from DATABASE_URL, or turn on SSL on the server.`,
  ],
  [/timeout expired/, (place) => unreachable(place, 'timed out')],
]

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
