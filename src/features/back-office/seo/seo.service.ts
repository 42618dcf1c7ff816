import { buffer } from 'node:stream/consumers'
import { pageAddress, type PlainAddress } from '#shared/pages.ts'
import { getPublicCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { findDrawnLogo, readLogo, readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { formatLongDate } from '#shared/dates.ts'
import { type Kind, KIND_NAMES, KINDS, getProductPage } from '#shared/kinds.ts'
import type { CertificateImageText, ShareImageText } from './share-image.picture.ts'
import { getShareImage } from './share-images.service.ts'
import { countPublicProducts, findPublishedTitle, lastChanges, listPublicProducts } from './seo.queries.ts'
import { SITEMAP_LIMIT, type SitemapEntry, renderSitemapIndex, renderSitemap } from './sitemap.rules.ts'

type SeoDeps = Pick<Deps, 'db' | 'config'>
type ImageDeps = Pick<Deps, 'db' | 'files'>

/** The sitemap, or where its parts are when one file can't hold all. */
export async function buildSitemap(deps: SeoDeps, limit = SITEMAP_LIMIT): Promise<string> {
  const pages = await listPages(deps)
  const number = await countPublicProducts(deps.db)
  if (pages.length + number <= limit) return renderSitemap([...pages, ...(await listProducts(deps, 0, limit))])
  const parts = Array.from({ length: Math.ceil(number / limit) }, (_, index) => index + 1)
  return renderSitemapIndex(
    ['pages', ...parts].map((part) => ({ address: `${deps.config.publicUrl}/sitemap/${part}.xml` })),
  )
}

/** `pages`, or the number of a part of the products, from 1. */
export async function buildSitemapPart(deps: SeoDeps, part: string, limit = SITEMAP_LIMIT): Promise<string> {
  if (part === 'pages') return renderSitemap(await listPages(deps))
  const entries = /^[1-9]\d{0,5}$/.test(part) ? await listProducts(deps, (Number(part) - 1) * limit, limit) : []
  if (entries.length === 0) throw new AppError('not_found', 'There is no such part of the sitemap.')
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
    ['/Login/'],
    ['/Register/'],
    ['/PrivacyPolicy/'],
    ['/TermsOfService/'],
  ]
  return pages.map(([path, changedAt]) => ({ address: config.publicUrl + path, changedAt }))
}

async function listProducts({ db, config }: SeoDeps, from: number, most: number): Promise<SitemapEntry[]> {
  const products = await listPublicProducts(db, { from, most })
  return products.map(({ kind, slug, updatedAt }) => ({
    address: config.publicUrl + getProductPage(kind, slug),
    changedAt: updatedAt,
  }))
}

/** The picture of a product for those who share it. */
export async function renderProductCard(deps: ImageDeps, kind: Kind, slug: string): Promise<Buffer> {
  const title = await findPublishedTitle(deps.db, kind, slug)
  if (title === undefined) throw new AppError('not_found', 'No such picture.')
  const { name } = await readSite(deps.db)
  return renderWithLogo(deps, { form: 'card', label: `${kind[0]?.toUpperCase()}${kind.slice(1)}`, title, name })
}

/** The picture of a certificate, for those who are sent its link. It names its holder, as the page does; of one that was revoked it says just that. Refuses (`not_found`). */
export async function renderCertificateCard(deps: ImageDeps & Pick<Deps, 'config'>, id: string): Promise<Buffer> {
  const certificate = await getPublicCertificate(deps, id)
  const { language } = await readSite(deps.db)
  const { isRevoked, isNameRemoved, printedName, courseName, completedOn, issuer } = certificate
  const isNamed = !isRevoked && !isNameRemoved
  return renderWithLogo(deps, {
    form: 'certificate',
    label: 'Certificate of completion',
    title: isRevoked ? 'This certificate was revoked' : isNamed ? printedName : courseName,
    course: isNamed || isRevoked ? courseName : '',
    completedOn: isRevoked ? '' : `Completed on ${formatLongDate(completedOn, language)}`,
    host: new URL(deps.config.publicUrl).host,
    name: issuer,
    isValid: !isRevoked,
  })
}

/** The picture of every other page. */
export async function renderAcademyCard(deps: ImageDeps): Promise<Buffer> {
  const { name, tagline } = await readSite(deps.db)
  return renderWithLogo(deps, { form: 'card', label: '', title: tagline || name, name })
}

export async function renderPodcastCover(deps: ImageDeps): Promise<Buffer> {
  const { name } = await readSite(deps.db)
  return renderWithLogo(deps, { form: 'cover', label: 'Podcasts', title: name, name })
}

async function renderWithLogo({ db, files }: ImageDeps, words: ShareImageText | CertificateImageText): Promise<Buffer> {
  const logo = await findDrawnLogo(db)
  if (!logo) return getShareImage(words)
  return getShareImage({ ...words, logo }, async () => {
    const found = await files.read(logo.sha256)
    if (!found) throw new Error(`The logo ${logo.sha256} is missing.`)
    return buffer(found.content)
  })
}

export async function buildWebManifest({ db }: SeoDeps) {
  const { name, description } = await readSite(db)
  const { icons: own } = await readLogo(db)
  const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/icons/${file}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name,
    short_name: name.length <= 12 ? name : 'Academy',
    description,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fbfaf7',
    theme_color: '#12467f',
    categories: ['education', 'medical'],
    icons:
      own.length > 0
        ? // Drawn with room around it, so that any shape may be cut out of it.
          (['any', 'maskable'] as const).flatMap((purpose) =>
            own.map(({ url, width, height }) => ({
              src: url,
              sizes: `${width}x${height}`,
              type: 'image/png',
              purpose,
            })),
          )
        : [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('icon-maskable-512', 512, 'maskable')],
    shortcuts: [
      { name: 'My Academy', url: pageAddress('/MyAcademy/') },
      { name: 'Courses', url: pageAddress('/Courses/') },
    ],
  }
}
