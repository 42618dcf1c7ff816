import { imageAddress } from '#shared/image-address.ts'
import { contentDisposition } from '#shared/file-name.ts'

/** A cover in one format and width; `url` is a path on the API host. */
export type Image = { format: 'avif' | 'webp'; width: number; url: string }

/** A cover as it is stored. */
export type Cover = Omit<Image, 'url'> & { fileId: string; name: string }

export function toImages(covers: readonly Cover[]): Image[] {
  return covers.map(({ format, width, fileId, name }) => ({ format, width, url: imageAddress(fileId, name) }))
}

/** What is known of a stored file. */
export type MediaFile = {
  id: string
  sha256: string
  name: string
  contentType: string
  isPublic: boolean
  /** Length of a video or sound; null where nobody has measured it. */
  seconds: number | null
}

/** The image for those who take only one: WebP, 800 pixels wide, or the widest that is narrower. */
export function getImageUrl(images: Image[] | undefined): string | null {
  const webp = (images ?? []).filter(({ format }) => format === 'webp').toSorted((a, b) => a.width - b.width)
  return (webp.findLast(({ width }) => width <= 800) ?? webp[0])?.url ?? null
}

/** The public address of a free podcast's sound, video or captions: the same for everybody, and for good. */
export function getFeedFileAddress(slug: string, name: string): string {
  return `/feed/episodes/${slug}/${encodeURIComponent(name)}`
}

const INLINE_TYPES = /^(?:video\/|audio\/|text\/vtt$|application\/pdf$|image\/(?:png|jpeg|webp|avif)$)/

export function getContentDisposition({ name, contentType }: { name: string; contentType: string }): string {
  return contentDisposition(INLINE_TYPES.test(contentType) ? 'inline' : 'attachment', name)
}

/**
 * Whether a browser is sent on to the object storage for it. The captions of a video must come from the page's own
 * address, and are small; pictures are public, and keep an address that browsers and proxies remember for a year.
 */
export function isFetchedFromStorage({ contentType, isPublic }: Pick<MediaFile, 'contentType' | 'isPublic'>): boolean {
  return !isPublic && contentType !== 'text/vtt'
}

/** What is rendered runs nothing. A PDF is not sandboxed: not every browser's viewer opens in a sandbox (Chromium's does). */
export function getContentSecurityPolicy(contentType: string): string {
  return contentType === 'application/pdf'
    ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    : "sandbox; default-src 'none'; frame-ancestors 'none'"
}
