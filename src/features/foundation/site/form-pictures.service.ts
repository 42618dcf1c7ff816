import { buffer } from 'node:stream/consumers'
import { drawPicture, UNREADABLE_PICTURE, fileUseError } from '#features/foundation/files/files.public.ts'
import type { ProductFile, SaveContext } from '#features/foundation/products/products.public.ts'
import type { Executor } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import type { StoredFile } from '#platform/files/files.ts'
import { fieldErrors } from '#shared/app-error.ts'
import { imageAddress } from '#shared/image-address.ts'
import {
  type Drawable,
  drawSitePicture,
  getMaxPixels,
  type PicturePlace,
  savePictureFiles,
  type SitePicture,
} from './site-picture-rendering.service.ts'
import { getBarColor } from './site-colors.rules.ts'
import { drawFavicon } from './favicon.service.ts'
import { drawLogo } from './logo.service.ts'
import { readSite } from './site.service.ts'
import {
  listFilesByIds,
  listSiteImages,
  replaceSiteImages,
  type SiteImageRow,
  listSiteImageRows,
  listSiteOriginals,
} from './site-images.queries.ts'

/** A picture field of a form, with its current file. `from` is the stored position of the book whose picture it is. */
type PictureField = PicturePlace & { field: string; fileId: string | null; from: number | null }

/** A picture in a form. `shown` is the URL where it can be viewed, or null if it is not rendered yet. */
export type FormFile = {
  id: string
  name: string
  bytes: number
  contentType: string
  shown: string | null
}

/** The pictures of a form. Only the keys that a page edits are present. */
type PictureForm = {
  logo?: string | null
  favicon?: string | null
  home_page?: { picture: string | null }
  founder?: { portrait: string | null }
  books?: readonly { from: number | null; cover: string | null }[]
}

const PLACES_BY_KEY = {
  logo: 'logo',
  favicon: 'favicon',
  home_page: 'hero',
  founder: 'portrait',
  books: 'book',
} as const

/** Lists the places whose pictures are replaced when this form is saved. */
export function listPicturePlaces(form: PictureForm): PicturePlace['place'][] {
  return Object.entries(PLACES_BY_KEY).flatMap(([key, place]) => (key in form ? [place] : []))
}

export function listPictureFields({
  logo,
  favicon,
  home_page: home,
  founder,
  books = [],
}: PictureForm): PictureField[] {
  const single = (place: PicturePlace['place'], field: string, fileId: string | null | undefined): PictureField[] =>
    fileId === undefined ? [] : [{ place, position: 0, from: 0, field, fileId }]
  return [
    ...single('logo', 'logo', logo),
    ...single('favicon', 'favicon', favicon),
    ...single('hero', 'home_page.picture', home?.picture),
    ...single('portrait', 'founder.portrait', founder?.portrait),
    ...books.map(({ from, cover }, position) => ({
      place: 'book' as const,
      position,
      from,
      field: `books.${position}.cover`,
      fileId: cover,
    })),
  ]
}

/** Loads the original of each picture, with the URL of a rendering. */
export async function getFormPictures(db: Executor) {
  const originals = await listSiteOriginals(db)
  const drawn = await listSiteImages(db, ['logo', 'favicon', 'hero', 'portrait', 'book'])
  const files = originals.map(({ place, position, fileId: id, name, bytes, contentType }): FormFile => {
    const shown = drawn.findLast(
      (row) => row.place === place && row.position === position && row.form === getShownForm(place),
    )
    return { id, name, bytes, contentType, shown: shown ? imageAddress(shown.fileId, shown.name) : null }
  })
  const givenFor = (place: PicturePlace['place'], position = 0) =>
    originals.find((row) => row.place === place && row.position === position)?.fileId ?? null
  return { files, givenFor }
}

/** Returns the format for the studio. Icons are PNG, because not all platforms accept other formats. */
const getShownForm = (place: string) => (place === 'favicon' ? 'png' : 'webp')

/** `isSame` is true for an unchanged logo that is only rendered again, for another color behind it. */
type ChangedPicture = PictureField & {
  before: string | undefined
  picture: Drawable | undefined
  drawn: SitePicture[]
  isSame: boolean
}

export type PictureChanges = {
  named: readonly PictureField[]
  changed: readonly ChangedPicture[]
  stored: Map<ProductFile, StoredFile>
  wrong: Record<string, string[]>
}

const FILE_MISSING = 'is missing. Upload it again'

/** Renders and stores changed pictures. This takes seconds, so it runs before anything is locked. */
export async function preparePictureChanges(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  named: readonly PictureField[],
  { member, bar, isBarChanged }: { member: string; bar: string; isBarChanged: boolean },
): Promise<PictureChanges> {
  const originals = await listSiteOriginals(db)
  const result: PictureChanges & { changed: ChangedPicture[] } = { named, changed: [], stored: new Map(), wrong: {} }
  for (const each of named) {
    const { place, from, fileId, field } = each
    const before = originals.find((row) => row.place === place && row.position === from)
    const isSame = (before?.fileId ?? null) === fileId
    if (isSame && !(place === 'logo' && isBarChanged)) continue
    const change = { ...each, before: before?.name, isSame }
    if (fileId === null) {
      result.changed.push({ ...change, picture: undefined, drawn: [] })
      continue
    }
    const given = await loadUploadedPicture({ db, files }, fileId)
    const drawn = 'wrong' in given ? given : await drawSitePicture(each, given.picture, { bar, member })
    if ('wrong' in given || 'wrong' in drawn) {
      const name = 'picture' in given ? given.picture.name : 'This image'
      result.wrong[field] = [`${name} ${'wrong' in drawn ? drawn.wrong : FILE_MISSING}.`]
      continue
    }
    result.stored.set(given.picture, given.content)
    for (const { file } of drawn) if (file !== given.picture) result.stored.set(file, await files.put(file.source))
    result.changed.push({ ...change, picture: given.picture, drawn })
  }
  return result
}

