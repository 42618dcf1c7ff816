/** The codes of all errors. `platform/http/errors.ts` maps each to one HTTP status. */
export type ErrorCode =
  | 'invalid'
  | 'sign_in_failed'
  | 'email_not_verified'
  | 'account_locked'
  | 'confirm_identity'
  | 'factor_required'
  | 'sign_in_required'
  | 'forbidden'
  | 'not_found'
  | 'already_verified'
  | 'already_owned'
  | 'conflict'
  | 'too_soon'
  | 'too_many_requests'
  | 'payment_not_complete'
  | 'payment_mismatch'
  | 'payment_provider_unavailable'
  | 'exam_not_passed'
  | 'steps_missing'
  | 'lectures_missing'
  | 'busy'
  | 'unavailable'

type AppErrorOptions = {
  /** The messages for each field, as forms show them. */
  fields?: Record<string, string[]>
  /** Sent as the Retry-After header. */
  retryAfterSeconds?: number
  /** Fields to add to the JSON response, such as the specification's `error`. */
  reply?: Record<string, unknown>
}

/**
 * An error that is reported to the caller. Anything else that is thrown is a bug, and the caller gets a generic
 * response.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly extra: AppErrorOptions

  constructor(code: ErrorCode, message: string, extra: AppErrorOptions = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.extra = extra
  }
}

/** Returns an error (400) with the messages for each field, such as `{username: ['…']}`. */
export function fieldErrors(fields: Record<string, string[]>): AppError {
  return new AppError('invalid', 'Please correct the marked fields.', { fields })
}

export function unstorableTextError(field?: string): AppError {
  const message = 'This text contains a character that can’t be stored. Please remove it.'
  return new AppError('invalid', message, field === undefined ? {} : { fields: { [field]: [message] } })
}

/** The message for unknown endpoints, and for endpoints whose existence must be kept from the caller. */
export const UNKNOWN_ENDPOINT_MESSAGE = 'This endpoint does not exist.'

/** Returns an error (404): this member was erased, so none of their data can be written or read. */
export function memberErasedError(): AppError {
  return new AppError('not_found', 'This account was deleted.')
}

/** Returns an error (403). The browser then asks the member to confirm their identity, and repeats the request. */
export function stepUpRequiredError(): AppError {
  return new AppError('confirm_identity', 'Please confirm that it’s you.')
}

/** Returns an error (503): the server has too much to do at the moment, so nothing was done. */
export function busyError(message = 'The academy is busy. Try again in a moment.'): AppError {
  return new AppError('busy', message, { retryAfterSeconds: 2 })
}
