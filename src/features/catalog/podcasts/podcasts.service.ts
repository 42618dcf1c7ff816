import { listCoverImages, mediaAddressFor, type Viewer } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { imageAddress } from '#shared/image-address.ts'
import { AppError } from '#shared/app-error.ts'
import { readPage } from '#shared/paging.ts'
import { findPodcast, findPublishedPodcast, listPublishedPodcasts, type PodcastRow } from './podcasts.queries.ts'
import { canPlay } from './podcasts.rules.ts'

type PodcastDeps = Pick<Deps, 'db' | 'config' | 'now'>

const podcastNotFoundError = () => new AppError('not_found', 'Podcast not found.')

export async function listAllPodcasts(deps: PodcastDeps, member: Viewer | undefined) {
  const rows = await listPublishedPodcasts(deps.db, { memberId: member?.id, now: deps.now() })
  return (await withPictures(deps.db, rows)).map((podcast) => ({ ...podcast, ...toPlayable(deps, member, podcast) }))
}

export async function getPodcastsPage(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: string | undefined,
  number: string,
) {
  const viewing = { memberId, now: now() }
  const { rows, ...page } = await readPage(number, (part) => listPublishedPodcasts(db, viewing, part))
  return { podcasts: await withPictures(db, rows), ...page }
}

export async function getPodcastSummary({ db, now }: Pick<Deps, 'db' | 'now'>, slug: string) {
  const row = await findPublishedPodcast(db, { slug, now: now() })
  const [podcast] = row ? await withPictures(db, [row]) : []
  if (!podcast) throw podcastNotFoundError()
  return podcast
}

/**
 * Returns the podcast as one member sees it. It has media only if the member bought it, or if it is free and has
 * launched.
 */
export async function getPodcastDetail(deps: PodcastDeps, member: Viewer, slug: string) {
  const row = await findPodcast(deps.db, { memberId: member.id, slug, now: deps.now() })
  const [podcast] = row ? await withPictures(deps.db, [row]) : []
  if (!podcast) throw podcastNotFoundError()
  const { captions } = getRecordings(member, podcast)
  const captionsAddress = captions && mediaAddressFor(deps, member, captions)
  return { ...podcast, ...toPlayable(deps, member, podcast), captionsAddress }
}

async function withPictures(db: Deps['db'], rows: PodcastRow[]) {
  const covers = await listCoverImages(db, rows)
  return rows.map(({ poster, ...row }) => ({
    ...row,
    images: covers.get(row.id) ?? [],
    posterAddress: poster && imageAddress(poster.id, poster.name),
  }))
}

const NOTHING_TO_PLAY = { audio: null, video: null, captions: null }

type Recordings = Pick<PodcastRow, 'audio' | 'video' | 'captions'>

function getRecordings(member: Viewer | undefined, row: Omit<PodcastRow, 'poster'>): Recordings {
  return member !== undefined && canPlay(row) ? row : NOTHING_TO_PLAY
}

/** Returns the member's media URLs. Visitors and members without access get none. */
function toPlayable(deps: PodcastDeps, member: Viewer | undefined, row: Omit<PodcastRow, 'poster'>) {
  const { audio, video } = getRecordings(member, row)
  const addressOf = (file: PodcastRow['audio']) =>
    file && member !== undefined ? mediaAddressFor(deps, member, file) : null
  return { mediaId: (audio ?? video)?.id ?? null, audioAddress: addressOf(audio), videoAddress: addressOf(video) }
}
