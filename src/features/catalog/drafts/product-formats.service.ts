import { courseFormat } from '#features/catalog/courses/courses.public.ts'
import { documentFormat } from '#features/catalog/documents/documents.public.ts'
import type { PlanFields } from '#features/foundation/product-folders/draft-plans.contract.ts'
import type { ProductFormat } from '#features/foundation/product-folders/product-folders.public.ts'
import { checkFields } from '#features/foundation/markdown/markdown.public.ts'
import { podcastFormat } from '#features/catalog/podcasts/podcasts.public.ts'
import type { Kind } from '#shared/kinds.ts'

/** Describes how each kind of product is read from a folder, written to one, and edited in the studio. */
export const PRODUCT_FORMATS: Readonly<Record<Kind, ProductFormat>> = {
  course: courseFormat,
  podcast: podcastFormat,
  document: documentFormat,
}

/** Adds default values for fields that the stored plan lacks. */
export function fillPlanDefaults(kind: Kind, plan: unknown): PlanFields {
  return PRODUCT_FORMATS[kind].schema.safeParse(plan).data ?? (plan as PlanFields)
}

/**
 * Finds problems in a plan's texts. Returns none while too much text is waiting to be rendered. In that case, they are
 * reported with the next change and before publishing.
 */
export async function findTextFindings(kind: Kind, plan: PlanFields): Promise<Awaited<ReturnType<typeof checkFields>>> {
  try {
    return await checkFields(PRODUCT_FORMATS[kind].texts(plan))
  } catch {
    // A plan from another version may have a different structure.
    return { wrong: [], warnings: [] }
  }
}
