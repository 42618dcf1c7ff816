import { sql } from 'drizzle-orm'
import type { Executor } from './open.ts'

/** What somebody reads where the indexes can't be made. */
export const NO_WORD_INDEXES =
  'orders and members are searched without an index of words, which gets slow beyond some ten thousand: the database has no extension pg_trgm, and this role may not make it. Let somebody who may type: create extension pg_trgm; the next start of the academy makes the indexes'

/** Makes the indexes by which words are found inside of others, where they are missing. False where this role may not, or the extension is not there. */
export async function makeWordIndexes(db: Executor): Promise<boolean> {
  if (await hasWordIndexes(db)) return true
  const { rows } = await db.execute<{ made: boolean }>(sql`select make_word_indexes() as made`)
  return rows[0]?.made ?? false
}

/** Changes nothing. */
export async function hasWordIndexes(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ there: boolean }>(
    sql`select to_regclass('purchases_words') is not null and to_regclass('members_words') is not null as there`,
  )
  return rows[0]?.there ?? false
}
