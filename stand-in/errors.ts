/** The inside of an error reply, `{error: {…}}`, as the provider shapes it. */
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

/** A refusal in the provider's words. */
export class Refusal extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** False where the call was turned away before it began, so that no reply is kept under its key. */
  readonly hasBegun: boolean

  constructor(status: number, body: ErrorBody, hasBegun = true) {
    super(body.message)
    this.status = status
    this.body = body
    this.hasBegun = hasBegun
  }
}

/** What is wrong is seen before anything is looked up. */
export function invalidParameter(message: string, rest: { code?: string; param?: string }): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, ...rest }, false)
}

export function invalidRequest(message: string, rest: { code?: string; param?: string } = {}, status = 400): Refusal {
  return new Refusal(status, { type: 'invalid_request_error', message, ...rest })
}

export type Kind =
  | 'customer'
  | 'payment_intent'
  | 'charge'
  | 'event'
  | 'refund'
  | 'dispute'
  | 'calculation'
  | 'transaction'
  | 'webhook_endpoint'

export function missing(what: Kind, id: string): Refusal {
  const param = what === 'payment_intent' ? 'intent' : 'id'
  return invalidRequest(`No such ${what}: '${id}'`, { code: 'resource_missing', param }, 404)
}

export function unauthorized(message: string): Refusal {
  return new Refusal(401, { type: 'invalid_request_error', message }, false)
}
