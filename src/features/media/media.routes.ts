import path from 'node:path'
import send from '@fastify/send'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { dispositionOf, type KeptFile, policyOf } from './media.rules.ts'
import { noSuchFile, openImage, openMedia } from './media.service.ts'

const Params = z.object({ fileId: z.string(), name: z.string() })
const Query = z.object({
  expires: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
  member: z.string(),
  signature: z.string().max(100),
})

// Node's own 64 kB would send a video in four times as many pieces.
const PIECE_BYTES = 256 * 1024

/** Compression would break ranges; a token is never read here, the address alone says who asks. */
const options = { config: { access: 'page' }, compress: false, schema: { hide: true } } as const

export function mediaRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/media/:fileId/:name', options, async (request, reply) => {
    void reply.header('cache-control', 'private, no-store')
    const { fileId, name } = Params.parse(request.params)
    const query = Query.safeParse(request.query)
    if (!query.success) throw noSuchFile()
    const { expires, member: memberId, signature } = query.data
    const file = await openMedia(deps, { fileId, name, memberId, expires, signature })
    return sendFile(deps, { file, request, reply })
  })

  app.get('/images/:fileId/:name', options, async (request, reply) => {
    const { fileId, name } = Params.parse(request.params)
    const file = await openImage(deps, fileId, name)
    // The id stands for these bytes for ever: a changed picture is another file.
    void reply.header('cache-control', 'public, max-age=31536000, immutable')
    return sendFile(deps, { file, request, reply })
  })
}

type Sending = { file: KeptFile; request: FastifyRequest; reply: FastifyReply }

async function sendFile({ files }: Pick<Deps, 'files'>, { file, request, reply }: Sending): Promise<FastifyReply> {
  const place = files.path(file.sha256)
  if (place === undefined) throw noSuchFile()
  const { statusCode, headers, stream, type } = await send(request.raw, path.basename(place), {
    root: path.dirname(place),
    cacheControl: false,
    contentType: false,
    index: false,
    highWaterMark: PIECE_BYTES,
  })
  void reply.headers({
    'content-type': file.contentType,
    'content-disposition': dispositionOf(file),
    'content-security-policy': policyOf(file.contentType),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  if (type === 'file') return reply.code(statusCode).headers(headers).send(stream)

  stream.destroy()
  if (statusCode !== 416 && statusCode !== 412) {
    request.log.error({ fileId: file.id }, 'a stored file is missing')
    throw noSuchFile()
  }
  const contentRange = headers['Content-Range']
  if (contentRange !== undefined) void reply.header('content-range', contentRange)
  return reply.code(statusCode).send()
}
