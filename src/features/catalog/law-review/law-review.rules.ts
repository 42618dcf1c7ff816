/** So long before a day comes its lecture is due. */
const DAYS_BEFORE = 30
/** Nobody puts it off for longer. */
const MAX_YEARS = 10

/** The last day on which what is due by then is listed on this day. */
export function getDueCutoff(today: string): string {
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + DAYS_BEFORE)
  return day.toISOString().slice(0, 10)
}

/** The same day so many years later; the first of March where there is none. */
function addYears(today: string, years: number): string {
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year + years, month - 1, date)).toISOString().slice(0, 10)
}

/** When to look again, unless somebody knows better. */
export function addYear(today: string): string {
  return addYears(today, 1)
}

/** What is wrong with the next day to look; undefined where nothing is. */
export function validateNextReviewDay(day: string, today: string): string | undefined {
  if (day <= today) return 'Please choose a day after today.'
  if (day > addYears(today, MAX_YEARS)) return `Please choose a day within ${MAX_YEARS} years.`
  return undefined
}
