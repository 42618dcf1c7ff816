import type { RateLimit } from '#shared/rate-limit.ts'

const DAY = 24 * 60 * 60_000

/** How long somebody who asked for the deletion of the account can change his mind. */
export const DELETION_GRACE_PERIOD_MS = 7 * DAY

/** A job that was given up and has somebody's values in it goes then. */
export const FAILED_JOB_RETENTION_MS = 90 * DAY

/** A copy takes a while to make, and nobody needs another one so soon. */
export const EXPORT_LIMIT: RateLimit = { what: 'copy-of-data', hits: 5, windowMs: DAY }

/** More than any member has, compressed: it is held in memory until it is sent. */
export const MAX_EXPORT_BYTES = 128 * 1024 * 1024

/** Of the list of those who were erased, beside the data: ids alone, one a line; empty lines and those that begin with # say nothing. */
export const ERASED_LIST_FILE_NAME = 'erased-members.txt'

export type ErasedList = {
  ids: string[]
  /** Lines that are no id. */
  wrong: string[]
}

/** What such a list says. */
export function parseErasedList(list: string): ErasedList {
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
