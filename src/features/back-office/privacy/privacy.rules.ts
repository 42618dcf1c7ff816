import type { Limit } from '#shared/limit.ts'

const DAY = 24 * 60 * 60_000

/** How long somebody who asked for the deletion of the account can change his mind. */
export const TIME_TO_CHANGE_MIND_MS = 7 * DAY

/** A job that was given up and has somebody's values in it goes then. */
export const JOBS_KEPT_MS = 90 * DAY

/** A copy takes a while to make, and nobody needs another one so soon. */
export const COPIES: Limit = { what: 'copy-of-data', hits: 5, windowMs: DAY }

/** More than any member has, compressed: it is held in memory until it is sent. */
export const MOST_COPY_BYTES = 128 * 1024 * 1024

/** Of the list of those who were erased, beside the data: ids alone, one a line; empty lines and those that begin with # say nothing. */
export const ERASED_LIST = 'erased-members.txt'

export type ErasedList = {
  ids: string[]
  /** Lines that are no id. */
  wrong: string[]
}

/** What such a list says. */
export function readList(list: string): ErasedList {
  const lines = list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const isId = (line: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(line)
  return {
    ids: [...new Set(lines.filter(isId).map((id) => id.toLowerCase()))],
    wrong: lines.filter((line) => !isId(line)),
  }
}
