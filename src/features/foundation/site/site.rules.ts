/** The effective date of the terms of service (terms.md). */
export const TERMS_DAY = '2026-11-26'

/**
 * The version of that text: its date, plus a letter for later versions on the same day. It is stored with each new
 * account, so it must change with every change of the text.
 */
export const TERMS_VERSION: string = TERMS_DAY

/**
 * A logo that is this much wider than it is high probably contains the academy's name, so the name is not repeated next
 * to it.
 */
const LETTERING_RATIO = 2

export function isLettering({ width, height }: { width: number; height: number }): boolean {
  return width >= height * LETTERING_RATIO
}
