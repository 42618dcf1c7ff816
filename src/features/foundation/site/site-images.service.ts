import type { Executor } from '#db/open-database.ts'
import { imageAddress } from '#shared/image-address.ts'
import { listSiteImages } from './site-images.queries.ts'
import { isLettering } from './site.rules.ts'

type Row = Awaited<ReturnType<typeof listSiteImages>>[number]

/**
 * Logo and icons as pages show them: the operator's own icon, or one from the logo. Empty if the operator has neither;
 * then the academy's default logo is used.
 */
export async function readLogo(db: Executor) {
  const rows = await listSiteImages(db, ['logo', 'icon', 'favicon'])
  const own = rows.filter(({ place }) => place === 'favicon')
  const logo = rows.filter(({ place, form }) => place === 'logo' && form === 'webp').map(toSizedImage)
  return {
    logo: logo[0] ? { images: logo, isLettering: isLettering(logo[0]) } : null,
    icons: (own.length > 0 ? own : rows.filter(({ place }) => place === 'icon')).map(toSizedImage),
    /** Platforms may crop the icon to different shapes. */
    canBeCropped: own.length === 0,
  }
}

/** The logo for compositing. */
export async function findDrawnLogo(db: Executor) {
  const rows = await listSiteImages(db, ['logo'])
  const drawn = rows.find(({ form }) => form === 'png')
  return drawn && { sha256: drawn.sha256, width: drawn.width, height: drawn.height, isLettering: isLettering(drawn) }
}

export async function readPortrait(db: Executor) {
  return (await listSiteImages(db, ['portrait'])).flatMap(toPicture)
}

/** The home page's picture; empty if the drawing is shown. */
export async function readHeroPicture(db: Executor) {
  return (await listSiteImages(db, ['hero'])).flatMap(toPicture)
}

/** Book covers, by position in the list. */
export async function readBookCovers(db: Executor) {
  const rows = Map.groupBy(await listSiteImages(db, ['book']), ({ position }) => position)
  return new Map([...rows].map(([position, images]) => [position, images.flatMap(toPicture)]))
}

function toSizedImage({ width, height, fileId, name }: Row) {
  return { width, height, url: imageAddress(fileId, name) }
}

function toPicture({ form, ...row }: Row) {
  return form === 'avif' || form === 'webp' ? [{ format: form, ...toSizedImage({ form, ...row }) }] : []
}
