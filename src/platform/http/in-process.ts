import type { FastifyInstance, InjectOptions } from 'fastify'
import { data } from 'react-router'
import { type CallApi, requestLine } from '#shared/call.ts'

/** How page loaders call the API on the server: through the same routes and schemas, as a visitor without a token. */
export function callInProcess(app: FastifyInstance): CallApi {
  const call = async (address: string, input?: Parameters<typeof requestLine>[1]): Promise<unknown> => {
    const { method, url, body } = requestLine(address, input)
    const reply = await app.inject({
      method: method as 'GET' | 'POST',
      url,
      ...(body !== undefined && { payload: body as NonNullable<InjectOptions['payload']> }),
    })
    const answer: unknown = reply.json()
    // React Router shows its error page for a thrown reply, with this status. A parameter that the API refuses came from
    // the page's address: there is no such page.
    if (reply.statusCode >= 400) throw data(answer, { status: reply.statusCode === 400 ? 404 : reply.statusCode })
    return answer
  }
  return call as CallApi
}
