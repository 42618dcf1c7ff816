import type { PageAddress } from '#shared/pages.ts'
import type { BreadcrumbList, ItemList, Organization, Thing, WebSite } from 'schema-dts'
import type { Site } from './site.ts'

// A page's structured data for search engines, in the schema.org vocabulary. Each function takes the site first.

/** The type of a page's `data`. */
export type LinkedData = (site: Site) => Thing[]

/** The complete data about the academy, for its home page. */
export function buildAcademyData(site: Site) {
  const { name, description, public_url: origin, email, phone, postal_address: address, social } = site
  return {
    '@type': 'EducationalOrganization',
    '@id': `${origin}/#academy`,
    name,
    description,
    url: `${origin}/`,
    logo: `${origin}${site.icons.at(-1)?.url ?? '/icons/icon-512.png'}`,
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...(address && { address }),
    ...(social.length > 0 && { sameAs: social.map(({ url }) => url) }),
  } satisfies Organization
}

export function buildSiteData({ name, public_url: origin }: Site): WebSite {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#site`,
    name,
    url: `${origin}/`,
    inLanguage: 'en',
    publisher: { '@id': `${origin}/#academy` },
  }
}

/** A short reference to the academy. */
export function buildPublisherData({ name, public_url: origin }: Site): Organization {
  return { '@type': 'EducationalOrganization', '@id': `${origin}/#academy`, name, url: `${origin}/` }
}

/** Breadcrumbs from the home page to this page: `[['Courses', '/Courses/'], …]`. */
export function buildBreadcrumbData(
  { public_url: origin }: Site,
  steps: readonly (readonly [string, PageAddress])[],
): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [['Home', '/'] as const, ...steps].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

export function buildListData(
  site: Site,
  name: string,
  items: readonly { name: string; path: PageAddress }[],
): ItemList {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: items.length,
    itemListElement: items.map((item, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: item.name,
      url: site.public_url + item.path,
    })),
  }
}
