import { and, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { throttles } from '#db/tables/throttles.ts'

type Hit = { key: string; now: Date; resetsAt: Date }

/**
 * Counts another attempt for each key in its open time window, or opens a new window. Uses one statement, so that all
 * concurrent attempts count. Goes through the keys in sorted order, so that concurrent statements can't deadlock.
 */
export async function countHits(db: Executor, { keys, now, resetsAt }: Omit<Hit, 'key'> & { keys: string[] }) {
  if (keys.length === 0) return []
  // If a window ends later than a new one would, it was opened before the clock was set back, so it is ignored.
  const isOver = sql`(${throttles.resetsAt} <= ${now.toISOString()}::timestamptz or ${throttles.resetsAt} > excluded.resets_at + interval '1 minute')`
  return db
    .insert(throttles)
    .values(keys.toSorted().map((key) => ({ key, hits: 1, resetsAt })))
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        hits: sql`case when ${isOver} then 1 else ${throttles.hits} + 1 end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at else ${throttles.resetsAt} end`,
      },
    })
    .returning({ key: throttles.key, hits: throttles.hits, resetsAt: throttles.resetsAt })
}

/**
 * Opens a window that counts no attempts but remembers something while it is open. If a window is already open, extends
 * it to `resetsAt` and sets its count to 1, which distinguishes it from a new one. Of several concurrent requests, only
 * one gets a new window.
 */
export async function openWindow(db: Executor, { key, now, resetsAt }: Hit): Promise<{ isNew: boolean }> {
  const isOver = sql`${throttles.resetsAt} <= ${now.toISOString()}::timestamptz`
  const [opened] = await db
    .insert(throttles)
    .values({ key, hits: 0, resetsAt })
    .onConflictDoUpdate({ target: throttles.key, set: { resetsAt, hits: sql`case when ${isOver} then 0 else 1 end` } })
    .returning({ hits: throttles.hits })
  return { isNew: opened?.hits === 0 }
}

/** Finds the open windows of these keys. */
export async function findOpenWindows(db: Executor, keys: string[], now: Date) {
  return db
    .select({ key: throttles.key, hits: throttles.hits, resetsAt: throttles.resetsAt })
    .from(throttles)
    .where(and(inArray(throttles.key, keys), gt(throttles.resetsAt, now)))
}

export async function uncountHits(db: Executor, keys: string[]): Promise<void> {
  await db
    .update(throttles)
    .set({ hits: sql`greatest(${throttles.hits} - 1, 0)` })
    .where(inArray(throttles.key, lockRowsInOrder(db, keys)))
}

export async function deleteHits(db: Executor, keys: string[]): Promise<void> {
  await db.delete(throttles).where(inArray(throttles.key, lockRowsInOrder(db, keys)))
}

/**
 * Locks rows in the order of their keys, because otherwise, concurrent transactions that change the same rows could
 * deadlock.
 */
function lockRowsInOrder(db: Executor, keys: string[]) {
  const { key } = throttles
  return db.select({ key }).from(throttles).where(inArray(key, keys)).orderBy(key).for('update')
}

/** Deletes windows that have ended. Skips rows that another transaction has locked. */
export async function deleteClosedWindows(db: Executor, now: Date): Promise<void> {
  const closed = db.select({ key: throttles.key }).from(throttles).where(lte(throttles.resetsAt, now))
  await db.delete(throttles).where(inArray(throttles.key, closed.for('update', { skipLocked: true })))
}
