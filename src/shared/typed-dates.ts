import { formatDate, formatMonth } from './dates.ts'
import { isDay } from './iso-dates.ts'
import { defineReader, type Reading } from './typed-input.ts'

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]* /
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const MONTH_FIRST = /^(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}|\d{2}))?$/
const NAMED_MONTH_FIRST = /^([a-z]{3,9})\.?[ -]?(\d{1,2})(?:st|nd|rd|th)?(?:(?:, ?|[ -])(\d{4}|'?\d{2}))?$/
const NAMED_MONTH_SECOND = /^(\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -]?([a-z]{3,9})[.,]*(?:[ -]?(\d{4}|'?\d{2}))?$/
const NO_DAY = /^[a-z]{3,9}\.?,? \d{4}$/

const MIN_YEAR = 1900
const MAX_YEAR = 2099
/** Two-digit years from here on are in the last century. */
const FIRST_OF_LAST_CENTURY = 69

const pad = (number: number) => String(number).padStart(2, '0')

/**
 * Reads '11/27/2026', '11-27-26', and 'Nov 27, 2026' as '2026-11-27' and shows 'Nov 27, 2026'. Without a year, it is
 * the date closest to `today`. If `today` is missing, too, the date is refused.
 */
export const readDate = defineReader(
  'must be a date such as 11/27/2026 or 2026-11-27',
  (typed, today?: string): Reading | undefined => {
    const parts = splitDate(
      typed
        .toLowerCase()
        .replaceAll(/ ?([-/]) ?/g, '$1')
        .replace(WEEKDAY, ''),
    )
    if (!parts || 'reason' in parts) return parts
    const { month, day } = parts
    if (month > 12 && day <= 12)
      return { reason: `must start with the month, such as ${pad(day)}/${pad(month)}/${parts.year ?? 2026}` }
    if (month < 1 || month > 12) return { reason: 'must have a month from 1 to 12' }
    const year = parts.year ?? (today === undefined ? undefined : getClosestYear({ month, day }, today))
    if (year === undefined) return { reason: `must include the year, such as ${month}/${day}/2026` }
    if (year < MIN_YEAR || year > MAX_YEAR) return { reason: `must have a year from ${MIN_YEAR} to ${MAX_YEAR}` }
    const date = toIso({ year, month, day })
    if (isDay(date)) return { text: date, shown: formatDate(date, 'en-US') }
    const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
    return { reason: `must be a date that exists: ${formatMonth(date.slice(0, 7), 'en-US')} has ${days} days` }
  },
)

type DateParts = { year?: number | undefined; month: number; day: number }

const toIso = ({ year, month, day }: DateParts) => `${year}-${pad(month)}-${pad(day)}`

function splitDate(text: string): DateParts | { reason: string } | undefined {
  const first = YEAR_FIRST.exec(text)
  if (first) return { year: Number(first[1]), month: Number(first[2]), day: Number(first[3]) }
  const american = MONTH_FIRST.exec(text)
  if (american) return { month: Number(american[1]), day: Number(american[2]), year: toYear(american[3]) }
  const [, name = '', date, year] = NAMED_MONTH_FIRST.exec(text) ?? []
  const [, otherDate, otherName = '', otherYear] = NAMED_MONTH_SECOND.exec(text) ?? []
  const month = findMonth(name || otherName)
  if (month > 0) return { month, day: Number(date ?? otherDate), year: toYear(year ?? otherYear) }
  return NO_DAY.test(text) && findMonth(text.split(/[., ]/)[0] ?? '') > 0
    ? { reason: 'must include the day, such as November 27, 2026' }
    : undefined
}

/** From 1 to 12, by the whole name or at least three letters of it; 0 for no month. */
function findMonth(name: string): number {
  return name.length < 3 ? 0 : MONTHS.findIndex((month) => month.startsWith(name)) + 1
}

function toYear(digits: string | undefined): number | undefined {
  const year = digits === undefined ? undefined : Number(digits.replace("'", ''))
  return year === undefined || year >= 100 ? year : year + (year < FIRST_OF_LAST_CENTURY ? 2000 : MIN_YEAR)
}

function getClosestYear({ month, day }: DateParts, today: string): number {
  const now = Date.parse(today)
  const thisYear = Number(today.slice(0, 4))
  const getDistance = (year: number) => Math.abs(Date.UTC(year, month - 1, day) - now)
  return [thisYear - 1, thisYear + 1].reduce(
    (best, year) => (getDistance(year) < getDistance(best) ? year : best),
    thisYear,
  )
}

/** Formats a stored date for a field, such as '11/27/2026'. Any other text stays as it is. */
export function formatTypedDate(date: string): string {
  return isDay(date) ? `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}` : date
}
