import { LRUCache } from 'lru-cache'
import { drawInWorker } from '#platform/draw-in-worker.ts'
import type { CertificateImageText, drawShareImage as drawing, ShareImageText } from './share-image.picture.ts'

const drawShareImage = drawInWorker<typeof drawing>(
  new URL('share-image.picture.ts', import.meta.url),
  'drawShareImage',
  'pictures',
)

type ImageText = ShareImageText | CertificateImageText

const CACHE_BYTES = 32 * 1024 * 1024

/**
 * The image as PNG. Rendered on the first request, only once for concurrent requests, and cached by content. `load`
 * reads the logo.
 */
export const getShareImage = createImageCache(
  async (words, load?: () => Promise<Buffer>) => drawShareImage({ ...words, ...(load && { drawnLogo: await load() }) }),
  CACHE_BYTES,
)

/** Caches rendered images up to a total size, and evicts the least recently used. */
export function createImageCache<Rest extends unknown[]>(
  draw: (words: ImageText, ...rest: Rest) => Promise<Buffer>,
  maxBytes: number,
): typeof draw {
  const beingDrawn = new Map<string, Promise<Buffer>>()
  const cache = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ byteLength }) => byteLength })

  async function drawOnce(key: string, words: ImageText, rest: Rest): Promise<Buffer> {
    try {
      const picture = await draw(words, ...rest)
      cache.set(key, picture)
      return picture
    } finally {
      beingDrawn.delete(key)
    }
  }

  return async (words, ...rest) => {
    const key = JSON.stringify(words)
    const known = cache.get(key)
    if (known) return known
    const underWay = beingDrawn.get(key) ?? drawOnce(key, words, rest)
    beingDrawn.set(key, underWay)
    return underWay
  }
}
