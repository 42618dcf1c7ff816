import { buffer } from 'node:stream/consumers'
import { pageAddress } from '#shared/pages.ts'
import { getPublicCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { findDrawnLogo, getBarColor, readLogo, readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { formatCertificateTitle } from '#shared/certificate-claim.ts'
import { formatDate } from '#shared/dates.ts'
import type { Kind } from '#shared/kinds.ts'
import type { CertificateImageText, ShareImageText } from './share-image.picture.ts'
import { getShareImage } from './share-images.service.ts'
import { findPublishedTitle } from './seo.queries.ts'

type ImageDeps = Pick<Deps, 'db' | 'files'>

export async function renderProductCard(deps: ImageDeps, kind: Kind, slug: string): Promise<Buffer> {
  const title = await findPublishedTitle(deps.db, kind, slug)
  if (title === undefined) throw new AppError('not_found', 'Image not found.')
  const { name } = await readSite(deps.db)
  return renderWithLogo(deps, { form: 'card', label: `${kind[0]?.toUpperCase()}${kind.slice(1)}`, title, name })
}

/**
 * A certificate's share image. It names the holder, like the page; for a revoked certificate, it says only that it was
 * revoked. Throws `not_found`.
 */
export async function renderCertificateCard(deps: ImageDeps & Pick<Deps, 'config'>, id: string): Promise<Buffer> {
  const certificate = await getPublicCertificate(deps, id)
  const { language } = await readSite(deps.db)
  const { isRevoked, isNameRemoved, printedName, courseName, claim, completedOn, issuer } = certificate
  const isNamed = !isRevoked && !isNameRemoved
  return renderWithLogo(deps, {
    form: 'certificate',
    label: formatCertificateTitle(claim),
    title: isRevoked ? 'This certificate was revoked' : isNamed ? printedName : courseName,
    course: isNamed || isRevoked ? courseName : '',
    completedOn: isRevoked
      ? ''
      : `${claim === 'completed' ? 'Completed' : 'Passed'} on ${formatDate(completedOn, language)}`,
    host: new URL(deps.config.publicUrl).host,
    name: issuer,
    isValid: !isRevoked,
  })
}

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

export async function buildWebManifest({ db }: Pick<Deps, 'db'>) {
  const { name, description, colors } = await readSite(db)
  const { icons: own, canBeCropped } = await readLogo(db)
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
    theme_color: getBarColor({ colors }),
    categories: ['education', 'medical'],
    icons:
      own.length > 0
        ? // Rendered with padding, because platforms crop icons to different shapes.
          (['any', ...(canBeCropped ? (['maskable'] as const) : [])] as const).flatMap((purpose) =>
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
