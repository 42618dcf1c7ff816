import type { AddressOf, Endpoint, InputOf, ReplyOf } from './endpoint.ts'

type Anything = {
  params?: object | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
}
type HasNoInput<E extends Endpoint> = Record<never, never> extends InputOf<E> ? true : false

/** `call<typeof readCourse>('GET /Academy/api/course/:id/', { params: { id } })`: the types come from the declaration. */
export type CallApi = <E extends Endpoint>(
  address: AddressOf<E>,
  ...input: HasNoInput<E> extends true ? [input?: InputOf<E>] : [input: InputOf<E>]
) => Promise<ReplyOf<E>>

export type RequestLine = { method: string; url: string; body: unknown }

/** `GET /Academy/api/course/:id/` with `{id: 'a b'}` → method and encoded path. */
export function requestLine(address: string, { params = {}, body }: Anything = {}): RequestLine {
  const [method = '', pattern = ''] = address.split(' ')
  const values = new Map<string, unknown>(Object.entries(params))
  const url = pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values.get(name)
    if (typeof value !== 'string') throw new TypeError(`${address} was called without ${name}`)
    return encodeURIComponent(value)
  })
  return { method, url, body }
}
