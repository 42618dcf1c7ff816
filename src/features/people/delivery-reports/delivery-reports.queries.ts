import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { mails } from '#db/tables/mails.ts'

export type LoggedEmail = { id: string; memberId: string | null; address: string }

export async function findLoggedEmail(db: Executor, ids: string[]): Promise<LoggedEmail | undefined> {
  if (ids.length === 0) return undefined
  const { id, memberId, address } = mails
  const [found] = await db.select({ id, memberId, address }).from(mails).where(inArray(id, ids)).limit(1)
  return found
}

/** Marks an email as returned. Returns false if it already was. */
export async function markBounced(
  db: Executor,
  { id, answer, at }: { id: string; answer: string; at: Date },
): Promise<boolean> {
  const marked = await db
    .update(mails)
    .set({ bouncedAt: at, answer })
    .where(and(eq(mails.id, id), isNull(mails.bouncedAt)))
    .returning({ id: mails.id })
  return marked.length > 0
}

/** Marks an email as reported as spam. Returns false if it already was. */
export async function markComplained(db: Executor, id: string, at: Date): Promise<boolean> {
  const marked = await db
    .update(mails)
    .set({ complainedAt: at })
    .where(and(eq(mails.id, id), isNull(mails.complainedAt)))
    .returning({ id: mails.id })
  return marked.length > 0
}
