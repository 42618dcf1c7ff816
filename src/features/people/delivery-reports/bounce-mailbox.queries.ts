import { eq, lt, ne, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { bounceMailboxes } from '#db/tables/mails.ts'

export type MailboxState = typeof bounceMailboxes.$inferSelect

export async function findMailboxState(db: Executor, name: string): Promise<MailboxState | undefined> {
  const [state] = await db.select().from(bounceMailboxes).where(eq(bounceMailboxes.name, name))
  return state
}

/** Finds a mailbox that could not be read since before this time. */
export async function findUnreadableMailbox(
  db: Executor,
  before: Date,
): Promise<{ failure: string; since: Date } | undefined> {
  const { failure, failingSince: since } = bounceMailboxes
  const [found] = await db.select({ failure, since }).from(bounceMailboxes).where(lt(since, before))
  return found?.since ? { failure: found.failure ?? 'other', since: found.since } : undefined
}

/** Used when no mailbox is read anymore. */
export async function forgetMailboxes(db: Executor): Promise<void> {
  await db.delete(bounceMailboxes)
}

/** Stores the last message that was read. */
export async function saveProgress(
  db: Executor,
  progress: Pick<MailboxState, 'name' | 'uidValidity' | 'lastUid'>,
): Promise<void> {
  const { uidValidity, lastUid } = progress
  await db
    .insert(bounceMailboxes)
    .values(progress)
    .onConflictDoUpdate({ target: bounceMailboxes.name, set: { uidValidity, lastUid } })
}

/** Stores that the mailbox was read, and forgets mailboxes that were used before. */
export async function saveSuccess(db: Executor, name: string, at: Date): Promise<void> {
  const set = { readAt: at, failure: null, failingSince: null }
  await db
    .insert(bounceMailboxes)
    .values({ name, ...set })
    .onConflictDoUpdate({ target: bounceMailboxes.name, set })
  await db.delete(bounceMailboxes).where(ne(bounceMailboxes.name, name))
}

/** Stores why the mailbox can't be read, and since when. */
export async function saveFailure(
  db: Executor,
  { name, failure, at }: { name: string; failure: string; at: Date },
): Promise<void> {
  await db
    .insert(bounceMailboxes)
    .values({ name, failure, failingSince: at })
    .onConflictDoUpdate({
      target: bounceMailboxes.name,
      set: { failure, failingSince: sql`coalesce(${bounceMailboxes.failingSince}, excluded.failing_since)` },
    })
}
