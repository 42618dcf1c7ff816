import type { FolderReadContext } from '#features/foundation/product-folders/product-folders.public.ts'
import { ACADEMY } from '#platform/sandbox.ts'
import type { SaveContext } from '#features/foundation/products/products.public.ts'
import {
  drawSitePicture,
  getBarColor,
  type PicturePlace,
  replaceSiteImages,
  savePictureFiles,
  type SitePicture,
  type SiteSettings,
} from '#features/foundation/site/site.public.ts'

type NamedPicture = PicturePlace & { key: readonly PropertyKey[] }

export function findNamedPictures(raw: unknown): (NamedPicture & { reference: string })[] {
  const settings = raw as
    | {
        logo?: unknown
        favicon?: unknown
        home_page?: { picture?: unknown }
        founder?: { portrait?: unknown }
        books?: { cover?: unknown }[]
      }
    | undefined
  const books = Array.isArray(settings?.books) ? settings.books : []
  const found: (NamedPicture & { reference: unknown })[] = [
    { place: 'logo', position: 0, key: ['logo'], reference: settings?.logo },
    { place: 'favicon', position: 0, key: ['favicon'], reference: settings?.favicon },
    { place: 'hero', position: 0, key: ['home_page', 'picture'], reference: settings?.home_page?.picture },
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

/** `site.yaml` as it was read. `value` is undefined if the file has errors. */
type SiteText = {
  raw: unknown
  value?: SiteSettings | undefined
  lineOf: (path: readonly PropertyKey[]) => number
}

/** Reads and renders the pictures named in the settings. Adds errors to the reader's problems. */
export async function readSitePictures(
  { folder, problems, files }: FolderReadContext,
  { raw, value, lineOf }: SiteText,
): Promise<SitePicture[]> {
  const bar = getBarColor(value ?? {})
  const pictures: SitePicture[] = []
  for (const { reference, key, ...place } of findNamedPictures(raw)) {
    const file = await folder.file('', reference, 'picture')
    const drawn = 'wrong' in file ? file : await drawSitePicture(place, file, { bar, member: ACADEMY })
    if ('wrong' in drawn) {
      const wrong = 'wrong' in file ? file.wrong : `${reference} ${drawn.wrong}`
      problems.push({ file: 'site.yaml', line: lineOf(key), message: `${key.map(label).join(', ')}: ${wrong}` })
    } else pictures.push(...drawn)
  }
  files.push(...pictures.map(({ file }) => file))
  return pictures
}

const label = (key: PropertyKey) => (typeof key === 'number' ? `item ${key + 1}` : String(key))

export async function saveSitePictures(saving: SaveContext, pictures: SitePicture[]): Promise<void> {
  await replaceSiteImages(saving.tx, await savePictureFiles(saving, pictures))
}

export function getPicturePath(settings: SiteSettings, place: string, position: number): string | undefined {
  return findNamedPictures(settings).find((named) => named.place === place && named.position === position)?.reference
}
