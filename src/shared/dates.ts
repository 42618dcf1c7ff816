import { pluralize } from './pluralize.ts'

// All days and times are formatted here. Screens show times in the reader's time zone (`<Time>`); documents, emails,
// and deadlines use the academy's time zone. A day ('2026-11-21') is always in the academy's time zone.

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a format takes a hundred times as long as using it. */
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

/** The day of an instant in a time zone, '2026-11-21'. The default is the reader's time zone. */
export function formatDay(instant: Date, timeZone: string | undefined): string {
  const { year, month, day } = getParts(instant, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return `${year?.padStart(4, '0')}-${month}-${day}`
}

/** The hour of an instant in a time zone, 0 to 23. */
export function getHour(instant: Date, timeZone: string): number {
  return Number(getParts(instant, { timeZone, hour: '2-digit' }).hour)
}

/**
 * An instant to the minute in a time zone, '2026-11-21 09:43 EST', for command output and files that programs read.
 * Includes the zone, because readers would otherwise assume their own.
 */
export function formatMinute(instant: Date, timeZone: string): string {
  const options = { timeZone, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
  const { hour, minute, timeZoneName } = getParts(instant, options)
  return `${formatDay(instant, timeZone)} ${hour}:${minute} ${timeZoneName}`
}

/**
 * An instant in a time zone, 'Nov 21, 2026, 9:43 AM ET'. The default is the reader's time zone. With `now`, the current
 * year is left out.
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
  // Generic names of zones are long outside the continental US: 'Germany Time', 'Phoenix Time'.
  const isAmerican = generic.some(({ type, value }) => type === 'timeZoneName' && /^[ECMP]T$/.test(value))
  const text = isAmerican ? generic.map(({ value }) => value).join('') : format('short').format(instant)
  // Some email clients can't show the narrow space between minutes and AM.
  return text.replaceAll('\u202F', ' ')
}

const MINUTE = 60_000

/**
 * '5 minutes ago', for instants within the last day; otherwise undefined. Allows for clocks that differ by a minute.
 */
export function formatAgo(instant: Date, now: Date): string | undefined {
  const minutes = Math.floor((now.getTime() - instant.getTime()) / MINUTE)
  if (minutes < -1 || minutes >= 24 * 60) return undefined
  if (minutes < 1) return 'just now'
  return minutes < 60 ? `${pluralize(minutes, 'minute')} ago` : `${pluralize(Math.floor(minutes / 60), 'hour')} ago`
}

/** A day ('2026-11-21') in a language: 'Nov 21, 2026', '21. Nov. 2026'; in PDFs the long form, 'November 21, 2026'. */
export function formatDate(day: string, language: string, form: 'short' | 'long' = 'short'): string {
  const options = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const format = getFormat(language, { ...(form === 'long' ? { dateStyle: 'long' } : options), timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** The month of '2026-11' written out, 'November 2026'. */
export function formatMonth(month: string, language: string): string {
  return getFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

/**
 * Whether the runtime knows a time zone by this name, such as 'America/New_York' or 'UTC'. Rejects offsets and
 * abbreviations such as EST, because they have no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z][A-Za-z]+(\/[A-Za-z0-9_+-]+)+$/.test(name)) return false
  try {
    return getFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
