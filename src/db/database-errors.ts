import { DrizzleQueryError } from 'drizzle-orm'

// These codes mean that the connection broke or couldn't be opened. Errors of client connections and missing files have
// the same codes.
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'])

const UNAVAILABLE_CODES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '53300',
  // A row or table was locked for too long.
  '55P03',
])

// These codes mean that a URL or text contains a NUL character, which PostgreSQL can't store.
const UNSTORABLE_CODES = new Set(['22021', '22P05'])

const MALFORMED = new Set(['22P02'])

// These codes mean a deadlock, in which PostgreSQL canceled one transaction, or a serialization failure.
const COLLISION_CODES = new Set(['40P01', '40001'])

const UNDEFINED_TABLE = new Set(['42P01'])

/** No connection to the database could be opened. The cause says why. */
export class DatabaseConnectionError extends Error {}

/** Whether the database is unavailable now but may be available later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (hasCode(error, UNAVAILABLE_CODES)) return true
  const causes = getErrorChain(error)
  const isOfDatabase = causes.some(
    (cause) => cause instanceof DrizzleQueryError || cause instanceof DatabaseConnectionError,
  )
  if (isOfDatabase && hasCode(error, NETWORK_CODES)) return true
  return causes.some(({ message }) =>
    /Connection terminated|not queryable|Query read timeout|timeout (?:expired|exceeded when trying to connect)/.test(
      message,
    ),
  )
}

/** Whether a table doesn't exist, because the database has not been migrated yet. */
export function isUndefinedTable(error: unknown): boolean {
  return hasCode(error, UNDEFINED_TABLE)
}

/** Whether a transaction was canceled in favor of another. It stored nothing, and a retry can succeed. */
export function isSerializationFailure(error: unknown): boolean {
  return hasCode(error, COLLISION_CODES)
}

/** Whether a write failed because another row has the same value in the unique index of this name. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return getErrorChain(error).some(
    (cause) => 'code' in cause && cause.code === '23505' && 'constraint' in cause && cause.constraint === index,
  )
}

// Triggers of migration 0020 raise errors with these names.
const ERASED_MEMBER_CONSTRAINTS = new Set(['members_not_erased', 'members_erased_kept'])

/** Whether a write was rejected because its member has been erased in the meantime. */
export function isErasedMemberError(error: unknown): boolean {
  return getErrorChain(error).some(
    (cause) => 'constraint' in cause && ERASED_MEMBER_CONSTRAINTS.has(String(cause.constraint)),
  )
}

/** Whether the database rejected a text because of a character: a NUL or, in JSON, half of a surrogate pair. */
export function isUnstorableTextError(error: unknown): boolean {
  return hasCode(error, UNSTORABLE_CODES) || (hasCode(error, MALFORMED) && getErrorChain(error).some(isJsonError))
}

// A malformed ID has the same code. The name of PostgreSQL's routine distinguishes the two.
const isJsonError = (cause: Error) => 'routine' in cause && String(cause.routine).startsWith('json_')

/**
 * Returns the types and codes of an error and its causes, such as 'DrizzleQueryError, error 53100'. Omits their
 * messages, which may contain addresses.
 */
export function describeErrorCodes(error: unknown): string {
  const causes = getErrorChain(error).map((cause) => {
    const code = 'code' in cause && /^\w{1,40}$/.test(String(cause.code)) ? ` ${String(cause.code)}` : ''
    return `${cause.constructor.name}${code}`
  })
  return causes.length === 0 ? "a value that isn't an error" : causes.join(', ')
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return getErrorChain(error).some(
    (cause) => 'code' in cause && typeof cause.code === 'string' && codes.has(cause.code),
  )
}

/** Returns the error, its cause, the cause of that, and so on. */
export function getErrorChain(error: unknown): Error[] {
  return error instanceof Error ? [error, ...getErrorChain(error.cause)] : []
}
