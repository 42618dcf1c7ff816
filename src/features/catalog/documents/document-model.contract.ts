import type { PlanFields } from '#features/foundation/product-folders/draft-plans.contract.ts'
import { flagField, handoutsField, type PlanOf } from '#features/foundation/product-folders/product-fields.contract.ts'

export const DOCUMENT_FIELDS = {
  files: handoutsField({
    label: 'Files',
    hint: 'Files that buyers can download.',
    missing: 'Please add at least one file.',
    limit: (files) => files.min(1, 'must have at least one file'),
  }),
  /** Whether the first page of the first PDF is public. */
  sample_page: flagField({
    label: 'Sample page',
    hint: 'Anyone can read the first page of the first PDF.',
    states: ['none', 'first page of the first PDF'],
    stored: 'elsewhere',
  }),
}

export type DocumentPlan = PlanFields & PlanOf<typeof DOCUMENT_FIELDS>
