import type { Executor } from '#db/open-database.ts'
import { imageAddress } from '#shared/image-address.ts'
import { listSiteImages } from './site-images.queries.ts'
import { isLettering } from './site.rules.ts'

type Row = Awaited<ReturnType<typeof listSiteImages>>[number]

/**
 * Reads the logo and the icons as pages show them. The icons are the operator's own or made from the logo. If the
 * operator has uploaded neither, the result is empty, and pages show the academy's default logo.
 */
export async function readLogo(db: Executor) {
  const rows = await listSiteImages(db, ['logo', 'icon', 'favicon'])
  const own = rows.filter(({ place }) => place === 'favicon')
  const logo = rows.filter(({ place, form }) => place === 'logo' && form === 'webp').map(toSizedImage)
  return {
    logo: logo[0] ? { images: logo, isLettering: isLettering(logo[0]) } : null,
    icons: (own.length > 0 ? own : rows.filter(({ place }) => place === 'icon')).map(toSizedImage),
    /** Whether platforms may crop the icon to other shapes. */
    canBeCropped: own.length === 0,
  }
}

/** Finds the logo for drawing it into other pictures. */
export async function findDrawnLogo(db: Executor) {
  const rows = await listSiteImages(db, ['logo'])
  const drawn = rows.find(({ form }) => form === 'png')
  return drawn && { sha256: drawn.sha256, width: drawn.width, height: drawn.height, isLettering: isLettering(drawn) }
}

export async function readPortrait(db: Executor) {
  return (await listSiteImages(db, ['portrait'])).flatMap(toPicture)
}

/** Reads the home page's picture. If the result is empty, the page shows a drawing. */
export async function readHeroPicture(db: Executor) {
  return (await listSiteImages(db, ['hero'])).flatMap(toPicture)
}

/** Reads the covers of books, by the book's index in the list. */
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
