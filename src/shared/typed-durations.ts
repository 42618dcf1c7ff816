import { roundDownToTenth } from './contact-hours.ts'
import { defineReader, type Reader } from './typed-input.ts'

const MINUTES = { minutes: 1, hours: 60, days: 24 * 60, weeks: 7 * 24 * 60 }

type Unit = keyof typeof MINUTES

const UNITS: readonly [pattern: RegExp, unit: Unit][] = [
  [/^m(?:in(?:ute)?s?)?\.?$/, 'minutes'],
  [/^h(?:(?:ou)?rs?)?\.?$/, 'hours'],
  [/^d(?:ays?)?\.?$/, 'days'],
  [/^w(?:(?:ee)?ks?)?\.?$/, 'weeks'],
]

const FRACTIONS: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '1/2': 1 / 2,
  '1/4': 1 / 4,
  '3/4': 3 / 4,
}
const PART = /(?:(\d+(?:\.\d+)?|\.\d+)(?![\d/]))? ?(½|¼|¾|[13]\/[24])? ?([a-z]+\.?)? ?(?:,|and\b)? ?/y

/**
 * The minutes of '90 min', '1 h 30', '1:30', '1½ hours', or '2 weeks'. A number without a unit has this one, or the
 * next smaller one after hours. Undefined if it isn't a duration.
 */
function parseMinutes(text: string, unit: Unit): number | undefined {
  const clock = /^(\d{1,3}):([0-5]\d)$/.exec(text)
  if (clock) return Number(clock[1]) * MINUTES.hours + Number(clock[2])
  let minutes: number | undefined
  let before: Unit | undefined
  for (let at = 0; at < text.length; at = PART.lastIndex) {
    PART.lastIndex = at
    const [part = '', number, fraction, word] = PART.exec(text) ?? []
    if (number === undefined && fraction === undefined) return undefined
    // Without anything between them, two numbers are a mistake: '1.1.1'.
    if (word === undefined && PART.lastIndex < text.length && !/[ ,]$/.test(part)) return undefined
    const named = word === undefined ? undefined : UNITS.find(([pattern]) => pattern.test(word))?.[1]
    const assumed = before === undefined ? unit : before === 'hours' ? 'minutes' : undefined
    const found = word === undefined ? assumed : named
    // Units become smaller, and each is named once.
    if (found === undefined || (before !== undefined && MINUTES[found] >= MINUTES[before])) return undefined
    const rest = fraction === undefined ? 0 : (FRACTIONS[fraction] ?? Number.NaN)
    minutes = (minutes ?? 0) + (Number(number ?? 0) + rest) * MINUTES[found]
    before = found
  }
  return minutes === undefined || Number.isNaN(minutes) ? undefined : minutes
}

const TOLERANCE = 1e-9

type DurationOptions = {
  unit: 'days' | 'hours'
  min: number
  max: number
  /** What 0 means, if it is allowed below the minimum. */
  zero?: string
}

/** Makes a reader that reads '30 days' as '30' and '2 weeks' as '14', if the unit is days. */
export function durationReader({ unit, min, max, zero }: DurationOptions): Reader {
  const reason = `must be a whole number of ${unit} from ${min} to ${max}${zero === undefined ? '' : `, or 0 for ${zero}`}`
  return defineReader(reason, (typed) => {
    const text = typed.toLowerCase()
    if (/\d ?(?:months?|quarters?|years?|yrs?)$/.test(text))
      return {
        reason: `must be in ${unit === 'days' ? 'days or weeks' : 'hours or days'}, because months and years vary`,
      }
    const minutes = parseMinutes(text, unit)
    if (minutes === undefined) return undefined
    const exact = minutes / MINUTES[unit]
    const value = Number(exact.toFixed(2))
    const shown = `${value.toLocaleString('en')} ${value === 1 ? unit.slice(0, -1) : unit}`
    // 5 minutes are not 0 days. The tolerance is for sums of decimals.
    const isRounded = Math.abs(exact - value) > TOLERANCE
    if (Number.isInteger(value) && isRounded) return undefined
    if (value === 0 && zero !== undefined) return { text: '0', shown: zero }
    if (Number.isInteger(value) && value >= min && value <= max) return { text: String(value), shown }
    return /^\d+$/.test(text) ? undefined : { reason: `${reason}. We read it as ${shown}` }
  })
}

/** Reads '1½', '1.5 hrs', and '90 min' as '1.5'. Rounds down to hundredths; certificates show tenths. */
export const readContactHours = defineReader('must be a number of hours such as 1.2', (typed) => {
  const text = typed.toLowerCase().replace(/ ?contact (?=h(?:ou)?rs?\.?$)/, ' ')
  if (/^\d+,\d+(?: ?h(?:ou)?rs?\.?)?$/.test(text))
    return { reason: 'must have a period before the decimals, such as 1.5' }
  if (/\.\d{3}/.test(text)) return { reason: 'must have at most two digits after the period, such as 1.25' }
  const minutes = parseMinutes(text, 'hours')
  if (minutes === undefined) return undefined
  const hours = Math.floor(Number(((minutes / 60) * 100).toFixed(4))) / 100
  if (hours >= 100) return { reason: 'must be less than 100 hours' }
  const printed = roundDownToTenth(hours)
  const shown = `${hours} ${hours === 1 ? 'hour' : 'hours'}${printed === hours ? '' : `, printed as ${printed.toFixed(1)}`}`
  return { text: /^\d{1,2}(?:\.\d{1,2})?$/.test(text) ? text : String(hours), shown }
})
