import { desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { podcasts } from '#db/tables/handouts.ts'
import { files } from '#db/tables/files.ts'
import { isFreeEpisode } from '#features/foundation/products/products.public.ts'

const audio = alias(files, 'audio')
const video = alias(files, 'video')
const captions = alias(files, 'captions')

export function listFreeEpisodes(db: Executor, today: string) {
  return db
    .select({
      id: products.id,
      slug: products.slug,
      title: products.title,
      shortDescription: products.shortDescription,
      fullDescription: products.fullDescription,
      launchDate: podcasts.launchDate,
      updatedAt: products.updatedAt,
      audio: { name: audio.name, contentType: audio.contentType, bytes: audio.bytes, seconds: audio.seconds },
      video: { name: video.name, contentType: video.contentType, bytes: video.bytes, seconds: video.seconds },
      captions: captions.name,
    })
    .from(products)
    .innerJoin(podcasts, eq(podcasts.productId, products.id))
    .leftJoin(audio, eq(audio.id, podcasts.audioFileId))
    .leftJoin(video, eq(video.id, podcasts.videoFileId))
    .leftJoin(captions, eq(captions.id, podcasts.captionsFileId))
    .where(isFreeEpisode(today))
    .orderBy(desc(podcasts.launchDate), desc(products.slug))
}

export type FreeEpisode = Awaited<ReturnType<typeof listFreeEpisodes>>[number]
