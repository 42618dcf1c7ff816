import type { Executor } from '#db/open-database.ts'
import {
  loadCommonParts,
  buildDraftFromFolder,
  joinPath,
  type ProductParts,
  buildFrontMatter,
  type ProductPlan,
  readBody,
  readCover,
  readFile,
  type FolderReadContext,
  readPage,
  type StoredProduct,
  writePage,
  type FolderWriteContext,
} from '#features/foundation/product-folders/product-folders.public.ts'
import type { SaveContext } from '#features/foundation/products/products.public.ts'
import { getPodcast } from './podcast-folders.queries.ts'
import { checkPodcast, PodcastFile } from './podcast-folders.rules.ts'
import { savePodcast } from './podcast-saving.service.ts'

export const podcastFolder = { read: readPodcast, write: writePodcast, parts: getPodcastParts }

async function readPodcast(reading: FolderReadContext, at: string, slug: string): Promise<ProductPlan | undefined> {
  const page = await readPage(reading, PodcastFile, joinPath(at, 'podcast.md'), checkPodcast)
  if (!page) return undefined
  const cover = await readCover(reading, at, page)
  const audio = await readFile(reading, at, page, { path: ['audio'], use: 'audio' })
  const video = await readFile(reading, at, page, { path: ['video'], use: 'video' })
  const captions = await readFile(reading, at, page, { path: ['captions'], use: 'captions' })
  const poster = await readFile(reading, at, page, { path: ['poster'], use: 'picture' })
  const texts = [await readBody(reading, page, 'document')]
  if (!page.value || !cover) return undefined
  const { name: title, launch_date: launchDate } = page.value
  const podcast = {
    ...buildDraftFromFolder(slug, page.value, page.body, cover),
    launchDate,
    audio,
    video,
    captions,
    poster,
  }
  const { earlierAddresses } = podcast
  const save = (saving: SaveContext) => savePodcast(saving, podcast)
  return { kind: 'podcast', slug, earlierAddresses, title, at: page.at, texts, save }
}

async function writePodcast(writing: FolderWriteContext): Promise<void> {
  const { tx, product, keep } = writing
  const podcast = await getPodcast(tx, product.id)
  const facts = {
    ...(await buildFrontMatter(writing)),
    launch_date: podcast.launchDate,
    audio: await keep('media', podcast.audio),
    video: await keep('media', podcast.video),
    captions: await keep('media', podcast.captions),
    poster: await keep('media', podcast.poster),
  }
  await writePage(writing, 'podcast.md', facts, product.fullDescription)
}

async function getPodcastParts(db: Executor, product: StoredProduct): Promise<ProductParts> {
  const { launchDate, audio, video, captions, poster } = await getPodcast(db, product.id)
  const files = { audio: [audio], video: [video], captions: [captions], poster: [poster] }
  return { ...(await loadCommonParts(db, product)), launch_date: launchDate, ...files }
}
