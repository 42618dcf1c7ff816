/** What staff makes of the reports of a post. */
export const OUTCOMES = ['hidden', 'dismissed'] as const

/** Where a part of the list of reported posts ended: since when that post waits, or when it was decided, and its id. */
export type Place = { at: Date; id: string }

export function placeInWords({ at, id }: Place): string {
  return `${at.getTime()}.${id}`
}

/** No year that the database does not read. */
export const PLACE_PATTERN = /^\d{1,13}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Of what `placeInWords` made. */
export function placeOfWords(words: string): Place {
  const [at, id = ''] = words.split('.')
  return { at: new Date(Number(at)), id }
}
