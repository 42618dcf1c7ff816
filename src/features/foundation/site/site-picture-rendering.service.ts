import { COVER_WIDTHS, type DrawnPicture, drawWidths } from '#features/foundation/files/files.public.ts'
import { saveProductFile, type SaveContext } from '#features/foundation/products/products.public.ts'
import { drawFavicon } from './favicon.service.ts'
import { drawLogo, MAX_LOGO_PIXELS } from './logo.service.ts'
import type { SiteImageRow } from './site-images.queries.ts'

export type Drawable = DrawnPicture['file']

/** Where one of the operator's pictures is shown. `position` is the index of the book, or 0 for other pictures. */
export type PicturePlace = { place: 'logo' | 'favicon' | 'hero' | 'portrait' | 'book'; position: number }

export type SitePicture = Pick<SiteImageRow, 'place' | 'form' | 'width' | 'height'> & {
  position: number
  file: Drawable
}

/**
 * The widths of renderings. Portraits are shown up to 176 pixels wide and book covers up to 120, on screens with up to
 * three pixels per CSS pixel.
 */
const WIDTHS = { hero: COVER_WIDTHS, portrait: [176, 352, 528], book: [120, 240, 360] }

/**
 * Returns the limit for a picture. The limit for the home page's picture is that of a logo, and all others may be as
 * large as any camera's.
 */
export function getMaxPixels(place: PicturePlace['place']): number | undefined {
  return place === 'hero' ? MAX_LOGO_PIXELS : undefined
}

/**
 * Renders a picture in all sizes that pages show. Returns these and the original. `bar` is the color behind the logo.
 */
export async function drawSitePicture(
  { place, position }: PicturePlace,
  file: Drawable,
  { bar, member }: { bar: string; member: string },
): Promise<SitePicture[] | { wrong: string }> {
  const original = { place, position, form: 'original' as const, width: 0, height: 0, file }
  if (place === 'logo' || place === 'favicon') {
    const drawn = await (place === 'logo' ? drawLogo(file, { bar, member }) : drawFavicon(file, member))
    return 'wrong' in drawn ? drawn : [original, ...drawn.map((image) => ({ ...image, position }))]
  }
  const called = place === 'book' ? `book-${position + 1}` : place
  const drawn = await drawWidths(file, { called, widths: WIDTHS[place], member, maxPixels: getMaxPixels(place) })
  if ('wrong' in drawn) return drawn
  const sizes = drawn.map(({ format: form, width, height, file: image }) => ({ form, width, height, file: image }))
  return [original, ...sizes.map((size) => ({ place, position, ...size }))]
}

/** Saves the files of pictures. The originals are not public, because they are only for exports. */
export async function savePictureFiles(saving: SaveContext, pictures: readonly SitePicture[]): Promise<SiteImageRow[]> {
  const rows: SiteImageRow[] = []
  for (const { file, ...picture } of pictures) {
    const audience = picture.form === 'original' ? 'owners' : 'everybody'
    rows.push({ ...picture, fileId: await saveProductFile(saving, file, audience) })
  }
  return rows
}
