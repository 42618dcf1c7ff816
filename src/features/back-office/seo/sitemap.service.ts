import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { getProductPage, KIND_NAMES, KINDS } from '#shared/kinds.ts'
import type { PlainAddress } from '#shared/pages.ts'
import { countPublicProducts, lastChanges, listPublicProducts } from './seo.queries.ts'
import { renderSitemap, renderSitemapIndex, SITEMAP_LIMIT, type SitemapEntry } from './sitemap.rules.ts'

type SeoDeps = Pick<Deps, 'db' | 'config'>

/** The sitemap, or an index of its parts if one file can't contain everything. */
export async function buildSitemap(deps: SeoDeps, limit = SITEMAP_LIMIT): Promise<string> {
  const pages = await listPages(deps)
  const number = await countPublicProducts(deps.db)
  if (pages.length + number <= limit) return renderSitemap([...pages, ...(await listProducts(deps, 0, limit))])
  const parts = Array.from({ length: Math.ceil(number / limit) }, (_, index) => index + 1)
  return renderSitemapIndex(
    ['pages', ...parts].map((part) => ({ address: `${deps.config.publicUrl}/sitemap/${part}.xml` })),
  )
}

/** `part` is 'pages', or the number of a part with products, starting at 1. */
export async function buildSitemapPart(deps: SeoDeps, part: string, limit = SITEMAP_LIMIT): Promise<string> {
  if (part === 'pages') return renderSitemap(await listPages(deps))
  const entries = /^[1-9]\d{0,5}$/.test(part) ? await listProducts(deps, (Number(part) - 1) * limit, limit) : []
  if (entries.length === 0) throw new AppError('not_found', 'Sitemap part not found.')
  return renderSitemap(entries)
}

type ChangedPage = [path: PlainAddress, changedAt?: Date | undefined]

async function listPages({ db, config }: SeoDeps): Promise<SitemapEntry[]> {
  const changes = await lastChanges(db)
  const pages: ChangedPage[] = [
    ['/', changes.get('course')],
    ...KIND_NAMES.map((kind): ChangedPage => [KINDS[kind].shelf.address, changes.get(kind)]).toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    ),
    ['/Books/'],
    ['/About/'],
    ['/Certificate/'],
    ['/Login/'],
    ['/Register/'],
    ['/PrivacyPolicy/'],
    ['/TermsOfService/'],
  ]
  return pages.map(([path, changedAt]) => ({ address: config.publicUrl + path, changedAt }))
}

async function listProducts({ db, config }: SeoDeps, from: number, maxCount: number): Promise<SitemapEntry[]> {
  const products = await listPublicProducts(db, { from, maxCount })
  return products.map(({ kind, slug, updatedAt }) => ({
    address: config.publicUrl + getProductPage(kind, slug),
    changedAt: updatedAt,
  }))
}
