import type { Executor } from '#db/open.ts'
import {
  commonParts,
  draftOf,
  join,
  type Parts,
  productFacts,
  type ProductPlan,
  readBody,
  readCover,
  readFile,
  type Reading,
  readPage,
  type StoredProduct,
  writePage,
  type Writing,
} from '#features/foundation/course-folders/course-folders.public.ts'
import type { Saving } from '#features/foundation/products/products.public.ts'
import { podcastOf } from './podcast-folder.queries.ts'
import { checkPodcast, PodcastFile } from './podcast-folder.rules.ts'
import { savePodcast } from './podcast-saving.service.ts'

/** A podcast as a folder: podcast.md with its recording. */
export const podcastFolder = { read: readPodcast, write: writePodcast, parts: partsOfPodcast }

async function readPodcast(reading: Reading, at: string, slug: string): Promise<ProductPlan | undefined> {
  const page = await readPage(reading, PodcastFile, join(at, 'podcast.md'), checkPodcast)
  if (!page) return undefined
  const cover = await readCover(reading, at, page)
  const audio = await readFile(reading, at, page, { path: ['audio'], use: 'audio' })
  const video = await readFile(reading, at, page, { path: ['video'], use: 'video' })
  const captions = await readFile(reading, at, page, { path: ['captions'], use: 'captions' })
  const poster = await readFile(reading, at, page, { path: ['poster'], use: 'picture' })
  const texts = [await readBody(reading, page, 'document')]
  if (!page.value || !cover) return undefined
  const { name: title, launch_date: launchDate } = page.value
  const podcast = { ...draftOf(slug, page.value, page.body, cover), launchDate, audio, video, captions, poster }
  const { earlierAddresses } = podcast
  const save = (saving: Saving) => savePodcast(saving, podcast)
  return { kind: 'podcast', slug, earlierAddresses, title, at: page.at, texts, save }
}

async function writePodcast(writing: Writing): Promise<void> {
  const { tx, product, keep } = writing
  const podcast = await podcastOf(tx, product.id)
  const facts = {
    ...(await productFacts(writing)),
    launch_date: podcast.launchDate,
    audio: await keep('media', podcast.audio),
    video: await keep('media', podcast.video),
    captions: await keep('media', podcast.captions),
    poster: await keep('media', podcast.poster),
  }
  await writePage(writing, 'podcast.md', facts, product.fullDescription)
}

async function partsOfPodcast(db: Executor, product: StoredProduct): Promise<Parts> {
  const { launchDate, audio, video, captions, poster } = await podcastOf(db, product.id)
  const files = { audio: [audio], video: [video], captions: [captions], poster: [poster] }
  return { ...(await commonParts(db, product)), launch_date: launchDate, ...files }
}
