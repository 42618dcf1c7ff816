import { words } from '#shared/words.ts'

/** As in the studio. */
const MOST_REASON = 500

/** What follows `--why`: its words, or what is wrong with them; where there are none, that is `needed`. */
export function reasonIn(why: unknown, needed: string): { words: string; wrong?: undefined } | { wrong: string } {
  const { data, error } = words(MOST_REASON, needed).safeParse(why)
  return data === undefined ? { wrong: error?.issues[0]?.message ?? needed } : { words: data }
}
