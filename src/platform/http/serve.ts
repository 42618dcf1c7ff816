import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint, ReplyOf } from '#shared/endpoint.ts'
import type { Caller } from './access.ts'

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
  const { method, url, access, params, body, reply, fieldErrors } = endpoint
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
      void answer.header('cache-control', 'no-store')
      // The schemas above have parsed these; Fastify's own types can't carry that through a generic.
      const call = {
        params: request.params,
        body: request.body,
        member: request.caller,
        request,
        reply: answer,
      } as Call<E>
      return handler(call)
    },
  })
}
