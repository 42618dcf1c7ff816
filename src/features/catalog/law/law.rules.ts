import type { z } from 'zod'
import type { PlanOf } from '#features/foundation/product-folders/product-fields.contract.ts'
import { lawField, type LawView } from './law.contract.ts'

/** A lecture's law fields as they are stored. Dates look like '2026-03-01'. */
export type Law = {
  asOf: string
  lookAgainBy: string | null
  sources: { name: string; link: string | null }[]
}

type LawFields = typeof lawField.fields

/** Converts law fields to the stored form. Returns null if there is no legal content. */
export function toLaw(written: z.output<typeof lawField.file>): Law | null {
  if (!written) return null
  const { as_of: asOf, look_again_by: lookAgainBy = null, sources } = written
  return { asOf, lookAgainBy, sources: sources.map(({ name, link = null }) => ({ name, link })) }
}

/** Converts stored law fields to form fields, none of which is missing. */
export function toLawPlan(law: Law | null): PlanOf<LawFields> {
  if (!law) return lawField.blank
  const sources = law.sources.map(({ name, link }) => ({ name, link: link ?? '' }))
  return { as_of: law.asOf, look_again_by: law.lookAgainBy ?? '', sources }
}

/** Converts law fields to what learners read on a given day. */
export function toLawView({ asOf, lookAgainBy, sources }: Law, today: string): LawView {
  return { as_of: asOf, look_again_by: lookAgainBy, is_due: lookAgainBy !== null && lookAgainBy < today, sources }
}
