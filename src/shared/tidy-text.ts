import { normalizeText } from './normalize-text.ts'

/** The most marks on one letter in any writing system. */
const MAX_MARKS = 4

const EXCESS_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu')

const LINE_ENDS = /\r\n?|[\v\f\u2028\u2029\u0085]/g
/**
 * Matches control and format characters, which no text needs. Some of them reverse the rest of the line, or are
 * invisible.
 */
const INVISIBLE =
  /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu
/**
 * Matches a visible character. Some characters that languages need are visible only next to a letter. Unpaired
 * surrogates become \uFFFD, so this doesn't match \uFFFD, either.
 */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800\uFFFD]/u

/** Matches a line that has nothing to tidy except spaces at its ends. Most lines are like this, and it is fast. */
const PLAIN_LINE = /^[ -~‘’“”–—…]*$/

/**
 * Normalizes a text for storage: no half characters, uniform line endings, nothing invisible, and no letter with too
 * many marks. Returns '' if nothing would be visible.
 */
export function tidyText(text: string): string {
  if (PLAIN_LINE.test(text)) return text.trim()
  const tidy = normalizeText(text.toWellFormed(), 'NFC')
    .replaceAll(LINE_ENDS, '\n')
    .replaceAll(INVISIBLE, toBlank)
    .replaceAll(EXCESS_MARKS, '$1')
    // `trimEnd` is used because a regular expression would take seconds on a line with many spaces.
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
  return VISIBLE.test(tidy) ? tidy : ''
}

/**
 * Removes control and format characters before output, because a text that was stored before input was filtered may
 * contain them.
 */
export function removeInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, toBlank)
}

/** Returns what replaces a character. Line endings and tabs remain, because they are visible. */
function toBlank(sign: string): string {
  return sign === '\n' || sign === '\r' || sign === '\t' ? sign : ''
}

/** Does the same as `tidyText`, but the result is one line. */
export function tidyLine(text: string): string {
  return tidyText(text).replaceAll(/\s+/gu, ' ')
}
