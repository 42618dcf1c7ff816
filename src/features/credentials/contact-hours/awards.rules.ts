import { z } from 'zod'
import { CsvNumber, formatCsvHeader, formatCsvLine } from '#shared/csv.ts'

/** A record of awarded contact hours, as staff report it. */
export const Award = z.object({
  certificate: z.string(),
  name: z.string(),
  slug: z.string(),
  course: z.string(),
  /** A day in the academy's time zone: '2026-11-23'. */
  completedOn: z.string(),
  hours: z.number(),
  provider: z.string(),
  approver: z.string(),
  attestedOn: z.string().nullable(),
  licenses: z.array(z.object({ state: z.string(), profession: z.string(), number: z.string() })),
})

export type Award = z.infer<typeof Award>

export const AWARD_KIND = 'award'

const RETENTION_YEARS = 6

/** The date until which the award of a member who was erased at this time is retained. */
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

/** Formats one CSV line per completion, without the header. */
export function formatAwardLines(awards: readonly Award[]): string {
  const rows = awards.map(({ licenses, ...award }) => {
    const numbers = licenses.map(({ state, profession, number }) => `${profession} ${state} ${number}`).join('; ')
    const { completedOn, name, course, hours, approver, provider, attestedOn, certificate } = award
    const known = [completedOn, name, course, new CsvNumber(hours.toFixed(1)), approver, provider]
    return formatCsvLine([...known, numbers, attestedOn, certificate])
  })
  return rows.join('')
}

export type CeBrokerOptions = {
  provider: string
  course: string
  state: string
}

/**
 * Rows of CE Broker's full-credit roster, without a header: provider number, course number, two empty columns, license
 * number, date, state, and profession. Members without a license in the state can't be reported and are omitted.
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
