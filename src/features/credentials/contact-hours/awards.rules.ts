import { z } from 'zod'
import { formatCsvHeader, formatCsvLine } from '#shared/csv.ts'

/** What is kept of contact hours that were awarded, and what staff reports of it. */
export const Award = z.object({
  certificate: z.string(),
  name: z.string(),
  slug: z.string(),
  course: z.string(),
  /** Days of the academy: '2026-11-23'. */
  completedOn: z.string(),
  hours: z.number(),
  provider: z.string(),
  approver: z.string(),
  attestedOn: z.string().nullable(),
  licenses: z.array(z.object({ state: z.string(), profession: z.string(), number: z.string() })),
})

export type Award = z.infer<typeof Award>

/** By which a kept record of an award is known. */
export const AWARD_KIND = 'award'

const RETENTION_YEARS = 6

/** Until when an award of a member is kept who was erased at this time. */
export function retainUntil(erasedAt: Date): Date {
  const until = new Date(erasedAt)
  until.setUTCFullYear(until.getUTCFullYear() + RETENTION_YEARS)
  return until
}

export const AWARDS_CSV_HEAD = formatCsvHeader([
  'completed_on',
  'name',
  'course',
  'contact_hours',
  'approver',
  'provider_number',
  'licenses',
  'attested_on',
  'certificate',
])

/** A line for each completion, without the head. */
export function formatAwardLines(awards: readonly Award[]): string {
  const rows = awards.map(({ licenses, ...award }) => {
    const numbers = licenses.map(({ state, profession, number }) => `${profession} ${state} ${number}`).join('; ')
    const { completedOn, name, course, hours, approver, provider, attestedOn, certificate } = award
    const known = [completedOn, name, course, hours.toFixed(1), approver, provider]
    return formatCsvLine([...known, numbers, attestedOn, certificate])
  })
  return rows.join('')
}

export type CeBrokerOptions = {
  /** Of the provider with CE Broker, without '50-'. */
  provider: string
  /** Of the course, without '20-'. */
  course: string
  /** Only licenses of this state. */
  state: string
}

/**
 * The rows of CE Broker's roster for full credit, without a head: its numbers of provider and course, two columns that stay empty, the number of the license, the
 * day, state and profession. Who gave no license of the state can't be reported, and is left out.
 */
export function toCeBrokerRows(
  awards: readonly Award[],
  { provider, course, state: wanted }: CeBrokerOptions,
): (string | { date: string })[][] {
  return awards.flatMap(({ completedOn, licenses }) =>
    licenses.flatMap(({ state, profession, number }) =>
      state === wanted
        ? [[provider, course, '', '', number, { date: completedOn }, `State=${state}`, `Profession=${profession}`]]
        : [],
    ),
  )
}
