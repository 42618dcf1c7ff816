import { sql } from 'drizzle-orm'
import { COMPLETION_THRESHOLD, TOLERANCE_SECONDS } from '#shared/completion-threshold.ts'
import { files } from './tables/files.ts'
import { playbackPositions } from './tables/study.ts'

/** Whether a file, joined with its playback position, was played to the end. True if its length is unknown. */
export const wasPlayed = sql<boolean>`(${files.seconds} is null or coalesce(${playbackPositions.reachedSeconds}, 0)
  >= ${files.seconds} * ${sql.raw(String(COMPLETION_THRESHOLD))} - ${sql.raw(String(TOLERANCE_SECONDS))})`
