import { desc, eq, min } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { backups } from '#db/tables/backups.ts'
import { members } from '#db/tables/members.ts'

type Row = typeof backups.$inferSelect
export type Backup = Row

/** Recorded by the backup command, so that the backup is known even if its file is moved. */
export async function recordBackup(db: Executor, backup: Pick<Row, 'madeAt' | 'file' | 'missing'>): Promise<void> {
  await db.insert(backups).values(backup)
}

/** Records the result of a restore test. False if this academy has no record of the backup. */
export async function recordRestoreTest(
  db: Executor,
  madeAt: Date,
  { triedAt, problem }: { triedAt: Date; problem: string | null },
): Promise<boolean> {
  const known = await db
    .update(backups)
    .set({ triedAt, problem })
    .where(eq(backups.madeAt, madeAt))
    .returning({ madeAt: backups.madeAt })
  return known.length === 1
}

const CHECKED_BACKUPS = 50

/** Newest first. */
export function listLatestBackups(db: Executor): Promise<Row[]> {
  return db.select().from(backups).orderBy(desc(backups.madeAt)).limit(CHECKED_BACKUPS)
}

/** When the first member joined, which shows how old the academy is; undefined if there are no members. */
export async function findFirstMemberDate(db: Executor): Promise<Date | undefined> {
  const [row] = await db.select({ at: min(members.createdAt) }).from(members)
  return row?.at ?? undefined
}
