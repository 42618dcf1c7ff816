import type { z } from 'zod'
import type { ErrorCode } from './app-error.ts'
import { type Permission, POLICY } from './policy.ts'

/**
 * Who may call an endpoint: `anyone` (a token is read if there is one), `member` (someone who is logged in), or staff
 * whose role has this permission for at least some subjects. The service checks again when it knows the subject.
 */
export type Access = 'anyone' | 'member' | { readonly may: Permission }

/** Whether an endpoint with this access requires that identity was confirmed recently. */
export function requiresStepUp({ access, stepUp }: { access?: Access | 'page'; stepUp?: true }): boolean {
  return stepUp === true || (typeof access === 'object' && POLICY[access.may].stepUp === true)
}

export type Method = 'GET' | 'POST'

/** This takes the place of a response schema. The endpoint returns a file of this type, or an error as JSON. */
export type FileReply = {
  readonly file: 'application/pdf' | 'application/zip' | 'application/vc' | 'image/png' | 'text/csv'
}

export type Endpoint = {
  readonly method: Method
  /** The path with `:name` parameters, as in the specification. In a request, the slash at the end is optional. */
  readonly url: string
  readonly access: Access
  /**
   * Set for a sensitive action on the caller's own account. The caller must have confirmed their identity in this
   * session within the last ten minutes. Otherwise, the request fails with `confirm_identity`, and the browser asks for
   * a code, a passkey, or the password, and repeats the request. For staff endpoints, `policy.ts` sets this for each
   * permission.
   */
  readonly stepUp?: true
  /** Whether staff may use this although they have not set up two-factor authentication yet. */
  readonly whileEnrolling?: true
  readonly summary: string
  /** What callers need to know in addition to the summary and the schemas. */
  readonly description: string
  /** The error codes of this endpoint, in addition to those that every endpoint has. */
  readonly refuses?: readonly ErrorCode[]
  readonly params?: z.ZodObject
  readonly body?: z.ZodObject
  /** The maximum size of a body in bytes, if the default (16 KB) is too small. */
  readonly bodyLimit?: number
  readonly reply: z.ZodType | FileReply
  /**
   * Set for responses that, without a token, are the same for everyone and depend only on the catalog and the site
   * settings. They are cached until these change. Every table that the endpoint reads must have the trigger
   * `catalogue_changed`.
   */
  readonly cached?: 'catalog'
  /** With `flat`, the error for an invalid body is only `{field: [message]}`, as the registration form expects. */
  readonly fieldErrors?: 'flat'
  /** The example for the API docs. A test validates it against the schemas. */
  readonly example: { params?: Record<string, string>; body?: unknown; reply?: unknown }
}

/**
 * Declares an endpoint. The server registers it, pages and tests call it, and its OpenAPI docs are generated from it.
 * The response schema is an allowlist, so fields that it lacks never leave the server.
 */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

/** The name by which pages call an endpoint without loading its schemas, such as `'GET /Academy/api/courses/'`. */
export type EndpointAddress<E extends Endpoint> = `${E['method']} ${E['url']}`

/** The response type of an endpoint that returns JSON. */
export type EndpointReply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : never

type EndpointPart<E extends Endpoint, Part extends 'params' | 'body', Schema = E[Part]> = [Schema] extends [z.ZodObject]
  ? { [Key in Part]: z.input<Schema> }
  : { [Key in Part]?: undefined }

/** What a caller passes: `params` and `body` if the endpoint declares them, and how to make the request. */
export type EndpointInput<E extends Endpoint> = EndpointPart<E, 'params'> & EndpointPart<E, 'body'> & CallOptions

type CallOptions = {
  signal?: AbortSignal
  /** Whether the request should continue after the user leaves the page. */
  keepalive?: boolean
  /** Whether the page makes this request although the user did nothing. Such a request doesn't extend the session. */
  isUnattended?: boolean
  /** How long the request may take, if the default (five seconds) is too short. */
  limitMs?: number
}
