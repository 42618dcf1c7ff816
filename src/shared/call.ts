import type { EndpointAddress, Endpoint, FileReply, EndpointInput, EndpointReply } from './endpoint.ts'
import { fillPattern } from './fill-pattern.ts'

type AnyCallInput = {
  params?: object | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
  limitMs?: number | undefined
  isUnattended?: boolean | undefined
}
type HasNoInput<E extends Endpoint> = Record<never, never> extends EndpointInput<E> ? true : false

/**
 * Calls an endpoint, for example `call<typeof readCourse>('GET /Academy/api/course/:id/', { params: { id } })`. The
 * types of the input and the response come from the endpoint's declaration.
 */
export type CallApi = <E extends Endpoint>(
  address: EndpointAddress<E>,
  ...input: HasNoInput<E> extends true ? [input?: EndpointInput<E>] : [input: EndpointInput<E>]
) => Promise<EndpointReply<E>>

/** Does the same as `CallApi` for an endpoint that returns a file. */
export type CallForFile = <E extends Endpoint & { reply: FileReply }>(
  address: EndpointAddress<E>,
  ...input: HasNoInput<E> extends true ? [input?: EndpointInput<E>] : [input: EndpointInput<E>]
) => Promise<Blob>

/** Marks a request that a page makes although the user did nothing. Its value is ignored. */
export const UNATTENDED_HEADER = 'x-unattended'

/**
 * Every response to a member's request has this header with the member's ID. The browser needs it to store what the
 * member types.
 */
export const MEMBER_HEADER = 'x-member'

export type RequestLine = { method: string; url: string; body: unknown }

/** Builds the method and the encoded path from `GET /Academy/api/course/:id/` and `{id: 'a b'}`. */
export function buildRequestLine(address: string, { params, body }: AnyCallInput = {}): RequestLine {
  const [method = '', pattern = ''] = address.split(' ')
  return { method, url: fillPattern(pattern, params), body }
}
