import type { z } from 'zod'
import { BLANK_LAW, type LawFile, type LawPlan, type LawView } from './law.contract.ts'

/** The law of a lecture as stored; dates as '2026-03-01'. */
export type Law = {
  asOf: string
  lookAgainBy: string | null
  sources: { name: string; link: string | null }[]
}

type LawFields = z.output<typeof LawPlan>

/** As stored; null without legal content. */
export function toLaw(written: z.output<typeof LawFile> | undefined): Law | null {
  if (!written) return null
  const { as_of: asOf, look_again_by: lookAgainBy = null, sources } = written
  return { asOf, lookAgainBy, sources: sources.map(({ name, link = null }) => ({ name, link })) }
}

/** As form fields; nothing is omitted. */
export function toLawPlan(law: Law | null): LawFields {
  if (!law) return BLANK_LAW
  const sources = law.sources.map(({ name, link }) => ({ name, link: link ?? '' }))
  return { as_of: law.asOf, look_again_by: law.lookAgainBy ?? '', sources }
}

/** As written in a file, without empty fields; undefined without content. */
export function toLawFile({ as_of, look_again_by, sources }: LawFields): Record<string, unknown> | undefined {
  if (as_of.trim() === '' && look_again_by.trim() === '' && sources.length === 0) return undefined
  return {
    as_of,
    ...(look_again_by.trim() !== '' && { look_again_by }),
    ...(sources.length > 0 && {
      sources: sources.map(({ name, link }) => ({ name, ...(link.trim() !== '' && { link }) })),
    }),
  }
}

/** As learners read it on a given day. */
export function toLawView({ asOf, lookAgainBy, sources }: Law, today: string): LawView {
  return { as_of: asOf, look_again_by: lookAgainBy, is_due: lookAgainBy !== null && lookAgainBy < today, sources }
}
