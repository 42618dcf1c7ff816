import { formatDollars } from './format-dollars.ts'
import { defineReader } from './typed-input.ts'

const CURRENCY_BEFORE = /^(?:(?:us)? ?\$|usd|us dollars?) ?/
const CURRENCY_AFTER = / ?(?:\$|usd|us dollars?|dollars?)$/
const OTHER_CURRENCY = /[€£¥₹]|\b(?:eur|euros?|gbp|pounds?|cad|aud|mxn|pesos?)\b/
const NEGATIVE = /^(?:\$ ?)?-[^-]*\d$|^-[^-]*\d\D*$|^\([^()]*\d[^()]*\)$|^[^-]*\d-$/
const GROUPED = /^(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.\d*)?$/
const MAX_WHOLE_DIGITS = 6

/** Reads '$1,299' as '1299.00' and shows '$1,299.00'. The limit is 999,999.99. */
export const readMoney = defineReader('must be an amount such as 149 or 149.00', (typed) => {
  const text = typed.toLowerCase()
  if (OTHER_CURRENCY.test(text)) return { reason: 'must be in US dollars, such as 149.00' }
  if (NEGATIVE.test(text)) return { reason: 'can’t be negative' }
  const sum = text.replace(CURRENCY_BEFORE, '').replace(CURRENCY_AFTER, '')
  const digits = GROUPED.test(sum) ? sum.replaceAll(/[, ]/g, '') : sum
  // '1.299,00' and '12,50' may be written as in Europe.
  if (/^[\d.,]*,[\d.,]*$/.test(digits) && /\d/.test(digits))
    return { reason: 'must have a period before the cents, and commas only between thousands, such as 1,299.00' }
  const [, whole = '', fraction = ''] = /^(\d*)(?:\.(\d*))?$/.exec(digits) ?? []
  if (whole + fraction === '') return undefined
  if (fraction.length > 2) return { reason: 'must have at most two digits after the period, such as 149.99' }
  const significant = whole.replace(/^0+(?=.)/, '')
  if (significant.length > MAX_WHOLE_DIGITS) return { reason: 'must be at most 999,999.99' }
  const decimal = `${significant || '0'}.${fraction.padEnd(2, '0')}`
  return { text: decimal, shown: formatDollars(decimal) }
})
