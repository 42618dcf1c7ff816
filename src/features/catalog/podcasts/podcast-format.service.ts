import { createProductFormat, readRow, saveRow } from '#features/foundation/product-folders/product-folders.public.ts'
import { isSellablePrice } from '#features/foundation/products/products.public.ts'
import { checkPodcast, PODCAST_FIELDS } from './podcast-model.contract.ts'
import { getPodcast, savePodcastRow } from './podcasts.queries.ts'

export const podcastFormat = createProductFormat({
  kind: 'podcast',
  fields: PODCAST_FIELDS,
  check: checkPodcast,
  checkPlan(reading, { audio, video }) {
    if (audio === null && video === null) reading.addError(['audio'], 'Choose an audio or video recording.')
    if (audio !== null && video !== null)
      reading.addError(['video'], 'A podcast can have audio or video, but not both. Keep one of them.')
  },
  load: async (db, { id }) => readRow(PODCAST_FIELDS, await getPodcast(db, id)),
  /** A podcast without a price is not for sale, and every member may listen. */
  async save(saving, { id, priceCents }, podcast) {
    const row = await saveRow(saving, PODCAST_FIELDS, podcast)
    await savePodcastRow(saving.tx, { productId: id, isForSale: isSellablePrice(priceCents), ...row })
  },
})
