import type { ProductFile } from '#features/products/products.public.ts'
import { sharp } from '#platform/sharp.ts'

/** A picture in one of its sizes, before it is stored. */
export type DrawnPicture = {
  format: 'avif' | 'webp'
  width: number
  file: ProductFile & { source: string | Uint8Array }
}

export const COVER_WIDTHS = [480, 800, 1280]
export const FORMATS = ['avif', 'webp'] as const
// An SVG has no size of its own; drawn this dense it is never enlarged.
const SVG_DENSITY = 144

/** Something to draw from: a file by its path, or bytes. */
type Original = { source: string | Uint8Array }

/** A picture in each of these widths, and in both formats. */
export async function drawnWidths(
  original: Original,
  called: string,
  widths: readonly number[],
): Promise<DrawnPicture[] | { wrong: string }> {
  const images: DrawnPicture[] = []
  for (const format of FORMATS) {
    for (const width of widths) {
      const file = await drawPicture(original, { format, width, called })
      if ('wrong' in file) return file
      images.push({ format, width, file })
    }
  }
  return images
}

type Drawing = { format: 'avif' | 'webp'; width: number; called: string }

export async function drawPicture(
  original: Original,
  { format, width, called }: Drawing,
): Promise<DrawnPicture['file'] | { wrong: string }> {
  try {
    const picture = sharp()(original.source, { density: SVG_DENSITY }).rotate().resize(width)
    const source = await (format === 'avif' ? picture.avif({ quality: 60 }) : picture.webp({ quality: 82 })).toBuffer()
    return { source, name: `${called}-${width}.${format}`, contentType: `image/${format}`, seconds: undefined }
  } catch {
    return UNREADABLE
  }
}

export const UNREADABLE = { wrong: 'is a picture that cannot be read: save it again, or as PNG' }
