/** Every refusal the product knows. `platform/http/errors.ts` maps each to one HTTP status. */
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
  | 'busy'
  | 'unavailable'

type AppErrorOptions = {
  /** Messages by field, as the forms show them. */
  fields?: Record<string, string[]>
  /** Sent as the Retry-After header. */
  retryAfterSeconds?: number
  /** More members of the JSON reply, such as the specification's `error`. */
  reply?: Record<string, unknown>
}

/** A refusal that the caller is told about. Anything else that is thrown is a bug and is answered blandly. */
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

/** 400 with messages by field: `{username: ['…']}`. */
export function fieldErrors(fields: Record<string, string[]>): AppError {
  return new AppError('invalid', 'Please correct the marked fields.', { fields })
}

/** What is said where there is no such call, and in the same words of calls that somebody is not to know of. */
export const UNKNOWN_ENDPOINT_MESSAGE = 'There is no such call.'

/** 404: nothing can be written for this member, or read of him, any more. */
export function memberErasedError(): AppError {
  return new AppError('not_found', 'This member was erased.')
}

/** 403: the browser asks who is there, and calls again. */
export function stepUpRequiredError(): AppError {
  return new AppError('confirm_identity', 'Please confirm that it’s you.')
}

/** 503: there is too much to do at this moment; nothing was done. */
export function busyError(message = 'The academy is busy. Please try again in a moment.'): AppError {
  return new AppError('busy', message, { retryAfterSeconds: 2 })
}
