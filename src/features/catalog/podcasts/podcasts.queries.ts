import { and, eq, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open-database.ts'
import { podcasts, products } from '#db/tables/catalogue.ts'
import { files } from '#db/tables/files.ts'
import { total } from '#db/total.ts'
import { isDisputedFor, isOwnedBy, ownedBy } from '#features/foundation/ownership/ownership.public.ts'
import { hasAddress, shelfOrder, isPublished } from '#features/foundation/products/products.public.ts'
import { type RowRange, ALL_ROWS } from '#shared/paging.ts'

const audio = alias(files, 'audio')
const video = alias(files, 'video')
const captions = alias(files, 'captions')
const poster = alias(files, 'poster')

function selectPodcasts(db: Executor, memberId: string | undefined, condition: SQL | undefined) {
  return db
    .select({
      id: products.id,
      slug: products.slug,
      title: products.title,
      shortDescription: products.shortDescription,
      fullDescription: products.fullDescription,
      priceCents: products.priceCents,
      currency: products.currency,
      isForSale: podcasts.isForSale,
      isPurchased: isOwnedBy(memberId),
      isDisputed: isDisputedFor(memberId),
      launchDate: podcasts.launchDate,
      poster: { id: poster.id, name: poster.name },
      audio: { id: audio.id, name: audio.name },
      video: { id: video.id, name: video.name },
      captions: { id: captions.id, name: captions.name },
      total,
    })
    .from(products)
    .innerJoin(podcasts, eq(podcasts.productId, products.id))
    .leftJoin(poster, and(eq(poster.id, podcasts.posterFileId), eq(poster.isPublic, true)))
    .leftJoin(audio, eq(audio.id, podcasts.audioFileId))
    .leftJoin(video, eq(video.id, podcasts.videoFileId))
    .leftJoin(captions, eq(captions.id, podcasts.captionsFileId))
    .where(and(eq(products.kind, 'podcast'), condition))
}

export function listPublishedPodcasts(
  db: Executor,
  memberId: string | undefined,
  { limit, offset }: RowRange = ALL_ROWS,
) {
  return selectPodcasts(db, memberId, isPublished)
    .orderBy(...shelfOrder)
    .limit(limit)
    .offset(offset)
}

export type PodcastRow = Omit<Awaited<ReturnType<typeof listPublishedPodcasts>>[number], 'total'>

export async function findPublishedPodcast(db: Executor, slug: string): Promise<PodcastRow | undefined> {
  const [podcast] = await selectPodcasts(db, undefined, and(isPublished, hasAddress(slug)))
  return podcast
}

/** A published podcast, or an off-sale one that the member owns. */
export async function findPodcast(db: Executor, memberId: string, slug: string): Promise<PodcastRow | undefined> {
  const [podcast] = await selectPodcasts(
    db,
    memberId,
    and(hasAddress(slug), or(isPublished, ownedBy(memberId), isDisputedFor(memberId))),
  )
  return podcast
}

export async function savePodcastRow(tx: Executor, podcast: typeof podcasts.$inferInsert): Promise<void> {
  await tx.insert(podcasts).values(podcast).onConflictDoUpdate({ target: podcasts.productId, set: podcast })
}
