// Every displayed date is a day of the academy, in its configured time zone. The server computes days; pages and
// documents receive and print them, so the browser's time zone is never used.

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes a hundred times as long as using it. */
function getFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, format)
  return format
}

/** The day of an instant in a time zone, '2026-11-21'. */
export function formatDay(instant: Date, timeZone: string): string {
  const parts = getFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant)
  const part = (wanted: 'year' | 'month' | 'day') => parts.find(({ type }) => type === wanted)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/**
 * The minute of an instant in a time zone, '2026-11-21 09:43 EST'. Without the zone, readers would assume their own.
 */
export function formatMinute(instant: Date, timeZone: string): string {
  const parts = getFormat('en-US', {
    timeZone,
    numberingSystem: 'latn',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).formatToParts(instant)
  const part = (wanted: 'hour' | 'minute' | 'timeZoneName') => parts.find(({ type }) => type === wanted)?.value ?? ''
  return `${formatDay(instant, timeZone)} ${part('hour')}:${part('minute')} ${part('timeZoneName')}`
}

/** An instant in a time zone, written out: 'November 21, 2026 at 9:43 AM EST'. */
export function formatDateTime(instant: Date, timeZone: string, language: string): string {
  const day = formatLongDate(formatDay(instant, timeZone), language)
  const time = getFormat(language, {
    timeZone,
    numberingSystem: 'latn',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(instant)
  // Some email programs lack the narrow space between minutes and AM.
  return `${day} at ${time.replaceAll('\u202F', ' ')}`
}

/** A day ('2026-11-21') written out in a language: 'November 21, 2026', '21 November 2026', '21. November 2026'. */
export function formatLongDate(day: string, language: string): string {
  return getFormat(language, {
    dateStyle: 'long',
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  }).format(new Date(`${day}T00:00:00Z`))
}

/**
 * Whether the runtime knows a time zone by this name, 'America/New_York' or 'UTC'. Offsets and abbreviations such as
 * EST do not count, because they have no daylight saving.
 */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z][A-Za-z]+(\/[A-Za-z0-9_+-]+)+$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
