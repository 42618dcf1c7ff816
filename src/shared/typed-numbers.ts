import { defineReader, type Reader } from './typed-input.ts'

const WHOLE_PERCENT = 'must be a whole number from 1 to 100, such as 20'
const PERIOD = 'must have a period, not a comma, before the decimals, such as 12.5'

/** Reads '20%', '20 percent', and '20% off' as '20'. Refuses '0.2', by which some mean 20%. */
export const readWholePercent = defineReader(WHOLE_PERCENT, (typed) => {
  const [, number = ''] = /^(-?[\d.,]+) ?(?:%|percent|per cent|pct\.?)?(?: off)?$/i.exec(typed) ?? []
  if (/^\d+,\d+$/.test(number)) return { reason: PERIOD }
  const value = Number(number)
  if (number === '' || !Number.isFinite(value)) return undefined
  if (!Number.isInteger(value)) return { reason: `${WHOLE_PERCENT}. We read it as ${value}%` }
  return value >= 1 && value <= 100 ? { text: String(value), shown: `${value}%` } : undefined
})

type WholeOptions = {
  min: number
  max: number
  /** What is counted, in the singular. */
  unit: string
}

/** Makes a reader that reads '1,000' and '1,000 uses' as '1000' and shows '1,000 uses'. */
export function wholeNumberReader({ min, max, unit }: WholeOptions): Reader {
  return defineReader(`must be a whole number from ${min} to ${max.toLocaleString('en')}`, (typed) => {
    const [, digits = '', word = unit] = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.0*)?(?: ([a-z]+))?$/i.exec(typed) ?? []
    const number = Number(digits.replaceAll(',', ''))
    const isUnit = [unit, `${unit}s`].includes(word.toLowerCase())
    if (digits === '' || !isUnit || number < min || number > max) return undefined
    return { text: String(number), shown: `${number.toLocaleString('en')} ${number === 1 ? unit : `${unit}s`}` }
  })
}

/** The number of uses of a coupon. */
export const readUses = wholeNumberReader({ min: 1, max: 1_000_000_000, unit: 'use' })
