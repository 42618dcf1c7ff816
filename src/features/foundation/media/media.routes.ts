import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import type { Delivery, Files } from '#platform/files/files.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { sendFile } from '#platform/http/send-file.ts'
import { AppError } from '#shared/app-error.ts'
import { openBundle } from './zip-downloads.service.ts'
import { getContentDisposition, isFetchedFromStorage, type MediaFile, getContentSecurityPolicy } from './media.rules.ts'
import {
  getStaffAddress,
  fileNotFoundError,
  openFeedFile,
  openImage,
  openMedia,
  openSample,
  openStaffMedia,
} from './media.service.ts'
import { readStaffAddress } from './staff-media.contract.ts'

const BundleParams = z.object({ courseId: z.string(), name: z.string() })
const Params = z.object({ fileId: z.string(), name: z.string() })
const FeedParams = z.object({ slug: z.string(), name: z.string() })
const Query = z.object({
  expires: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
  member: z.string(),
  session: z.string(),
  signature: z.string().max(100),
})

const SampleQuery = Query.pick({ expires: true, signature: true })
const StaffQuery = Query.extend({ product: z.string().optional() })

/**
 * Compression is off because it would break range requests. These routes ignore tokens, because the URL alone
 * identifies the caller.
 */
const options = { config: { access: 'page' }, compress: false, schema: { hide: true } } as const

export function mediaRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/media/:fileId/:name', options, async (request, reply) => {
    void reply.header('cache-control', 'private, no-store')
    const { fileId, name } = Params.parse(request.params)
    const query = Query.safeParse(request.query)
    if (!query.success) throw fileNotFoundError()
    const { expires, member: memberId, session: sessionId, signature } = query.data
    const file = await openMedia(deps, { fileId, name, memberId, sessionId, expires, signature })
    return deliver(deps, { file, request, reply })
  })

  registerEndpoint(app, readStaffAddress, async ({ params: { id }, body: { product }, member }) => {
    const { address, until } = await getStaffAddress(deps, member, { fileId: id, productId: product ?? undefined })
    return { address, until: until.toISOString() }
  })

  app.get('/media/studio/:fileId/:name', options, async (request, reply) => {
    void reply.header('cache-control', 'private, no-store')
    const { fileId, name } = Params.parse(request.params)
    const query = StaffQuery.safeParse(request.query)
    if (!query.success) throw fileNotFoundError()
    const { expires, member: memberId, session: sessionId, product: productId, signature } = query.data
    const file = await openStaffMedia(deps, { fileId, name, memberId, sessionId, productId, expires, signature })
    return deliver(deps, { file, request, reply })
  })

  app.get('/media/sample/:fileId/:name', options, async (request, reply) => {
    void reply.header('cache-control', 'private, no-store')
    const { fileId, name } = Params.parse(request.params)
    const query = SampleQuery.safeParse(request.query)
    if (!query.success) throw fileNotFoundError()
    const file = await openSample(deps, { fileId, name, ...query.data })
    return deliver(deps, { file, request, reply })
  })

  app.get('/media/course/:courseId/:name', options, async (request, reply) => {
    void reply.header('cache-control', 'private, no-store')
    const { courseId, name } = BundleParams.parse(request.params)
    const query = Query.safeParse(request.query)
    if (!query.success) throw fileNotFoundError()
    const { expires, member: memberId, session: sessionId, signature } = query.data
    const content = await openBundle(deps, { courseId, name, memberId, sessionId, expires, signature })
    void reply.headers({
      'content-type': 'application/zip',
      'content-disposition': getContentDisposition({ name, contentType: 'application/zip' }),
      'x-content-type-options': 'nosniff',
    })
    if (request.method !== 'HEAD') return reply.send(content)
    content.destroy()
    return reply.send(Readable.from([]))
  })

  app.get('/images/:fileId/:name', options, async (request, reply) => {
    const { fileId, name } = Params.parse(request.params)
    const file = await openImage(deps, fileId, name)
    // An ID always refers to the same bytes, because a changed picture is stored as another file.
    void reply.header('cache-control', 'public, max-age=31536000, immutable')
    return deliver(deps, { file, request, reply })
  })

  app.get('/feed/episodes/:slug/:name', options, async (request, reply) => {
    const file = await openFeedFile(deps, FeedParams.parse(request.params))
    // Podcast players on other sites play this file, too. It may be cached for only an hour, because the episode may be
    // for sale tomorrow.
    void reply.headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' })
    if ('movedTo' in file) return reply.redirect(file.movedTo, 302)
    // Podcast directories use HEAD to get the length and type, but a storage URL is valid only for GET.
    if (request.method === 'HEAD' && deps.files.delivery.from === 'storage')
      return (
        reply
          .headers({ 'content-type': file.contentType, 'content-length': file.bytes, 'accept-ranges': 'bytes' })
          // The body is an empty stream, because Fastify would set the length of any other body.
          .send(Readable.from([]))
      )
    return deliver(deps, { file, request, reply, sharedWith: 'cross-origin' })
  })
}

