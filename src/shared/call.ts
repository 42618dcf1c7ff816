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
 * `call<typeof readCourse>('GET /Academy/api/course/:id/', { params: { id } })`: the types come from the declaration.
 */
export type CallApi = <E extends Endpoint>(
  address: EndpointAddress<E>,
  ...input: HasNoInput<E> extends true ? [input?: EndpointInput<E>] : [input: EndpointInput<E>]
) => Promise<EndpointReply<E>>

/** Like `CallApi`, for an endpoint that returns a file. */
export type CallForFile = <E extends Endpoint & { reply: FileReply }>(
  address: EndpointAddress<E>,
  ...input: HasNoInput<E> extends true ? [input?: EndpointInput<E>] : [input: EndpointInput<E>]
) => Promise<Blob>

/** Marks a request that a page makes without any action by the user; the value is ignored. */
export const UNATTENDED_HEADER = 'x-unattended'

/** In every response to a member's request: the member's ID, which the browser uses to store what they type. */
export const MEMBER_HEADER = 'x-member'

export type RequestLine = { method: string; url: string; body: unknown }

/** `GET /Academy/api/course/:id/` with `{id: 'a b'}` → method and encoded path. */
export function buildRequestLine(address: string, { params, body }: AnyCallInput = {}): RequestLine {
  const [method = '', pattern = ''] = address.split(' ')
  return { method, url: fillPattern(pattern, params), body }
}
