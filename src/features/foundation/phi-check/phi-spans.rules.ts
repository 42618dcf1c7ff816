import { FULL_DATE } from './date-patterns.rules.ts'

export const PATIENT_DATA = {
  'social-security': 'a Social Security number',
  'record-number': 'a medical record number',
  'claim-number': 'a claim, policy, or case number',
  mail: 'an email address',
  telephone: 'a phone number',
  address: 'an address',
  'name-birth': 'a name with a birth date, age, or hospital stay',
  'known-by': 'details that identify an unnamed person',
  other: 'a number that identifies one person',
} as const

export type PatientDataKind = keyof typeof PATIENT_DATA

/** A span of a text; `words` is `text.slice(from, to)`. */
export type PatientDataSpan = { kind: PatientDataKind; from: number; to: number; words: string }

/**
 * How many characters before and after a name count as its context, which is about a sentence. It limits every search,
 * so that the time depends only on the length of the text.
 */
export const CONTEXT_LENGTH = 110

export type Pattern = {
  kind: PatientDataKind
  pattern: RegExp
  isMeant?: (words: string, before: string, after: string) => boolean
}

export const YEAR_ONLY = /^\D*(?:19|20)\d\d\D*$/u
export const countDigits = (words: string) => words.replace(/\D/gu, '').length
/** Whether the number at the end of a match has enough digits. The number in "MRN on page 12" does not. */
export const hasDigits = (min: number) => (words: string) => {
  const number = /(?<!\S)\S*\d.*$/su.exec(words.split(/[:#=(]/u).at(-1) ?? '')?.[0] ?? words
  return countDigits(number) >= min && !YEAR_ONLY.test(number)
}

/**
 * Whether a number is not a range: "1204-1311" are pages and "2019-2023" are years. A hyphenated personal number has
 * more digits than either.
 */
export const isNotRange = (words: string) =>
  countDigits(words) >= 7 &&
  !/^\p{L}{0,5}-?\d{1,4}-\d{1,4}$/u.test(words) &&
  !/^(?:19|20)\d\d-\d\d?-\d\d?$|^\d\d?-\d\d?-(?:\d\d){1,2}$|^\d{5}-\d\d$|\p{L}{5}/u.test(words) &&
  !HAS_DATE.test(words)

/** Latin letters in lowercase and uppercase. */
const LATIN = String.raw`a-z\u00AA-\u024F\u1E00-\u1EFF`

/**
 * Builds a case-insensitive pattern in which `\p{L}` matches only Latin letters. If about thirty patterns ignored case
 * in all scripts, browsers would need a second to compile them.
 */
export function buildPattern(source: string, flags: 'giu' | 'iu' = 'giu'): RegExp {
  let isInClass = false
  const latin = source.replaceAll(/\\p\{L\}|\\?./gsu, (token) => {
    if (token === '[' || token === ']') isInClass = token === '['
    if (token !== String.raw`\p{L}`) return token
    return isInClass ? LATIN : `[${LATIN}]`
  })
  return new RegExp(latin, flags)
}

export const HAS_DATE = buildPattern(FULL_DATE, 'iu')
