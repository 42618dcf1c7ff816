import type { PodcastEpisode, PodcastSeries } from 'schema-dts'
import { offerData, productData } from '#features/foundation/products/ui/product-data.ts'
import { KINDS } from '#shared/kinds.ts'
import { publisherData } from '#web/shell/linked-data.ts'
import type { Site } from '#web/shell/site.ts'
import type { PodcastOnShelf } from '../podcasts.contract.ts'

/** The podcasts in the words of schema.org. */
export function seriesData(site: Site, podcasts: readonly PodcastOnShelf[]): PodcastSeries {
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
    publisher: publisherData(site),
    hasPart: podcasts.map((podcast) => episodeData(site, podcast)),
  }
}

export function episodeData(site: Site, podcast: PodcastOnShelf): PodcastEpisode {
  const named = { kind: 'podcast', slug: podcast.id_ } as const
  return {
    '@type': 'PodcastEpisode',
    ...productData(site, { ...named, name: podcast.podcast_title, description: podcast.podcast_short_description }),
    datePublished: podcast.launch_date,
    inLanguage: 'en',
    partOfSeries: { '@id': `${seriesPage(site)}#series` },
    isAccessibleForFree: !podcast.is_for_sale,
    ...(podcast.is_for_sale && {
      offers: offerData(site, { ...named, price: podcast.price, currency: podcast.currency }),
    }),
  }
}

function seriesPage({ public_url: origin }: Site): string {
  return origin + KINDS.podcast.shelf.address
}
