import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError, type ErrorCode, fieldErrors } from '#shared/app-error.ts'

export const STATUS = {
  invalid: 400,
  sign_in_failed: 400,
  email_not_verified: 403,
  sign_in_required: 401,
  forbidden: 403,
  not_found: 404,
  already_verified: 400,
  already_owned: 409,
  too_soon: 429,
  too_many_requests: 429,
  payment_not_complete: 402,
  payment_mismatch: 409,
  payment_provider_unavailable: 503,
  exam_not_passed: 409,
  busy: 503,
  unavailable: 503,
} satisfies Record<ErrorCode, number>

/** One place answers every error: refusals by their code, broken input by its fields, anything else as a bug. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (hasZodFastifySchemaValidationErrors(error)) return refuse(fieldErrors(messagesByField(error)), request, reply)
  if (error instanceof AppError) return refuse(error, request, reply)
  if (isDatabaseAway(error)) {
    request.log.error({ err: error }, 'database away')
    return refuse(
      new AppError('unavailable', 'The academy is not available right now. Please try again in a moment.', {
        retryAfterSeconds: 5,
      }),
      request,
      reply,
    )
  }
  if (hasDatabaseCode(error, UNSTORABLE_CODES))
    return refuse(
      new AppError('invalid', 'This text contains a character that cannot be stored. Please remove it.'),
      request,
      reply,
    )
  // Fastify's own refusals: a body that is too large, is not JSON, has another content type.
  if (error.statusCode && error.statusCode < 500) {
    const retryAfter = reply.getHeader('retry-after')
    if (error.statusCode === 429 && retryAfter === undefined) void reply.header('retry-after', 60)
    return reply.code(error.statusCode).send({ code: 'invalid', message: error.message })
  }
  if (error.statusCode === 503)
    return reply.code(503).header('retry-after', 5).send({ code: 'busy', message: error.message })
  request.log.error({ err: error }, 'unexpected error')
  return reply.code(500).send({ code: 'internal', message: 'Something went wrong. Please try again.' })
}

/** No such call; neither answer nor log repeats the address, which may hold anything. */
export function answerMissing(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ code: 'not_found', message: 'There is no such call.' })
}

function refuse(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { fields, retryAfterSeconds, reply: more } = error.extra
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  void reply.code(STATUS[error.code])
  if (fields && request.routeOptions.config.fieldErrors === 'flat') return reply.send(fields)
  return reply.send({ code: error.code, message: error.message, ...(fields && { fields }), ...more })
}

function messagesByField(error: {
  validation: { instancePath: string; message?: string | undefined; params?: unknown }[]
}) {
  const fields: Record<string, string[]> = {}
  for (const { instancePath, message, params } of error.validation) {
    for (const name of unknownKeys(params) ?? [instancePath.slice(1).replaceAll('/', '.') || 'body']) {
      const text = unknownKeys(params) ? 'Unknown field.' : (message ?? 'Please check this value.')
      fields[name] = [...(fields[name] ?? []), text]
    }
  }
  return fields
}

function unknownKeys(params: unknown): string[] | undefined {
  if (typeof params !== 'object' || params === null) return undefined
  const issue = 'issue' in params ? params.issue : params
  if (typeof issue !== 'object' || issue === null || !('keys' in issue) || !Array.isArray(issue.keys)) return undefined
  return issue.keys.map(String)
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
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

export function isDatabaseAway(error: unknown): boolean {
  if (hasDatabaseCode(error, CONNECTION_CODES)) return true
  return causesOf(error).some(({ message }) =>
    /Connection terminated|not queryable|Query read timeout|timeout (?:expired|exceeded when trying to connect)/.test(
      message,
    ),
  )
}

function hasDatabaseCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return causesOf(error).some((cause) => 'code' in cause && typeof cause.code === 'string' && codes.has(cause.code))
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
