import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint, ReplyOf } from '#shared/endpoint.ts'
import type { Caller } from './access.ts'
import { isInProcess } from './in-process.ts'
import { isPacked, type KeptReplies } from './kept-replies.ts'
import { type Made, PERSONAL_CALL, PUBLIC_CALL, sendMade, sendPacked } from './public-reply.ts'

declare module 'fastify' {
  interface FastifyInstance {
    kept: KeptReplies
  }
}

type Parsed<Schema> = [Schema] extends [z.ZodObject] ? z.output<Schema> : undefined

/** What a handler is given: everything already parsed, and the caller where the endpoint asks for one. */
export type Call<E extends Endpoint> = {
  params: Parsed<E['params']>
  body: Parsed<E['body']>
  member: E['access'] extends 'anyone' ? Caller | undefined : Caller
  request: FastifyRequest
  reply: FastifyReply
}

/** Registers a declared endpoint. Its schemas check the request and cut the reply to what is declared. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<ReplyOf<E>>,
): void {
  const { method, url, access, params, body, reply, fieldErrors, cached } = endpoint
  app.route({
    method,
    url,
    config: { access, declared: endpoint, ...(fieldErrors && { fieldErrors }) },
    schema: {
      ...(params && { params }),
      ...(body && { body }),
      response: { 200: reply },
    },
    handler: (request, answer) => {
      // The schemas above have parsed these; Fastify's own types can't carry that through a generic.
      const call = {
        params: request.params,
        body: request.body,
        member: request.caller,
        request,
        reply: answer,
      } as Call<E>
      if (cached === undefined) void answer.header('cache-control', 'no-store')
      else if (request.caller) void answer.headers(PERSONAL_CALL)
      else return answerFromKept(request, answer, () => handler(call))
      return handler(call)
    },
  })
}

function answerFromKept(request: FastifyRequest, reply: FastifyReply, handle: () => Promise<unknown>) {
  const { kept } = request.server
  // The route's own spelling: other spellings of an address and unknown queries make no further entries.
  const key = [request.routeOptions.url, ...Object.values(request.params as object)].join('\n')
  const packed = kept.find(key)
  if (packed) return sendPacked(packed, request, reply)
  const make = async (): Promise<Made> => ({
    status: 200,
    headers: PUBLIC_CALL,
    body: reply.serialize(await handle()) as string,
    isPublic: true,
  })
  return kept
    .answer(key, make, isInProcess(request) ? 'current' : 'recent')
    .then((answer) => (isPacked(answer) ? sendPacked(answer, request, reply) : sendMade(answer, reply)))
}
