import { sql } from 'drizzle-orm'
import { COMPLETION_THRESHOLD, TOLERANCE_SECONDS } from '#shared/completion-threshold.ts'
import { files } from './tables/files.ts'
import { playbackPositions } from './tables/study.ts'

/** Whether a file joined with a position was played through; true where its length is not known. */
export const wasPlayed = sql<boolean>`(${files.seconds} is null or coalesce(${playbackPositions.reachedSeconds}, 0)
  >= ${files.seconds} * ${sql.raw(String(COMPLETION_THRESHOLD))} - ${sql.raw(String(TOLERANCE_SECONDS))})`
