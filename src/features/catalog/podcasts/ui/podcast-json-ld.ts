import type { PodcastEpisode, PodcastSeries } from 'schema-dts'
import { buildOfferJsonLd, buildProductJsonLd } from '#features/foundation/products/ui/product-json-ld.ts'
import { KINDS } from '#shared/kinds.ts'
import { buildPublisherData } from '#web/shell/linked-data.ts'
import type { Site } from '#web/shell/site.ts'
import type { PodcastSummary } from '../podcasts.contract.ts'

export function buildSeriesJsonLd(site: Site, podcasts: readonly PodcastSummary[]): PodcastSeries {
  const page = seriesPage(site)
  return {
    '@type': 'PodcastSeries',
    '@id': `${page}#series`,
    name: `${site.name} Podcasts`,
    description: site.description,
    url: page,
    image: `${site.public_url}/share/podcasts.png`,
    webFeed: `${site.public_url}/feed/podcasts.xml`,
    inLanguage: 'en',
    publisher: buildPublisherData(site),
    hasPart: podcasts.map((podcast) => buildEpisodeJsonLd(site, podcast)),
  }
}

export function buildEpisodeJsonLd(site: Site, podcast: PodcastSummary): PodcastEpisode {
  const named = { kind: 'podcast', slug: podcast.id_ } as const
  return {
    '@type': 'PodcastEpisode',
    ...buildProductJsonLd(site, {
      ...named,
      name: podcast.podcast_title,
      description: podcast.podcast_short_description,
    }),
    datePublished: podcast.launch_date,
    inLanguage: 'en',
    partOfSeries: { '@id': `${seriesPage(site)}#series` },
    isAccessibleForFree: !podcast.is_for_sale,
    ...(podcast.is_for_sale && {
      offers: buildOfferJsonLd(site, { ...named, price: podcast.price, currency: podcast.currency }),
    }),
  }
}

function seriesPage({ public_url: origin }: Site): string {
  return origin + KINDS.podcast.shelf.address
}
