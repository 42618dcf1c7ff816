import { z } from 'zod'
import { handoutPlans, planKeys } from '#features/folders/draft-plan.contract.ts'

/** A document as it is worked on in the studio. */
export const DocumentPlan = z.looseObject({ ...planKeys, files: handoutPlans })

export type DocumentPlan = z.infer<typeof DocumentPlan>
