import { type Image, imageAddress, imagesOf, imageUrlOf, mediaAddressFor } from '#features/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { markdownToHtml } from '#platform/markdown.ts'
import { AppError } from '#shared/app-error.ts'
import { cents, decimalOf } from '#shared/money.ts'
import { readPage } from '#shared/paging.ts'
import type { PodcastOnShelf, PodcastToPlay } from './podcasts.contract.ts'
import { findPodcast, findPublishedPodcast, listPublishedPodcasts, type PodcastRow } from './podcasts.queries.ts'
import { isOpen } from './podcasts.rules.ts'

type Shelf = Pick<Deps, 'db'>
type Studio = Pick<Deps, 'db' | 'config' | 'now'>

export async function podcastsOnShelf({ db }: Shelf, memberId: string | undefined): Promise<PodcastOnShelf[]> {
  return withCovers(db, await listPublishedPodcasts(db, memberId))
}

export async function pageOfPodcasts({ db }: Shelf, memberId: string | undefined, number: string) {
  const { rows, ...page } = await readPage(number, (part) => listPublishedPodcasts(db, memberId, part))
  return { items: await withCovers(db, rows), ...page }
}

async function withCovers(db: Shelf['db'], rows: PodcastRow[]): Promise<PodcastOnShelf[]> {
  const covers = await imagesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => onShelf(row, covers.get(row.id)))
}

/** What the list tells of one podcast, to anybody. */
export async function podcastOnShelf({ db }: Shelf, slug: string): Promise<PodcastOnShelf> {
  const podcast = await findPublishedPodcast(db, slug)
  if (!podcast) throw new AppError('not_found', 'No such podcast.')
  return onShelf(podcast, (await imagesOf(db, [podcast.id])).get(podcast.id))
}

/** The podcast as one member has it: what plays is left out until it is free or bought. */
export async function podcastToPlay(deps: Studio, memberId: string, slug: string): Promise<PodcastToPlay> {
  const podcast = await findPodcast(deps.db, memberId, slug)
  if (!podcast) throw new AppError('not_found', 'No such podcast.')
  const { audio, video, captions } = isOpen(podcast) ? podcast : { audio: null, video: null, captions: null }
  const covers = await imagesOf(deps.db, [podcast.id])
  return {
    ...onShelf(podcast, covers.get(podcast.id)),
    podcast_full_description: podcast.fullDescription,
    podcast_full_description_html: markdownToHtml(podcast.fullDescription),
    podcast_media_id: (audio ?? video)?.id ?? null,
    podcast_audio: audio && mediaAddressFor(deps, memberId, audio),
    podcast_video: video && mediaAddressFor(deps, memberId, video),
    podcast_captions: captions && mediaAddressFor(deps, memberId, captions),
    podcast_poster: posterOf(podcast),
  }
}

function onShelf(row: PodcastRow, covers: Image[] | undefined): PodcastOnShelf {
  return {
    id_: row.slug,
    image_url: imageUrlOf(covers) ?? posterOf(row),
    images: covers ?? [],
    podcast_title: row.title,
    podcast_short_description: row.shortDescription,
    is_for_sale: row.isForSale,
    is_purchased: row.isPurchased,
    price: decimalOf(cents(row.priceCents)),
    currency: row.currency,
    launch_date: row.launchDate,
  }
}

function posterOf({ poster }: Pick<PodcastRow, 'poster'>): string | null {
  return poster && imageAddress(poster.id, poster.name)
}
