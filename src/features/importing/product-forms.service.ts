import { courseForm } from '#features/courses/courses.public.ts'
import { documentForm } from '#features/documents/documents.public.ts'
import type { ProductForm } from '#features/folders/folders.public.ts'
import { podcastForm } from '#features/podcasts/podcasts.public.ts'
import type { Kind } from '#shared/kinds.ts'

/** How each kind of product is read from a folder and written into one. */
export const FORMS: Readonly<Record<Kind, ProductForm>> = {
  course: courseForm,
  podcast: podcastForm,
  document: documentForm,
}
