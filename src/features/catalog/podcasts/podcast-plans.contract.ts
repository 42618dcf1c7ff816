import { z } from 'zod'
import { fileId, planKeys, shortText } from '#features/foundation/product-folders/draft-plans.contract.ts'

export const PodcastPlan = z.looseObject({
  ...planKeys,
  launch_date: shortText,
  audio: fileId,
  video: fileId,
  captions: fileId,
  poster: fileId,
})

export type PodcastPlan = z.infer<typeof PodcastPlan>
