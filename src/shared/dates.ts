import { pluralize } from './pluralize.ts'

// All days and times are formatted here. Screens show times in the reader's time zone (`<Time>`). Documents, emails,
// and deadlines use the academy's time zone. A day without a time ('2026-11-21') is always in the academy's time zone.

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a format. Formats are cached, because creating one takes a hundred times as long as using it. */
function getFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, calendar: 'gregory', numberingSystem: 'latn' })
  formats.set(key, format)
  return format
}

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

function getParts(instant: Date, options: Intl.DateTimeFormatOptions): Parts {
  const parts = getFormat('en-US', { hourCycle: 'h23', ...options }).formatToParts(instant)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

/** Returns the day of an instant in a time zone ('2026-11-21'). The default is the reader's time zone. */
export function formatDay(instant: Date, timeZone: string | undefined): string {
  const { year, month, day } = getParts(instant, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return `${year?.padStart(4, '0')}-${month}-${day}`
}

/** Returns the hour of an instant in a time zone, from 0 to 23. */
export function getHour(instant: Date, timeZone: string): number {
  return Number(getParts(instant, { timeZone, hour: '2-digit' }).hour)
}

/**
 * Formats an instant in a time zone to the minute, for command output and for files that programs read: '2026-11-21
 * 09:43 EST'. The zone is included, because readers would otherwise assume their own.
 */
export function formatMinute(instant: Date, timeZone: string): string {
  const options = { timeZone, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
  const { hour, minute, timeZoneName } = getParts(instant, options)
  return `${formatDay(instant, timeZone)} ${hour}:${minute} ${timeZoneName}`
}

/**
 * Formats an instant in a time zone, such as 'Nov 21, 2026, 9:43 AM ET'. The default is the reader's time zone. If
 * `now` is given, the current year is omitted.
 */
export function formatTime(instant: Date, timeZone: string | undefined, language: string, now?: Date): string {
  const isThisYear = now && formatDay(now, timeZone).slice(0, 4) === formatDay(instant, timeZone).slice(0, 4)
  const format = (timeZoneName: 'short' | 'shortGeneric') =>
    getFormat(language, {
      timeZone,
      year: isThisYear ? undefined : 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName,
    })
  const generic = format('shortGeneric').formatToParts(instant)
  // Outside the continental US, the generic names of time zones are long, such as 'Germany Time' or 'Phoenix Time'.
  const isAmerican = generic.some(({ type, value }) => type === 'timeZoneName' && /^[ECMP]T$/.test(value))
  const text = isAmerican ? generic.map(({ value }) => value).join('') : format('short').format(instant)
  // Some email clients can't show the narrow space before AM.
  return text.replaceAll('\u202F', ' ')
}

const MINUTE = 60_000

/**
 * Returns text such as '5 minutes ago' for instants within the last day, or undefined for others. Clocks may differ by
 * a minute.
 */
export function formatAgo(instant: Date, now: Date): string | undefined {
  const minutes = Math.floor((now.getTime() - instant.getTime()) / MINUTE)
  if (minutes < -1 || minutes >= 24 * 60) return undefined
  if (minutes < 1) return 'just now'
  return minutes < 60 ? `${pluralize(minutes, 'minute')} ago` : `${pluralize(Math.floor(minutes / 60), 'hour')} ago`
}

/**
 * Formats a day ('2026-11-21') in a language, such as 'Nov 21, 2026' or '21. Nov. 2026'. The long form is for PDFs,
 * such as 'November 21, 2026'.
 */
export function formatDate(day: string, language: string, form: 'short' | 'long' = 'short'): string {
  const options = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const format = getFormat(language, { ...(form === 'long' ? { dateStyle: 'long' } : options), timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** Writes out a month: '2026-11' becomes 'November 2026'. */
export function formatMonth(month: string, language: string): string {
  return getFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

/**
 * Whether the runtime knows a time zone by this name, such as 'America/New_York' or 'UTC'. Returns false for offsets
 * and for abbreviations such as EST, because they have no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z][A-Za-z]+(\/[A-Za-z0-9_+-]+)+$/.test(name)) return false
  try {
    return getFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
