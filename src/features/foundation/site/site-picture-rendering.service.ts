import { type DrawnPicture, drawWidths } from '#features/foundation/files/files.public.ts'
import { saveProductFile, type SaveContext } from '#features/foundation/products/products.public.ts'
import { drawLogo } from './logo.service.ts'
import type { SiteImageRow } from './site-images.queries.ts'

/** A picture that can be drawn: as it was given, by its path or its bytes. */
export type Drawable = DrawnPicture['file']

/** Where the operator may put a picture; `position` is that of a book in its list, 0 elsewhere. */
export type PicturePlace = { place: 'logo' | 'portrait' | 'book'; position: number }

/** A picture of the site, as it was given or drawn. */
export type SitePicture = Pick<SiteImageRow, 'place' | 'form' | 'width' | 'height'> & {
  position: number
  file: Drawable
}

/** Portraits are shown up to 176 points wide and covers of books up to 120, on screens of up to three pixels a point. */
const WIDTHS = { portrait: [176, 352, 528], book: [120, 240, 360] }

/** A picture in all the sizes in which pages show it, and as it was given. */
export async function drawSitePicture(
  { place, position }: PicturePlace,
  file: Drawable,
  member: string,
): Promise<SitePicture[] | { wrong: string }> {
  const original = { place, position, form: 'original' as const, width: 0, height: 0, file }
  if (place === 'logo') {
    const drawn = await drawLogo(file, member)
    return 'wrong' in drawn ? drawn : [original, ...drawn.map((image) => ({ ...image, position }))]
  }
  const called = place === 'book' ? `book-${position + 1}` : place
  const drawn = await drawWidths(file, { called, widths: WIDTHS[place], member })
  if ('wrong' in drawn) return drawn
  const sizes = drawn.map(({ format: form, width, height, file: image }) => ({ form, width, height, file: image }))
  return [original, ...sizes.map((size) => ({ place, position, ...size }))]
}

/** Saves the files of pictures. What the operator gave is never shown: it is kept for the next export. */
export async function savePictureFiles(saving: SaveContext, pictures: readonly SitePicture[]): Promise<SiteImageRow[]> {
  const rows: SiteImageRow[] = []
  for (const { file, ...picture } of pictures) {
    const audience = picture.form === 'original' ? 'owners' : 'everybody'
    rows.push({ ...picture, fileId: await saveProductFile(saving, file, audience) })
  }
  return rows
}
