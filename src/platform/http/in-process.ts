import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'
import { data } from 'react-router'
import { type CallApi, buildRequestLine } from '#shared/call.ts'
import { PUBLIC_CALL } from './public-reply.ts'

// An IP address that no client outside this process can have.
export const IN_PROCESS = 'in-process '

export function isInProcess(request: FastifyRequest): boolean {
  return request.raw.socket.remoteAddress?.startsWith(IN_PROCESS) ?? false
}

/** Returns the IP address for rate limits. It is the visitor's address, even if a page's loader makes the request. */
export function getClientAddress(request: FastifyRequest): string {
  return isInProcess(request) ? request.ip.slice(IN_PROCESS.length) : request.ip
}

export type InProcessCalls = {
  call: CallApi
  /**
   * Whether the page may be cached, which requires that each response so far may be cached. A 404 for one subject is
   * not cached, because the subject may exist later. The 404 page itself is always the same.
   */
  isPublic(status: number): boolean
}

/**
 * Creates the API client for a page's loaders on the server. It uses the same routes and schemas as a browser, but
 * without a token. `ip` is the visitor's IP address if the page is rendered for one visitor. `onMissing` is called if
 * the page's subject doesn't exist.
 */
export function callInProcess(
  app: FastifyInstance,
  { ip = '', onMissing }: { ip?: string | undefined; onMissing: () => void },
): InProcessCalls {
  let isPublic = true
  let isMissing = false
  const call = async (address: string, input?: Parameters<typeof buildRequestLine>[1]): Promise<unknown> => {
    const { method, url, body } = buildRequestLine(address, input)
    const reply = await app.inject({
      method: method as 'GET' | 'POST',
      url,
      remoteAddress: IN_PROCESS + ip,
      ...(body !== undefined && { payload: body as NonNullable<InjectOptions['payload']> }),
    })
    // If the API rejects a parameter, it came from the page's URL, so there is no such page.
    const status = reply.statusCode === 400 ? 404 : reply.statusCode
    const answer: unknown = reply.json()
    if (status === 404) {
      isMissing = true
      onMissing()
    } else isPublic &&= reply.headers['cache-control'] === PUBLIC_CALL['cache-control']
    // If a response is thrown, React Router shows its error page with this status.
    if (status >= 400) throw data(answer, { status })
    return answer
  }
  return { call: call as CallApi, isPublic: (status) => isPublic && (status === 404 || !isMissing) }
}
