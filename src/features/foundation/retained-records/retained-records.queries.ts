import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { keptRecords } from '#db/tables/members.ts'

type NewRetainedRecord = Pick<typeof keptRecords.$inferInsert, 'kind' | 'subject' | 'sealed' | 'keepUntil'>

export async function insertRetainedRecords(tx: Transaction, records: NewRetainedRecord[]): Promise<void> {
  if (records.length > 0) await tx.insert(keptRecords).values(records).onConflictDoNothing()
}

export async function findSealed(db: Executor, kind: string, subject: string): Promise<string | undefined> {
  const [row] = await db
    .select({ sealed: keptRecords.sealed })
    .from(keptRecords)
    .where(and(eq(keptRecords.kind, kind), eq(keptRecords.subject, subject)))
  return row?.sealed
}

export async function listSealed(db: Executor): Promise<Pick<NewRetainedRecord, 'kind' | 'subject' | 'sealed'>[]> {
  const { kind, subject, sealed } = keptRecords
  return db.select({ kind, subject, sealed }).from(keptRecords)
}

/** Lists at most `limit` records of a kind that come after the subject `after`, sorted by subject. */
export function listSealedByKind(
  db: Executor,
  { kind, after, limit }: { kind: string; after: string; limit: number },
): Promise<Pick<NewRetainedRecord, 'subject' | 'sealed'>[]> {
  const { subject, sealed } = keptRecords
  return db
    .select({ subject, sealed })
    .from(keptRecords)
    .where(and(eq(keptRecords.kind, kind), gt(subject, after)))
    .orderBy(asc(subject))
    .limit(limit)
}

export async function deleteExpiredRecords(db: Executor, now: Date): Promise<void> {
  await db.delete(keptRecords).where(lte(keptRecords.keepUntil, now))
}
