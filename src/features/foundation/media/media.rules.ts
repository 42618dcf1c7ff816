import { imageAddress } from '#shared/image-address.ts'
import { contentDisposition } from '#shared/file-name.ts'

/** A cover in one format and width; `url` is a path on the API host. */
export type Image = { format: 'avif' | 'webp'; width: number; url: string }

export type Cover = Omit<Image, 'url'> & { fileId: string; name: string }

export function toImages(covers: readonly Cover[]): Image[] {
  return covers.map(({ format, width, fileId, name }) => ({ format, width, url: imageAddress(fileId, name) }))
}

export type MediaFile = {
  id: string
  sha256: string
  name: string
  contentType: string
  isPublic: boolean
  seconds: number | null
}

/** Returns the image URL for fields that accept only one: the widest WebP image with at most 800 pixels. */
export function getImageUrl(images: Image[] | undefined): string | null {
  const webp = (images ?? []).filter(({ format }) => format === 'webp').toSorted((a, b) => a.width - b.width)
  return (webp.findLast(({ width }) => width <= 800) ?? webp[0])?.url ?? null
}

/** Returns the public, permanent URL of a free podcast's audio, video, or captions. */
export function getFeedFileAddress(slug: string, name: string): string {
  return `/feed/episodes/${slug}/${encodeURIComponent(name)}`
}

const INLINE_TYPES = /^(?:video\/|audio\/|text\/vtt$|application\/pdf$|image\/(?:png|jpeg|webp|avif)$)/

export function getContentDisposition({ name, contentType }: { name: string; contentType: string }): string {
  return contentDisposition(INLINE_TYPES.test(contentType) ? 'inline' : 'attachment', name)
}

/**
 * Whether browsers are redirected to object storage for this file. They are not for captions, which are small and must
 * come from the page's own origin, or for public pictures, whose URL browsers and proxies cache for a year.
 */
export function isFetchedFromStorage({ contentType, isPublic }: Pick<MediaFile, 'contentType' | 'isPublic'>): boolean {
  return !isPublic && contentType !== 'text/vtt'
}

/**
 * Returns a policy that keeps content from running scripts. A PDF is not sandboxed, because some viewers, such as
 * Chromium's, don't open in a sandbox.
 */
export function getContentSecurityPolicy(contentType: string): string {
  return contentType === 'application/pdf'
    ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    : "sandbox; default-src 'none'; frame-ancestors 'none'"
}
