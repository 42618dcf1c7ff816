import { z } from 'zod'
import { handoutPlans, planKeys } from '#features/foundation/product-folders/draft-plans.contract.ts'

/** A document as it is worked on in the studio. */
export const DocumentPlan = z.looseObject({
  ...planKeys,
  files: handoutPlans,
  /** Plans of before there were sample pages say nothing of it. */
  sample_page: z.boolean().default(false),
})

export type DocumentPlan = z.infer<typeof DocumentPlan>
