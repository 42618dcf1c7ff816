/** The effective date of the built-in Terms of Service (terms.md). */
export const TERMS_DAY = '2026-11-26'

/**
 * The version of that text: its date, with a letter if it is not the first version of that day. It is stored with each
 * new account, so it must change whenever the text changes.
 */
export const TERMS_VERSION: string = TERMS_DAY

/**
 * A logo that is at least this many times as wide as it is high probably contains the academy's name, so the name is
 * not repeated next to it.
 */
const LETTERING_RATIO = 2

export function isLettering({ width, height }: { width: number; height: number }): boolean {
  return width >= height * LETTERING_RATIO
}
