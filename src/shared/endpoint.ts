import type { z } from 'zod'
import type { ErrorCode } from './app-error.ts'
import { type Permission, POLICY } from './policy.ts'

/**
 * Who may call: `anyone` (a token is read when one is sent), `member` (signed in), or who may do this act to anything at all by the
 * policy. Its service asks again, when it knows to what.
 */
export type Access = 'anyone' | 'member' | { readonly may: Permission }

/** Whether a call with this access asks for a recent confirmation of the caller's identity. */
export function requiresStepUp({ access, stepUp }: { access?: Access | 'page'; stepUp?: true }): boolean {
  return stepUp === true || (typeof access === 'object' && POLICY[access.may].stepUp === true)
}

export type Method = 'GET' | 'POST'

/** Stands where a reply has its schema otherwise: the call answers with a file of this kind, and refuses in JSON like any other. */
export type FileReply = {
  readonly file: 'application/pdf' | 'application/zip' | 'application/vc' | 'image/png' | 'text/csv'
}

export type Endpoint = {
  readonly method: Method
  /** Path with `:name` parameters, spelled as in the specification; the other spelling of the last slash answers too. */
  readonly url: string
  readonly access: Access
  /**
   * It does something grave to the caller's own account: they must have confirmed their identity within the last ten minutes, in this session.
   * Else it is refused with `confirm_identity`, and the browser asks for a code, a passkey, or the password and calls again. A call for staff
   * says so by its permission in `policy.ts`.
   */
  readonly stepUp?: true
  /** Staff who have no second factor yet can call it, where they can do nothing but set one up. */
  readonly whileEnrolling?: true
  readonly summary: string
  /** What a caller must know more than the summary and the schemas say. */
  readonly description: string
  /** Refusals of this call, beside those that any call may get. */
  readonly refuses?: readonly ErrorCode[]
  readonly params?: z.ZodObject
  readonly body?: z.ZodObject
  /** The most bytes that a body may have, where the usual 16 kB are too few. */
  readonly bodyLimit?: number
  readonly reply: z.ZodType | FileReply
  /**
   * Without a token the reply is the same for everybody and is made of the catalogue and the site's settings alone: it is kept as
   * bytes until they change. Every table that it reads must carry the trigger `catalogue_changed`.
   */
  readonly cached?: 'catalogue'
  /** `flat`: a refused body answers `{field: [message]}` and nothing else, as the registration form expects. */
  readonly fieldErrors?: 'flat'
  /** Shown in the documents of the API; a test holds it against the schemas. */
  readonly example: { params?: Record<string, string>; body?: unknown; reply?: unknown }
}

/**
 * Declares a call once: the server registers it, pages and tests call it, OpenAPI is printed from it.
 * The reply schema is an allow-list: a field that it does not name never leaves the server.
 */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

/** `'GET /Academy/api/courses/'`, the name by which pages call an endpoint without loading its schemas. */
export type EndpointAddress<E extends Endpoint> = `${E['method']} ${E['url']}`

/** Of a call that answers in JSON. */
export type EndpointReply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : never

type EndpointPart<E extends Endpoint, Part extends 'params' | 'body', Schema = E[Part]> = [Schema] extends [z.ZodObject]
  ? { [Key in Part]: z.input<Schema> }
  : { [Key in Part]?: undefined }

/** What a caller gives: `params` and `body` exactly where the endpoint declares them, and how the call is made. */
export type EndpointInput<E extends Endpoint> = EndpointPart<E, 'params'> & EndpointPart<E, 'body'> & CallOptions

type CallOptions = {
  /** May abort it. */
  signal?: AbortSignal
  /** It goes on when the page that makes it is left. */
  keepalive?: boolean
  /** The page makes it by itself: nobody has done anything, so it keeps no session alive. */
  isUnattended?: boolean
  /** For one that takes longer than the usual five seconds to answer. */
  limitMs?: number
}
