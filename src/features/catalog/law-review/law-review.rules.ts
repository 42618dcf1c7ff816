/** A review becomes due this many days before its date. */
const DAYS_BEFORE = 30
/** The next review may be at most this many years ahead. */
const MAX_YEARS = 10

/** Returns the last review date that is due on this day. */
export function getDueCutoff(today: string): string {
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + DAYS_BEFORE)
  return day.toISOString().slice(0, 10)
}

/** Returns the same date a number of years later, or March 1 if there is no such date. */
function addYears(today: string, years: number): string {
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year + years, month - 1, date)).toISOString().slice(0, 10)
}

/** Returns the suggested date of the next review. */
export function addYear(today: string): string {
  return addYears(today, 1)
}

/** Returns why the next review date is invalid, or undefined if it is valid. */
export function validateNextReviewDay(day: string, today: string): string | undefined {
  if (day <= today) return 'Choose a date after today.'
  if (day > addYears(today, MAX_YEARS)) return `Choose a date within ${MAX_YEARS} years.`
  return undefined
}
