import { requiredText } from '#shared/text-schema.ts'

/** As in the studio. */
const MAX_REASON_LENGTH = 500

/** What follows `--why`: its words, or what is wrong with them; where there are none, that is `needed`. */
export function parseReason(why: unknown, needed: string): { words: string; wrong?: undefined } | { wrong: string } {
  const { data, error } = requiredText(MAX_REASON_LENGTH, needed).safeParse(why)
  return data === undefined ? { wrong: error?.issues[0]?.message ?? needed } : { words: data }
}
