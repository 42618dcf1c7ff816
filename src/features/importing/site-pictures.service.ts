import sharp from 'sharp'
import { type DrawnPicture, drawnWidths } from '#features/files/files.public.ts'
import type { Reading, SourceFile } from '#features/folders/folders.public.ts'
import { saveProductFile, type Saving } from '#features/products/products.public.ts'
import { replaceSiteImages, type SiteImageRow, type SiteSettings } from '#features/site/site.public.ts'
import { drawLogo } from './logo.service.ts'

/** A picture of the site, as it was given or drawn. */
export type SitePicture = Pick<SiteImageRow, 'place' | 'form' | 'width' | 'height'> & {
  position: number
  file: SourceFile
}

type Named = { place: 'logo' | 'portrait' | 'book'; position: number; key: readonly PropertyKey[] }

/** Portraits are shown up to 176 points wide and covers of books up to 120, on screens of up to three pixels a point. */
const WIDTHS = { portrait: [176, 352, 528], book: [120, 240, 360] }

/** The places of `site.yaml` where pictures are named. */
export function picturesNamed(raw: unknown): (Named & { reference: string })[] {
  const settings = raw as
    | { logo?: unknown; founder?: { portrait?: unknown }; books?: { cover?: unknown }[] }
    | undefined
  const books = Array.isArray(settings?.books) ? settings.books : []
  const found: (Named & { reference: unknown })[] = [
    { place: 'logo', position: 0, key: ['logo'], reference: settings?.logo },
    { place: 'portrait', position: 0, key: ['founder', 'portrait'], reference: settings?.founder?.portrait },
    ...books.map((book, index) => ({
      place: 'book' as const,
      position: index,
      key: ['books', index, 'cover'],
      reference: book?.cover,
    })),
  ]
  return found.flatMap(({ reference, ...named }) =>
    typeof reference === 'string' && reference.trim() !== '' ? [{ ...named, reference: reference.trim() }] : [],
  )
}

/** Reads and draws the pictures that the settings name; what is wrong joins the reading's problems. */
export async function readSitePictures(
  { folder, problems, files }: Reading,
  { raw, lineOf }: { raw: unknown; lineOf: (path: readonly PropertyKey[]) => number },
): Promise<SitePicture[]> {
  const pictures: SitePicture[] = []
  for (const { reference, key, ...place } of picturesNamed(raw)) {
    const file = await folder.file('', reference, 'picture')
    const drawn = 'wrong' in file ? file : await drawnFor(place, file)
    if ('wrong' in drawn) {
      const wrong = 'wrong' in file ? file.wrong : `${reference} ${drawn.wrong}`
      problems.push({ file: 'site.yaml', line: lineOf(key), message: `${key.map(label).join(', ')}: ${wrong}` })
    } else pictures.push(...drawn)
  }
  files.push(...pictures.map(({ file }) => file))
  return pictures
}

const label = (key: PropertyKey) => (typeof key === 'number' ? `item ${key + 1}` : String(key))

async function drawnFor(
  { place, position }: Pick<Named, 'place' | 'position'>,
  file: SourceFile,
): Promise<SitePicture[] | { wrong: string }> {
  const original = { place, position, form: 'original' as const, width: 0, height: 0, file }
  if (place === 'logo') {
    const drawn = await drawLogo(file)
    return 'wrong' in drawn ? drawn : [original, ...drawn.map((image) => ({ ...image, position }))]
  }
  const called = place === 'book' ? `book-${position + 1}` : place
  const drawn = await drawnWidths(file, called, WIDTHS[place])
  if ('wrong' in drawn) return drawn
  return [original, ...(await Promise.all(drawn.map((image) => measured({ place, position }, image))))]
}

async function measured(
  place: Pick<Named, 'place' | 'position'>,
  { format, width, file }: DrawnPicture,
): Promise<SitePicture> {
  const { height } = await sharp(file.source).metadata()
  return { ...place, form: format, width, height, file }
}

/** The pictures in place of those that were there. What the operator gave is never shown: it is kept for the next export. */
export async function saveSitePictures(saving: Saving, pictures: SitePicture[]): Promise<void> {
  const rows: SiteImageRow[] = []
  for (const { file, ...picture } of pictures) {
    const audience = picture.form === 'original' ? 'owners' : 'everybody'
    rows.push({ ...picture, fileId: await saveProductFile(saving, file, audience) })
  }
  await replaceSiteImages(saving.tx, rows)
}

/** Where in the folder a picture lies: the path that the settings name. */
export function pathOf(settings: SiteSettings, place: string, position: number): string | undefined {
  return picturesNamed(settings).find((named) => named.place === place && named.position === position)?.reference
}
