import { and, eq, or, like, sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { files } from '#db/tables/files.ts'
import { playbackPositions } from '#db/tables/study.ts'

/** A stored file that plays; `length` is null where nobody has measured it. */
export async function findRecording(db: Executor, fileId: string): Promise<{ length: number | null } | undefined> {
  const [recording] = await db
    .select({ length: files.seconds })
    .from(files)
    .where(and(eq(files.id, fileId), or(like(files.contentType, 'video/%'), like(files.contentType, 'audio/%'))))
  return recording
}

export async function findPosition(db: Executor, { memberId, fileId }: { memberId: string; fileId: string }) {
  const [position] = await db
    .select({ seconds: playbackPositions.seconds, updatedAt: playbackPositions.updatedAt })
    .from(playbackPositions)
    .where(and(eq(playbackPositions.memberId, memberId), eq(playbackPositions.fileId, fileId)))
  return position
}

/** False when a newer position is kept: that one stays. */
export async function storePosition(db: Executor, position: typeof playbackPositions.$inferInsert): Promise<boolean> {
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
