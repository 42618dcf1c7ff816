import { and, eq, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { playbackPositions } from '#db/tables/study.ts'
import {
  MAX_REPORT_INTERVAL_SECONDS,
  MAX_SPEED,
  MIN_REWIND_SECONDS,
  REPORT_INTERVAL_SECONDS,
} from './playback.rules.ts'

export async function findPosition(db: Executor, { memberId, fileId }: { memberId: string; fileId: string }) {
  const [position] = await db
    .select({
      seconds: playbackPositions.seconds,
      updatedAt: playbackPositions.updatedAt,
    })
    .from(playbackPositions)
    .where(and(eq(playbackPositions.memberId, memberId), eq(playbackPositions.fileId, fileId)))
  return position
}

/**
 * Reads how far the member has played this recording, and when the member's latest report on any recording arrived.
 * Makes other reports by the member wait until the transaction ends.
 */
export async function lockReports(
  tx: Transaction,
  { memberId, fileId }: { memberId: string; fileId: string },
): Promise<{ reachedSeconds: number; lastReportAt: Date | undefined }> {
  const { reportedAt, reachedSeconds } = playbackPositions
  const rows = await tx
    .select({ fileId: playbackPositions.fileId, reportedAt, reachedSeconds })
    .from(playbackPositions)
    .where(eq(playbackPositions.memberId, memberId))
    .orderBy(playbackPositions.fileId)
    .for('update')
  const times = rows.flatMap((row) => row.reportedAt?.getTime() ?? [])
  return {
    reachedSeconds: rows.find((row) => row.fileId === fileId)?.reachedSeconds ?? 0,
    lastReportAt: times.length === 0 ? undefined : new Date(Math.max(...times)),
  }
}

type PositionReport = {
  memberId: string
  fileId: string
  seconds: number
  /** The position as reported, before it was reset because it is near the end. */
  playedTo: number
  updatedAt: Date
  reportedAt: Date
  /** When the member's previous report, on any recording, arrived. */
  lastReportAt: Date | undefined
}

/**
 * Stores a position, unless a newer one is already stored. Then it returns undefined. Otherwise, it returns the
 * farthest position that playback can have reached. Between two reports on any recordings, this position advances by at
 * most twice the time between their arrivals, and so does the total time played.
 */
export async function upsertPosition(
  tx: Transaction,
  { playedTo, lastReportAt, ...position }: PositionReport,
): Promise<number | undefined> {
  const { reachedSeconds, watchedSeconds, rewinds, seconds } = playbackPositions
  const elapsed = lastReportAt ? (position.reportedAt.getTime() - lastReportAt.getTime()) / 1000 : 0
  const playable = Math.max(0, Math.min(MAX_REPORT_INTERVAL_SECONDS, elapsed)) * MAX_SPEED
  // If the previous position was near the end, too, zero is stored instead of it.
  const isNearEnd = sql`${playedTo > 0 && position.seconds === 0}::boolean and ${seconds} = 0`
  const advance = sql`(${playedTo}::real - case when ${isNearEnd} then ${reachedSeconds} else ${seconds} end)`
  const [stored] = await tx
    .insert(playbackPositions)
    .values({ ...position, watchedSeconds: Math.min(REPORT_INTERVAL_SECONDS, playedTo) })
    .onConflictDoUpdate({
      target: [playbackPositions.memberId, playbackPositions.fileId],
      set: {
        seconds: sql`excluded.seconds`,
        updatedAt: sql`excluded.updated_at`,
        reportedAt: sql`excluded.reported_at`,
        reachedSeconds: sql`greatest(${reachedSeconds}, least(${playedTo}::real, ${reachedSeconds} + ${playable}::real))`,
        watchedSeconds: sql`${watchedSeconds} + greatest(0, least(${advance}, ${playable}::real))`,
        rewinds: sql`${rewinds} + (${advance} < ${-MIN_REWIND_SECONDS}::real)::int`,
      },
      setWhere: sql`${playbackPositions.updatedAt} <= excluded.updated_at`,
    })
    .returning({ reachedSeconds })
  return stored?.reachedSeconds
}
