/** The content of an error response, `{error: {…}}`, in the provider's format. */
export type ErrorBody = {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
}

export class StripeApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** False if the request was rejected before it began, so that no response is stored under its key. */
  readonly hasBegun: boolean

  constructor(status: number, body: ErrorBody, hasBegun = true) {
    super(body.message)
    this.status = status
    this.body = body
    this.hasBegun = hasBegun
  }
}

/** Parameters are validated before anything is looked up, so the request has not begun. */
export function invalidParameter(message: string, rest: { code?: string; param?: string }): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, ...rest }, false)
}

export function invalidRequest(
  message: string,
  rest: { code?: string; param?: string } = {},
  status = 400,
): StripeApiError {
  return new StripeApiError(status, { type: 'invalid_request_error', message, ...rest })
}

export type ObjectKind =
  | 'customer'
  | 'payment_intent'
  | 'charge'
  | 'event'
  | 'refund'
  | 'dispute'
  | 'calculation'
  | 'transaction'
  | 'webhook_endpoint'

export function notFound(what: ObjectKind, id: string): StripeApiError {
  const param = what === 'payment_intent' ? 'intent' : 'id'
  return invalidRequest(`No such ${what}: '${id}'`, { code: 'resource_missing', param }, 404)
}

export function unauthorized(message: string): StripeApiError {
  return new StripeApiError(401, { type: 'invalid_request_error', message }, false)
}
