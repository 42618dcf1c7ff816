import { normalizeText } from './normalize-text.ts'

/** No writing system puts more marks on one letter. */
const MAX_MARKS = 4

const EXCESS_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu')

const LINE_ENDS = /\r\n?|[\v\f\u2028\u2029\u0085]/g
/** Control and format characters, which are useless in a text. Some reverse the following line or hide in it. */
const INVISIBLE =
  /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu
/** Some characters that languages need are visible only next to a letter. Unpaired surrogates become \uFFFD. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800\uFFFD]/u

/**
 * Normalizes text for storage: complete characters, uniform line endings, nothing invisible, no letter with too many
 * marks. Empty if nothing would be visible.
 */
export function tidyText(text: string): string {
  const tidy = normalizeText(text.toWellFormed(), 'NFC')
    .replaceAll(LINE_ENDS, '\n')
    .replaceAll(INVISIBLE, toBlank)
    .replaceAll(EXCESS_MARKS, '$1')
    // The regular expression would take seconds on a line with many spaces.
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
  return VISIBLE.test(tidy) ? tidy : ''
}

/** Removes control and format characters for output, because text stored before input was filtered may contain them. */
export function removeInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, toBlank)
}

/** Keeps line endings and tabs, which are visible. */
function toBlank(sign: string): string {
  return sign === '\n' || sign === '\r' || sign === '\t' ? sign : ''
}

/** Like `tidyText`, on one line. */
export function tidyLine(text: string): string {
  return tidyText(text).replaceAll(/\s+/gu, ' ')
}
