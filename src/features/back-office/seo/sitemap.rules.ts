import { OWNED_PAGES } from '#shared/kinds.ts'
import type { AddressBefore, PlainAddress } from '#shared/pages.ts'
import { escapeXml } from '#shared/xml.ts'

/** The protocol's maximum per sitemap. */
export const SITEMAP_LIMIT = 50_000

export type SitemapEntry = { address: string; changedAt?: Date | undefined }

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export function renderSitemap(entries: readonly SitemapEntry[]): string {
  return renderXmlDocument('urlset', 'url', entries)
}

/** An index of the parts, used instead of a sitemap that would be too long. */
export function renderSitemapIndex(entries: readonly SitemapEntry[]): string {
  return renderXmlDocument('sitemapindex', 'sitemap', entries)
}

function renderXmlDocument(root: string, element: string, entries: readonly SitemapEntry[]): string {
  const lines = entries.map(({ address, changedAt }) => {
    const lastChange = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<${element}><loc>${escapeXml(address)}</loc>${lastChange}</${element}>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${lines.join('')}</${root}>\n`
}

/**
 * Paths that crawlers should not fetch. Excludes shareable pages with their own `noindex` (certificates, podcasts): a
 * crawler that can't fetch such a page would never see its `noindex` or its link preview.
 */
const DISALLOWED_PATHS = [
  '/Academy/',
  '/media/',
  '/Account' satisfies PlainAddress,
  ...OWNED_PAGES.map(({ address }) => address.slice(0, -1)),
  ...([
    '/Examination/',
    '/VerifyEmail/',
    '/ResetPassword/',
    '/ConfirmEmail/',
    '/EndSession/',
    '/KeepEmail/',
    '/Leave/',
  ] satisfies AddressBefore<'id' | 'token'>[]),
]

export function renderRobotsTxt(publicUrl: string): string {
  const closed = DISALLOWED_PATHS.map((path) => `Disallow: ${path}\n`).join('')
  return `User-agent: *\n${closed}Allow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}
