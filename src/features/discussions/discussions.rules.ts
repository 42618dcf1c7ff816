export const MOST_TITLE = 200
export const MOST_TEXT = 10_000
/** Why a post is reported or hidden. */
export const MOST_REASON = 500
/** How long an author may change what he wrote. */
export const EDIT_MS = 30 * 60_000
/** More marks on one letter are no writing of any language. */
const MOST_MARKS = 4

const LINE_ENDS = /\r\n?|[\u2028\u2029\u0085]/g
/** Of no use in a text, and some of them turn the line that follows around or hide in it. */
const UNSEEN = /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu

/** A text as it is kept: in whole letters, lines that end in one way, nothing that is not seen, no letter buried under its marks. */
export function tidyText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(LINE_ENDS, '\n')
    .replaceAll(UNSEEN, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .replaceAll(new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, 'gu'), '$1')
    .replace(/[^\S\n]+$/gmu, '')
    .trim()
}

/** The same on one line. */
export function tidyTitle(title: string): string {
  return tidyText(title).replaceAll(/\s+/gu, ' ')
}

type Named = { firstName: string; lastName: string; isStaff: boolean; isErased: boolean }

/** How others read who wrote: staff with the whole name, members with the first and a letter of the last, nobody by the name that opens the account. */
export function nameShown({ firstName, lastName, isStaff, isErased }: Named): string {
  if (isErased) return 'A former member'
  if (isStaff) return [firstName, lastName].filter(Boolean).join(' ') || 'The academy'
  const [letter = ''] = lastName
  return [firstName, letter && `${letter}.`].filter(Boolean).join(' ') || 'A member'
}

export const STATES = ['there', 'deleted', 'hidden'] as const
/** `hidden`: by staff. */
export type State = (typeof STATES)[number]

export function stateOf({ deletedAt, hiddenAt }: { deletedAt: Date | null; hiddenAt: Date | null }): State {
  if (deletedAt) return 'deleted'
  return hiddenAt ? 'hidden' : 'there'
}

/** Where a page of the list ended: whether that thread was pinned, when it was active last, its id. */
export type Place = { isPinned: boolean; activeAt: Date; id: string }

export function placeInWords({ isPinned, activeAt, id }: Place): string {
  return `${isPinned ? 1 : 0}.${activeAt.getTime()}.${id}`
}

export const PLACE_PATTERN = /^[01]\.\d{1,15}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Of what `placeInWords` made. */
export function placeOfWords(words: string): Place {
  const [pinned, at, id = ''] = words.split('.')
  return { isPinned: pinned === '1', activeAt: new Date(Number(at)), id }
}
