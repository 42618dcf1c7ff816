import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { emailSuppressions, mails } from '#db/tables/mails.ts'

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

type Complaint = { memberId: string; address: string; answer: string; emailId: string; at: Date }

/**
 * Records a complaint, unless the member has another address now. Keeps the first complaint. A trigger handles erased
 * members.
 */
export async function insertComplaint(db: Executor, complaint: Complaint): Promise<void> {
  const { memberId, address, answer, emailId, at } = complaint
  await db.execute(sql`
    insert into ${emailSuppressions} (member_id, reason, address, answer, email_id, at)
    select m.id, 'complained', lower(m.email), ${answer}, ${emailId}::uuid, ${at.toISOString()}::timestamptz
    from members m where m.id = ${memberId}::uuid and lower(m.email) = lower(${address})
    on conflict do nothing`)
}
