/** The length of a period, which is compared with the previous one. */
export const DAYS_PER_PERIOD = 30

export type Period = { since: string; until: string }

export function getPeriods(day: string): { now: Period; before: Period } {
  return {
    now: { since: addDays(day, 1 - DAYS_PER_PERIOD), until: day },
    before: { since: addDays(day, 1 - 2 * DAYS_PER_PERIOD), until: addDays(day, -DAYS_PER_PERIOD) },
  }
}

export function listDays({ since, until }: Period): string[] {
  const days: string[] = []
  for (let day = since; day <= until; day = addDays(day, 1)) days.push(day)
  return days
}

/** Adds calendar days to a date. */
function addDays(day: string, by: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date + by)).toISOString().slice(0, 10)
}
