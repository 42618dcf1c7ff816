import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open-database.ts'
import { podcasts } from '#db/tables/catalogue.ts'
import { files } from '#db/tables/files.ts'

const audio = alias(files, 'audio')
const video = alias(files, 'video')
const captions = alias(files, 'captions')
const poster = alias(files, 'poster')

export async function getPodcast(db: Executor, productId: string) {
  const [podcast] = await db
    .select({
      launchDate: podcasts.launchDate,
      audio: { sha256: audio.sha256, name: audio.name },
      video: { sha256: video.sha256, name: video.name },
      captions: { sha256: captions.sha256, name: captions.name },
      poster: { sha256: poster.sha256, name: poster.name },
    })
    .from(podcasts)
    .leftJoin(audio, eq(audio.id, podcasts.audioFileId))
    .leftJoin(video, eq(video.id, podcasts.videoFileId))
    .leftJoin(captions, eq(captions.id, podcasts.captionsFileId))
    .leftJoin(poster, eq(poster.id, podcasts.posterFileId))
    .where(eq(podcasts.productId, productId))
  if (!podcast) throw new Error(`The product ${productId} has no podcast.`)
  return podcast
}

export async function listPodcastFiles(db: Executor, productId: string) {
  const [podcast] = await db
    .select({
      launchDate: podcasts.launchDate,
      audio: podcasts.audioFileId,
      video: podcasts.videoFileId,
      captions: podcasts.captionsFileId,
      poster: podcasts.posterFileId,
    })
    .from(podcasts)
    .where(eq(podcasts.productId, productId))
  if (!podcast) throw new Error(`The product ${productId} has no podcast.`)
  return podcast
}
