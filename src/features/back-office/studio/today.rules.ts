/** So many days are looked at, and compared with as many before. */
export const DAYS = 30

export type Period = { since: string; until: string }

/** The thirty days that end on a day, and the thirty before. */
export function periodsOf(day: string): { now: Period; before: Period } {
  return {
    now: { since: moved(day, 1 - DAYS), until: day },
    before: { since: moved(day, 1 - 2 * DAYS), until: moved(day, -DAYS) },
  }
}

export function daysBetween({ since, until }: Period): string[] {
  const days: string[] = []
  for (let day = since; day <= until; day = moved(day, 1)) days.push(day)
  return days
}

/** So many days later, by the calendar. */
function moved(day: string, by: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date + by)).toISOString().slice(0, 10)
}
