import type { Offer } from 'schema-dts'
import { type Kind, pageOf, sharePictureOf } from '#shared/kinds.ts'
import { publisherData } from '#web/shell/linked-data.ts'
import type { Site } from '#web/shell/site.ts'

// What products tell search engines about themselves, in the words of schema.org.

type Named = { kind: Kind; slug: string }

/** What every product tells of itself. */
export function productData(
  { public_url: origin }: Site,
  { kind, slug, ...told }: Named & { name: string; description: string },
) {
  const url = origin + pageOf(kind, slug)
  return { '@id': url, url, ...told, image: origin + sharePictureOf(kind, slug) }
}

export function offerData(site: Site, { kind, slug, price, currency }: Named & { price: string; currency: string }) {
  return {
    '@type': 'Offer',
    price,
    priceCurrency: currency.toUpperCase(),
    category: Number(price) === 0 ? 'Free' : 'Paid',
    availability: 'https://schema.org/InStock',
    url: site.public_url + pageOf(kind, slug),
    seller: publisherData(site),
  } satisfies Offer
}
