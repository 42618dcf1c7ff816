import type { PageAddress } from '#shared/pages.ts'
import type { MetaDescriptor } from 'react-router'
import { type Kind, getShareImage } from '#shared/kinds.ts'
import type { LinkedData } from './linked-data.ts'
import type { Site } from './site.ts'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

type PageMeta = {
  /** Without the academy's name, which is appended. The default is the academy's name and tagline. */
  title?: string
  description?: string
  /** The page's canonical path, spelled as in the specification. */
  path?: PageAddress
  /** The product whose image appears in shared links. The default is the academy's image. */
  card?: { kind: Kind; slug: string; title: string }
  /** The page's own image and alternative text. */
  picture?: { path: string; alt: string }
  /** Structured data for search engines. */
  data?: LinkedData
  /** Links the podcast feed, so that podcast players find it. */
  hasFeed?: boolean
  /** Not indexed, because it requires login or is a single-use link. */
  isPersonal?: boolean
}

/** For a page's `meta`: `meta = ({ matches }) => pageMeta(matches, { title: 'Courses', … })`. */
export function pageMeta(matches: Matches, page: PageMeta): MetaDescriptor[] {
  const { title, path, card, picture, data, hasFeed = false, isPersonal = false } = page
  const site = matches.find((match) => match?.id === 'root')?.loaderData as Site | undefined
  const name = site?.name ?? 'Legal Nurse Academy'
  const description = page.description || site?.description
  const origin = site?.public_url ?? ''
  const image = origin + (picture ? picture.path : card ? getShareImage(card.kind, card.slug) : '/share/academy.png')
  return [
    { title: title === undefined ? buildTitle(name, site?.tagline) : buildTitle(title, name) },
    ...(description
      ? [
          { name: 'description', content: description },
          { property: 'og:description', content: description },
        ]
      : []),
    { property: 'og:title', content: title ?? name },
    { property: 'og:site_name', content: name },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'en_US' },
    ...(path
      ? [
          { tagName: 'link' as const, rel: 'canonical', href: origin + path },
          { property: 'og:url', content: origin + path },
        ]
      : []),
    { property: 'og:image', content: image },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: picture?.alt ?? (card ? `${card.title}, at ${name}` : name) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(hasFeed
      ? [
          {
            tagName: 'link' as const,
            rel: 'alternate',
            type: 'application/rss+xml',
            title: `${name} Podcasts`,
            href: `${origin}/feed/podcasts.xml`,
          },
        ]
      : []),
    ...(isPersonal ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(data && site ? [{ 'script:ld+json': { '@context': 'https://schema.org', '@graph': data(site) } }] : []),
  ]
}

/** Search engines and tabs truncate longer ones. */
const MAX_TITLE_LENGTH = 70

function buildTitle(title: string, more: string | undefined): string {
  const whole = more ? `${title} · ${more}` : title
  return whole.length > MAX_TITLE_LENGTH ? title : whole
}
