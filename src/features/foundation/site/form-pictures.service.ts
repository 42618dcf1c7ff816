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
  type PicturePlace,
  savePictureFiles,
  type SitePicture,
} from './site-picture-rendering.service.ts'
import { drawLogo } from './logo.service.ts'
import {
  listFilesByIds,
  listSiteImages,
  replaceSiteImages,
  type SiteImageRow,
  listSiteImageRows,
  listSiteOriginals,
} from './site-images.queries.ts'

/** A picture field of a form: its current file, and the index of the stored book that the picture comes from. */
export type PictureField = PicturePlace & { field: string; fileId: string | null; from: number | null }

/** A picture in a form, with the URL where it is shown; null if it is not rendered yet. */
export type FormFile = {
  id: string
  name: string
  bytes: number
  contentType: string
  shown: string | null
}

/** The original of each picture with its renderings. */
export async function getFormPictures(db: Executor) {
  const originals = await listSiteOriginals(db)
  const drawn = await listSiteImages(db, ['logo', 'portrait', 'book'])
  const files = originals.map(({ place, position, fileId: id, name, bytes, contentType }): FormFile => {
    const shown = drawn.findLast((row) => row.place === place && row.position === position && row.form === 'webp')
    return { id, name, bytes, contentType, shown: shown ? imageAddress(shown.fileId, shown.name) : null }
  })
  const givenFor = (place: PicturePlace['place'], position = 0) =>
    originals.find((row) => row.place === place && row.position === position)?.fileId ?? null
  return { files, givenFor }
}

type ChangedPicture = PictureField & { before: string | undefined; picture: Drawable | undefined; drawn: SitePicture[] }

export type PictureChanges = {
  named: readonly PictureField[]
  changed: readonly ChangedPicture[]
  stored: Map<ProductFile, StoredFile>
  wrong: Record<string, string[]>
}

const FILE_MISSING = 'is missing. Upload it again'

/** Renders and stores changed pictures. This takes seconds, so it runs without locks. */
export async function preparePictureChanges(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  named: readonly PictureField[],
  member: string,
): Promise<PictureChanges> {
  const originals = await listSiteOriginals(db)
  const result: PictureChanges & { changed: ChangedPicture[] } = { named, changed: [], stored: new Map(), wrong: {} }
  for (const each of named) {
    const { place, from, fileId, field } = each
    const before = originals.find((row) => row.place === place && row.position === from)
    if ((before?.fileId ?? null) === fileId) continue
    const change = { ...each, before: before?.name }
    if (fileId === null) {
      result.changed.push({ ...change, picture: undefined, drawn: [] })
      continue
    }
    const given = await loadUploadedPicture({ db, files }, fileId)
    const drawn = 'wrong' in given ? given : await drawSitePicture(each, given.picture, member)
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

/** Saves the form's pictures; the pictures of existing books move with the books. */
export async function savePictureChanges(
  saving: SaveContext,
  files: Deps['files'],
  { named, changed, stored }: PictureChanges,
): Promise<void> {
  // Unused files may have been deleted during rendering; from here on, none can be deleted.
  for (const { file } of changed.flatMap(({ drawn }) => drawn)) {
    const content = stored.get(file)
    if (content && (await files.size(content.sha256)) !== content.bytes) await files.put(file.source)
  }
  const before = await listSiteImageRows(saving.tx)
  const rows: SiteImageRow[] = []
  for (const each of named) {
    const change = changed.find(({ field }) => field === each.field)
    const drawn = change && (await savePictureFiles(saving, change.drawn))
    rows.push(
      ...(drawn ?? before.filter((row) => matchesRow(each, row)).map((row) => ({ ...row, position: each.position }))),
    )
  }
  await replaceSiteImages(saving.tx, rows)
}

/** Icons are rendered from the logo. */
function matchesRow({ place, from }: PictureField, row: SiteImageRow): boolean {
  return (row.place === 'icon' ? 'logo' : row.place) === place && row.position === from
}

/**
 * The path of each picture in an exported folder, by field; undefined if it was removed. `otherPaths` are the paths
 * that don't change.
 */
export function getPicturePaths(
  { changed }: Pick<PictureChanges, 'changed'>,
  otherPaths: readonly string[],
): ReadonlyMap<string, string | undefined> {
  const taken = new Set(otherPaths.map((path) => path.toLowerCase()))
  return new Map(
    changed.map(({ field, picture }) => {
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
    changed.map(({ field, before, picture }) => [`picture ${field}`, [before ?? 'none', picture?.name ?? 'none']]),
  )
}

/** Preview widths for double-density screens. */
const PREVIEW_WIDTHS = { portrait: 352, book: 240 }

/** An uploaded picture as pages will show it, as a `data:` URL. Stores nothing. */
export async function previewPicture(
  deps: Pick<Deps, 'db' | 'files'>,
  { place, fileId, member }: { place: PicturePlace['place']; fileId: string; member: string },
): Promise<string> {
  const given = await loadUploadedPicture(deps, fileId)
  if ('wrong' in given) throw fieldErrors({ file: [`This image ${given.wrong}.`] })
  const drawn = await drawPreview(place, given.picture, member)
  if ('wrong' in drawn) throw fieldErrors({ file: [`${given.picture.name} ${drawn.wrong}.`] })
  return `data:image/webp;base64,${Buffer.from(drawn.source).toString('base64')}`
}

async function drawPreview(
  place: PicturePlace['place'],
  picture: Drawable,
  member: string,
): Promise<{ source: string | Uint8Array } | { wrong: string }> {
  if (place !== 'logo')
    return drawPicture(picture, { format: 'webp', width: PREVIEW_WIDTHS[place], called: place, member })
  const drawn = await drawLogo(picture, member)
  if ('wrong' in drawn) return drawn
  return drawn.findLast((image) => image.place === 'logo' && image.form === 'webp')?.file ?? UNREADABLE_PICTURE
}
