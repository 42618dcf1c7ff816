import path from 'node:path'
import {
  COVER_WIDTHS,
  drawPicture,
  type DrawnPicture,
  PICTURE_FORMATS,
} from '#features/foundation/files/files.public.ts'
import { ACADEMY } from '#platform/sandbox.ts'
import type { SourceFolder } from './source-folders.service.ts'

const DEFAULT_COVER_NAMES = ['cover.svg', 'cover.png', 'cover.jpg', 'cover.webp']

/** Finds the cover's file, which is the one given as `cover` or, if none is given, a file with a default name. */
export async function findCover(folder: SourceFolder, within: string, cover?: string): Promise<string | undefined> {
  if (cover !== undefined) return cover
  for (const name of DEFAULT_COVER_NAMES) if (await folder.has(path.posix.join(within, name))) return name
  return undefined
}

/** Uses sizes that the author prepared next to the cover (`cover-800.avif`) and renders the others. */
export async function renderCoverImages(
  folder: SourceFolder,
  within: string,
  cover: string,
): Promise<DrawnPicture[] | { wrong: string }> {
  const original = await folder.file(within, cover, 'picture')
  if ('wrong' in original) return original
  const stem = cover.replace(/\.[^.]+$/, '')
  const images: DrawnPicture[] = []
  for (const format of PICTURE_FORMATS) {
    for (const width of COVER_WIDTHS) {
      const ready = `${stem}-${width}.${format}`
      const isReady = await folder.has(path.posix.join(within, ready))
      const file = isReady
        ? await folder.file(within, ready, 'picture')
        : await drawPicture(original, { format, width, called: 'cover', member: ACADEMY })
      if ('wrong' in file) return { wrong: `${isReady ? '' : `${cover} `}${file.wrong}` }
      images.push({ format, width, file })
    }
  }
  return images
}
