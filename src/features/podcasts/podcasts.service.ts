import { imageAddress, imagesOf, imageUrlOf, mediaAddressFor, type Viewer } from '#features/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { markdownToHtml } from '#platform/markdown.ts'
import { AppError } from '#shared/app-error.ts'
import { cents, decimalOf } from '#shared/money.ts'
import { readPage } from '#shared/paging.ts'
import type { PodcastInFull, PodcastOnShelf, PodcastToPlay } from './podcasts.contract.ts'
import { findPodcast, findPublishedPodcast, listPublishedPodcasts, type PodcastRow } from './podcasts.queries.ts'
import { isOpen } from './podcasts.rules.ts'

type PodcastDeps = Pick<Deps, 'db' | 'config' | 'now'>

export async function allPodcasts(deps: PodcastDeps, member: Viewer | undefined): Promise<PodcastInFull[]> {
  const rows = await listPublishedPodcasts(deps.db, member?.id)
  const covers = await imagesOf(deps.db, rows)
  return rows.map((row) => inFull(deps, member, row, covers))
}

export async function pageOfPodcasts({ db }: Pick<Deps, 'db'>, memberId: string | undefined, number: string) {
  const { rows, ...page } = await readPage(number, (part) => listPublishedPodcasts(db, memberId, part))
  const covers = await imagesOf(db, rows)
  return { items: rows.map((row) => onShelf(row, covers)), ...page }
}

/** What the list tells of one podcast, to anybody. */
export async function podcastOnShelf({ db }: Pick<Deps, 'db'>, slug: string): Promise<PodcastOnShelf> {
  const podcast = await findPublishedPodcast(db, slug)
  if (!podcast) throw new AppError('not_found', 'No such podcast.')
  return onShelf(podcast, await imagesOf(db, [podcast]))
}

/** The podcast as one member has it: what plays is left out until it is free or bought. */
export async function podcastToPlay(deps: PodcastDeps, member: Viewer, slug: string): Promise<PodcastToPlay> {
  const podcast = await findPodcast(deps.db, member.id, slug)
  if (!podcast) throw new AppError('not_found', 'No such podcast.')
  const { audio, video, captions } = mediaFor(member, podcast)
  return {
    ...inFull(deps, member, podcast, await imagesOf(deps.db, [podcast])),
    podcast_full_description_html: markdownToHtml(podcast.fullDescription),
    podcast_media_id: (audio ?? video)?.id ?? null,
    podcast_captions: captions && mediaAddressFor(deps, member, captions),
    podcast_poster: posterOf(podcast),
    is_disputed: podcast.isDisputed,
  }
}

type Covers = Awaited<ReturnType<typeof imagesOf>>

const NOTHING_TO_PLAY = { audio: null, video: null, captions: null }

function mediaFor(member: Viewer | undefined, row: PodcastRow): Pick<PodcastRow, 'audio' | 'video' | 'captions'> {
  return member !== undefined && isOpen(row) ? row : NOTHING_TO_PLAY
}

function inFull(deps: PodcastDeps, member: Viewer | undefined, row: PodcastRow, covers: Covers): PodcastInFull {
  const { audio, video } = mediaFor(member, row)
  const addressOf = (file: PodcastRow['audio']) =>
    file && member !== undefined ? mediaAddressFor(deps, member, file) : null
  return {
    ...onShelf(row, covers),
    podcast_full_description: row.fullDescription,
    podcast_audio: addressOf(audio),
    podcast_video: addressOf(video),
  }
}

function onShelf(row: PodcastRow, covers: Covers): PodcastOnShelf {
  const images = covers.get(row.id)
  return {
    id_: row.slug,
    image_url: imageUrlOf(images) ?? posterOf(row),
    images: images ?? [],
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
