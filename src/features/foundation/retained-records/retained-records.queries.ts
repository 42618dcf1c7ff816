import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open.ts'
import { keptRecords } from '#db/tables/members.ts'

type KeptRecord = Pick<typeof keptRecords.$inferInsert, 'kind' | 'subject' | 'sealed' | 'keepUntil'>

export async function insertKept(tx: Transaction, records: KeptRecord[]): Promise<void> {
  if (records.length > 0) await tx.insert(keptRecords).values(records).onConflictDoNothing()
}

export async function findSealed(db: Executor, kind: string, subject: string): Promise<string | undefined> {
  const [row] = await db
    .select({ sealed: keptRecords.sealed })
    .from(keptRecords)
    .where(and(eq(keptRecords.kind, kind), eq(keptRecords.subject, subject)))
  return row?.sealed
}

export async function listSealed(db: Executor): Promise<Pick<KeptRecord, 'kind' | 'subject' | 'sealed'>[]> {
  const { kind, subject, sealed } = keptRecords
  return db.select({ kind, subject, sealed }).from(keptRecords)
}

/** Those of a kind behind the subject `after`, `limit` at most, in the order of their subjects. */
export function listSealedOf(
  db: Executor,
  { kind, after, limit }: { kind: string; after: string; limit: number },
): Promise<Pick<KeptRecord, 'subject' | 'sealed'>[]> {
  const { subject, sealed } = keptRecords
  return db
    .select({ subject, sealed })
    .from(keptRecords)
    .where(and(eq(keptRecords.kind, kind), gt(subject, after)))
    .orderBy(asc(subject))
    .limit(limit)
}

export async function deleteKeptUntil(db: Executor, now: Date): Promise<void> {
  await db.delete(keptRecords).where(lte(keptRecords.keepUntil, now))
}
