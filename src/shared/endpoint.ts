import type { z } from 'zod'
import type { ErrorCode } from './app-error.ts'
import { type Permission, POLICY } from './policy.ts'

/**
 * Who may call an endpoint: `anyone` (a token is read if sent), `member` (logged in), or roles that have this
 * permission for at least some subjects. The service checks again when it knows the subject.
 */
export type Access = 'anyone' | 'member' | { readonly may: Permission }

/** Whether an endpoint with this access requires recent confirmation of identity. */
export function requiresStepUp({ access, stepUp }: { access?: Access | 'page'; stepUp?: true }): boolean {
  return stepUp === true || (typeof access === 'object' && POLICY[access.may].stepUp === true)
}

export type Method = 'GET' | 'POST'

/** Instead of a response schema: the endpoint returns a file of this type, and errors as JSON. */
export type FileReply = {
  readonly file: 'application/pdf' | 'application/zip' | 'application/vc' | 'image/png' | 'text/csv'
}

export type Endpoint = {
  readonly method: Method
  /** The path with `:name` parameters, written as in the specification; requests may add or omit the trailing slash. */
  readonly url: string
  readonly access: Access
  /**
   * A sensitive action on the caller's own account: they must have confirmed their identity within the last ten
   * minutes, in this session. Otherwise the request fails with `confirm_identity`, and the browser asks for a code, a
   * passkey, or the password and repeats it. For staff endpoints, the permission in `policy.ts` sets this.
   */
  readonly stepUp?: true
  /** Available to staff without two-factor authentication, who otherwise may only set that up. */
  readonly whileEnrolling?: true
  readonly summary: string
  /** What callers need to know beyond the summary and the schemas. */
  readonly description: string
  /** Error codes of this endpoint, in addition to those of every endpoint. */
  readonly refuses?: readonly ErrorCode[]
  readonly params?: z.ZodObject
  readonly body?: z.ZodObject
  /** The maximum size of a body in bytes, if the default of 16 kB is too small. */
  readonly bodyLimit?: number
  readonly reply: z.ZodType | FileReply
  /**
   * Without a token, the response is the same for everyone and depends only on the catalog and site settings, so it is
   * cached until they change. Every table that it reads must have the trigger `catalogue_changed`.
   */
  readonly cached?: 'catalog'
  /** `flat`: the error for an invalid body is only `{field: [message]}`, as the registration form expects. */
  readonly fieldErrors?: 'flat'
  /** Shown in the API docs; a test validates it against the schemas. */
  readonly example: { params?: Record<string, string>; body?: unknown; reply?: unknown }
}

/**
 * Declares an endpoint once: the server registers it, pages and tests call it, and its OpenAPI docs are generated. The
 * response schema is an allowlist: undeclared fields never leave the server.
 */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

/** `'GET /Academy/api/courses/'`, the name by which pages call an endpoint without loading its schemas. */
export type EndpointAddress<E extends Endpoint> = `${E['method']} ${E['url']}`

/** The response type of an endpoint that returns JSON. */
export type EndpointReply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : never

type EndpointPart<E extends Endpoint, Part extends 'params' | 'body', Schema = E[Part]> = [Schema] extends [z.ZodObject]
  ? { [Key in Part]: z.input<Schema> }
  : { [Key in Part]?: undefined }

/** A caller's input: `params` and `body` only if the endpoint declares them, and how to make the request. */
export type EndpointInput<E extends Endpoint> = EndpointPart<E, 'params'> & EndpointPart<E, 'body'> & CallOptions

type CallOptions = {
  /** Aborts the request. */
  signal?: AbortSignal
  /** The request should continue after the user leaves the page. */
  keepalive?: boolean
  /** Made by the page automatically, without user activity, so it does not extend the session. */
  isUnattended?: boolean
  /** For requests that take longer than the default five seconds. */
  limitMs?: number
}
