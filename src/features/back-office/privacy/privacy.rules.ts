import type { RateLimit } from '#shared/rate-limit.ts'

const DAY = 24 * 60 * 60_000

export const DELETION_GRACE_PERIOD_MS = 7 * DAY

/** How long permanently failed jobs with personal values are kept. */
export const FAILED_JOB_RETENTION_MS = 90 * DAY

/** Creating an export takes a while, and members rarely need more than one. */
export const EXPORT_LIMIT: RateLimit = { what: 'copy-of-data', hits: 5, windowMs: DAY }

/** Larger than any member's compressed data, which is held in memory until it is sent. */
export const MAX_EXPORT_BYTES = 128 * 1024 * 1024

/**
 * The list of erased members next to the data: one ID per line. Empty lines and those that start with # are ignored.
 */
export const ERASED_LIST_FILE_NAME = 'erased-members.txt'

export type ErasedList = {
  ids: string[]
  /** Lines that are not IDs. */
  wrong: string[]
}

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
