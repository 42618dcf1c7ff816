import { and, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { LOCKS } from '#db/locks.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { files } from '#db/tables/files.ts'

const columns = {
  id: files.id,
  name: files.name,
  sha256: files.sha256,
  bytes: files.bytes,
  createdAt: files.createdAt,
}

/**
 * Lists files that were stored before this time and that nothing references, largest first. Resume positions don't
 * count as references; they are deleted with the file.
 */
export async function listUnused(db: Executor, before: Date) {
  return db
    .select(columns)
    .from(files)
    .where(and(lt(files.createdAt, before), ...(await isUnreferenced(db))))
    .orderBy(sql`${files.bytes} desc`, files.name, files.id)
}

/** Like `listUnused`, but deletes the files in the same statement. */
export async function deleteUnused(tx: Transaction, before: Date, only: readonly string[] | undefined) {
  return tx
    .delete(files)
    .where(and(lt(files.createdAt, before), only && inArray(files.id, [...only]), ...(await isUnreferenced(tx))))
    .returning(columns)
}

/**
 * Reads the names of the referencing columns from the database, so that columns added by later versions are included.
 */
async function isUnreferenced(db: Executor): Promise<SQL[]> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select r.relname as table, a.attname as column from pg_constraint c
      join pg_class r on r.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'files'::regclass and c.confdeltype <> 'c'
    order by 1, 2`)
  if (rows.length === 0) throw new Error('No table names files')
  return rows.map(
    ({ table, column }) =>
      sql`not exists (select from ${sql.identifier(table)} named where named.${sql.identifier(column)} = ${files}.id)`,
  )
}

/** Prevents others from saving products and files until the transaction ends. */
export async function lockFileSaving(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local lock_timeout = 0`)
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.saving})`)
}

/** Returns those of these contents that a row in `files` still uses. */
export async function listKnownContents(db: Executor, sha256s: string[]): Promise<Set<string>> {
  const rows = await db.selectDistinct({ sha256: files.sha256 }).from(files).where(inArray(files.sha256, sha256s))
  return new Set(rows.map(({ sha256 }) => sha256))
}
