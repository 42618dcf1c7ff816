import { TZDate } from '@date-fns/tz'

// This is separate from dates.ts, so that browsers don't need to load the time zone library.

/** Returns the start of a day ('2026-11-21') in a time zone: midnight or, if the clocks change then, an hour later. */
export function startOfDay(day: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, date, timeZone).getTime())
}

/** Returns the instant of a day and a time ('15:00') in a time zone. A time that clocks skip is an hour later. */
export function toInstant(day: string, time: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(new TZDate(year, month - 1, date, hours, minutes, timeZone).getTime())
}

/** Returns the last millisecond of a day in a time zone. */
export function endOfDay(day: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, date + 1, timeZone).getTime() - 1)
}
