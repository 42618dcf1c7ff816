import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { podcasts } from '#db/tables/handouts.ts'
import { files } from '#db/tables/files.ts'
import { total } from '#db/total.ts'
import { isDisputedFor, isOwnedBy, ownedBy } from '#features/foundation/ownership/ownership.public.ts'
import { academyDay, hasAddress, shelfOrder, isPublished } from '#features/foundation/products/products.public.ts'
import { type RowRange, ALL_ROWS } from '#shared/paging.ts'

const audio = alias(files, 'audio')
const video = alias(files, 'video')
const captions = alias(files, 'captions')
const poster = alias(files, 'poster')

/** Who is looking and when. Both matter, because free podcasts can be played from their launch date on. */
type Viewing = { memberId: string | undefined; now: Date }

function selectPodcasts(db: Executor, { memberId, now }: Viewing, condition: SQL | undefined) {
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
      isLaunched: sql<boolean>`${podcasts.launchDate} <= ${academyDay(now)}`,
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

export function listPublishedPodcasts(db: Executor, viewing: Viewing, { limit, offset }: RowRange = ALL_ROWS) {
  return selectPodcasts(db, viewing, isPublished)
    .orderBy(...shelfOrder)
    .limit(limit)
    .offset(offset)
}

export type PodcastRow = Omit<Awaited<ReturnType<typeof listPublishedPodcasts>>[number], 'total'>

export async function findPublishedPodcast(
  db: Executor,
  { slug, now }: { slug: string; now: Date },
): Promise<PodcastRow | undefined> {
  const [podcast] = await selectPodcasts(db, { memberId: undefined, now }, and(isPublished, hasAddress(slug)))
  return podcast
}

/** Finds a published podcast, or one that is no longer for sale but that the member has. */
export async function findPodcast(
  db: Executor,
  { memberId, slug, now }: { memberId: string; slug: string; now: Date },
): Promise<PodcastRow | undefined> {
  const [podcast] = await selectPodcasts(
    db,
    { memberId, now },
    and(hasAddress(slug), or(isPublished, ownedBy(memberId), isDisputedFor(memberId))),
  )
  return podcast
}

export async function savePodcastRow(tx: Executor, podcast: typeof podcasts.$inferInsert): Promise<void> {
  await tx.insert(podcasts).values(podcast).onConflictDoUpdate({ target: podcasts.productId, set: podcast })
}

export async function getPodcast(db: Executor, productId: string) {
  const [podcast] = await db.select().from(podcasts).where(eq(podcasts.productId, productId))
  if (!podcast) throw new Error(`The product ${productId} has no podcast.`)
  return podcast
}
