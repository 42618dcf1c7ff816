import { sql } from 'drizzle-orm'
import type { Executor } from './open-database.ts'

/** The message that is shown if the indexes can't be created. */
export const WORD_INDEXES_MISSING =
  "searches of orders, members, and titles have no word index, so they are slow beyond about 10,000 rows or need exact accents. The database lacks the extension pg_trgm or unaccent, and this role can't create it. Run as a superuser: create extension pg_trgm; create extension unaccent; then restart the academy"

/**
 * Creates the missing indexes for searches within words and without accents. Returns false if this role may not create
 * them, or if an extension is missing.
 */
export async function makeWordIndexes(db: Executor): Promise<boolean> {
  if (await hasWordIndexes(db)) return true
  const { rows } = await db.execute<{ made: boolean }>(
    sql`select made and unaccented as made from make_word_indexes() as made, leave_out_accents() as unaccented`,
  )
  return rows[0]?.made ?? false
}

/** Whether all these indexes exist. Changes nothing. */
export async function hasWordIndexes(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ there: boolean }>(
    sql`select to_regclass('purchases_words') is not null and to_regclass('members_words') is not null and to_regclass('texts_words') is not null
      and to_regclass('post_passages_words') is not null and exists (select from pg_ts_config_map m join pg_ts_config c on c.oid = m.mapcfg join pg_ts_dict d on d.oid = m.mapdict
        where c.cfgname = 'academy' and d.dictname = 'unaccent') as there`,
  )
  return rows[0]?.there ?? false
}
