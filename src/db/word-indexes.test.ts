import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { copyTemplate } from '../../test/harness/database.ts'
import { openDatabase } from './open-database.ts'
import { hasWordIndexes, makeWordIndexes } from './word-indexes.ts'

test('creates the word indexes; without permission for the extension nothing fails, and the next start with it creates them', async () => {
  const { db, close } = openDatabase(await copyTemplate(), () => {})
  onTestFinished(close)
  expect(await hasWordIndexes(db)).toBe(true)
  const mayCreate = (what: 'grant create' | 'revoke create', preposition: 'to' | 'from') =>
    db.execute(
      sql`do $$ begin execute format(${sql.raw(`'${what} on database %I ${preposition} %I'`)}, current_database(), current_user); end $$`,
    )
  await db.execute(sql`drop extension pg_trgm cascade`)
  await db.execute(
    sql`alter text search configuration academy alter mapping for hword, hword_part, word with english_stem`,
  )
  await db.execute(sql`drop extension unaccent`)
  await mayCreate('revoke create', 'from')
  expect([await hasWordIndexes(db), await makeWordIndexes(db)]).toEqual([false, false])
  // Titles that start with the text are still suggested, each only once.
  await db.execute(
    sql`insert into products (slug, kind, title, short_description, full_description, price_cents) values ('a', 'course', 'Depositions', '', '', 1)`,
  )
  const { rows: near } = await db.execute(sql`select * from near_titles('depo', array(select id from products), '{}')`)
  expect(near).toHaveLength(1)
  await mayCreate('grant create', 'to')
  expect([await makeWordIndexes(db), await hasWordIndexes(db)]).toEqual([true, true])
})
