/** A range in a list's filter, from the start of one day to the end of another. Days are '2026-11-21'. */
export type DateRange = { since: string | null; until: string | null }

const MAX_MONTHS = 24

/** A date's month and the months before it, such as '2026-11'. */
export function listRecentMonths(day: string): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: MAX_MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

/** The last day of a month, such as '2026-02-28'. */
export function getMonthEnd(month: string): string {
  const [year = 0, nth = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, nth, 0)).toISOString().slice(0, 10)
}
