import type { FastifyInstance } from 'fastify'
import { sendNotFound } from './errors.ts'
import { IN_PROCESS, isInProcess } from './in-process.ts'
import { type CompressedReply, compressReply, sendCompressed } from './public-reply.ts'

// These headers don't apply to the new response, which is compressed, has its own ETag, and can't be requested in
// ranges.
const DROPPED_HEADERS = new Set(['accept-ranges', 'connection', 'content-length', 'date', 'etag', 'last-modified'])

/**
 * Creates and compresses the response of each of these routes of a scope only once. `@fastify/compress` would do so for
 * each request, in the thread pool that also hashes passwords. Use it only for content that stays the same while the
 * process runs.
 */
export function compressOnce(scope: FastifyInstance, routes: ReadonlySet<string>): void {
  const created = new Map<string, Promise<CompressedReply | undefined>>()

  async function create(url: string): Promise<CompressedReply | undefined> {
    const { statusCode: status, headers, rawPayload: body } = await scope.inject({ url, remoteAddress: IN_PROCESS })
    if (status !== 200) return undefined
    const headersToKeep = Object.entries(headers).filter(([name]) => !DROPPED_HEADERS.has(name))
    const texts = Object.fromEntries(headersToKeep.map(([name, value]) => [name, String(value)]))
    return compressReply({ status, headers: { ...texts, vary: 'accept-encoding' }, body, isPublic: true }, undefined)
  }

  scope.addHook('onRequest', async (request, reply) => {
    const { url: route = '' } = request.routeOptions
    if (isInProcess(request) || !routes.has(route)) return undefined
    const { '*': file } = request.params as { '*'?: string }
    // A path with more slashes would be another spelling of a file that is already compressed.
    if (file?.includes('/')) return sendNotFound(request, reply)
    const url = file === undefined ? route : route.replace('*', encodeURIComponent(file))
    const creating = created.get(url) ?? create(url)
    created.set(url, creating)
    const compressed = await creating.catch((error: unknown) => {
      created.delete(url)
      throw error
    })
    if (compressed) return sendCompressed(compressed, request, reply)
    created.delete(url)
    return sendNotFound(request, reply)
  })
}
