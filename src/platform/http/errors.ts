import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import {
  isSerializationFailure,
  isDatabaseUnavailable,
  isErasedMemberError,
  isUnstorableTextError,
} from '#db/database-errors.ts'
import { logRepeated } from './log-repeated.ts'
import {
  AppError,
  busyError,
  type ErrorCode,
  fieldErrors,
  UNKNOWN_ENDPOINT_MESSAGE,
  memberErasedError,
  unstorableTextError,
} from '#shared/app-error.ts'

export const STATUS = {
  invalid: 400,
  sign_in_failed: 400,
  email_not_verified: 403,
  account_locked: 403,
  confirm_identity: 403,
  factor_required: 403,
  sign_in_required: 401,
  forbidden: 403,
  not_found: 404,
  already_verified: 400,
  already_owned: 409,
  conflict: 409,
  too_soon: 429,
  too_many_requests: 429,
  payment_not_complete: 402,
  payment_mismatch: 409,
  payment_provider_unavailable: 503,
  exam_not_passed: 409,
  steps_missing: 409,
  lectures_missing: 409,
  busy: 503,
  unavailable: 503,
} satisfies Record<ErrorCode, number>

const INTERNAL_ERROR = { code: 'internal', message: 'Something went wrong. Try again.' }

/**
 * Responds to every error: an error with a code, invalid input, or an unexpected error, which is a bug. The response
 * must not be cached, and it never repeats the URL.
 */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.header('cache-control', 'no-store')
  try {
    return sendErrorReply(error, request, reply)
  } catch (failure) {
    request.log.error({ err: failure }, 'an error response could not be sent')
    return reply.code(500).send(INTERNAL_ERROR)
  }
}

function sendErrorReply(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (hasZodFastifySchemaValidationErrors(error))
    return sendAppError(fieldErrors(messagesByField(error)), request, reply)
  if (error instanceof AppError) return sendAppError(error, request, reply)
  if (isDatabaseUnavailable(error)) {
    logRepeated(request, { level: 'error', error, message: 'database unavailable' })
    return sendAppError(
      new AppError('unavailable', 'The academy isn’t available right now. Try again in a moment.', {
        retryAfterSeconds: 5,
      }),
      request,
      reply,
    )
  }
  if (isSerializationFailure(error)) {
    logRepeated(request, { level: 'warn', error, message: 'two transactions conflicted' })
    return sendAppError(busyError(), request, reply)
  }
  if (isErasedMemberError(error)) return sendAppError(memberErasedError(), request, reply)
  if (isUnstorableTextError(error)) return sendAppError(unstorableTextError(), request, reply)
  // These are Fastify's own errors: the body is too large, is not JSON, or has an unsupported content type.
  if (error.statusCode && error.statusCode < 500) {
    const retryAfter = reply.getHeader('retry-after')
    if (error.statusCode === 429 && retryAfter === undefined) void reply.header('retry-after', 60)
    return reply
      .code(error.statusCode)
      .send({ code: 'invalid', message: FASTIFY_MESSAGES[error.code] ?? error.message })
  }
  if (error.statusCode === 503)
    return reply.code(503).header('retry-after', 5).send({ code: 'busy', message: error.message })
  request.log.error({ err: error }, 'unexpected error')
  return reply.code(500).send(INTERNAL_ERROR)
}

// These replace Fastify's own messages, because some of them include the URL.
const FASTIFY_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'This address can’t be read. A % in it must be followed by two hex digits.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'This request is too large. Shorten it or split it, then try again.',
  FST_CP_ERR_INVALID_CONTENT_ENCODING: 'Send the body uncompressed.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send JSON, with the header `content-type: application/json`.',
}

type ClientError = { code?: string; bytesParsed?: number }

/**
 * Responds to an invalid or too slow request, which never reaches a route. The error has the standard format, and the
 * connection closes.
 */
export function sendClientError({ code }: ClientError, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message] = CLIENT_ERRORS[code ?? ''] ?? [400, 'This request can’t be read. Check its format.']
  const body = JSON.stringify({ code: 'invalid', message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/**
 * Rejects requests to which Node itself would send an empty response: those without a Host header, or with an Expect
 * header other than `100-continue`.
 */
export function sendProtocolError(status: 400 | 417, reply: ServerResponse): void {
  const body = JSON.stringify({ code: 'invalid', message: PROTOCOL_ERRORS[status] })
  reply.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  })
  reply.end(body)
}

const PROTOCOL_ERRORS = {
  400: 'The request has no Host header. Add one.',
  417: 'The Expect header must be 100-continue.',
}

const CLIENT_ERRORS: Readonly<Record<string, [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Try again.'],
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too long. Shorten them.'],
}

/**
 * Responds that there is no such endpoint. Neither the response nor the log repeats the URL, which may contain
 * anything.
 */
export function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .header('cache-control', 'no-store')
    .send({ code: 'not_found', message: UNKNOWN_ENDPOINT_MESSAGE })
}

function sendAppError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { fields, retryAfterSeconds, reply: more } = error.extra
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  void reply.code(STATUS[error.code])
  if (fields && request.routeOptions.config.fieldErrors === 'flat') return reply.send(fields)
  return reply.send({ code: error.code, message: error.message, ...(fields && { fields }), ...more })
}

const MAX_FIELDS = 50

/** Returns the messages by field. If many fields are invalid, reports only the first ones. */
function messagesByField({ validation }: { validation: Issue[] }): Record<string, string[]> {
  const fields = new Map<string, string[]>()
  const addMessage = (name: string, text: string) => {
    const fieldMessages = fields.get(name)
    if (fieldMessages) fieldMessages.push(text)
    else if (fields.size < MAX_FIELDS) fields.set(name, [text])
  }
  for (const { instancePath, message = 'Check this value.', params } of validation) {
    const unknown = unknownKeys(params)
    if (unknown === undefined) addMessage(instancePath.slice(1).replaceAll('/', '.') || 'body', message)
    else for (const name of unknown) addMessage(name, 'Unknown field.')
  }
  return Object.fromEntries(fields)
}

type Issue = { instancePath: string; message?: string | undefined; params?: unknown }

function unknownKeys(params: unknown): string[] | undefined {
  if (typeof params !== 'object' || params === null) return undefined
  const issue = 'issue' in params ? params.issue : params
  if (typeof issue !== 'object' || issue === null || !('keys' in issue) || !Array.isArray(issue.keys)) return undefined
  return issue.keys.map(String)
}
