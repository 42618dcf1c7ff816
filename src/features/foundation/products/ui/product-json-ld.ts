import type { Offer } from 'schema-dts'
import { type Kind, getProductPage, getShareImage } from '#shared/kinds.ts'
import { buildPublisherData } from '#web/shell/linked-data.ts'
import type { Site } from '#web/shell/site.ts'

// This file describes products in schema.org's vocabulary, for search engines.

type ProductRef = { kind: Kind; slug: string }

export function buildProductJsonLd(
  { public_url: origin }: Site,
  { kind, slug, ...details }: ProductRef & { name: string; description: string },
) {
  const url = origin + getProductPage(kind, slug)
  return { '@id': url, url, ...details, image: origin + getShareImage(kind, slug) }
}

export function buildOfferJsonLd(
  site: Site,
  { kind, slug, price, currency }: ProductRef & { price: string; currency: string },
) {
  return {
    '@type': 'Offer',
    price,
    priceCurrency: currency.toUpperCase(),
    category: Number(price) === 0 ? 'Free' : 'Paid',
    availability: 'https://schema.org/InStock',
    url: site.public_url + getProductPage(kind, slug),
    seller: buildPublisherData(site),
  } satisfies Offer
}
