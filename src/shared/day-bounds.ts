import { TZDate } from '@date-fns/tz'

// Apart from dates.ts, so that no browser loads the library.

/** When a day ('2026-11-21') begins in a time zone: at midnight, or an hour later where clocks are put forward at that moment. */
export function startOfDay(day: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, date, timeZone).getTime())
}

/** The last millisecond of a day in a time zone. */
export function endOfDay(day: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, date + 1, timeZone).getTime() - 1)
}
