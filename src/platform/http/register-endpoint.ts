import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint, FileReply, EndpointReply } from '#shared/endpoint.ts'
import type { Caller } from './access.ts'
import { isInProcess } from './in-process.ts'
import { isCompressedReply } from './reply-cache.ts'
import { normalizePageKey } from './page-resolver.ts'
import { type RenderedReply, PERSONAL_CALL, PUBLIC_CALL, sendRendered, sendCompressed } from './public-reply.ts'
import { contentDisposition } from '#shared/file-name.ts'

type Parsed<Schema> = [Schema] extends [z.ZodObject] ? z.output<Schema> : undefined

/** A handler's input, already parsed, and the caller if the endpoint requires one. */
export type Call<E extends Endpoint> = {
  params: Parsed<E['params']>
  body: Parsed<E['body']>
  member: E['access'] extends 'anyone' ? Caller | undefined : Caller
  request: FastifyRequest
  reply: FastifyReply
}

/** A file as a response, complete or streamed. `name` is the file name for browsers, in ASCII. */
export type FileResult = {
  name: string
  content: Uint8Array | Readable
  /** The content type if it differs from the declared one. */
  contentType?: string
}

type HandlerResult<E extends Endpoint> = E['reply'] extends FileReply ? FileResult : EndpointReply<E>

/** Registers a declared endpoint. Its schemas validate the request, and reduce the response to the declared fields. */
export function registerEndpoint<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<HandlerResult<E>>,
): void {
  const { method, url, access, stepUp, whileEnrolling, params, body, bodyLimit, reply, fieldErrors, cached } = endpoint
  app.route({
    method,
    url,
    ...(bodyLimit && { bodyLimit }),
    ...(isFile(reply) && { compress: false }),
    config: {
      access,
      declared: endpoint,
      ...(stepUp && { stepUp }),
      ...(whileEnrolling && { whileEnrolling }),
      ...(fieldErrors && { fieldErrors }),
    },
    schema: {
      ...(params && { params }),
      ...(body && { body }),
      ...(!isFile(reply) && { response: { 200: reply } }),
    },
    handler: (request, answer) => {
      // The schemas above have parsed these values, but Fastify's own types can't express that in a generic function.
      const call = {
        params: request.params,
        body: request.body,
        member: request.caller,
        request,
        reply: answer,
      } as Call<E>
      if (cached === undefined) void answer.header('cache-control', 'no-store')
      else if (request.caller) void answer.headers(PERSONAL_CALL)
      else return sendCached(request, answer, () => handler(call))
      return isFile(reply)
        ? handler(call).then((file) => sendFileReply(answer, reply, file as FileResult))
        : handler(call)
    },
  })
}

export function isFile(reply: Endpoint['reply']): reply is FileReply {
  return 'file' in reply
}

function sendFileReply(
  answer: FastifyReply,
  { file: kind }: FileReply,
  { name, content, contentType = kind }: FileResult,
) {
  void answer.headers({ 'content-type': contentType, 'content-disposition': contentDisposition('attachment', name) })
  return content
}

async function sendCached(request: FastifyRequest, reply: FastifyReply, handle: () => Promise<unknown>) {
  return sendCachedText(request, reply, {
    headers: PUBLIC_CALL,
    make: async () => reply.serialize(await handle()) as string,
    freshness: isInProcess(request) ? 'current' : 'recent',
  })
}

type CachedText = {
  headers: Record<string, string>
  make: () => Promise<string>
  freshness?: 'recent' | 'current'
}

/** Sends a text that is the same for everyone. The text is created and compressed once, until the catalog changes. */
export async function sendCachedText(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, make, freshness = 'recent' }: CachedText,
): Promise<FastifyReply> {
  const render = async (): Promise<RenderedReply> => ({ status: 200, headers, body: await make(), isPublic: true })
  const answer = await request.server.replyCache.answer(getCacheKey(request), render, freshness)
  return isCompressedReply(answer) ? sendCompressed(answer, request, reply) : sendRendered(answer, reply)
}

/**
 * Returns the canonical path of the request, so that other spellings and unknown query parameters create no extra cache
 * entries.
 */
function getCacheKey({ routeOptions: { url = '' }, params }: FastifyRequest): string {
  const values = new Map(Object.entries(params as Record<string, string>))
  return normalizePageKey(url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? '')))
}
