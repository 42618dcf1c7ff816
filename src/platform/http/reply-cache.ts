import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { CatalogWatch } from '#db/catalog-watch.ts'
import { isDatabaseUnavailable } from '#db/database-errors.ts'
import { cachedReplies } from '../metrics.ts'
import { normalizePageKey } from './page-resolver.ts'
import { type RenderedReply, compressReply, type CompressedReply, writeCompressed } from './public-reply.ts'

declare module 'fastify' {
  interface FastifyInstance {
    replyCache: ReplyCache
  }
}

/** Caches public responses by path until the catalog changes. */
export type ReplyCache = {
  /** Returns a cached response that is current, or that was current a moment ago and is being replaced. */
  find(key: string): CompressedReply | undefined
  /**
   * Returns the response for this key. If needed, creates it, once for any number of requests. If the new response is
   * already compressed, it is in the cache under its own key, so it is not also cached under this one.
   */
  answer(key: string, make: ReplyProducer, freshness?: Freshness): Promise<CompressedReply | RenderedReply>
}

type ReplyProducer = () => Promise<CompressedReply | RenderedReply>

/**
 * A `current` response includes all changes known to this process, so use it to build other responses. With `recent`,
 * requests may get the previous version while another request rebuilds the response.
 */
type Freshness = 'recent' | 'current'

type Entry = { packed: CompressedReply; serial: number }
type InFlightReply = { serial: number; made: Promise<CompressedReply | RenderedReply> }

const CACHEABLE_STATUS = new Set([200, 404])
const RECENT_MS = 500
const MAX_CACHE_BYTES = 32 * 1024 * 1024
// A generous estimate of the memory for the key, headers, and objects of an entry.
const OVERHEAD_BYTES = 4_096

export function createReplyCache(
  watch: Pick<CatalogWatch, 'serial' | 'changedAt' | 'isSure'> | undefined,
  {
    limitBytes = MAX_CACHE_BYTES,
    headers = () => ({}),
  }: { limitBytes?: number; headers?: () => Record<string, string> } = {},
): ReplyCache {
  async function packedIfPublic(
    made: CompressedReply | RenderedReply,
    before?: CompressedReply,
  ): Promise<CompressedReply | RenderedReply> {
    if (isCompressedReply(made) || !made.isPublic || !CACHEABLE_STATUS.has(made.status)) return made
    return compressReply({ ...made, headers: { ...headers(), ...made.headers } }, before)
  }
  // Without change notifications, nothing is cached.
  if (!watch) return { find: () => undefined, answer: async (_key, make) => packedIfPublic(await make()) }

  const entries = new LRUCache<string, Entry>({
    maxSize: limitBytes,
    sizeCalculation: ({ packed }) => packed.bytes + OVERHEAD_BYTES,
  })
  const flights = new Map<string, InFlightReply>()

  const isCurrent = (entry: Entry) => entry.serial === watch.serial && watch.isSure()
  const isRecent = (entry: Entry) =>
    watch.isSure() && entry.serial === watch.serial - 1 && performance.now() - watch.changedAt < RECENT_MS

  async function make(key: string, serial: number, work: ReplyProducer): Promise<CompressedReply | RenderedReply> {
    const before = entries.get(key)?.packed
    try {
      const worked = await work()
      const made = await packedIfPublic(worked, before)
      if (isCompressedReply(made) && made !== worked) entries.set(key, { packed: made, serial })
      else if (before && !isCompressedReply(made) && made.status === 503) return before
      else entries.delete(key)
      return made
    } catch (error) {
      // While the database is down, nothing can change, so the previous response is still current.
      if (before && isDatabaseUnavailable(error)) return before
      entries.delete(key)
      throw error
    }
  }

  return {
    find(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (!isCurrent(entry) && !(flights.has(key) && isRecent(entry))) return undefined
      return entry.packed
    },
    async answer(key, work, freshness = 'recent') {
      for (;;) {
        const { serial } = watch
        const entry = entries.get(key)
        if (entry && isCurrent(entry)) return entry.packed
        const flight = flights.get(key)
        if (!flight) {
          const made = make(key, serial, work).finally(() => flights.delete(key))
          flights.set(key, { serial, made })
          return made
        }
        if (freshness === 'recent' && entry && isRecent(entry)) return entry.packed
        if (flight.serial !== serial) {
          await flight.made.catch(() => {})
          continue
        }
        const made = await flight.made
        // A response that is not public may be used for only one request.
        return isCompressedReply(made) || made.isPublic ? made : work()
      }
    },
  }
}

export function isCompressedReply(made: CompressedReply | RenderedReply): made is CompressedReply {
  return 'hash' in made
}

/** Sends a response that is cached under exactly this path, before Fastify sees the request. */
export function sendFromCache(replyCache: ReplyCache, request: IncomingMessage, reply: ServerResponse): boolean {
  const { method, url, headers } = request
  // With a token, the same path may have a different response.
  if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false
  const packed = replyCache.find(normalizePageKey(url ?? ''))
  if (packed === undefined) return false
  writeCompressed(packed, request, reply)
  cachedReplies.inc()
  return true
}
