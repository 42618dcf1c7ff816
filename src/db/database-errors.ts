import { DrizzleQueryError } from 'drizzle-orm'

// A connection broke, or there was none. A caller's own connection and a missing file tell of themselves with the same codes.
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'])

const UNAVAILABLE_CODES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '53300',
  // A row or a table was locked for too long.
  '55P03',
])

// A NUL in an address or a text: PostgreSQL has no such character.
const UNSTORABLE_CODES = new Set(['22021', '22P05'])

const MALFORMED = new Set(['22P02'])

// A deadlock, of which PostgreSQL ended one side, or a failure to serialize.
const COLLISION_CODES = new Set(['40P01', '40001'])

/** No connection to the database could be had; the cause says why. */
export class DatabaseConnectionError extends Error {}

/** Whether an error means that the database can't be asked right now, and could be later. */
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

/** Whether a transaction was ended for the sake of another one: nothing of it was stored, and the next try goes through. */
export function isSerializationFailure(error: unknown): boolean {
  return hasCode(error, COLLISION_CODES)
}

/** Whether something was refused because another row has the same, by the unique index of this name. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return getErrorChain(error).some(
    (cause) => 'code' in cause && cause.code === '23505' && 'constraint' in cause && cause.constraint === index,
  )
}

// Triggers of migration 0020.
const ERASED_MEMBER_CONSTRAINTS = new Set(['members_not_erased', 'members_erased_kept'])

/** Whether something was refused because its member was erased meanwhile. */
export function isErasedMemberError(error: unknown): boolean {
  return getErrorChain(error).some(
    (cause) => 'constraint' in cause && ERASED_MEMBER_CONSTRAINTS.has(String(cause.constraint)),
  )
}

/** Whether the database refused a text because of a character that it can't hold: a NUL, or in JSON half of a pair that makes one letter. */
export function isUnstorableTextError(error: unknown): boolean {
  return hasCode(error, UNSTORABLE_CODES) || (hasCode(error, MALFORMED) && getErrorChain(error).some(isJsonError))
}

// Its code is that of a malformed id, too; this is the part of PostgreSQL that tells it.
const isJsonError = (cause: Error) => 'routine' in cause && String(cause.routine).startsWith('json_')

/** What an error and its causes are, in kinds and codes alone: 'DrizzleQueryError, error 53100'. Their sentences may hold people's addresses. */
export function describeErrorCodes(error: unknown): string {
  const causes = getErrorChain(error).map((cause) => {
    const code = 'code' in cause && /^\w{1,40}$/.test(String(cause.code)) ? ` ${String(cause.code)}` : ''
    return `${cause.constructor.name}${code}`
  })
  return causes.length === 0 ? 'something that is no error' : causes.join(', ')
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return getErrorChain(error).some(
    (cause) => 'code' in cause && typeof cause.code === 'string' && codes.has(cause.code),
  )
}

/** The error, what caused it, what caused that, and so on. */
export function getErrorChain(error: unknown): Error[] {
  return error instanceof Error ? [error, ...getErrorChain(error.cause)] : []
}