async function loadUploadedPicture(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  id: string,
): Promise<{ picture: Drawable & { source: Uint8Array }; content: StoredFile } | { wrong: string }> {
  const [row] = await listFilesByIds(db, [id])
  if (!row) return { wrong: FILE_MISSING }
  const unsuited = fileUseError(row.contentType, 'picture')
  if (unsuited !== undefined) return { wrong: unsuited }
  const found = await files.read(row.sha256)
  if (!found) return { wrong: FILE_MISSING }
  const { name, contentType, sha256, bytes } = row
  return {
    picture: { name, contentType, seconds: row.seconds ?? undefined, source: await buffer(found.content) },
    content: { sha256, bytes },
  }
}

/** Saves the form's pictures for these places. When a book moves to another position, its picture moves along. */
export async function savePictureChanges(
  saving: SaveContext,
  files: Deps['files'],
  { named, changed, stored, places }: PictureChanges & { places: readonly PicturePlace['place'][] },
): Promise<void> {
  // While the pictures were rendered, their files may have been deleted because they were unused. From here on, none
  // can be deleted.
  for (const { file } of changed.flatMap(({ drawn }) => drawn)) {
    const content = stored.get(file)
    if (content && (await files.size(content.sha256)) !== content.bytes) await files.put(file.source)
  }
  const before = await listSiteImageRows(saving.tx)
  const rows: SiteImageRow[] = before.filter((row) => !places.includes(getPlace(row)))
  for (const each of named) {
    const change = changed.find(({ field }) => field === each.field)
    const drawn = change && (await savePictureFiles(saving, change.drawn))
    rows.push(
      ...(drawn ?? before.filter((row) => matchesRow(each, row)).map((row) => ({ ...row, position: each.position }))),
    )
  }
  await replaceSiteImages(saving.tx, rows)
}

function matchesRow({ place, from }: PictureField, row: SiteImageRow): boolean {
  return getPlace(row) === place && row.position === from
}

/** Returns the place where the operator uploads the picture. Icons are rendered from the logo. */
function getPlace({ place }: SiteImageRow): PicturePlace['place'] {
  return place === 'icon' ? 'logo' : place
}

/**
 * Returns the path of each changed picture in an exported folder, by field. A removed picture has the path undefined.
 * `otherPaths` are used by other pictures.
 */
export function getPicturePaths(
  { changed }: Pick<PictureChanges, 'changed'>,
  otherPaths: readonly string[],
): ReadonlyMap<string, string | undefined> {
  const replaced = changed.filter(({ isSame }) => !isSame)
  const taken = new Set(otherPaths.map((path) => path.toLowerCase()))
  return new Map(
    replaced.map(({ field, picture }) => {
      if (!picture) return [field, undefined]
      const [stem = '', ending = ''] = picture.name.split(/(?=\.[^.]*$)/)
      let path = `site/${picture.name}`
      for (let number = 2; taken.has(path.toLowerCase()); number++) path = `site/${stem}-${number}${ending}`
      taken.add(path.toLowerCase())
      return [field, path]
    }),
  )
}

export function describePictureChanges({ changed }: PictureChanges): Record<string, readonly [string, string]> {
  return Object.fromEntries(
    changed
      .filter(({ isSame }) => !isSame)
      .map(({ field, before, picture }) => [`picture ${field}`, [before ?? 'none', picture?.name ?? 'none']]),
  )
}

/** The widths of previews on screens with two pixels per CSS pixel. */
const PREVIEW_WIDTHS = { portrait: 352, book: 240, hero: 800 }

/** Renders an uploaded picture as pages will show it, as a `data:` URL. Stores nothing. */
export async function previewPicture(
  deps: Pick<Deps, 'db' | 'files'>,
  { place, fileId, member }: { place: PicturePlace['place']; fileId: string; member: string },
): Promise<string> {
  const given = await loadUploadedPicture(deps, fileId)
  if ('wrong' in given) throw fieldErrors({ file: [`This image ${given.wrong}.`] })
  const drawn = await drawPreview(place, given.picture, { bar: getBarColor(await readSite(deps.db)), member })
  if ('wrong' in drawn) throw fieldErrors({ file: [`${given.picture.name} ${drawn.wrong}.`] })
  return `data:image/${getShownForm(place)};base64,${Buffer.from(drawn.source).toString('base64')}`
}

async function drawPreview(
  place: PicturePlace['place'],
  picture: Drawable,
  { bar, member }: { bar: string; member: string },
): Promise<{ source: string | Uint8Array } | { wrong: string }> {
  if (place !== 'logo' && place !== 'favicon')
    return drawPicture(picture, {
      format: 'webp',
      width: PREVIEW_WIDTHS[place],
      called: place,
      member,
      maxPixels: getMaxPixels(place),
    })
  const drawn = await (place === 'logo' ? drawLogo(picture, { bar, member }) : drawFavicon(picture, member))
  if ('wrong' in drawn) return drawn
  const shown = drawn.findLast((image) => image.place === place && image.form === getShownForm(place))
  return shown?.file ?? UNREADABLE_PICTURE
}
