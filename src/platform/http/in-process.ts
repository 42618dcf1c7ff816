import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'
import { data } from 'react-router'
import { type CallApi, requestLine } from '#shared/call.ts'
import { PUBLIC_CALL } from './public-reply.ts'

// No socket from outside can have this address.
const IN_PROCESS = 'in-process'

export function isInProcess(request: FastifyRequest): boolean {
  return request.raw.socket.remoteAddress === IN_PROCESS
}

export type InProcess = {
  call: CallApi
  /** Whether every reply so far may be kept: then so may what is made of them. */
  isPublic(): boolean
}

/** How the loaders of one page call the API on the server: through the same routes and schemas, as a visitor without a token. */
export function callInProcess(app: FastifyInstance): InProcess {
  let isPublic = true
  const call = async (address: string, input?: Parameters<typeof requestLine>[1]): Promise<unknown> => {
    const { method, url, body } = requestLine(address, input)
    const reply = await app.inject({
      method: method as 'GET' | 'POST',
      url,
      remoteAddress: IN_PROCESS,
      ...(body !== undefined && { payload: body as NonNullable<InjectOptions['payload']> }),
    })
    isPublic &&= reply.headers['cache-control'] === PUBLIC_CALL['cache-control']
    const answer: unknown = reply.json()
    // React Router shows its error page for a thrown reply, with this status. A parameter that the API refuses came from
    // the page's address: there is no such page.
    if (reply.statusCode >= 400) throw data(answer, { status: reply.statusCode === 400 ? 404 : reply.statusCode })
    return answer
  }
  return { call: call as CallApi, isPublic: () => isPublic }
}
