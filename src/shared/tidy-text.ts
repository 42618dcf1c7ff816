import { normalizeText } from './normalize-text.ts'

/** More marks on one letter are no writing of any language. */
const MAX_MARKS = 4

const EXCESS_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu')

const LINE_ENDS = /\r\n?|[\v\f\u2028\u2029\u0085]/g
/** Control and format characters: of no use in a text, and some of them turn the line that follows around or hide in it. */
const INVISIBLE =
  /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu
/** Some of what languages need is seen only beside a letter; halves of letters are kept as \uFFFD. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800\uFFFD]/u

/**
 * A text as it is kept: in whole letters, lines that end in one way, nothing that is not seen, no letter buried under its marks. Empty where nothing of it
 * would be seen.
 */
export function tidyText(text: string): string {
  const tidy = normalizeText(text.toWellFormed(), 'NFC')
    .replaceAll(LINE_ENDS, '\n')
    .replaceAll(INVISIBLE, toBlank)
    .replaceAll(EXCESS_MARKS, '$1')
    // By a pattern it takes seconds where a line has many spaces.
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
  return VISIBLE.test(tidy) ? tidy : ''
}

/**
 * The same text without control and format characters, for output: what was stored before they were taken out at the entrance may still have them.
 */
export function removeInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, toBlank)
}

/** Line ends and tabs are seen. */
function toBlank(sign: string): string {
  return sign === '\n' || sign === '\r' || sign === '\t' ? sign : ''
}

/** The same on one line. */
export function tidyLine(text: string): string {
  return tidyText(text).replaceAll(/\s+/gu, ' ')
}
