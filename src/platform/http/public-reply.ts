import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/**
 * A response before compression. `isPublic` means that it is the same for everyone and can be cached until the catalog
 * changes.
 */
export type RenderedReply = {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  isPublic: boolean
}

/** A public response in the cache. It is compressed once, has all its headers, and is ready to send. */
export type CompressedReply = {
  readonly status: number
  readonly hash: string
  readonly bytes: number
  readonly common: Record<string, string>
  readonly br: Variant
  readonly gzip: Variant
}

/**
 * A response in one encoding. Its headers are in the flat form that Node writes fastest. `unchanged` contains the
 * headers of a 304 response. A 404 response has no ETag.
 */
type Variant = {
  readonly etag: string | undefined
  readonly headers: string[]
  readonly unchanged: string[]
  readonly body: Buffer
}

/**
 * A shared cache in front of the server may still serve a page that was current a second ago while it fetches the new
 * one.
 */
export const PUBLIC_PAGE = {
  'cache-control': 'public, max-age=0, stale-while-revalidate=1',
  vary: 'accept-encoding',
}

/** With a token, the same URL has a different response, so caches must revalidate the public response each time. */
export const PUBLIC_CALL = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
  vary: 'accept-encoding, authorization',
}
export const PERSONAL_CALL = { 'cache-control': 'private, no-store', vary: 'authorization' }

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
// Sets a compression window of 256 KB. Few responses are longer, and the default of 4 MB makes the process allocate
// that much memory on every use.
const brotliOptions = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 },
})
const FAST_BROTLI = brotliOptions(6)
// Makes a page smaller by a twelfth. A page is compressed once for everyone, and only the first visitor waits a few
// milliseconds longer.
const BEST_BROTLI = brotliOptions(11)
const MAX_BEST_BROTLI_BYTES = 128 * 1024

function chooseBrotli({ headers, body }: Pick<RenderedReply, 'headers' | 'body'>) {
  const isPage = headers['content-type']?.startsWith('text/html') && body.length <= MAX_BEST_BROTLI_BYTES
  return isPage ? BEST_BROTLI : FAST_BROTLI
}

/**
 * Compresses a response. Every process compresses the same response into the same bytes, so its ETag is valid in all of
 * them.
 */
export async function compressReply(
  { status, headers, body }: RenderedReply,
  before: CompressedReply | undefined,
): Promise<CompressedReply> {
  const hash = createHash('sha256').update(JSON.stringify(headers)).update(body).digest('base64url').slice(0, 27)
  if (before?.hash === hash) return before
  const [br, zipped] = await Promise.all([toBrotli(body, chooseBrotli({ headers, body })), toGzip(body)])
  const bare = { status, hash, common: status === 200 ? headers : { ...headers, ...NO_STORE } }
  return {
    ...bare,
    bytes: br.length + zipped.length,
    br: createVariant(bare, 'br', br),
    gzip: createVariant(bare, 'gzip', zipped),
  }
}

const NO_STORE = { 'cache-control': 'no-store' }

type ReplyHead = Pick<CompressedReply, 'status' | 'hash' | 'common'>

function createVariant(
  { status, hash, common }: ReplyHead,
  encoding: 'br' | 'gzip' | undefined,
  body: Buffer,
): Variant {
  const etag = status === 200 ? `"${hash}${encoding ? `-${encoding}` : ''}"` : undefined
  const { 'content-type': type = '', ...unchanged } = { ...common, ...(etag && { etag }) }
  const encoded = encoding && { 'content-encoding': encoding }
  const headers = { ...unchanged, 'content-type': type, ...encoded, 'content-length': String(body.length) }
  return { etag, headers: Object.entries(headers).flat(), unchanged: Object.entries(unchanged).flat(), body }
}

/** Sends a compressed response. It skips Fastify's serializers and hooks, which halves the time. */
export function sendCompressed(packed: CompressedReply, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  writeCompressed(packed, request.raw, reply.hijack().raw)
  return reply
}

export function writeCompressed(packed: CompressedReply, request: IncomingMessage, reply: ServerResponse): void {
  const { etag, headers, unchanged, body } = selectVariant(request.headers['accept-encoding'], packed)
  const known = request.headers['if-none-match']
  if (etag !== undefined && known !== undefined && hasMatchingEtag(etag, known)) reply.writeHead(304, unchanged).end()
  else reply.writeHead(packed.status, headers).end(body)
}

/** Sends a response that was not compressed, because it is for this request only. */
export function sendRendered({ status, headers, body }: RenderedReply, reply: FastifyReply): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers, ...NO_STORE })
    .send(body)
}

// Browsers send only a few different headers. If a client sends many, they replace others in the cache.
const negotiated = new LRUCache<string, string>({ max: 100 })
const encodings = new Negotiator({ supportedValues: ['br', 'gzip', 'identity'], cache: negotiated })

function selectVariant(accepted: string | string[] | undefined, packed: CompressedReply): Variant {
  const encoding = encodings.negotiate(String(accepted))
  if (encoding === 'br') return packed.br
  if (encoding === 'gzip') return packed.gzip
  // Few clients accept neither encoding, so it's not worth caching a third variant.
  return createVariant(packed, undefined, gunzipSync(packed.gzip.body))
}

/**
 * Whether the client already has this response. If a proxy changed the encoding, it marks the ETag as weak, but the
 * content is still the same.
 */
function hasMatchingEtag(etag: string, known: string): boolean {
  if (known === etag || known === '*') return true
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
