import { defineReader } from './typed-input.ts'

const EXTENSION = /[ ,;]*(?:x|ext\.?|extension|#)[ .:]*(\d{1,6})$/i
/** A toll-free number that ends with a word. */
const TOLL_FREE_WORD = /^1?8\d\d[a-z]{3,7}\d*$/i
/** The digit on the key of each letter. */
const KEYS = '22233344455566677778889999'
const EXAMPLE = '(555) 123-4567'

/**
 * Reads '555.123.4567 x12' as '(555) 123-4567, ext. 12'. Numbers with another country code keep their groups, as in
 * '+44 20 7946 0958'. Letters become the digits of their keys, so '1-800-NURSE-01' is read as '(800) 687-7301'.
 */
export const readPhone = defineReader(
  `must be a phone number such as ${EXAMPLE}, or begin with + and the country code`,
  (typed) => {
    const extension = EXTENSION.exec(typed)
    const number = (extension ? typed.slice(0, extension.index) : typed)
      .replace(/^tel:/i, '')
      .replace(/^011[ -]|^00(?=[1-9])/, '+')
    const suffix = extension ? `, ext. ${extension[1]}` : ''
    const typedSigns = number.replace('(0)', '').replaceAll(/[ ()./-]/g, '')
    const signs = TOLL_FREE_WORD.test(typedSigns) ? typedSigns.replaceAll(/[a-z]/gi, toDigit) : typedSigns
    const [, national] = /^(?:\+?1)?(\d{10})$/.exec(signs) ?? []
    if (national !== undefined)
      return toReading(`(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}${suffix}`)
    if (/^\d{7}$/.test(signs)) return { reason: `must include the area code, such as ${EXAMPLE}` }
    if (!/^\+[2-9]\d{6,14}$/.test(signs)) return undefined
    const groups = number.replace('(0)', ' ').split(/[^\d]+/)
    return toReading(`+${groups.filter((group) => group !== '').join(' ')}${suffix}`)
  },
)

function toDigit(sign: string): string {
  return KEYS.charAt(sign.toLowerCase().charCodeAt(0) - 97)
}

function toReading(text: string) {
  return { text, shown: text }
}
