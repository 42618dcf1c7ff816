import { drawnInThread } from '#platform/drawing.ts'
import type { drawShareImage as drawing, ShareWords } from './share-image.document.ts'

const drawShareImage = drawnInThread<typeof drawing>(
  new URL('share-image.document.ts', import.meta.url),
  'drawShareImage',
  'pictures',
)

const KEPT = 100
const drawn = new Map<string, Promise<Buffer>>()

/** The picture as PNG: drawn when it is first asked for, and kept by what it says. */
export function shareImage(words: ShareWords): Promise<Buffer> {
  const key = JSON.stringify(words)
  const known = drawn.get(key)
  if (known) return known
  const picture = drawShareImage(words)
  drawn.set(key, picture)
  picture.catch(() => drawn.delete(key))
  const [oldest] = drawn.keys()
  if (drawn.size > KEPT && oldest !== undefined) drawn.delete(oldest)
  return picture
}
