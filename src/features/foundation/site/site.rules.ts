/** The day on which the text of the terms of service (terms.md) came into force. */
export const TERMS_DAY = '2026-11-22'

/**
 * The version of that text: its day, with a letter where another one of the same day came before. A member's row keeps the version
 * under which the account was made, so it changes with every change of the text.
 */
export const TERMS_VERSION = `${TERMS_DAY}b`

/** A logo this much wider than high has the academy's name in it: the name is not set beside it. */
const LETTERING_RATIO = 2

export function isLettering({ width, height }: { width: number; height: number }): boolean {
  return width >= height * LETTERING_RATIO
}
