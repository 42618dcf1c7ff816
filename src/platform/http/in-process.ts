import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'
import { data } from 'react-router'
import { type CallApi, buildRequestLine } from '#shared/call.ts'
import { PUBLIC_CALL } from './public-reply.ts'

// No socket from outside can have this address.
const IN_PROCESS = 'in-process '

export function isInProcess(request: FastifyRequest): boolean {
  return request.raw.socket.remoteAddress?.startsWith(IN_PROCESS) ?? false
}

/** Whose address a call is counted for: that of who asked for the page, where a page's loader calls. */
export function getClientAddress(request: FastifyRequest): string {
  return isInProcess(request) ? request.ip.slice(IN_PROCESS.length) : request.ip
}

export type InProcessCalls = {
  call: CallApi
  /**
   * Whether what is made of the replies so far may be kept: every one of them may be. That something is missing holds for one moment
   * only, but the page that says so, with this status, is the same whatever is missing.
   */
  isPublic(status: number): boolean
}

/**
 * How the loaders of one page call the API on the server: through the same routes and schemas, as a visitor without a token.
 * `ip` is whose page it is, where it is made for one alone. `onMissing` is told when what a page is about is not there.
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
    // A parameter that the API refuses came from the page's address: there is no such page.
    const status = reply.statusCode === 400 ? 404 : reply.statusCode
    const answer: unknown = reply.json()
    if (status === 404) {
      isMissing = true
      onMissing()
    } else isPublic &&= reply.headers['cache-control'] === PUBLIC_CALL['cache-control']
    // React Router shows its error page for a thrown reply, with this status.
    if (status >= 400) throw data(answer, { status })
    return answer
  }
  return { call: call as CallApi, isPublic: (status) => isPublic && (status === 404 || !isMissing) }
}
