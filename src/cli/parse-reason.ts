import { requiredText } from '#shared/text-schema.ts'

/** The same limit as in the studio. */
const MAX_REASON_LENGTH = 500

/** The text after `--why`, or an error message, which is `needed` if the text is missing. */
export function parseReason(why: unknown, needed: string): { words: string; wrong?: undefined } | { wrong: string } {
  const { data, error } = requiredText(MAX_REASON_LENGTH, needed).safeParse(why)
  return data === undefined ? { wrong: error?.issues[0]?.message ?? needed } : { words: data }
}