type SendContext = {
  file: MediaFile
  request: FastifyRequest
  reply: FastifyReply
  sharedWith?: 'same-origin' | 'cross-origin'
}

type DeliveryFrom<Kind> = Extract<Delivery, { from: Kind }>

async function deliver({ files }: Pick<Deps, 'files'>, sending: SendContext): Promise<FastifyReply> {
  const { file, reply, sharedWith = 'same-origin' } = sending
  if (files.delivery.from === 'storage' && isFetchedFromStorage(file)) return redirectToStorage(files.delivery, sending)
  void reply.headers({
    'content-type': file.contentType,
    'content-disposition': getContentDisposition(file),
    'content-security-policy': getContentSecurityPolicy(file.contentType),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': sharedWith,
  })
  return files.delivery.from === 'disk' ? sendFromDisk(files.delivery, sending) : streamFromStorage(files, sending)
}

/** Redirects the browser to object storage, which also serves range requests. */
async function redirectToStorage(
  delivery: DeliveryFrom<'storage'>,
  { file, reply }: SendContext,
): Promise<FastifyReply> {
  const { sha256, contentType } = file
  // The target URL is valid for only a few minutes.
  void reply.header('cache-control', 'private, no-store')
  return reply.redirect(await delivery.address(sha256, { contentType, disposition: getContentDisposition(file) }), 302)
}

async function sendFromDisk(delivery: DeliveryFrom<'disk'>, sending: SendContext): Promise<FastifyReply> {
  const { file, request, reply } = sending
  const place = delivery.path(file.sha256)
  if (place === undefined) throw fileNotFoundError()
  if (!(await sendFile(request, reply, { place, etag: getEtag(file) }))) throw missingFileError({ file, request })
  return reply
}

/** Always sends the whole file, because only small files are served from object storage this way. */
async function streamFromStorage(files: Files, { file, request, reply }: SendContext): Promise<FastifyReply> {
  const etag = getEtag(file)
  void reply.header('etag', etag)
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  try {
    const found = await files.read(file.sha256)
    if (!found) throw missingFileError({ file, request })
    return reply.header('content-length', found.bytes).send(found.content)
  } catch (error) {
    if (error instanceof AppError) throw error
    request.log.error({ err: error, fileId: file.id }, 'the storage did not return a file')
    throw new AppError('unavailable', 'Files can’t be read right now. Try again in a moment.', {
      retryAfterSeconds: 5,
    })
  }
}

function getEtag({ sha256 }: MediaFile): string {
  return `"${sha256}"`
}

function missingFileError({ file, request }: Pick<SendContext, 'file' | 'request'>): AppError {
  request.log.error({ fileId: file.id }, 'a stored file is missing')
  return fileNotFoundError()
}
