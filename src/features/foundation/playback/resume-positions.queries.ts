import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { playbackPositions } from '#db/tables/study.ts'

export async function findPosition(db: Executor, { memberId, fileId }: { memberId: string; fileId: string }) {
  const [position] = await db
    .select({ seconds: playbackPositions.seconds, updatedAt: playbackPositions.updatedAt })
    .from(playbackPositions)
    .where(and(eq(playbackPositions.memberId, memberId), eq(playbackPositions.fileId, fileId)))
  return position
}

/** False when a newer position is stored, which stays. */
export async function upsertPosition(db: Executor, position: typeof playbackPositions.$inferInsert): Promise<boolean> {
  const stored = await db
    .insert(playbackPositions)
    .values(position)
    .onConflictDoUpdate({
      target: [playbackPositions.memberId, playbackPositions.fileId],
      set: { seconds: sql`excluded.seconds`, updatedAt: sql`excluded.updated_at` },
      setWhere: sql`${playbackPositions.updatedAt} <= excluded.updated_at`,
    })
    .returning({ fileId: playbackPositions.fileId })
  return stored.length > 0
}
