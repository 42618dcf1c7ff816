import pg from 'pg'
import { expect, test } from 'vitest'
import { emptyTables, testDatabase } from './database.ts'

test('each worker has a migrated database that can be emptied', async () => {
  const pool = new pg.Pool({ connectionString: await testDatabase() })
  const tables = await pool.query(`select tablename from pg_tables where schemaname = 'public'`)
  expect(tables.rowCount).toBeGreaterThan(10)
  await emptyTables(pool)
  await pool.query(`create table scribble (id int generated always as identity)`)
  await pool.query('insert into scribble default values')
  const other = new pg.Pool({ connectionString: await testDatabase() })
  await emptyTables(other)
  const left = await pool.query('select * from scribble')
  expect(left.rows).toEqual([])
  await pool.query('drop table scribble')
  await pool.end()
  await other.end()
})
