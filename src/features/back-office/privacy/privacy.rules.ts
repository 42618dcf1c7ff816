import type { RateLimit } from '#shared/rate-limit.ts'

const DAY = 24 * 60 * 60_000

export const DELETION_GRACE_PERIOD_MS = 7 * DAY

/** Given-up jobs with personal values are deleted after this. */
export const FAILED_JOB_RETENTION_MS = 90 * DAY

/** An export takes a while, and another one so soon is not needed. */
export const EXPORT_LIMIT: RateLimit = { what: 'copy-of-data', hits: 5, windowMs: DAY }

/** More than any member's compressed data, which is held in memory until sent. */
export const MAX_EXPORT_BYTES = 128 * 1024 * 1024

/** The list of erased members next to the data: one id per line; empty lines and those starting with # are ignored. */
export const ERASED_LIST_FILE_NAME = 'erased-members.txt'

export type ErasedList = {
  ids: string[]
  /** Lines that are not an id. */
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
