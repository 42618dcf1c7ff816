import { z } from 'zod'
import { handoutPlans, planKeys } from '#features/foundation/product-folders/draft-plans.contract.ts'

export const DocumentPlan = z.looseObject({
  ...planKeys,
  files: handoutPlans,
  /** Plans from before sample pages existed have none. */
  sample_page: z.boolean().default(false),
})

export type DocumentPlan = z.infer<typeof DocumentPlan>
