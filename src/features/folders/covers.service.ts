import path from 'node:path'
import sharp from 'sharp'
import type { SourceFile, SourceFolder } from './source-folder.service.ts'

/** A picture in one of its sizes, before it is stored. */
export type DrawnCover = { format: 'avif' | 'webp'; width: number; file: SourceFile }

const WIDTHS = [480, 800, 1280]
const FORMATS = ['avif', 'webp'] as const
const USUAL_NAMES = ['cover.svg', 'cover.png', 'cover.jpg', 'cover.webp']
// An SVG has no size of its own; drawn this dense it is never enlarged.
const SVG_DENSITY = 144

/** `cover`, or a file with the usual name where none is given. */
export async function findCover(folder: SourceFolder, within: string, cover?: string): Promise<string | undefined> {
  if (cover !== undefined) return cover
  for (const name of USUAL_NAMES) if (await folder.has(path.posix.join(within, name))) return name
  return undefined
}

/** Uses what lies ready beside the cover (`cover-800.avif`) and draws the rest. */
export async function coverImages(
  folder: SourceFolder,
  within: string,
  cover: string,
): Promise<DrawnCover[] | { wrong: string }> {
  const original = await folder.file(within, cover, 'picture')
  if ('wrong' in original) return original
  const stem = cover.replace(/\.[^.]+$/, '')
  const images: DrawnCover[] = []
  for (const format of FORMATS) {
    for (const width of WIDTHS) {
      const ready = `${stem}-${width}.${format}`
      const isReady = await folder.has(path.posix.join(within, ready))
      const file = isReady
        ? await folder.file(within, ready, 'picture')
        : await draw(original, { format, width, called: 'cover' })
      if ('wrong' in file) return { wrong: `${isReady ? '' : `${cover} `}${file.wrong}` }
      images.push({ format, width, file })
    }
  }
  return images
}

/** A picture in each of these widths, and in both formats. */
export async function drawnWidths(
  original: SourceFile,
  called: string,
  widths: readonly number[],
): Promise<DrawnCover[] | { wrong: string }> {
  const images: DrawnCover[] = []
  for (const format of FORMATS) {
    for (const width of widths) {
      const file = await draw(original, { format, width, called })
      if ('wrong' in file) return file
      images.push({ format, width, file })
    }
  }
  return images
}

type Drawing = { format: 'avif' | 'webp'; width: number; called: string }

async function draw(original: SourceFile, { format, width, called }: Drawing): Promise<SourceFile | { wrong: string }> {
  try {
    const picture = sharp(original.source, { density: SVG_DENSITY }).rotate().resize(width)
    const source = await (format === 'avif' ? picture.avif({ quality: 60 }) : picture.webp({ quality: 82 })).toBuffer()
    return { source, name: `${called}-${width}.${format}`, contentType: `image/${format}`, seconds: undefined }
  } catch {
    return UNREADABLE
  }
}

export const UNREADABLE = { wrong: 'is a picture that cannot be read: save it again, or as PNG' }
