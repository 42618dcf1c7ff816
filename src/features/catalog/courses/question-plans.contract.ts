import { z } from 'zod'
import { itemId, itemList, longText, shortText } from '#features/foundation/product-folders/draft-plans.contract.ts'

const choice = z.looseObject({ id: itemId, text: shortText })

export const PracticePlan = z.looseObject({
  id: itemId,
  question: longText,
  options: itemList(choice).max(20),
  /** The ID of the correct option, or null until one is marked. */
  answer: itemId.nullable(),
  rationale: longText,
})

export type PracticePlan = z.infer<typeof PracticePlan>

export const QuestionPlan = PracticePlan.extend({
  /** The ID of the lecture that teaches the answer. Plans of older versions have none. */
  lecture: itemId.nullable().default(null),
})

export type QuestionPlan = z.infer<typeof QuestionPlan>
