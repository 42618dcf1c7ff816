import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { playbackPositions } from '#db/tables/study.ts'
import { MAX_REPORT_INTERVAL_SECONDS, MAX_SPEED } from './playback.rules.ts'

export async function findPosition(db: Executor, { memberId, fileId }: { memberId: string; fileId: string }) {
  const [position] = await db
    .select({
      seconds: playbackPositions.seconds,
      updatedAt: playbackPositions.updatedAt,
      reachedSeconds: playbackPositions.reachedSeconds,
    })
    .from(playbackPositions)
    .where(and(eq(playbackPositions.memberId, memberId), eq(playbackPositions.fileId, fileId)))
  return position
}

type PositionReport = {
  memberId: string
  fileId: string
  seconds: number
  /** As reported, before it is reset near the end. */
  playedTo: number
  updatedAt: Date
  reportedAt: Date
}

/**
 * Undefined when a newer position is stored, which stays. Otherwise the farthest position that can have been reached by
 * playing: between two reports it moves by at most twice the time between their arrivals.
 */
export async function upsertPosition(
  db: Executor,
  { playedTo, ...position }: PositionReport,
): Promise<number | undefined> {
  const { reachedSeconds, reportedAt } = playbackPositions
  const sinceLast = sql`greatest(0, least(${MAX_REPORT_INTERVAL_SECONDS}::real, coalesce(extract(epoch from excluded.reported_at - ${reportedAt}), 0)))`
  const reachable = sql`${reachedSeconds} + ${sinceLast} * ${MAX_SPEED}::real`
  const [stored] = await db
    .insert(playbackPositions)
    .values(position)
    .onConflictDoUpdate({
      target: [playbackPositions.memberId, playbackPositions.fileId],
      set: {
        seconds: sql`excluded.seconds`,
        updatedAt: sql`excluded.updated_at`,
        reportedAt: sql`excluded.reported_at`,
        reachedSeconds: sql`greatest(${reachedSeconds}, least(${playedTo}::real, ${reachable}))`,
      },
      setWhere: sql`${playbackPositions.updatedAt} <= excluded.updated_at`,
    })
    .returning({ reachedSeconds })
  return stored?.reachedSeconds
}
