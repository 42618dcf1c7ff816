import { courseFolder, coursePlanFormat } from '#features/catalog/courses/courses.public.ts'
import { documentFolder, documentPlanFormat } from '#features/catalog/documents/documents.public.ts'
import type { PlanFields } from '#features/foundation/product-folders/draft-plans.contract.ts'
import type { ProductFolderFormat } from '#features/foundation/product-folders/product-folders.public.ts'
import { checkFields } from '#features/foundation/markdown/markdown.public.ts'
import { podcastFolder, podcastPlanFormat } from '#features/catalog/podcasts/podcasts.public.ts'
import type { Kind } from '#shared/kinds.ts'

/** How each kind of product is read from a folder, written into one, and worked on in the studio. */
export const PRODUCT_FORMATS: Readonly<Record<Kind, ProductFolderFormat>> = {
  course: { ...courseFolder, planning: coursePlanFormat },
  podcast: { ...podcastFolder, planning: podcastPlanFormat },
  document: { ...documentFolder, planning: documentPlanFormat },
}

/** A plan as it was stored, with what its form has more by now. */
export function fillPlanDefaults(kind: Kind, plan: unknown): PlanFields {
  return PRODUCT_FORMATS[kind].planning.schema.safeParse(plan).data ?? (plan as PlanFields)
}

/** Nothing while too much waits to be rendered: it is told with the next change, and before publishing. */
export async function findTextFindings(kind: Kind, plan: PlanFields): Promise<Awaited<ReturnType<typeof checkFields>>> {
  try {
    return await checkFields(PRODUCT_FORMATS[kind].planning.texts(plan))
  } catch {
    // A plan of another version may have another shape.
    return { wrong: [], warnings: [] }
  }
}
