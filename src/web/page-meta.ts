import type { MetaDescriptor } from 'react-router'
import type { Site } from './site.ts'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

type PageMeta = {
  /** Without the academy's name, which is added; left out, the name alone. */
  title?: string
  description?: string
  /** The page's one address, spelled as in the specification. */
  path?: string
  /** A picture of the page for those who share it. */
  image?: string | undefined
  /** Nothing for search engines: behind login, or good once. */
  isPersonal?: boolean
}

/** For a page's `meta`: `meta = ({ matches }) => pageMeta(matches, { title: 'Courses', … })`. */
export function pageMeta(
  matches: Matches,
  { title, description, path, image, isPersonal = false }: PageMeta,
): MetaDescriptor[] {
  const site = matches.find((match) => match?.id === 'root')?.loaderData as Site | undefined
  const name = site?.name ?? 'Legal Nurse Academy'
  const text = description ?? site?.description
  const origin = site?.public_url ?? ''
  const fullTitle = title === undefined ? name : `${title} · ${name}`
  return [
    { title: fullTitle },
    ...(text
      ? [
          { name: 'description', content: text },
          { property: 'og:description', content: text },
        ]
      : []),
    { property: 'og:title', content: title ?? name },
    { property: 'og:site_name', content: name },
    { property: 'og:type', content: 'website' },
    ...(path
      ? [
          { tagName: 'link' as const, rel: 'canonical', href: origin + path },
          { property: 'og:url', content: origin + path },
        ]
      : []),
    ...(image
      ? [
          { property: 'og:image', content: new URL(image, origin || 'http://localhost').href },
          { name: 'twitter:card', content: 'summary_large_image' },
        ]
      : []),
    ...(isPersonal ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
