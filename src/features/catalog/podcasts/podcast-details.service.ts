import { getImageUrl } from '#features/foundation/media/media.public.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import type { PodcastDetail, PodcastSummary, PodcastWithRecording } from './podcasts.contract.ts'
import type { getPodcastDetail, getPodcastSummary, listAllPodcasts } from './podcasts.service.ts'

type Without<Record> = Omit<Record, 'id' | 'audio' | 'video' | 'captions' | 'isLaunched'>
type SummaryRecord = Without<Awaited<ReturnType<typeof getPodcastSummary>>>
type ListedPodcast = Without<Awaited<ReturnType<typeof listAllPodcasts>>[number]>
export type PodcastRecord = Without<Awaited<ReturnType<typeof getPodcastDetail>>>

export function toPodcastDetail(podcast: PodcastRecord, html: string): PodcastDetail {
  return {
    ...toPodcastWithRecording(podcast),
    podcast_full_description_html: html,
    podcast_media_id: podcast.mediaId,
    podcast_captions: podcast.captionsAddress,
    podcast_poster: podcast.posterAddress,
    is_disputed: podcast.isDisputed,
  }
}

export function toPodcastWithRecording(podcast: ListedPodcast): PodcastWithRecording {
  return {
    ...toPodcastSummary(podcast),
    podcast_full_description: podcast.fullDescription,
    podcast_audio: podcast.audioAddress,
    podcast_video: podcast.videoAddress,
  }
}

export function toPodcastSummary(podcast: SummaryRecord): PodcastSummary {
  return {
    id_: podcast.slug,
    image_url: getImageUrl(podcast.images) ?? podcast.posterAddress,
    images: podcast.images,
    podcast_title: podcast.title,
    podcast_short_description: podcast.shortDescription,
    is_for_sale: podcast.isForSale,
    is_purchased: podcast.isPurchased,
    price: formatDecimal(cents(podcast.priceCents)),
    currency: podcast.currency,
    launch_date: podcast.launchDate,
  }
}
