import {
  isSellablePrice,
  type ProductDraft,
  type ProductFile,
  saveOptionalFile,
  saveProduct,
  type SaveContext,
} from '#features/foundation/products/products.public.ts'
import { savePodcastRow } from './podcasts.queries.ts'

export type PodcastDraft = ProductDraft & {
  /** '2026-01-15' */
  launchDate: string
} & Record<'audio' | 'video' | 'captions' | 'poster', ProductFile | undefined>

/** Without a price, every member may listen. */
export async function savePodcast(saving: SaveContext, podcast: PodcastDraft): Promise<void> {
  const { launchDate, priceCents, audio, video, captions, poster } = podcast
  await savePodcastRow(saving.tx, {
    productId: await saveProduct(saving, 'podcast', podcast),
    isForSale: isSellablePrice(priceCents),
    launchDate,
    audioFileId: await saveOptionalFile(saving, audio),
    videoFileId: await saveOptionalFile(saving, video),
    captionsFileId: await saveOptionalFile(saving, captions),
    posterFileId: await saveOptionalFile(saving, poster, 'everybody'),
  })
}
