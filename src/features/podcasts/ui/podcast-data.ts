import type { PodcastEpisode, PodcastSeries } from 'schema-dts'
import { offerData, productData, publisherData } from '#web/shell/linked-data.ts'
import type { Site } from '#web/shell/site.ts'
import type { PodcastOnShelf } from '../podcasts.contract.ts'

/** The podcasts in the words of schema.org. */
export function seriesData(site: Site, podcasts: readonly PodcastOnShelf[]): PodcastSeries {
  return {
    '@type': 'PodcastSeries',
    '@id': `${site.public_url}/Podcasts/#series`,
    name: `${site.name} Podcasts`,
    description: site.description,
    url: `${site.public_url}/Podcasts/`,
    image: `${site.public_url}/share/podcasts.png`,
    webFeed: `${site.public_url}/feed/podcasts.xml`,
    inLanguage: 'en',
    publisher: publisherData(site),
    hasPart: podcasts.map((podcast) => episodeData(site, podcast)),
  }
}

export function episodeData(site: Site, podcast: PodcastOnShelf): PodcastEpisode {
  const path = `/Podcast/${podcast.id_}`
  return {
    '@type': 'PodcastEpisode',
    ...productData(site, { path, name: podcast.podcast_title, description: podcast.podcast_short_description }),
    datePublished: podcast.launch_date,
    inLanguage: 'en',
    partOfSeries: { '@id': `${site.public_url}/Podcasts/#series` },
    isAccessibleForFree: !podcast.is_for_sale,
    ...(podcast.is_for_sale && {
      offers: offerData(site, { price: podcast.price, currency: podcast.currency, path }),
    }),
  }
}
