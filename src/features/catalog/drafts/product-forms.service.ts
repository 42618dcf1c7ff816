import { courseFolder, coursePlanning } from '#features/catalog/courses/courses.public.ts'
import { documentFolder, documentPlanning } from '#features/catalog/documents/documents.public.ts'
import type { PlanFields } from '#features/foundation/course-folders/draft-plan.contract.ts'
import type { ProductForm } from '#features/foundation/course-folders/course-folders.public.ts'
import { checkFields } from '#features/foundation/markdown/markdown.public.ts'
import { podcastFolder, podcastPlanning } from '#features/catalog/podcasts/podcasts.public.ts'
import type { Kind } from '#shared/kinds.ts'

/** How each kind of product is read from a folder, written into one, and worked on in the studio. */
export const FORMS: Readonly<Record<Kind, ProductForm>> = {
  course: { ...courseFolder, planning: coursePlanning },
  podcast: { ...podcastFolder, planning: podcastPlanning },
  document: { ...documentFolder, planning: documentPlanning },
}

/** A plan as it was stored, with what its form has more by now. */
export function filledPlan(kind: Kind, plan: unknown): PlanFields {
  return FORMS[kind].planning.schema.safeParse(plan).data ?? (plan as PlanFields)
}

/** Nothing while too much waits to be rendered: it is told with the next change, and before publishing. */
export async function toldOfTexts(kind: Kind, plan: PlanFields): Promise<Awaited<ReturnType<typeof checkFields>>> {
  try {
    return await checkFields(FORMS[kind].planning.texts(plan))
  } catch {
    // A plan of another version may have another shape.
    return { wrong: [], warnings: [] }
  }
}
