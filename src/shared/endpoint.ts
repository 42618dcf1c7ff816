import type { z } from 'zod'
import type { ErrorCode } from './app-error.ts'
import { type Permission, POLICY } from './policy.ts'

/**
 * Who may call: `anyone` (a token is read if sent), `member` (logged in), or roles that may use this permission on
 * anything. The service checks again once the subject is known.
 */
export type Access = 'anyone' | 'member' | { readonly may: Permission }

/** Whether a call with this access requires recent confirmation of identity. */
export function requiresStepUp({ access, stepUp }: { access?: Access | 'page'; stepUp?: true }): boolean {
  return stepUp === true || (typeof access === 'object' && POLICY[access.may].stepUp === true)
}

export type Method = 'GET' | 'POST'

/** Takes the place of a reply schema: the call returns a file of this type, and errors in JSON. */
export type FileReply = {
  readonly file: 'application/pdf' | 'application/zip' | 'application/vc' | 'image/png' | 'text/csv'
}

export type Endpoint = {
  readonly method: Method
  /**
   * Path with `:name` parameters, spelled as in the specification; the spelling with or without the trailing slash
   * works too.
   */
  readonly url: string
  readonly access: Access
  /**
   * A sensitive action on the caller's own account: they must have confirmed their identity within the last ten
   * minutes, in this session. Otherwise it fails with `confirm_identity`, and the browser asks for a code, a passkey,
   * or the password and calls again. For staff calls the permission in `policy.ts` sets this.
   */
  readonly stepUp?: true
  /** Open to staff without two-factor when they can do nothing except set it up. */
  readonly whileEnrolling?: true
  readonly summary: string
  /** What callers need to know beyond the summary and the schemas. */
  readonly description: string
  /** Errors of this call, besides those of every call. */
  readonly refuses?: readonly ErrorCode[]
  readonly params?: z.ZodObject
  readonly body?: z.ZodObject
  /** The maximum size of a body in bytes, if the default of 16 kB is too small. */
  readonly bodyLimit?: number
  readonly reply: z.ZodType | FileReply
  /**
   * Without a token the reply is the same for everyone and depends only on the catalog and site settings, so it is
   * cached until they change. Every table it reads must have the trigger `catalogue_changed`.
   */
  readonly cached?: 'catalog'
  /** `flat`: a rejected body gets `{field: [message]}` and nothing else, as the registration form expects. */
  readonly fieldErrors?: 'flat'
  /** Shown in the API docs; a test validates it against the schemas. */
  readonly example: { params?: Record<string, string>; body?: unknown; reply?: unknown }
}

/**
 * Declares a call once: the server registers it, pages and tests call it, and OpenAPI is generated from it. The reply
 * schema is an allow-list: undeclared fields never leave the server.
 */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

/** `'GET /Academy/api/courses/'`, the name by which pages call an endpoint without loading its schemas. */
export type EndpointAddress<E extends Endpoint> = `${E['method']} ${E['url']}`

/** For a call with a JSON reply. */
export type EndpointReply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : never

type EndpointPart<E extends Endpoint, Part extends 'params' | 'body', Schema = E[Part]> = [Schema] extends [z.ZodObject]
  ? { [Key in Part]: z.input<Schema> }
  : { [Key in Part]?: undefined }

/** A caller's input: `params` and `body` exactly if the endpoint declares them, and how to make the call. */
export type EndpointInput<E extends Endpoint> = EndpointPart<E, 'params'> & EndpointPart<E, 'body'> & CallOptions

type CallOptions = {
  /** Aborts the call. */
  signal?: AbortSignal
  /** The call continues after the user leaves the page. */
  keepalive?: boolean
  /** Made by the page automatically: without user activity, it does not extend the session. */
  isUnattended?: boolean
  /** For calls that take longer than the default five seconds. */
  limitMs?: number
}
